import { setTimeout as pause } from 'node:timers/promises';
import type { InvocationResult } from '@sonde/contract';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import { holdToBegin, holdToWrite, type Charge } from './charge.ts';
import { grantCalls, observedRate, slowDown, type EndpointLimits } from './pace.ts';
import { releasePlaces, takePlaces } from './places.ts';
import { patient, retryOf, type Patience } from './retry.ts';
import type { PreparedTarget } from './target.ts';

/** Something tried once, of which no row is kept: nobody can take it over, but the endpoint's limits hold for it too. */
export interface Unstored {
  readonly kind: null;
  readonly organizationId: string;
  readonly runId: string;
}

export interface StepsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: () => number;
  readonly charge: Charge | Unstored;
  readonly endpointId: string;
  readonly limits: EndpointLimits;
  /** Only tests wait otherwise. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

export interface Beginning {
  readonly signal: AbortSignal;
  /** Writes the step down. What it writes stands before the target can see anything. */
  readonly write: (tx: Tx) => Promise<void>;
  /** The endpoint has let this call through already, as one of many. */
  readonly isGranted?: boolean;
}

export interface Calling {
  readonly target: PreparedTarget;
  readonly variables: { readonly input: string; readonly [name: string]: unknown };
  readonly attributes: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly patience?: Patience;
  /** At most so many calls, however patient the kind of run is. */
  readonly callsMax?: number;
  /** Told of every call once it has ended. */
  readonly onCall?: (answer: InvocationResult) => void;
}

export interface Called {
  readonly answer: InvocationResult;
  readonly calls: number;
  readonly gaveUp: 'rate_limited' | 'unreachable' | null;
  readonly tooLongMs?: number;
}

export type Steps = ReturnType<typeof createSteps>;

/**
 * The steps of one run that call its target one after another. Each is stored before it is sent and finished once, and
 * nothing is begun or written by a worker that has lost the run. The limits of the endpoint hold over all runs of every
 * kind and over all processes, and nobody but `call` tries again.
 */
export function createSteps(options: StepsOptions) {
  const pacing = { since: options.clock.now(), calls: 0 };
  return {
    /** In a transaction that has chosen the step itself: takes a call of the endpoint, or tells how long to wait. */
    take: (tx: Tx, step: string): Promise<number> => takeCall(tx, options, step),

    /** For who cannot wait: takes a call of the endpoint now, or tells for how long there is none. */
    takeNow: (step: string): Promise<number> =>
      options.database.tenant(options.charge.organizationId, (tx) => takeCall(tx, options, step)),

    /** Waits for the endpoint and writes the step. False when the run was stopped: the step must not be sent. */
    begin: (step: string, beginning: Beginning): Promise<boolean> => begin(options, step, beginning),

    /** Sends a step that has begun; again only where that is surely harmless. */
    call: (step: string, calling: Calling): Promise<Called> => call(options, pacing, step, calling),

    /** Writes what came of a step, and gives its place at the endpoint to the next. */
    finish: <T>(step: string, write: (tx: Tx) => Promise<T>): Promise<T> =>
      options.database.tenant(options.charge.organizationId, async (tx) => {
        if (options.charge.kind) await holdToWrite(tx, options.charge);
        await releasePlaces(tx, options.charge, [step]);
        return write(tx);
      }),
  };
}

/** The run has ended while a step of it waited for its next try. */
export class RunStopped extends Error {
  constructor() {
    super('The run was stopped.');
    this.name = 'RunStopped';
  }
}

const longestWaitMs = 1_000;

async function begin(
  options: StepsOptions,
  step: string,
  { signal, write, isGranted = false }: Beginning,
): Promise<boolean> {
  for (;;) {
    const begun = await options.database.tenant(options.charge.organizationId, async (tx) => {
      if (options.charge.kind && !(await holdToBegin(tx, options.charge))) return false;
      const waitMs = isGranted ? 0 : await takeCall(tx, options, step);
      if (waitMs > 0) return waitMs;
      await write(tx);
      return true;
    });
    if (typeof begun === 'boolean') return begun;
    await waitFor(options, begun, signal);
  }
}

/** One call out of those the endpoint bears; or how long to wait before asking again. */
async function takeCall(tx: Tx, options: StepsOptions, step: string): Promise<number> {
  const { charge, endpointId, limits, clock } = options;
  const { organizationId, runId } = charge;
  const now = new Date(clock.now());
  const grant = await grantCalls(
    tx,
    { organizationId, endpointId },
    { wanted: 1, limits, now, except: { runId, step } },
  );
  if (grant.calls === 0) return Math.max(1, grant.waitMs);
  if (limits.maxConcurrency !== null)
    await takePlaces(
      tx,
      { organizationId, runId, endpointId },
      { steps: [step], now, forMs: limits.placeMaxMs },
    );
  return 0;
}

/** Nobody sleeps long without a look: the run may have been stopped, or a place may have come free. */
const waitFor = (options: StepsOptions, ms: number, signal: AbortSignal): Promise<unknown> =>
  (options.wait ?? pauseFor)(Math.min(ms, longestWaitMs), signal);

const pauseFor = (ms: number, signal: AbortSignal): Promise<unknown> => pause(ms, undefined, { signal });

async function call(
  options: StepsOptions,
  pacing: { readonly since: number; calls: number },
  step: string,
  calling: Calling,
): Promise<Called> {
  const { clock, random, wait = pauseFor } = options;
  const { target, variables, attributes, signal, patience = patient, callsMax = Infinity } = calling;
  const since = clock.now();
  for (let made = 1; ; made += 1) {
    const answer = await target.invoke(variables, { signal, attributes });
    pacing.calls += 1;
    calling.onCall?.(answer);
    signal.throwIfAborted();
    const retry = retryOf(
      answer,
      { made, elapsedMs: clock.now() - since },
      { random, patience: { ...patience, triesMax: Math.min(patience.triesMax, callsMax) } },
    );
    if (!retry.again) return { answer, calls: made, ...retry };
    if (retry.isThrottled) await throttled(options, pacing, retry.afterMs);
    await wait(retry.afterMs, signal);
    await again(options, step, signal);
  }
}

/** The next try of a step asks the endpoint anew, with whoever else has been waiting meanwhile. */
async function again(options: StepsOptions, step: string, signal: AbortSignal): Promise<void> {
  if (!(await begin(options, step, { signal, write: async () => undefined }))) throw new RunStopped();
}

async function throttled(
  { database, charge, endpointId, clock }: StepsOptions,
  { since, calls }: { readonly since: number; readonly calls: number },
  afterMs: number,
): Promise<void> {
  const { organizationId } = charge;
  const observedPerMinute = observedRate(calls, clock.now() - since);
  await database.tenant(organizationId, (tx) =>
    slowDown(tx, { organizationId, endpointId }, { observedPerMinute, afterMs, now: new Date(clock.now()) }),
  );
}
