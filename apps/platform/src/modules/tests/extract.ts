import type { AnswerOf, BodyOf } from '@sonde/contract';
import type * as contract from '@sonde/contract';
import { goalOfTalk } from './goal-of-talk.ts';

type Request = BodyOf<typeof contract.extractTest>;
type Draft = AnswerOf<typeof contract.extractTest>;

/**
 * A draft of a test from what was said. One question and its answer make a single turn that expects that answer; more
 * make a conversation whose user turns are said again word for word.
 */
export function extractTest({ messages, test_type, endpoint_id }: Request): Draft {
  const asked = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const isSingle = test_type ? test_type !== 'Multi-Turn' : asked.length <= 1;
  const firstAsked = messages.findIndex(({ role }) => role === 'user');
  const answer = messages.slice(firstAsked + 1).find(({ role }) => role === 'assistant');
  const source = {
    kind: 'conversation' as const,
    ref: { messages: messages.length, ...(endpoint_id ? { endpoint_id } : {}) },
  };
  const opening = asked[0] ?? messages[0]?.content ?? '';
  if (isSingle)
    return {
      ...unfiled,
      test_type: test_type ?? 'Single-Turn',
      prompt: { content: opening, expected_response: answer?.content ?? null },
      test_configuration: null,
      source,
    };
  return {
    ...unfiled,
    test_type: 'Multi-Turn',
    prompt: null,
    test_configuration: {
      goal: goalOfTalk(asked.length > 0 ? asked : [opening]),
      max_turns: Math.min(50, Math.max(1, asked.length)),
      script: asked.slice(0, 50),
    },
    source,
  };
}

const unfiled = { requirement: null, category: null, topic: null };
