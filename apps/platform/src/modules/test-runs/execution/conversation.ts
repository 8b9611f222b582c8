import type { InvocationResult } from '@sonde/contract';
import { tokensToldIn } from '@sonde/contract/token-count';
import { togetherToolCalls } from '#metrics';
import { failureText, RunStopped, type PreparedTarget } from '#runs';
import type { Exchange } from '../simulated-user/exchange.ts';
import type { SimulatedUser } from '../simulated-user/simulated-user.ts';
import type { RunnableTest } from '#tests';
import { outputOf, textOf } from './output.ts';
import type { Settled } from './settled.ts';
import type { TurnLog } from './turn-log.ts';

export interface Conversation {
  readonly resultId: string;
  readonly test: RunnableTest;
  /** What templates may use besides the text and the conversation. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly target: PreparedTarget;
  readonly turns: TurnLog;
  readonly user: SimulatedUser;
  readonly signal: AbortSignal;
  readonly attributes: Readonly<Record<string, string>>;
  /** A ceiling of the run that has been reached meanwhile: no further turn begins. */
  readonly ceiling: () => Ceiling | undefined;
  /** Told of every call beyond the first, which was counted when the test began, and of its tokens. */
  readonly onCall: (spent: { calls: number; tokens: number }) => void;
}

export interface Ceiling {
  readonly code: string;
  readonly reason: string;
}

interface Talk {
  readonly exchanges: Exchange[];
  /** What came with each answer of the tools that it called. */
  readonly toolCalls: unknown[];
  conversationId: string | null;
  calls: number;
  tokens: number;
  durationMs: number;
  last: InvocationResult | undefined;
}

/** Holds one conversation to its end. Each user turn is stored before it is sent, each answer before the next turn. */
export async function holdConversation(options: Conversation): Promise<Settled | undefined> {
  const { resultId, test, user, turns, signal } = options;
  const plan = test.definition;
  if (!plan.conversation) throw new Error('A test without a conversation cannot be held as one.');
  const talk: Talk = {
    exchanges: [],
    toolCalls: [],
    conversationId: null,
    calls: 0,
    tokens: 0,
    durationMs: 0,
    last: undefined,
  };
  for (;;) {
    const next =
      talk.exchanges.length >= plan.conversation.max_turns
        ? { kind: 'stop' as const, reason: 'max_turns' }
        : await user.next(
            {
              conversation: plan.conversation,
              opening: plan.prompt?.content ?? null,
              exchanges: talk.exchanges,
            },
            signal,
          );
    if (signal.aborted) return undefined;
    if (next.kind === 'fault') return faulty(options, talk, next);
    if (next.kind === 'stop') return ended(options, talk, next.reason);
    const ceiling = talk.exchanges.length > 0 ? options.ceiling() : undefined;
    if (ceiling) return cutShort(options, talk, ceiling);
    const number = talk.exchanges.length + 1;
    const answer = await say(options, talk, next.text, number);
    if (!answer) return undefined;
    await turns.afterAnswer(resultId, number, answer);
    if (!answer.success) return broken(options, talk, answer);
    talk.last = answer;
    talk.conversationId = answer.conversation_id ?? talk.conversationId;
    talk.toolCalls.push(answer.tool_calls);
    talk.exchanges.push({ sent: next.text, received: textOf(answer.output) });
  }
}

/** One turn, written before it is sent. Nothing when the run was stopped meanwhile. */
async function say(
  { resultId, turns, target, variables, attributes, signal, onCall }: Conversation,
  talk: Talk,
  text: string,
  number: number,
): Promise<InvocationResult | undefined> {
  try {
    if (!(await turns.beforeSending(resultId, number, text, signal))) return undefined;
    const { answer } = await turns.send(resultId, {
      target,
      variables: {
        ...variables,
        input: text,
        ...(talk.conversationId ? { conversation_id: talk.conversationId } : {}),
      },
      signal,
      attributes: { ...attributes, 'sonde.turn': String(number) },
      onCall: (made) => {
        talk.calls += 1;
        talk.tokens += tokensToldIn(made.metadata);
        talk.durationMs += made.duration_ms;
        onCall({ calls: talk.calls === 1 ? 0 : 1, tokens: tokensToldIn(made.metadata) });
      },
    });
    return answer;
  } catch (error) {
    if (signal.aborted || error instanceof RunStopped) return undefined;
    throw error;
  }
}

const frame = ({ test, resultId }: Conversation, talk: Talk) => ({
  id: resultId,
  calls: talk.calls,
  tokens: talk.tokens,
  durationMs: talk.durationMs,
  input: {
    text: talk.exchanges[0]?.sent ?? test.content,
    expected: test.definition.prompt?.expected_response ?? null,
  },
  conversation: talk.exchanges.flatMap(({ sent, received }) => [
    { role: 'user' as const, content: sent },
    { role: 'assistant' as const, content: received },
  ]),
});

/** What there is of the conversation is kept; it was not held to its end, so nothing judges it. */
function cutShort(options: Conversation, talk: Talk, { code, reason }: Ceiling): Settled {
  return {
    ...frame(options, talk),
    status: 'NotEvaluated',
    reasonCode: code,
    reason,
    ...(talk.last
      ? { output: { ...outputOf(talk.last), stop_reason: code, simulator: options.user.name } }
      : {}),
  };
}

function faulty(
  options: Conversation,
  talk: Talk,
  { code, message }: { code: string; message: string },
): Settled {
  return {
    ...frame(options, talk),
    status: 'Error',
    reasonCode: code,
    reason: `Turn ${talk.exchanges.length + 1}: ${message}`,
    ...(talk.last
      ? { output: { ...outputOf(talk.last), stop_reason: code, simulator: options.user.name } }
      : {}),
  };
}

function ended(options: Conversation, talk: Talk, reason: string): Settled {
  if (!talk.last)
    return {
      ...frame(options, talk),
      status: 'Error',
      reasonCode: 'simulator_silent',
      reason:
        'The simulated user found nothing to say: the test has neither a script, a prompt nor a goal it can act on.',
    };
  return {
    ...frame(options, talk),
    status: 'answered',
    statusCode: talk.last.status_code,
    traceId: talk.last.trace_id,
    output: {
      ...outputOf(talk.last),
      // What was called early counts as what was called last; the answer alone is the last one.
      tool_calls: togetherToolCalls(talk.toolCalls),
      stop_reason: reason,
      simulator: options.user.name,
    },
  };
}

function broken(options: Conversation, talk: Talk, answer: InvocationResult): Settled {
  return {
    ...frame(options, talk),
    status: 'Error',
    statusCode: answer.status_code,
    traceId: answer.trace_id,
    reasonCode: answer.error?.type ?? answer.stage,
    reason: `Turn ${talk.exchanges.length + 1}: ${failureText(answer)}`,
    output: { ...outputOf(answer), stop_reason: 'target_failed' },
  };
}
