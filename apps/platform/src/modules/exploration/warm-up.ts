import { createBuiltinExplorer } from './builtin-explorer.ts';
import { evaluate } from './findings/evaluate.ts';
import { planFrom } from './plan.ts';
import { readPreviousFindings } from './previous-findings.ts';
import { readAnswer } from './reading/answer.ts';
import { strategies } from './strategies/index.ts';
import type { Turn } from './turns.ts';

const answers = [
  'Hello! I am the garden assistant and answer questions about gardens: tools, seeds, soil, hedges and ponds.',
  "I can't help with that. I only answer questions about gardens.",
  'Soil is what plants grow in. Dig it over in autumn:\n- loosen it\n- add compost\n- let it rest',
  'Could you tell me more about your garden?',
];

let isWarm: Promise<void> | undefined;

/**
 * Goes through every strategy once with answers made up here. Expressions are compiled and code is made ready when they
 * are first used; a worker that is warmed up does not do that while a target is waiting for its next question.
 * What is ready is so for the whole process.
 */
export const warmUp = (): Promise<void> => (isWarm ??= goThroughAll());

async function goThroughAll(): Promise<void> {
  const explorer = createBuiltinExplorer();
  const prior = readPreviousFindings({});
  const { signal } = new AbortController();
  for (const strategy of [...strategies.map(({ id }) => id), null]) {
    const plan = planFrom(strategy ? { strategy } : { goal: 'Find out about soil and seeds' });
    const turns: Turn[] = [];
    for (const segment of plan.segments) {
      for (const received of answers) {
        const next = await explorer.next(
          { plan: segment, scenario: null, restrictions: null, prior, turns },
          signal,
        );
        if (next.kind !== 'ask') break;
        turns.push({
          turn: turns.length + 1,
          strategy: segment.segment,
          probe: next.probe,
          sent: next.probe.text,
          received,
          outcome: readAnswer(received, { sent: next.probe.text }).outcome,
          error: null,
          latencyMs: 1,
          conversationId: null,
          resent: false,
        });
      }
    }
    evaluate({ plan, turns, prior });
  }
}
