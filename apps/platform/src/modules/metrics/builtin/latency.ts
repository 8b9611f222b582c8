import { z } from 'zod';
import { defineKind, notEvaluated, scored, within } from '../kind.ts';

export const latency = defineKind({
  kind: 'latency',
  title: 'Time to answer',
  page: 'Passes when the answer came within the time you allow, from sending the request to the last of the answer; what Sonde itself waits or works is not part of it. With a percentile, the repeats of the test are taken together, and each gets the same verdict: with 95, the time is the one that 95 of 100 of them keep. A percentile over few repeats is little more than the slowest of them. An answer in which nothing is seen, without a tool call, is not evaluated however soon it came.',
  needs: ['duration_ms'],
  args: z.strictObject({
    max_ms: z
      .number()
      .min(1)
      .max(86_400_000)
      .meta({ title: 'Longest time in milliseconds', description: '2000 are two seconds.' }),
    percentile: z
      .number()
      .gt(0)
      .max(100)
      .optional()
      .meta({ title: 'Percentile', description: '95 takes the time within which 95 % of the repeats came.' }),
  }),
  threshold: 1,
  operator: '>=',
  charactersMax: 10_000_000,
  open:
    ({ max_ms, percentile }) =>
    ({ durationMs, others }) => {
      const own = durationMs ?? 0;
      if (!(own >= 0)) return notEvaluated('no_duration', 'The call was given a duration that cannot be.');
      if (percentile === undefined)
        return scored(within(own, max_ms), `The call took ${Math.round(own)} ms, at most ${max_ms} ms.`);
      const repeats = (others ?? []).filter(({ relation }) => relation === 'repeat');
      if (repeats.length === 0)
        return notEvaluated('missing_others', 'A percentile needs repeats of the test; there are none.');
      const durations = repeats.map(({ duration_ms }) => duration_ms ?? null);
      if (durations.includes(null))
        return notEvaluated('partner_failed', 'A repeat of the test has no duration.');
      const all = [own, ...durations.filter((duration) => duration !== null)].toSorted((a, b) => a - b);
      const value = all[Math.max(0, Math.ceil((percentile / 100) * all.length) - 1)] ?? own;
      return scored(
        within(value, max_ms),
        `p${percentile} of ${all.length} calls is ${Math.round(value)} ms, at most ${max_ms} ms.`,
      );
    },
});
