import { setTimeout as pause } from 'node:timers/promises';
import type { InvocationResult } from '@sonde/contract';
import { retryAfterMs } from '#invocation';
import { readAnswer } from './reading/answer.ts';
import type { Outcome, Probe } from './turns.ts';

/** What an exploration needs to call its target: the one engine, with the configuration already resolved. */
export interface PreparedTarget {
  readonly name: string;
  invoke(
    variables: { readonly input: string; readonly [name: string]: unknown },
    options?: { signal?: AbortSignal; attributes?: Readonly<Record<string, string>> },
  ): Promise<InvocationResult>;
}

export interface Answered {
  readonly outcome: Outcome;
  readonly received: string | null;
  readonly error: string | null;
  readonly latencyMs: number;
  readonly conversationId: string | null;
  /** How many times the target was called for this one question. */
  readonly calls: number;
}

export interface Asking {
  readonly target: PreparedTarget;
  readonly probe: Probe;
  readonly conversationId: string | null;
  readonly attributes: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly callsMax: number;
  /** Only tests wait otherwise. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

// A target that is busy is asked again, after what it asks for; longer than this nobody waits for one answer.
export const attemptsMax = 3;
const waitMaxMs = 60_000;
const firstWaitMs = 2_000;
// An answer is kept whole for people up to this length; anything longer is cut, and says so.
const receivedCharactersMax = 50_000;

/**
 * One question to the target. Only a refusal for the rate of calls is asked again: then the target has told that it did
 * not take the message. Everything else is an outcome.
 */
export async function ask(asking: Asking): Promise<Answered> {
  const wait = asking.wait ?? ((ms, signal) => pause(ms, undefined, { signal }));
  for (let calls = 1; ; calls += 1) {
    const result = await asking.target.invoke(
      {
        input: asking.probe.text,
        ...(asking.conversationId ? { conversation_id: asking.conversationId } : {}),
      },
      { signal: asking.signal, attributes: asking.attributes },
    );
    asking.signal.throwIfAborted();
    if (result.status_code !== 429) return { ...read(result, asking), calls };
    const waitMs = retryAfterMs(result) ?? firstWaitMs * 2 ** (calls - 1);
    if (calls >= Math.min(attemptsMax, asking.callsMax) || waitMs > waitMaxMs)
      return {
        ...failed(result, asking, 'rate_limited'),
        error: `The target limits how often it may be called${waitMs > waitMaxMs ? ` and asks to wait ${Math.round(waitMs / 1000)} seconds` : ''}.`,
        calls,
      };
    await wait(waitMs, asking.signal);
  }
}

function read(result: InvocationResult, asking: Asking): Omit<Answered, 'calls'> {
  if (!result.success) return failed(result, asking, 'error');
  const text = asText(result.output);
  return {
    outcome: readAnswer(text, { aboutLimits: asking.probe.aboutLimits, sent: asking.probe.text }).outcome,
    received: text.length > receivedCharactersMax ? `${text.slice(0, receivedCharactersMax)} […]` : text,
    error: null,
    latencyMs: result.duration_ms,
    conversationId: result.conversation_id ?? asking.conversationId,
  };
}

function failed(
  result: InvocationResult,
  asking: Asking,
  outcome: 'error' | 'rate_limited',
): Omit<Answered, 'calls'> {
  const message = [result.error?.message, result.error?.hint].filter(Boolean).join(' ');
  return {
    outcome,
    received: null,
    error: message || `The call ended in the stage ${result.stage}.`,
    latencyMs: result.duration_ms,
    conversationId: asking.conversationId,
  };
}

function asText(output: unknown): string {
  if (output === null || output === undefined) return '';
  return typeof output === 'string' ? output : JSON.stringify(output);
}
