/** Counts what comes over a sliding while, a second unless told otherwise. */
export function createRateWindow(max: number, now: () => number, whileMs = 1000) {
  const times: number[] = [];
  return {
    /** Milliseconds until there is room again; 0 when this one has its place. */
    take(): number {
      const at = now();
      while (times[0] !== undefined && times[0] <= at - whileMs) times.shift();
      if (times.length >= max) return Math.max(1, (times[0] ?? at) + whileMs - at);
      times.push(at);
      return 0;
    },
  };
}
