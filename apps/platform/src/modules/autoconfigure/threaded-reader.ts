import { Worker } from 'node:worker_threads';
import { watchThread, type ThreadTime, type ThreadWatch } from '#kernel/thread-time';
import { createTurns } from '#kernel/turns';
import type { AskedJudgements } from './judgements.ts';
import type { ReadRequest } from '@sonde/paste-reader';
import type { RedactRequest } from '@sonde/secrets';
import type { StepName, ThreadAnswer, ThreadRequest, ThreadSteps } from './thread-steps.ts';

type Asked<Step extends StepName> = ThreadRequest<Step>['request'];
type Given<Step extends StepName> = Awaited<ReturnType<ThreadSteps[Step]>>;

/** Who waits for a paste to be read. One who hangs up before its turn is not read at all. */
export type Caller = { readonly organizationId: string; readonly signal?: AbortSignal | undefined };

type Waiting = {
  readonly organizationId: string;
  readonly asked: ThreadRequest;
  readonly signal: AbortSignal | undefined;
  readonly settle: (result: unknown) => void;
  readonly fail: (error: Error) => void;
};

type Options = {
  /** A step that computes longer is given up: a text counts as one that nobody can read. */
  readonly computingMs?: number;
  readonly computedMs?: ThreadTime['computedMs'];
  readonly onGivenUp?: (step: StepName) => void;
};

/** Pastes and answers take a few milliseconds, large collections some hundred; everybody else waits meanwhile. */
const computingDefaultMs = 3_000;
/** Somebody waits for it, who is told that it was not read before whoever carries the answer gives up. */
const clockMs = 60_000;

/**
 * The reader beside the thread that answers requests. A paste may be half a megabyte of anything, and what is made to be
 * slow to read must neither keep others from being answered nor be read for ever. Organizations take turns, so that many
 * slow pastes of one delay a paste of another by one.
 */
export function createThreadedReader({
  computingMs = computingDefaultMs,
  computedMs,
  onGivenUp,
}: Options = {}) {
  const waiting = createTurns<Waiting>();
  let current: Waiting | undefined;
  let servedLast: string | undefined;
  let thread: Worker | undefined;
  let isReady = false;
  let watch: ThreadWatch | undefined;

  function ask<Step extends StepName>(
    step: Step,
    request: Asked<Step>,
    caller?: Caller,
  ): Promise<Given<Step> | undefined> {
    return new Promise((resolve, fail) => {
      // What comes back from the thread is what the step of that name gave.
      const settle = (result: unknown): void => resolve(result as Given<Step> | undefined);
      const organizationId = caller?.organizationId ?? '';
      waiting.add(organizationId, {
        organizationId,
        asked: { step, request },
        signal: caller?.signal,
        settle,
        fail,
      });
      next();
    });
  }

  function next(): void {
    if (current !== undefined) return;
    // Whoever has just had the thread, and asked for more while nobody waited, stands behind those who came since.
    const nextOf = (): Waiting | undefined => waiting.next((of) => of !== servedLast) ?? waiting.next();
    current = nextOf();
    while (current?.signal?.aborted) {
      current.fail(asError(current.signal.reason));
      current = nextOf();
    }
    if (current === undefined) return thread?.unref();
    servedLast = current.organizationId;
    thread ??= start();
    thread.ref();
    if (isReady) post();
  }

  /** Time counts from when the thread can begin. */
  function post(): void {
    if (current === undefined || thread === undefined) return;
    if (current.asked.step !== 'warm') {
      watch = watchThread(thread, { computingMs, clockMs, computedMs }, giveUp);
      watch.begin();
    }
    try {
      thread.postMessage(current.asked);
    } catch {
      // Nested so deeply that it cannot be packed. Thrown from here, where nobody asked, it would end the process.
      return unread();
    }
  }

  function start(): Worker {
    isReady = false;
    const worker = new Worker(new URL('./reader-thread.ts', import.meta.url), { execArgv: [], env: {} });
    worker.on('message', (answer: ThreadAnswer) => {
      if (worker !== thread) return;
      if (answer.kind === 'ready') {
        isReady = true;
        post();
      } else if (answer.kind === 'unread') unread();
      else if (answer.kind === 'fault') end((asked) => asked.fail(new Error(answer.message)));
      else end((asked) => asked.settle(answer.result));
    });
    // An answer that cannot be unpacked.
    worker.on('messageerror', () => worker === thread && unread());
    worker.on('error', (error) => lose(worker, error));
    worker.on('exit', () => lose(worker, new Error('The thread of the reader has ended.')));
    return worker;
  }

  function end(tell: (asked: Waiting) => void): void {
    watch?.stop();
    const asked = current;
    current = undefined;
    if (asked !== undefined) tell(asked);
    next();
  }

  function lose(worker: Worker, error: unknown): void {
    if (worker !== thread) return;
    thread = undefined;
    end((asked) => asked.fail(asError(error)));
  }

  function giveUp(): void {
    const slow = thread;
    thread = undefined;
    void slow?.terminate();
    unread();
  }

  function unread(): void {
    if (current !== undefined) onGivenUp?.(current.asked.step);
    end((asked) => asked.settle(undefined));
  }

  return {
    read: (request: ReadRequest, caller?: Caller) => ask('read', request, caller),
    /** Nothing comes back where it took too long: then nothing of the text may be shown to anybody. */
    redact: (request: RedactRequest, caller?: Caller) => ask('redact', request, caller),
    /** What a probe concludes from the answers of a target, asked for by one caller. */
    judgementsFor: (caller: Caller): AskedJudgements => ({
      judge: (request) => ask('judge', request, caller),
      correct: (request) => ask('correct', request, caller),
      openConversation: (request) => ask('openConversation', request, caller),
    }),
    /** Loads in the background what the first paste of a language would otherwise wait for. */
    async warm() {
      await ask('warm', undefined);
    },
    async close() {
      const worker = thread;
      thread = undefined;
      watch?.stop();
      const left = [...(current === undefined ? [] : [current]), ...waiting.clear()];
      current = undefined;
      for (const { asked, settle, fail } of left) {
        // Nobody misses what was only made ready; a shutdown soon after the start is no fault.
        if (asked.step === 'warm') settle(undefined);
        else fail(new Error('The reader is closed.'));
      }
      await worker?.terminate();
    },
  };
}

export type ThreadedReader = ReturnType<typeof createThreadedReader>;

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));
