import { Worker } from 'node:worker_threads';
import { watchThread, type ThreadTime, type ThreadWatch } from '#kernel/thread-time';
import { createTurns } from '#kernel/turns';
import type { ThreadAnswer, ThreadRequest } from './scoring-thread.ts';

/** It computed too long or could not be carried to the thread, or the machine gave it no time to compute. */
export type NoAnswer = 'given up' | 'held up';

interface Waiting {
  readonly organizationId: string;
  readonly request: ThreadRequest;
  readonly signal: AbortSignal | undefined;
  readonly settle: (answer: ThreadAnswer | NoAnswer) => void;
  readonly fail: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  isReady: boolean;
  current: Waiting | undefined;
  watch: ThreadWatch | undefined;
}

export interface ThreadsOptions {
  readonly count?: number;
  /** A task that computes longer is ended with its thread. Code ends itself after a second, unless it hangs in one call. */
  readonly computingMs?: { readonly measure: number; readonly code: number };
  readonly clockMs?: number;
  readonly computedMs?: ThreadTime['computedMs'];
}

export interface Caller {
  readonly organizationId: string;
  readonly signal?: AbortSignal | undefined;
}

const computingMsDefault = { measure: 10_000, code: 1500 };
/** A thread that gets a twelfth of a processor is still done in it, with all it has to load. */
const clockMsDefault = 120_000;
/** A thread keeps what its tasks have made it allocate. */
const memoryLimits = { maxOldGenerationSizeMb: 512 };

export type ScoringThreads = ReturnType<typeof createScoringThreads>;

/**
 * Threads for what must not hold up those who wait for answers, and may have to be killed: large texts, schemas of
 * users, code. Organizations take turns, and where others have all the threads, one more is there for an organization that
 * has none: a few bytes compute for seconds. A thread that overran is ended and another one takes its place.
 */
export function createScoringThreads({
  count = 2,
  computingMs = computingMsDefault,
  clockMs = clockMsDefault,
  computedMs,
}: ThreadsOptions = {}) {
  const waiting = createTurns<Waiting>();
  const threads = new Set<Thread>();
  let isClosed = false;

  function start(): Thread {
    const worker = new Worker(new URL('./scoring-thread.ts', import.meta.url), {
      execArgv: [],
      env: {},
      resourceLimits: memoryLimits,
    });
    const thread: Thread = { worker, isReady: false, current: undefined, watch: undefined };
    worker.on('message', (given: ThreadAnswer) => {
      if (given.answer === 'ready') {
        thread.isReady = true;
        if (thread.current) post(thread);
      } else if (given.answer === 'begun') thread.watch?.begin();
      else if (given.answer === 'unread') finish(thread, (asked) => asked.settle('given up'));
      else finish(thread, (asked) => asked.settle(given));
    });
    const lose = (error: Error): void => {
      if (threads.delete(thread)) finish(thread, (asked) => asked.fail(error));
    };
    // An answer that cannot be unpacked.
    worker.on('messageerror', () => finish(thread, (asked) => asked.settle('given up')));
    worker.on('error', lose);
    worker.on('exit', () => lose(new Error('A thread that scores has ended.')));
    worker.unref();
    threads.add(thread);
    return thread;
  }

  function post(thread: Thread): void {
    if (!thread.current) return;
    try {
      thread.worker.postMessage(thread.current.request);
    } catch {
      // Nested so deeply that it cannot be packed. Thrown from here, where nobody asked, it would end the process.
      return finish(thread, (asked) => asked.settle('given up'));
    }
    // What it loads for its first task is not counted as computing.
    const time = { computingMs: computingMs[thread.current.request.task], clockMs, computedMs };
    thread.watch = watchThread(thread.worker, time, (why) =>
      end(thread, why === 'computed' ? 'given up' : 'held up'),
    );
  }

  function end(thread: Thread, why: NoAnswer): void {
    threads.delete(thread);
    void thread.worker.terminate();
    finish(thread, (asked) => asked.settle(why));
  }

  function finish(thread: Thread, tell: (asked: Waiting) => void): void {
    thread.watch?.stop();
    const asked = thread.current;
    thread.current = undefined;
    thread.worker.unref();
    if (asked) tell(asked);
    next();
  }

  function mayGo(organizationId: string): boolean {
    const busy = [...threads].flatMap(({ current }) => current ?? []);
    if (busy.length < count) return true;
    return busy.length === count && !busy.some((asked) => asked.organizationId === organizationId);
  }

  function next(): void {
    while (!isClosed) {
      let asked = waiting.next(mayGo);
      while (asked?.signal?.aborted) {
        asked.fail(new Error('The scoring was given up.', { cause: asked.signal.reason }));
        asked = waiting.next(mayGo);
      }
      if (!asked) return;
      const thread = [...threads].find(({ current }) => current === undefined) ?? start();
      thread.current = asked;
      thread.worker.ref();
      if (thread.isReady) post(thread);
    }
  }

  return {
    run(request: ThreadRequest, { organizationId, signal }: Caller): Promise<ThreadAnswer | NoAnswer> {
      return new Promise((settle, fail) => {
        if (isClosed) return fail(new Error('The threads that score are closed.'));
        waiting.add(organizationId, { organizationId, request, signal, settle, fail });
        next();
      });
    },

    async close(): Promise<void> {
      isClosed = true;
      const ending = [...threads];
      threads.clear();
      for (const asked of waiting.clear()) asked.fail(new Error('The threads that score are closed.'));
      for (const thread of ending) {
        thread.watch?.stop();
        thread.current?.fail(new Error('The threads that score are closed.'));
        thread.current = undefined;
      }
      await Promise.all(ending.map(({ worker }) => worker.terminate()));
    },
  };
}
