import { span, type Evidence } from '../../kind.ts';
import { amountsIn, isSameAmount, isSameKind, type Amount, type AmountFound } from '../amounts.ts';
import { likelyLanguage } from '../stop-words.ts';
import type { Polarity } from '../polarity.ts';
import { tokensOf } from '../words.ts';
import { mannerOf } from './manner.ts';
import { isOtherEnd, readMissing } from './missing.ts';
import { placesOf } from './places.ts';
import { isAsked, isCounted, met, not, open, shownAt, type ExpectedReading, type Read } from './read.ts';
import { stemsOf } from './stems.ts';
import { claimsOf, type Claim } from './claims.ts';
import { settle } from './settling.ts';
import { isSame, weigh } from './weighed.ts';

export interface Named {
  readonly value: string;
  /** What it may mean: `9.00` is a time or a price. */
  readonly meant: readonly Amount[];
}

/** Amounts that must be said: each affirmed, and of what is asked for. */
export function readValues(
  read: Read,
  amounts: readonly Named[],
  wanted: Polarity,
  claims: readonly Claim[] = claimsOfValues(
    read,
    amounts.map(({ value }) => value),
  ),
): ExpectedReading {
  const { output } = read.given;
  const values = amounts.map(({ value }) => value);
  const shown: Evidence[] = [];
  const missing: string[] = [];
  const all: Amount[] = [];
  let isOpen = false;
  for (const { value, meant } of amounts) {
    const places = read.heard.filter((found) => meant.some((one) => isSameAmount(output, one, found)));
    const best = places.find((place) => mannerOf(read, place) === 'affirmed');
    const kind = best && meant.find((one) => isSameAmount(output, one, best));
    // Found as a price, “4.50” is no time of day and no count any more.
    all.push(...(kind ? [{ value: kind.value, exact: kind.exact, unit: kind.unit ?? best?.unit }] : meant));
    if (best) shown.push(span('output', output, best.start, best.end));
    else if (places.some((place) => mannerOf(read, place) === 'open')) isOpen = true;
    else missing.push(value);
  }
  if (isOpen) return open('The value is said only of a case that is not given, or with a doubt', shown);
  const rivals = read.heard.filter(
    (found) =>
      isCounted(found) &&
      all.some((one) => isSameKind(one, found) && found.unit === one.unit) &&
      !all.some((one) => isSameAmount(output, one, found)) &&
      !isOtherEnd(output, found, shown) &&
      mannerOf(read, found) === 'affirmed',
  );
  // What the question itself says is the false value of a false premise, or a part of the matter.
  const said = amountsIn(read.given.expected);
  const isExpected = (found: AmountFound): boolean => said.some((one) => isSameAmount(output, one, found));
  const repeated = rivals.filter((found) => isAsked(read, found) && !isExpected(found));
  const others = rivals.filter((found) => !isAsked(read, found));
  if (missing.length > 0)
    return readMissing(read, {
      wanted,
      missing,
      meant: all,
      rivals: [...others, ...repeated],
      isPart: shown.length > 0,
    });
  if (wanted === 'no' && read.polarity === 'yes')
    return open('It agrees with what is false, and names the right value', shown);
  if (wanted === 'no' && repeated.length > 0 && read.polarity !== 'no')
    return open('It says both the false value and the right one', [
      ...shown,
      ...shownAt(output, repeated[0]),
    ]);
  if (read.polarity === 'mixed') return open('It says yes and no', shown);
  const settled = settle(read, claims);
  return settled.why === undefined ? met(values, shown) : open(settled.why, shown);
}

/** Each value, within the clause of the expected answer that holds it. */
export function claimsOfValues({ given, asked }: Read, values: readonly string[]): Claim[] {
  const clauses = claimsOf(given.expected, asked);
  return values.map((value): Claim => {
    const needed = weigh(value);
    const clause = clauses.find(({ words }) =>
      needed.every((one) => words.some((word) => isSame(word, one))),
    );
    if (!clause) return { words: needed, needed };
    // The direction of a value stands in the expected answer, not in the value.
    return {
      words: clause.words,
      needed: clause.words.filter((word) => needed.some((one) => isSame(word, one))),
    };
  });
}

/** Values that are no amounts: said as they are. */
export function readTexts(read: Read, values: readonly string[]): ExpectedReading {
  const { output } = read.given;
  const stems = new Set(stemsOf(output));
  const shown: Evidence[] = [];
  const found = values.filter((value) => {
    const [place] = placesOf(output, value);
    if (place) shown.push(span('output', output, place.start, place.end));
    const wanted = stemsOf(value);
    return place !== undefined || (wanted.length > 0 && wanted.every((stem) => stems.has(stem)));
  });
  if (found.length === values.length) {
    if (read.isEvasive) return open('It is said with a doubt', shown);
    const { why } = settle(read, claimsOfValues(read, values));
    return why === undefined ? met(values, shown) : open(why, shown);
  }
  const lacking = values.filter((value) => !found.includes(value));
  const lacks = lacking.map((value) => `"${value}"`).join(', ');
  if (read.isEvasive) return not(`It does not say ${lacks}, and gives no answer`, []);
  const isNear = lacking.some((value) => stemsOf(value).some((stem) => stems.has(stem)));
  const language = likelyLanguage(tokensOf(output.slice(0, 5000)));
  return isNear || (language !== undefined && language !== 'en')
    ? open(`It does not say ${lacks} in these words`, [])
    : not(`It does not say ${lacks}`, []);
}
