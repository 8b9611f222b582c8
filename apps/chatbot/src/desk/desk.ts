import { plainText } from '../answering/plain-text.ts';
import { deskBusy } from '../problems.ts';
import type { Reply, Turn } from '../use-case.ts';
import type { DeskFile, FlawEntry } from './desk-file.ts';
import { flaws as plantable, withFlaws } from './flaws.ts';
import { answerSoundly } from './rules.ts';

/** A use case that answers by fixed rules, with flaws planted in it if wanted: always the same answer to the same words. */
export function createDesk(desk: DeskFile, planted: readonly string[]) {
  return ({ message, history, thread, nowMs }: Turn): Reply => {
    const facts = thread?.facts ?? {};
    const turn = { desk, message, plain: plainText(message), facts, history, nowMs };
    const answer = withFlaws(planted, answerSoundly(turn), turn);
    if (answer.limited !== undefined) throw deskBusy(answer.message, answer.limited.retryAfterSeconds);
    return {
      message: answer.message,
      context: answer.context,
      thread: { facts: { ...facts, topic: '', ...answer.facts } },
      ...(answer.toolCalls.length === 0 ? {} : { tool_calls: answer.toolCalls }),
    };
  };
}

/** The documented flaws that are planted; a name that is neither documented nor known is told. */
export function plantedFlaws(planted: readonly string[], documented: readonly FlawEntry[]): FlawEntry[] {
  return planted.map((id) => {
    const entry = documented.find((flaw) => flaw.id === id);
    if (entry === undefined || !Object.hasOwn(plantable, id)) throw new Error(`There is no flaw "${id}".`);
    return entry;
  });
}
