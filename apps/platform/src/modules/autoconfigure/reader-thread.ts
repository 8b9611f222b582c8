import { parentPort } from 'node:worker_threads';
import { createThreadSteps, type ThreadAnswer, type ThreadRequest } from './thread-steps.ts';

const steps = createThreadSteps();

/** One request after the other, in their order. */
async function answer({ step, request }: ThreadRequest): Promise<ThreadAnswer> {
  try {
    // Whoever posts a step posts a request of its kind with it.
    const run = steps[step] as (given: typeof request) => unknown;
    return { kind: 'done', result: await run(request) };
  } catch (error) {
    return {
      kind: 'fault',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

parentPort?.on('message', (asked: ThreadRequest) => {
  void answer(asked).then((given) => parentPort?.postMessage(given));
});
parentPort?.on('messageerror', () => parentPort?.postMessage({ kind: 'unread' } satisfies ThreadAnswer));
parentPort?.postMessage({ kind: 'ready' } satisfies ThreadAnswer);
