import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createAssistant } from '../src/answering/assistant.ts';
import type { Assistant, AssistantReply } from '../src/answering/assistant.ts';
import { countWords } from '../src/answering/plain-text.ts';
import { loadKnowledge } from '../src/knowledge/passages.ts';
import { loadUnderstanding } from '../src/meaning/load.ts';
import { readVocabulary } from '../src/knowledge/vocabulary.ts';

/** The last of `turns` is judged: it must use one of the expected passages, or be declined when none is expected. */
const caseSchema = z.strictObject({
  kind: z.enum(['plain', 'paraphrase', 'typo', 'comparison', 'multi-turn', 'off-topic']),
  turns: z.array(z.string()).min(1),
  expected: z.array(z.string()),
});

export type EvaluationCase = z.infer<typeof caseSchema>;

export type EvaluationResult = Readonly<{
  answered: Score;
  /** Right already in the passage the answer begins with. */
  answeredFirst: Score;
  declined: Score;
  byKind: Readonly<Record<string, Score>>;
  longestAnswerWords: number;
  misses: readonly string[];
}>;

export type Score = Readonly<{ right: number; of: number; share: number }>;

export const useCasesDir = join(import.meta.dirname, '..', 'use-cases');

/** Replies that tell the user that this is not answered here; attempts on the role and other languages are declined too. */
const refusals: ReadonlySet<AssistantReply['kind']> = new Set<AssistantReply['kind']>([
  'off-topic',
  'other-task',
  'not-known',
  'unclear',
  'injection',
  'wrongdoing',
  'other-language',
  'quote',
  'account',
  'person',
]);

export function readCases(
  part: 'tuning' | 'development' | 'people' | 'people-2' | 'held-out' | 'held-out-2' | 'held-out-3',
): EvaluationCase[] {
  const text = readFileSync(join(import.meta.dirname, 'evaluation', `${part}.json`), 'utf8');
  return z.array(caseSchema).parse(JSON.parse(text));
}

/** The insurance assistant as the service builds it, without a model. */
export function insuranceAssistant(): Assistant {
  return createAssistant({
    subject: 'insurance',
    topics: ['life insurance', 'auto insurance', 'home insurance', 'claims'],
    instructions: '',
    collections: loadKnowledge(join(useCasesDir, 'insurance', 'knowledge')),
    vocabulary: readVocabulary(join(useCasesDir, 'insurance', 'vocabulary.yaml')),
    understanding: loadUnderstanding(join(useCasesDir, 'insurance', 'understanding.bin')),
    model: undefined,
  });
}

/** Holds every conversation of the cases and scores its last answer. */
export async function evaluate(
  assistant: Assistant,
  cases: readonly EvaluationCase[],
): Promise<EvaluationResult> {
  const verdicts: Array<{ kind: string; right: boolean; first: boolean }> = [];
  const misses: string[] = [];
  let longestAnswerWords = 0;
  for (const { kind, turns, expected } of cases) {
    const reply = await converse(assistant, turns);
    const used = reply.passages.map(({ id }) => id);
    const right =
      expected.length === 0
        ? refusals.has(reply.kind)
        : expected.some((wanted) => used.some((id) => matches(id, wanted)));
    const first = expected.some((wanted) => used[0] !== undefined && matches(used[0], wanted));
    verdicts.push({ kind, right, first });
    longestAnswerWords = Math.max(longestAnswerWords, countWords(reply.message));
    if (!right) misses.push(`${turns.join(' >> ')} → ${reply.kind} ${used.join(', ')}`);
  }
  const scoreOf = (chosen: typeof verdicts): Score => {
    const right = chosen.filter((verdict) => verdict.right).length;
    return {
      right,
      of: chosen.length,
      share: Math.round((right / Math.max(1, chosen.length)) * 1000) / 1000,
    };
  };
  const onSubject = verdicts.filter(({ kind }) => kind !== 'off-topic');
  return {
    answered: scoreOf(onSubject),
    answeredFirst: scoreOf(onSubject.map((verdict) => ({ ...verdict, right: verdict.first }))),
    declined: scoreOf(verdicts.filter(({ kind }) => kind === 'off-topic')),
    byKind: Object.fromEntries(
      [...new Set(verdicts.map(({ kind }) => kind))].map((kind) => [
        kind,
        scoreOf(verdicts.filter((verdict) => verdict.kind === kind)),
      ]),
    ),
    longestAnswerWords,
    misses,
  };
}

async function converse(assistant: Assistant, turns: readonly string[]): Promise<AssistantReply> {
  const history: string[] = [];
  let reply: AssistantReply | undefined;
  for (const message of turns) {
    reply = await assistant.respond({ message, history, thread: reply?.thread });
    history.push(message, reply.message);
  }
  if (reply === undefined) throw new Error('A case without turns.');
  return reply;
}

/** `auto/*` accepts every passage of a collection. */
function matches(id: string, wanted: string): boolean {
  return wanted.endsWith('/*') ? id.startsWith(wanted.slice(0, -1)) : id === wanted;
}
