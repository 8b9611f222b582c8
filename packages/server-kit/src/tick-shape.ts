import { executionAsyncResource } from 'node:async_hooks';

let kept: object | undefined;

/**
 * Holds one of the objects Node queues for `process.nextTick`, for as long as the process lives.
 *
 * V8 forgets the hidden class of objects of which a garbage collection finds none alive. If that happens to these, which
 * are short-lived and therefore often all gone, `nextTick` meets a class it has not seen, takes it for one of many, and
 * goes the slow way for the rest of the process: some microseconds for each HTTP request, which takes half a dozen ticks.
 */
export async function keepTickShape(): Promise<void> {
  await new Promise<void>((resolve) => {
    process.nextTick(() => {
      // The resource of a tick is the queued object itself.
      kept ??= executionAsyncResource();
      resolve();
    });
  });
}
