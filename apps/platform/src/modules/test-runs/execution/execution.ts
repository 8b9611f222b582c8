import { ceilingReasons } from '@sonde/contract/run-ends';
import { Problem } from '@sonde/server-kit';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#kernel/clock';
import type { ScorerSnapshot } from '#metrics';
import {
  createCallBudget,
  failureText,
  observedRate,
  retryOf,
  type CallBudget,
  type EndpointLimits,
  type PreparedTarget,
} from '#runs';
import type { RunRow } from '../tables.ts';
import { answerHash } from './answer-hash.ts';
import { holdConversation, type Ceiling, type Conversation } from './conversation.ts';
import { judgeResult, type JudgingOptions } from './judging.ts';
import type { LargeOutputs } from './large-outputs.ts';
import type { Claimed, Ledger } from './ledger.ts';
import { callOnce, settledCall } from './single-call.ts';
import { variablesOf } from './target.ts';
import { scoringInputOf, type Settled } from './settled.ts';
import type { Writer } from './writer.ts';

export interface ExecutionOptions {
  readonly run: RunRow;
  readonly ledger: Ledger;
  readonly writer: Writer;
  readonly outputs: LargeOutputs;
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
    'resultId' | 'test' | 'variables' | 'target' | 'signal' | 'attributes' | 'ceiling' | 'onCall'
  >;
  readonly signal: AbortSignal;
  readonly random: () => number;
}

export type Ended = 'all_begun' | 'cancelled' | 'call_limit' | 'time_limit' | 'token_limit';

export const ceilings: Readonly<Partial<Record<Ended, Ceiling>>> = {
  call_limit: { code: 'max_calls', reason: ceilingReasons.max_calls },
  time_limit: { code: 'max_minutes', reason: ceilingReasons.max_minutes },
  token_limit: { code: 'max_tokens', reason: ceilingReasons.max_tokens },
};
export const ceilingCodes: readonly string[] = Object.values(ceilings).map(({ code }) => code);

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
  const spent: Spent = {
    calls: createCallBudget(options.callsMax ?? Infinity, options.run.targetCalls),
    tokens: options.run.targetTokens,
  };
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
    const first = spent.calls.reserve(1);
    const isTalk = Boolean(claimed.test.definition.conversation);
    const step = await callOne(options, claimed, {
      ceiling: () => ceilings[limitReached(options, spent) ?? 'all_begun'],
      onCall: ({ calls, tokens }) => {
        spent.calls.reserve(calls).settle(calls);
        spent.tokens += tokens;
      },
    }).finally(() => {
      calling -= 1;
      wake();
    });
    // A conversation has told of its further calls as it made them, but not that it made none.
    first.settle(isTalk ? Math.min(1, step?.calls ?? 1) : (step?.calls ?? 1));
    if (!step) return;
    if (!isTalk) spent.tokens += step.tokens ?? 0;
    const kept = await options.outputs.keep(options.run, step);
    const isKept = await writer.put({ ...kept, answerHash: answerHash(step) });
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
        callsMax: spent.calls.left,
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

interface Spent {
  readonly calls: CallBudget;
  tokens: number;
}

function limitReached({ tokensMax, endsAt, clock }: ExecutionOptions, spent: Spent): Ended | undefined {
  if (spent.calls.left <= 0) return 'call_limit';
  if (tokensMax !== null && spent.tokens >= tokensMax) return 'token_limit';
  return endsAt !== null && clock.now() >= endsAt ? 'time_limit' : undefined;
}

async function untilDue({ ledger, clock }: ExecutionOptions): Promise<number | null> {
  const due = await ledger.nextDue();
  return due === null ? null : Math.max(1, due.getTime() - clock.now());
}

/** Until a call has ended, or the time has come for one that waits. */
function woken(
  waitMs: number | null,
  mayWake: boolean,
  onWake: (resolve: () => void) => void,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', go);
      resolve();
    };
    // Nobody sleeps longer than this without a look at the run: its cancellation may have been announced to nobody.
    const timer = setTimeout(go, Math.min(waitMs ?? lookMs, lookMs));
    signal.addEventListener('abort', go, { once: true });
    if (mayWake) onWake(go);
  });
}
const lookMs = 1000;

/** One test: called once, or held as a conversation. Nothing when the run was stopped meanwhile. */
async function callOne(
  options: ExecutionOptions,
  claimed: Claimed,
  spending: Pick<Conversation, 'ceiling' | 'onCall'>,
): Promise<Settled | undefined> {
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
      ...spending,
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
    options,
  );
  if (retry.again) {
    if (retry.isThrottled) await options.ledger.slowDown(result.endpointId, rateOf(options), retry.afterMs);
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

const rateOf = ({ run, clock }: ExecutionOptions): number =>
  observedRate(run.targetCalls, clock.now() - (run.startedAt?.getTime() ?? clock.now()));

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
    own: claimed.test.definition.metrics,
    testType: claimed.test.testType,
  });
  const { verdicts, ...verdict } = judged;
  // Who waits for others comes later, out of what is stored.
  await options.writer.put({ id: step.id, ...verdict, verdicts, isOfAnswerAlone: true });
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
