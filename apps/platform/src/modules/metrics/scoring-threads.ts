import { Worker } from 'node:worker_threads';
import { createTurns } from '#kernel/turns';
import type { ThreadAnswer, ThreadRequest } from './scoring-thread.ts';

/** It computed too long or could not be carried to the thread, or the machine gave it no time to compute. */
export type NoAnswer = 'given up' | 'held up';

interface Waiting {
  readonly request: ThreadRequest;
  readonly signal: AbortSignal | undefined;
  readonly settle: (answer: ThreadAnswer | NoAnswer) => void;
  readonly fail: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  isReady: boolean;
  current: Waiting | undefined;
  /** Looks how long the task has computed. */
  look: NodeJS.Timeout | undefined;
  /** Ends whatever has not come to its end by then. */
  end: NodeJS.Timeout | undefined;
}

export interface ThreadsOptions {
  readonly count?: number;
  /** A task that computes longer is ended with its thread. Code ends itself after a second, unless it hangs in one call. */
  readonly computingMs?: { readonly measure: number; readonly code: number };
  /** So long at most may a task take by the clock, for what neither computes nor ends. */
  readonly clockMs?: number;
  /** How long a thread has computed. */
  readonly computedMs?: (worker: Worker) => Promise<number>;
}

export interface Caller {
  readonly organizationId: string;
  readonly signal?: AbortSignal | undefined;
}

/** By what the thread itself computes: on a machine that is busy with other things each takes longer by the clock. */
const computingMsDefault = { measure: 10_000, code: 1500 };
/** A thread that gets a twelfth of a processor is still done in it, with all it has to load. */
const clockMsDefault = 120_000;
/** A thread keeps what its tasks have made it allocate. */
const memoryLimits = { maxOldGenerationSizeMb: 512 };

async function threadComputedMs(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1000;
}

export type ScoringThreads = ReturnType<typeof createScoringThreads>;

/**
 * Threads for what must not hold up those who wait for answers, and may have to be killed: large texts, schemas of
 * users, code. Organizations take turns; a thread that overran is ended and another one takes its place.
 */
export function createScoringThreads({
  count = 2,
  computingMs = computingMsDefault,
  clockMs = clockMsDefault,
  computedMs = threadComputedMs,
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
    const thread: Thread = { worker, isReady: false, current: undefined, look: undefined, end: undefined };
    worker.on('message', (given: ThreadAnswer) => {
      if (given.answer === 'ready') {
        thread.isReady = true;
        if (thread.current) post(thread);
      } else if (given.answer === 'begun') void watch(thread).catch(() => undefined);
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
    thread.end = setTimeout(() => end(thread, 'held up'), clockMs);
  }

  /**
   * Counts from when all is loaded. A thread that has ended says nothing more, which is told by its end; one that does
   * not say, being in the middle of something, has the time of the clock.
   */
  async function watch(thread: Thread): Promise<void> {
    const asked = thread.current;
    if (!asked) return;
    const mostMs = computingMs[asked.request.task];
    const beforeMs = await computedMs(thread.worker);
    const look = async (): Promise<void> => {
      const leftMs = beforeMs + mostMs - (await computedMs(thread.worker));
      if (thread.current !== asked) return;
      if (leftMs <= 0) end(thread, 'given up');
      else lookIn(leftMs);
    };
    // It cannot have computed for longer than has passed.
    const lookIn = (ms: number): void => {
      thread.look = setTimeout(() => void look().catch(() => undefined), ms);
    };
    if (thread.current === asked) lookIn(mostMs);
  }

  function end(thread: Thread, why: NoAnswer): void {
    threads.delete(thread);
    void thread.worker.terminate();
    finish(thread, (asked) => asked.settle(why));
  }

  function finish(thread: Thread, tell: (asked: Waiting) => void): void {
    clearTimeout(thread.look);
    clearTimeout(thread.end);
    const asked = thread.current;
    thread.current = undefined;
    thread.worker.unref();
    if (asked) tell(asked);
    next();
  }

  function next(): void {
    while (!isClosed) {
      const free = [...threads].find(({ current }) => current === undefined);
      if (!free && threads.size >= count) return;
      let asked = waiting.next();
      while (asked?.signal?.aborted) {
        asked.fail(new Error('The scoring was given up.', { cause: asked.signal.reason }));
        asked = waiting.next();
      }
      if (!asked) return;
      const thread = free ?? start();
      thread.current = asked;
      thread.worker.ref();
      if (thread.isReady) post(thread);
    }
  }

  return {
    run(request: ThreadRequest, { organizationId, signal }: Caller): Promise<ThreadAnswer | NoAnswer> {
      return new Promise((settle, fail) => {
        if (isClosed) return fail(new Error('The threads that score are closed.'));
        waiting.add(organizationId, { request, signal, settle, fail });
        next();
      });
    },

    async close(): Promise<void> {
      isClosed = true;
      const ending = [...threads];
      threads.clear();
      for (const asked of waiting.clear()) asked.fail(new Error('The threads that score are closed.'));
      for (const thread of ending) {
        clearTimeout(thread.look);
        clearTimeout(thread.end);
        thread.current?.fail(new Error('The threads that score are closed.'));
        thread.current = undefined;
      }
      await Promise.all(ending.map(({ worker }) => worker.terminate()));
    },
  };
}
