import { Worker } from 'node:worker_threads';
import type { ReadResult } from './reader/hypothesis.ts';
import type { ReadRequest } from './reader/reader.ts';
import { createTurns } from './turns.ts';

export type ThreadWish = { readonly kind: 'read'; readonly request: ReadRequest } | { readonly kind: 'warm' };

export type ThreadAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'read'; readonly result: ReadResult | undefined }
  | { readonly kind: 'warm' }
  | { readonly kind: 'fault'; readonly message: string };

export type ThreadedReader = {
  read(request: ReadRequest, asker?: Asker): Promise<ReadResult | undefined>;
  /** Loads in the background what the first paste of a language would otherwise wait for. */
  warm(): Promise<void>;
  close(): Promise<void>;
};

/** Who waits for a paste to be read. One who hangs up before its turn is not read at all. */
export type Asker = { readonly organizationId: string; readonly signal?: AbortSignal | undefined };

type Waiting = {
  readonly wish: ThreadWish;
  readonly signal: AbortSignal | undefined;
  readonly settle: (result: ReadResult | undefined) => void;
  readonly fail: (error: Error) => void;
};

type Options = {
  /** Reading that takes longer is given up: the text counts as one that nobody can read. Milliseconds. */
  readonly timeLimitMs?: number;
  readonly onGivenUp?: (characters: number) => void;
};

/** Pastes take a few milliseconds to read, large collections some hundred. */
const timeLimitDefaultMs = 10_000;

/**
 * The reader beside the thread that answers requests. A paste may be half a megabyte of anything, and what is made to be
 * slow to read must neither keep others from being answered nor be read for ever. Organizations take turns, so that many
 * slow pastes of one delay a paste of another by one.
 */
export function createThreadedReader({
  timeLimitMs = timeLimitDefaultMs,
  onGivenUp,
}: Options = {}): ThreadedReader {
  const waiting = createTurns<Waiting>();
  let current: Waiting | undefined;
  let thread: Worker | undefined;
  let isReady = false;
  let timer: NodeJS.Timeout | undefined;

  function ask(wish: ThreadWish, asker?: Asker): Promise<ReadResult | undefined> {
    return new Promise((settle, fail) => {
      waiting.add(asker?.organizationId ?? '', { wish, signal: asker?.signal, settle, fail });
      next();
    });
  }

  function next(): void {
    if (current !== undefined) return;
    current = waiting.next();
    while (current?.signal?.aborted) {
      current.fail(asError(current.signal.reason));
      current = waiting.next();
    }
    if (current === undefined) return thread?.unref();
    thread ??= start();
    thread.ref();
    if (isReady) post();
  }

  /** Time counts from when the thread can begin. */
  function post(): void {
    if (current === undefined) return;
    thread?.postMessage(current.wish);
    if (current.wish.kind === 'read') timer = setTimeout(giveUp, timeLimitMs);
  }

  function start(): Worker {
    isReady = false;
    const worker = new Worker(new URL('./reader-thread.ts', import.meta.url), { execArgv: [], env: {} });
    worker.on('message', (answer: ThreadAnswer) => {
      if (worker !== thread) return;
      if (answer.kind === 'ready') {
        isReady = true;
        post();
      } else if (answer.kind === 'fault') end((asked) => asked.fail(new Error(answer.message)));
      else end((asked) => asked.settle(answer.kind === 'read' ? answer.result : undefined));
    });
    worker.on('error', (error) => lose(worker, error));
    worker.on('exit', () => lose(worker, new Error('The thread of the reader has ended.')));
    return worker;
  }

  function end(tell: (asked: Waiting) => void): void {
    clearTimeout(timer);
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
    if (current?.wish.kind === 'read') onGivenUp?.(current.wish.request.text.length);
    end((asked) => asked.settle(undefined));
  }

  return {
    read: (request, asker) => ask({ kind: 'read', request }, asker),
    async warm() {
      await ask({ kind: 'warm' });
    },
    async close() {
      const worker = thread;
      thread = undefined;
      clearTimeout(timer);
      const left = [...(current === undefined ? [] : [current]), ...waiting.clear()];
      current = undefined;
      for (const { wish, settle, fail } of left) {
        // Nobody misses what was only made ready; a shutdown soon after the start is no fault.
        if (wish.kind === 'warm') settle(undefined);
        else fail(new Error('The reader is closed.'));
      }
      await worker?.terminate();
    },
  };
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));
