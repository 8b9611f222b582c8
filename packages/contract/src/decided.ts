/** Results by how they ended; `total` counts those that did not, too. */
export interface Decided {
  readonly passed: number;
  readonly failed: number;
  readonly total: number;
}

/** What every rate is told with: of how many it is one, and how many nobody has decided. A rate stands beside what it is one of. */
export function decidedWords(
  { passed, failed, total }: Decided,
  write: (count: number) => string = String,
  rate?: string,
): string {
  const decided = passed + failed;
  if (decided === 0) return `none of ${write(total)} decided`;
  const told = rate === undefined ? '' : ` (${rate})`;
  if (decided >= total) return `${write(passed)} of ${write(total)} passed${told}`;
  return `${write(passed)} of ${write(decided)} decided passed${told}, ${write(total - decided)} of ${write(total)} not decided`;
}

/** Percent of passed among the decided; null where none is. */
export const passRateOf = ({ passed, failed }: Omit<Decided, 'total'>): number | null =>
  passed + failed === 0 ? null : percentOf(passed / (passed + failed));

/** A share in percent with two decimals; 100 and 0 are kept for all and none, as whoever reads only the number takes them. */
export function percentOf(share: number): number {
  const percent = Math.round(share * 10_000) / 100;
  if (share < 1 && percent === 100) return 99.99;
  return share > 0 && percent === 0 ? 0.01 : percent;
}

/** Whole per cents are enough to read, but all of them is said of all alone, and none of none. */
export function percentWords(percent: number, write: (count: number) => string = String): string {
  const whole = Math.round(percent);
  if (whole === 100 && percent < 100) return 'over 99 %';
  if (whole === 0 && percent > 0) return 'under 1 %';
  return `${write(whole)} %`;
}

/** Ends that lie further apart leave a share open: nobody is to read it as a number. */
const widePoints = 20;

/**
 * What a share of a few says of the whole, with the two values, in percent, between which the true one lies in 95 of 100 cases:
 * its words, and the range that they end with. The ends are never said to be nearer than they are.
 */
export function trueShareParts(
  { low, high }: { readonly low: number; readonly high: number },
  write: (count: number) => string = String,
): readonly [words: string, range: string] {
  const range = `between ${write(Math.floor(low))} % and ${write(Math.ceil(high))} %`;
  return [
    high - low > widePoints
      ? 'with so few, the true share may lie anywhere'
      : 'the true share most likely lies',
    range,
  ];
}

/** The same where nothing can be pressed, as the end of a sentence. */
export const trueShareWords = (ends: { readonly low: number; readonly high: number }): string =>
  trueShareParts(ends).join(' ');

/** How the sentence of a comparison names what its difference stands for; the page explains it where it is told. */
export const trueChange = 'the true change';

/** Then the rate says little of the whole, and is told after what it counts. */
export const isMostlyOpen = ({ passed, failed, total }: Decided): boolean => (passed + failed) * 2 < total;

/** A rate with what it is a rate of, wherever one is told; of few of the whole, the counts come first. */
export function rateWords(counts: Decided, write: (count: number) => string = String): string {
  const rate = passRateOf(counts);
  if (rate === null) return counts.total === 0 ? 'nothing decided' : decidedWords(counts, write);
  const percent = percentWords(rate, write);
  return isMostlyOpen(counts)
    ? decidedWords(counts, write, percent)
    : `${percent}: ${decidedWords(counts, write)}`;
}

/** The same where there is room for two short lines; the second is left out where all is decided. */
export function rateLines(
  { passed, failed, total }: Decided,
  write: (count: number) => string = String,
): readonly [first: string, second: string | null] {
  const decided = passed + failed;
  const rate = passRateOf({ passed, failed });
  const part = `${write(passed)} of ${write(decided)}`;
  const percent = rate === null ? '' : percentWords(rate, write);
  const rest = decided < total ? `${write(total - decided)} of ${write(total)} not decided` : null;
  if (rate === null) return ['none decided', rest];
  // In one form, as they stand below one another.
  return [`${part} (${percent})`, rest];
}

/** The same of what was decided alone, where nothing is told of the rest. */
export const shareWords = (passed: number, decided: number, write?: (count: number) => string): string =>
  rateWords({ passed, failed: decided - passed, total: decided }, write);

/** How a run stands, in the one word that pages, reports, terminal and Architect have for it. */
export const runStatusWord = (status: string): string => statusWords[status] ?? status;
const statusWords: Readonly<Record<string, string>> = {
  Queued: 'Waiting',
  Progress: 'Running',
  Partial: 'Partly done',
};

/** What nobody has decided: results that were checked for flags only, and those that nothing evaluated. */
export interface Open {
  readonly counts: { readonly not_evaluated: number };
  readonly only_flagged: { readonly results: number; readonly raised: number };
}

/** What nobody has decided of a run, told on one line. */
export const openWords = (open: Open): string =>
  openParts(open)
    .map(({ words, count, note }) => `${count} ${words}${note}`)
    .join(' · ');

/** Each with its count; those that were looked at are left out where there are none. */
export const openParts = ({
  counts: { not_evaluated: all },
  only_flagged: { results, raised },
}: Open): readonly { readonly words: string; readonly count: number; readonly note: string }[] => [
  ...(results === 0
    ? []
    : [{ words: 'checked for flags only', count: results, note: `, ${raised} flagged` }]),
  { words: 'not evaluated', count: Math.max(0, all - results), note: '' },
];

/** What people decided of a run, wherever its counts are told: a run that they have passed looks like one that metrics passed. */
export interface ByPeople {
  readonly results: number;
  readonly against_metrics: number;
}

export const byPeopleWords = (
  { results, against_metrics: against }: ByPeople,
  write: (count: number) => string = String,
): string =>
  `${write(results)} decided by a person, ${against === 0 ? 'none of them against a metric that had decided (a flag decides nothing)' : `${write(against)} of them against the metrics`}`;
