import { setTimeout as pause } from 'node:timers/promises';
import type { InvocationResult } from '@sonde/contract';
import type { Clock } from '#kernel/clock';
import { retryOf } from '../pace/retry.ts';
import type { Exchange } from '../simulated-user/exchange.ts';
import type { SimulatedUser } from '../simulated-user/simulated-user.ts';
import type { RunnableTest } from '#tests';
import { failureText, type PreparedTarget } from './target.ts';
import { outputOf, textOf, tokensOf } from './output.ts';
import type { Settled } from './settled.ts';
import type { TurnLog } from './turn-log.ts';

export interface Conversation {
  readonly resultId: string;
  readonly test: RunnableTest;
  /** What templates may use besides the text and the conversation. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly target: PreparedTarget;
  readonly turns: Pick<TurnLog, 'beforeSending' | 'afterAnswer'>;
  readonly user: SimulatedUser;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly attributes: Readonly<Record<string, string>>;
  readonly random: () => number;
}

interface Talk {
  readonly exchanges: Exchange[];
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
        : user.next({
            conversation: plan.conversation,
            opening: plan.prompt?.content ?? null,
            exchanges: talk.exchanges,
          });
    if (next.kind === 'stop') return ended(options, talk, next.reason);
    const number = talk.exchanges.length + 1;
    if (!(await turns.beforeSending(resultId, number, next.text))) return undefined;
    const answer = await say(options, talk, next.text, number);
    if (signal.aborted) return undefined;
    await turns.afterAnswer(resultId, number, answer);
    if (!answer.success) return broken(options, talk, answer);
    talk.last = answer;
    talk.conversationId = answer.conversation_id ?? talk.conversationId;
    talk.exchanges.push({ sent: next.text, received: textOf(answer.output) });
  }
}

/** One turn, called again only where that is surely harmless. */
async function say(
  options: Conversation,
  talk: Talk,
  text: string,
  number: number,
): Promise<InvocationResult> {
  const since = options.clock.now();
  for (let made = 1; ; made += 1) {
    const answer = await options.target.invoke(
      {
        ...options.variables,
        input: text,
        ...(talk.conversationId ? { conversation_id: talk.conversationId } : {}),
      },
      { signal: options.signal, attributes: { ...options.attributes, 'sonde.turn': String(number) } },
    );
    talk.calls += 1;
    talk.tokens += tokensOf(answer);
    talk.durationMs += answer.duration_ms;
    if (options.signal.aborted) return answer;
    const retry = retryOf(answer, { made, elapsedMs: options.clock.now() - since }, options.random);
    if (!retry.again) return answer;
    await pause(retry.afterMs, undefined, { signal: options.signal }).catch(() => undefined);
    if (options.signal.aborted) return answer;
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
    output: { ...outputOf(talk.last), stop_reason: reason },
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
