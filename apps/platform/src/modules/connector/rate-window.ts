/** Counts messages over a sliding second. */
export function createRateWindow(maxPerSecond: number, now: () => number) {
  const times: number[] = [];
  return {
    /** Milliseconds until there is room again; 0 when this message has its place. */
    take(): number {
      const at = now();
      while (times[0] !== undefined && times[0] <= at - 1000) times.shift();
      if (times.length >= maxPerSecond) return Math.max(1, (times[0] ?? at) + 1000 - at);
      times.push(at);
      return 0;
    },
  };
}
