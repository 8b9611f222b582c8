/** Runs work so many times, so many at once; gives the rate per second. */
export async function inParallel(
  times: number,
  width: number,
  work: () => Promise<unknown>,
): Promise<number> {
  let left = times;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (left > 0) {
        left -= 1;
        await work();
      }
    }),
  );
  return (times * 1000) / (performance.now() - started);
}

/** How long one run takes with nothing beside it, in milliseconds. */
export async function medianAlone(times: number, work: () => Promise<unknown>): Promise<number> {
  const durations: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const started = performance.now();
    await work();
    durations.push(performance.now() - started);
  }
  return quantile(durations, 0.5);
}

export const quantile = (sample: readonly number[], q: number): number =>
  sample.toSorted((left, right) => left - right)[
    Math.min(sample.length - 1, Math.floor(sample.length * q))
  ] ?? 0;

/** To two places: a third one is noise on any machine. */
export const round2 = (value: number): number => Math.round(value * 100) / 100;
