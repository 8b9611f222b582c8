import type { ExplorationResult, ExplorationTurn, Job } from '@sonde/contract';
import { threadOf } from '@sonde/contract/exploration-threads';

/** A job's result is open by contract; here only an exploration's shape is taken from it. */
export function resultOf(job: Job): ExplorationResult | null {
  const { result } = job;
  return typeof result === 'object' && result !== null && 'findings' in result && 'conversation' in result
    ? (result as ExplorationResult)
    : null;
}

/** Turns from the job and from live events, each once, in order. The later report of a turn wins. */
export function mergeTurns(
  stored: readonly ExplorationTurn[],
  live: readonly ExplorationTurn[],
): ExplorationTurn[] {
  const byTurn = new Map<number, ExplorationTurn>();
  for (const turn of [...live, ...stored]) byTurn.set(turn.turn, turn);
  return [...byTurn.values()].toSorted((left, right) => left.turn - right.turn);
}

/** Turns as messages of a conversation; what got no answer is asked all the same. */
export const saidIn = (turns: readonly ExplorationTurn[]) =>
  turns.flatMap(({ sent, received }) => [
    { role: 'user' as const, content: sent },
    ...(received === null ? [] : [{ role: 'assistant' as const, content: received }]),
  ]);

/** Some turns with those that set what they are about: kept alone they would say nothing. */
export function withSubjects(
  numbers: readonly number[],
  conversation: readonly ExplorationTurn[],
): readonly ExplorationTurn[] {
  const wanted = new Set(
    conversation
      .filter(({ turn }) => numbers.includes(turn))
      .flatMap((turn) => threadOf(turn, conversation).map((one) => one.turn)),
  );
  return conversation.filter(({ turn }) => wanted.has(turn));
}
