import { setImmediate } from 'node:timers/promises';

/** So long nobody else is served; then everybody is. */
const atOnceMs = 8;

/** For work in many small pieces, of which somebody else decides how many there are: to be awaited between them. */
export function createPauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < atOnceMs) return;
    await setImmediate();
    since = performance.now();
  };
}
