import { Worker } from 'node:worker_threads';
import type { ReadResult } from './reader/hypothesis.ts';
import type { Reader, ReadRequest } from './reader/reader.ts';

export type ThreadWish = { readonly kind: 'read'; readonly request: ReadRequest } | { readonly kind: 'warm' };

export type ThreadAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'read'; readonly result: ReadResult | undefined }
  | { readonly kind: 'warm' }
  | { readonly kind: 'fault'; readonly message: string };

export type ThreadedReader = Reader & { close(): Promise<void> };

type Waiting = {
  readonly wish: ThreadWish;
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
 * slow to read must neither keep others from being answered nor be read for ever.
 */
export function createThreadedReader({
  timeLimitMs = timeLimitDefaultMs,
  onGivenUp,
}: Options = {}): ThreadedReader {
  const waiting: Waiting[] = [];
  let current: Waiting | undefined;
  let thread: Worker | undefined;
  let isReady = false;
  let timer: NodeJS.Timeout | undefined;

  function ask(wish: ThreadWish): Promise<ReadResult | undefined> {
    return new Promise((settle, fail) => {
      waiting.push({ wish, settle, fail });
      next();
    });
  }

  function next(): void {
    if (current !== undefined) return;
    current = waiting.shift();
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
    const worker = new Worker(new URL('./reader-thread.ts', import.meta.url), { execArgv: [] });
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
    end((asked) => asked.fail(error instanceof Error ? error : new Error(String(error))));
  }

  function giveUp(): void {
    const slow = thread;
    thread = undefined;
    void slow?.terminate();
    if (current?.wish.kind === 'read') onGivenUp?.(current.wish.request.text.length);
    end((asked) => asked.settle(undefined));
  }

  return {
    read: (request) => ask({ kind: 'read', request }),
    async warm() {
      await ask({ kind: 'warm' });
    },
    async close() {
      const worker = thread;
      thread = undefined;
      clearTimeout(timer);
      const left = [...(current === undefined ? [] : [current]), ...waiting.splice(0)];
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
