import { isSame, valuesIn, type Weighed } from './weighed.ts';

/**
 * A sentence as it is compared word for word: each of its words but articles and “our” and “your”, its amounts and days as values,
 * “it's” as “it is”, and “on Tuesdays” as “Tuesday”.
 */
export function wordingOf(given: string): Weighed[] {
  const text = bareOf(given);
  const values = valuesIn(text);
  const words = [...text.matchAll(pattern)].flatMap((match): Weighed[] => {
    const [start, end] = [match.index, match.index + match[0].length];
    if (values.some((value) => value.start < end && start < value.end)) return [];
    // The “US” are no “us”, and “May” is no “may”.
    const isName = match.index > 0 && /^(?:\p{Lu}{2,}|May)$/u.test(match[0]);
    return (isName ? [match[0]] : keysOf(match[0].toLowerCase())).map((key) => ({ key, start, end, source: text }));
  });
  const all = [...values, ...words].toSorted((one, other) => one.start - other.start);
  return all.flatMap((one, at) => {
    const next = all[at + 1];
    if (next && beforeDay.has(one.key) && isWeekday(next)) return [];
    // “3–5 days” is “3 to 5 days”.
    const isJoined = next && isValue(one) && isValue(next) && /^\s?[–-]\s?$/.test(text.slice(one.end, next.start));
    return isJoined ? [one, { key: 'to', start: one.end, end: next.start, source: text }] : [one];
  });
}

/** Without the mark of a list, bold letters and curly signs. */
const bareOf = (text: string): string =>
  text
    .replaceAll('’', "'")
    .replace(listMark, '')
    .replaceAll(/\*+|__/g, '');
export const listMark = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+/;

/** A “no,” is another word than the “no” of “no dogs”. */
const pattern = /(?<!\p{L})(?:yes|no|ja|nein)(?=[.,:;!]|\s[–—-]\s|$)[.,:;!]?|[\p{L}\p{N}\p{M}]+(?:'[\p{L}]+)?|[%+]/giu;

function keysOf(word: string): string[] {
  if (/^(?:yes|no|ja|nein)[.,:;!]$/.test(word)) return [`${word.slice(0, -1)},`];
  if (articles.has(word)) return [];
  const day = weekdayOf(word);
  if (day !== undefined) return [day];
  const short = /^([\p{L}]+)'(re|ll|ve|m)$/u.exec(word);
  if (short) return [short[1] ?? '', longOf[short[2] ?? ''] ?? ''];
  if (word === "can't" || word === 'cannot') return ['can', 'not'];
  if (word === "won't") return ['will', 'not'];
  if (word.endsWith("n't")) return [word.slice(0, -3), 'not'];
  if (/^(?:it|that|there|here|what|where|who)'s$/.test(word)) return [word.slice(0, -2), 'is'];
  return [word];
}
const longOf: Readonly<Record<string, string>> = { re: 'are', ll: 'will', ve: 'have', m: 'am' };
const listed = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const articles = listed(
  'a an the our your der die das den dem des ein eine einen einem einer eines unser unsere unseren unserem unserer ihr ihre ihren ihrem ihrer',
);
const beforeDay = listed('on every each am an jeden');

const weekdays = listed(
  'monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag',
);
const weekdayOf = (word: string): string | undefined => {
  const one = word.replace(/s$/, '');
  return weekdays.has(one) ? one : undefined;
};

export const isDayOfWeek = (word: string): boolean => weekdayOf(word.toLowerCase()) !== undefined;

export const isWeekday = ({ key, amounts, date }: Weighed): boolean => !amounts && !date && weekdays.has(key);
export const isValue = ({ amounts, date }: Weighed): boolean => amounts !== undefined || date !== undefined;

export const isSameWording = (wanted: readonly Weighed[], told: readonly Weighed[]): boolean =>
  (wanted.length === told.length && wanted.every((one, at) => isSameAt(one, told[at]))) ||
  isFronted(wanted, told) ||
  isFronted(told, wanted);
const isSameAt = (one: Weighed, other: Weighed | undefined): boolean => other !== undefined && isSame(one, other);

/** “Am Dienstag wird der Müll abgeholt” and “on Mondays the museum is closed” begin with the day; the verb of German stands second. */
function isFronted(wanted: readonly Weighed[], told: readonly Weighed[]): boolean {
  const [first, ...rest] = told;
  if (!first || wanted.length !== told.length || !(isWeekday(first) || isValue(first))) return false;
  const at = wanted.findIndex((one) => isSame(one, first));
  if (at < 1) return false;
  const others = wanted.filter((_, place) => place !== at);
  if (others.every((one, place) => isSameAt(one, rest[place]))) return true;
  const [verb] = rest;
  const verbAt = others.findIndex((one) => verb && isSame(one, verb));
  return (
    verb !== undefined &&
    germanVerbs.has(verb.key) &&
    others.filter((_, place) => place !== verbAt).every((one, place) => isSameAt(one, rest[place + 1]))
  );
}
const germanVerbs = listed('wird werden ist sind kostet kosten beträgt hat haben öffnet schließt beginnt endet');

/** Pairs of values that stand in each other's place, where all else is said word for word; undefined where it is not. */
export function otherValuesIn(
  wanted: readonly Weighed[],
  told: readonly Weighed[],
): readonly (readonly [Weighed, Weighed])[] | undefined {
  if (wanted.length !== told.length) return undefined;
  const pairs: (readonly [Weighed, Weighed])[] = [];
  for (const [at, one] of wanted.entries()) {
    const other = told[at];
    if (!other) return undefined;
    if (isSame(one, other)) continue;
    if (!isOfKind(one, other)) return undefined;
    pairs.push([one, other]);
  }
  return pairs;
}

/** Two weekdays, two days of the year, or two amounts that plainly count the same. */
export function isOfKind(one: Weighed, other: Weighed): boolean {
  if (isWeekday(one) && isWeekday(other)) return true;
  if (one.date && other.date) return !one.date.isTurnable && !other.date.isTurnable;
  const [[wanted, ...more], [found, ...others]] = [one.amounts ?? [], other.amounts ?? []];
  if (!wanted || !found || more.length > 0 || others.length > 0) return false;
  if (wanted.isSignUnsure || found.isSignUnsure || wanted.unit !== found.unit) return false;
  // “At 9:30” may be in the evening.
  return wanted.unit !== 'clock' || Math.abs(wanted.value - found.value) !== 720;
}
