import { setImmediate } from 'node:timers/promises';

/** So long nobody else is served; then everybody is. */
const atOnceMs = 8;

/**
 * For work in many small pieces, of which somebody else decides how many there are: to be awaited before each of them. Those
 * who wait at the same time go on one after the other, each as if it were one work.
 */
export function createPauses(): () => Promise<void> {
  let since = performance.now();
  let turn = Promise.resolve();
  return () => {
    turn = turn.then(async () => {
      if (performance.now() - since < atOnceMs) return;
      await setImmediate();
      since = performance.now();
    });
    return turn;
  };
}
