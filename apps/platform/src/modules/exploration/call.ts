import type { InvocationResult } from '@sonde/contract';
import { cutText } from '#kernel/cut-text';
import { retryAfterMs } from '#invocation';
import { failureText, type Called, type Calling, type Patience, type PreparedTarget } from '#runs';
import { readAnswer } from './reading/answer.ts';
import { ofAskerIn } from './reading/of-asker.ts';
import type { Beside, Outcome, Probe } from './turns.ts';

export type NamedTarget = PreparedTarget & { readonly name: string };

export interface Answered {
  readonly outcome: Outcome;
  readonly received: string | null;
  readonly error: string | null;
  readonly latencyMs: number;
  readonly conversationId: string | null;
  /** How many times the target was called for this one question. */
  readonly calls: number;
  readonly beside?: Beside | undefined;
}

export interface Asking {
  readonly target: PreparedTarget;
  readonly probe: Probe;
  readonly conversationId: string | null;
  readonly attributes: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly callsMax: number;
  readonly onCall?: () => void;
}

/** A target that is busy is asked again, after what it asks for; longer than this nobody waits for one answer. */
const patience: Patience = {
  triesMax: 3,
  firstWaitMs: 2_000,
  waitMaxMs: 60_000,
  allMs: 3 * 60_000,
  // That a target cannot be reached is an outcome, and three of them end an exploration.
  isForUnreachable: false,
};
export const attemptsMax = patience.triesMax;
// An answer is kept whole for people up to this length; anything longer is cut, and says so.
const receivedCharactersMax = 50_000;
const besideCharactersMax = 4_000;

/** One question to the target. What is tried again, and when, is the same for every kind of run. */
export async function ask(send: (calling: Calling) => Promise<Called>, asking: Asking): Promise<Answered> {
  const { target, probe, conversationId, attributes, signal, callsMax, onCall } = asking;
  const { answer, calls, gaveUp, tooLongMs } = await send({
    target,
    variables: { input: probe.text, ...(conversationId ? { conversation_id: conversationId } : {}) },
    attributes,
    signal,
    // Who asks for too much on purpose has its answer at once, and holds nobody up for it.
    callsMax: probe.dimension === 'load' ? 1 : callsMax,
    patience,
    ...(onCall ? { onCall } : {}),
  });
  if (gaveUp !== 'rate_limited')
    return { ...read(answer, asking, calls > 1 ? { times: calls - 1 } : undefined), calls };
  const asksFor = tooLongMs === undefined ? '' : ` and asks to wait ${waitInWords(tooLongMs)}`;
  return {
    ...failed(answer, asking, 'rate_limited'),
    error: `The application limits how often it may be called${asksFor}. ${failureText(answer)}`,
    beside: { limited: { times: calls, waitMs: retryAfterMs(answer) ?? null } },
    calls,
  };
}

/** As people say it: nobody reads 37,899 seconds. */
export function waitInWords(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 2 * 3600
    ? `${Math.round(seconds / 60)} minutes`
    : `about ${Math.round(seconds / 3600)} hours`;
}

function read(result: InvocationResult, asking: Asking, limited: Beside['limited']): Omit<Answered, 'calls'> {
  if (!result.success) return failed(result, asking, 'error');
  const whole = asText(result.output);
  // What is kept is what is read: an answer may be as long as ten megabytes.
  const text = whole.slice(0, receivedCharactersMax);
  return {
    outcome: readAnswer(text, { aboutLimits: asking.probe.aboutLimits, sent: asking.probe.text }).outcome,
    received: cutText(whole, receivedCharactersMax),
    error: null,
    latencyMs: result.duration_ms,
    conversationId: result.conversation_id ?? asking.conversationId,
    ...besideOf(result, limited, ofAskerIn(result.request, { sent: asking.probe.text, received: text })),
  };
}

const besideMax = 20;

function besideOf(
  result: InvocationResult,
  limited: Beside['limited'],
  ofAsker: readonly string[],
): Pick<Answered, 'beside'> {
  const toolCalls = Array.isArray(result.tool_calls) ? result.tool_calls.slice(0, besideMax) : [];
  const context = (Array.isArray(result.context) ? result.context : [result.context])
    .slice(0, besideMax)
    .map(asText)
    .filter((text) => text.trim() !== '')
    .map((text) => cutText(text, besideCharactersMax));
  const beside = {
    ...(JSON.stringify(toolCalls).length > besideCharactersMax || toolCalls.length === 0
      ? {}
      : { toolCalls }),
    ...(context.length > 0 ? { context } : {}),
    ...(ofAsker.length > 0 ? { ofAsker } : {}),
    ...(limited ? { limited } : {}),
  };
  return Object.keys(beside).length > 0 ? { beside } : {};
}

function failed(
  result: InvocationResult,
  asking: Asking,
  outcome: 'error' | 'rate_limited',
): Omit<Answered, 'calls'> {
  return {
    outcome,
    received: null,
    error: failureText(result),
    latencyMs: result.duration_ms,
    conversationId: asking.conversationId,
  };
}

function asText(output: unknown): string {
  if (output === null || output === undefined) return '';
  return typeof output === 'string' ? output : JSON.stringify(output);
}
