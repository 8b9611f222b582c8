import { parentPort } from 'node:worker_threads';
import { createReader, type ReadRequest } from './reader/reader.ts';
import type { ThreadAnswer, ThreadWish } from './threaded-reader.ts';

/** The reader in a thread of its own: it answers one wish after the other, in their order. */
const reader = createReader();

async function answer(wish: ThreadWish): Promise<ThreadAnswer> {
  try {
    if (wish.kind === 'read')
      return { kind: 'read', result: await reader.read(wish.request satisfies ReadRequest) };
    await reader.warm();
    return { kind: 'warm' };
  } catch (error) {
    return {
      kind: 'fault',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

parentPort?.on('message', (wish: ThreadWish) => {
  void answer(wish).then((given) => parentPort?.postMessage(given));
});
parentPort?.postMessage({ kind: 'ready' } satisfies ThreadAnswer);
