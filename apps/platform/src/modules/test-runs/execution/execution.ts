import { Problem } from '@sonde/server-kit';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#kernel/clock';
import type { EndpointLimits } from '../pace/rate.ts';
import { retryOf } from '../pace/retry.ts';
import type { ScorerSnapshot } from '#metrics';
import type { RunRow } from '../tables.ts';
import { holdConversation, type Conversation } from './conversation.ts';
import { judgeResult, type JudgingOptions } from './judging.ts';
import type { Claimed, Ledger } from './ledger.ts';
import { callOnce, settledCall } from './single-call.ts';
import { failureText, variablesOf, type PreparedTarget } from './target.ts';
import { scoringInputOf, type Settled } from './settled.ts';
import type { Writer } from './writer.ts';

export interface ExecutionOptions {
  readonly run: RunRow;
  readonly ledger: Ledger;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly target: PreparedTarget;
  readonly limits: EndpointLimits;
  readonly concurrency: number;
  readonly callsMax: number | null;
  readonly tokensMax: number | null;
  /** When the time of the whole run is over, in milliseconds of the clock. */
  readonly endsAt: number | null;
  readonly scorers: ReadonlyMap<number, ScorerSnapshot>;
  readonly judging: JudgingOptions;
  readonly conversation: Omit<
    Conversation,
    'resultId' | 'test' | 'variables' | 'target' | 'signal' | 'attributes'
  >;
  readonly signal: AbortSignal;
  readonly random: () => number;
}

export type Ended = 'all_begun' | 'cancelled' | 'call_limit' | 'time_limit' | 'token_limit';

const scoringAtOnce = 16;
const unwrittenMax = 1000;
const gatherMs = 6;

/**
 * Calls the target for every test that waits, as many at once as the run and its endpoint allow, and has each output
 * judged once it is stored. Returns when nothing is under way any more.
 */
export async function execute(options: ExecutionOptions): Promise<Ended> {
  const { ledger, writer, signal } = options;
  const underWay = new Set<Promise<void>>();
  const scoring = createSlots(scoringAtOnce);
  let spent = { calls: options.run.targetCalls, tokens: options.run.targetTokens };
  let failure: unknown;
  let wake: () => void = () => undefined;

  const track = (work: Promise<void>): void => {
    const tracked = work
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => {
        underWay.delete(tracked);
        wake();
      });
    underWay.add(tracked);
  };

  let calling = 0;
  const settle = async (claimed: Claimed): Promise<void> => {
    calling += 1;
    // Counted before it is made: whoever looks at the limit meanwhile must not take it for free.
    spent = { ...spent, calls: spent.calls + 1 };
    const step = await callOne(options, claimed).finally(() => {
      calling -= 1;
      wake();
    });
    if (!step) return;
    spent = { calls: spent.calls + (step.calls ?? 1) - 1, tokens: spent.tokens + (step.tokens ?? 0) };
    const isKept = await writer.put(step);
    if (isKept && step.status === 'answered' && !waitsForOthers(options, claimed))
      await scoring(() => judgeAndWrite(options, claimed, step));
  };

  let end: Ended | undefined;
  while (end === undefined && failure === undefined) {
    signal.throwIfAborted();
    end = limitReached(options, spent);
    if (end) break;
    const wanted = options.concurrency - calling;
    if (wanted > 0 && underWay.size < options.concurrency + unwrittenMax) {
      // Places that come free at about the same time are filled by one claim.
      if (calling > 0 && wanted < options.concurrency / 2) await pause(gatherMs);
      const claim = await ledger.claim({
        wanted: options.concurrency - calling,
        callsMax: options.callsMax === null ? null : options.callsMax - spent.calls,
        endpointId: options.run.endpointId,
        limits: options.limits,
      });
      if (claim.kind === 'stopped') end = 'cancelled';
      else {
        for (const item of claim.items) track(settle(item));
        if (claim.items.length > 0) continue;
        const waitMs = claim.waitMs > 0 ? claim.waitMs : await untilDue(options);
        if (waitMs === null && underWay.size === 0) end = 'all_begun';
        else await woken(waitMs, underWay.size > 0, (resolve) => (wake = resolve), signal);
      }
    } else await woken(null, true, (resolve) => (wake = resolve), signal);
  }
  await Promise.all(underWay);
  await writer.drain();
  if (failure !== undefined) throw failure;
  return end ?? 'all_begun';
}

function limitReached(
  { callsMax, tokensMax, endsAt, clock }: ExecutionOptions,
  spent: { calls: number; tokens: number },
): Ended | undefined {
  if (callsMax !== null && spent.calls >= callsMax) return 'call_limit';
  if (tokensMax !== null && spent.tokens >= tokensMax) return 'token_limit';
  return endsAt !== null && clock.now() >= endsAt ? 'time_limit' : undefined;
}

async function untilDue({ ledger, clock }: ExecutionOptions): Promise<number | null> {
  const due = await ledger.nextDue();
  return due === null ? null : Math.max(1, due.getTime() - clock.now());
}

/** Until a call has ended, or the time has come for one that waits. */
async function woken(
  waitMs: number | null,
  mayWake: boolean,
  onWake: (resolve: () => void) => void,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const waits: Promise<unknown>[] = [];
  if (mayWake) waits.push(new Promise<void>((resolve) => onWake(resolve)));
  // Nobody sleeps longer than this without a look at the run: its cancellation may have been announced to nobody.
  const longest = Math.min(waitMs ?? lookMs, lookMs);
  waits.push(
    pause(longest, undefined, { signal: AbortSignal.any([signal, over.signal]) }).catch((error: unknown) => {
      if (!over.signal.aborted && !signal.aborted) throw error;
    }),
  );
  await Promise.race(waits);
  over.abort();
}
const lookMs = 1000;

/** One test: called once, or held as a conversation. Nothing when the run was stopped meanwhile. */
async function callOne(options: ExecutionOptions, claimed: Claimed): Promise<Settled | undefined> {
  const { test, result } = claimed;
  const attributes = {
    'sonde.test_run_id': result.testRunId,
    'sonde.test_id': result.testId,
    'sonde.test_result_id': result.id,
  };
  if (test.definition.conversation)
    return holdConversation({
      ...options.conversation,
      resultId: result.id,
      test,
      variables: variablesOf(options.run, claimed),
      target: options.target,
      signal: options.signal,
      attributes,
    });
  const answer = await callOnce(options.target, test, {
    variables: variablesOf(options.run, claimed),
    signal: options.signal,
    attributes,
  });
  if (answer instanceof Problem)
    return { id: result.id, status: 'Error', reasonCode: answer.code, reason: answer.message };
  if (options.signal.aborted) return undefined;
  const retry = retryOf(
    answer,
    {
      made: result.attempts,
      elapsedMs: options.clock.now() - (result.firstAttemptAt?.getTime() ?? options.clock.now()),
    },
    options.random,
  );
  if (retry.again) {
    if (retry.isThrottled)
      await options.ledger.slowDown(result.endpointId, observedRate(options), retry.afterMs);
    return {
      id: result.id,
      status: 'waiting',
      notBefore: new Date(options.clock.now() + retry.afterMs),
      reasonCode: 'retry',
      reason: failureText(answer),
      calls: 1,
    };
  }
  return settledCall(result.id, test, answer, retry.gaveUp);
}

/** What the run has called in a minute until now; the guess from which a refused endpoint is slowed down. */
function observedRate({ run, clock }: ExecutionOptions): number {
  const minutes = (clock.now() - (run.startedAt?.getTime() ?? clock.now())) / 60_000;
  return minutes > 1 / 60 ? Math.max(1, run.targetCalls / minutes) : 600;
}

const scorersOf = ({ scorers }: ExecutionOptions, { result }: Claimed): ScorerSnapshot[] =>
  result.scorers.flatMap((ordinal) => scorers.get(ordinal) ?? []);

/** Metrics over several results are scored when the last partner has ended. */
const waitsForOthers = (options: ExecutionOptions, claimed: Claimed): boolean =>
  scorersOf(options, claimed).some(({ needs }) => needs.includes('others'));

async function judgeAndWrite(options: ExecutionOptions, claimed: Claimed, step: Settled): Promise<void> {
  const item = scoringInputOf(step);
  if (!item) return;
  const judged = await judgeResult(options.judging, scorersOf(options, claimed), item, {
    combine: claimed.test.definition.combine,
    testType: claimed.test.testType,
  });
  const { verdicts, ...verdict } = judged;
  await options.writer.put({ id: step.id, ...verdict, verdicts });
}

/** At most so many at once; the rest wait their turn. A place that is given up goes to the next in line. */
function createSlots(most: number) {
  let free = most;
  const queue: (() => void)[] = [];
  return async (work: () => Promise<void>): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  };
}
