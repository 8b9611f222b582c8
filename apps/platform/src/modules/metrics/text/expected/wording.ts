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
    // “An der Kasse” begins with no article.
    if (/^an$/i.test(match[0]) && germanNext.test(text.slice(end, end + 10)))
      return [{ key: 'an', start, end, source: text }];
    return (isName ? [match[0]] : keysOf(match[0].toLowerCase())).map((key) => ({
      key,
      start,
      end,
      source: text,
    }));
  });
  const all = [...values, ...words].toSorted((one, other) => one.start - other.start);
  const owners = [...text.matchAll(owning)];
  const owned = all.map((one) => {
    const owner = owners.find(({ index, 0: word }) => index + word.length === one.start)?.[1];
    return owner === undefined ? one : { ...one, light: lightOf(owner) };
  });
  return owned.flatMap((one, at) => {
    const next = owned[at + 1];
    if (next && beforeDay.has(one.key) && isWeekday(next)) return [];
    // “3–5 days” is “3 to 5 days”.
    const isJoined =
      next && isValue(one) && isValue(next) && /^\s?[–-]\s?$/.test(text.slice(one.end, next.start));
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
const pattern =
  /(?<!\p{L})(?:yes|no|ja|nein)(?=[.,:;!]|\s[–—-]\s|$)[.,:;!]?|[\p{L}\p{N}\p{M}]+(?:'[\p{L}]+)?|[%+]/giu;

/** “Our fee” and “your fee” are two, and “the fee” may be either; “der Mieter” calls, and “den Mieter” somebody calls. */
const owning = /(?<!\p{L})(our|your|unser\p{L}{0,2}|ihr\p{L}{0,2}|de[mn]|eine[mn])\s+/giu;
const lightOf = (owner: string): readonly [string, string] => [
  /^(?:our|unser)/i.test(owner) ? 'our' : /^(?:your|ihr)/i.test(owner) ? 'your' : '',
  /(?:e[mn])$/i.test(owner) ? owner.slice(-1).toLowerCase() : '',
];
const isOfSameOwner = (
  [owner = '', ending = '']: readonly string[],
  [other = '', last = '']: readonly string[],
): boolean => ending === last && (owner === other || owner === '' || other === '');

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
const germanNext = /^\s(?:[^aeiou\s]|eine[mnr]?\s|unser|ihre[mnr]?\s)/i;
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
const isSameAt = (one: Weighed, other: Weighed | undefined): boolean =>
  other !== undefined && isSame(one, other) && isOfSameOwner(one.light ?? [], other.light ?? []);

/** “On Mondays the museum is closed” begins with the day, and “am Dienstag wird der Müll abgeholt” with where, when or how. */
function isFronted(wanted: readonly Weighed[], told: readonly Weighed[]): boolean {
  const [first, ...rest] = told;
  if (!first || wanted.length !== told.length) return false;
  const at = wanted.findIndex((one) => isSameAt(one, first));
  if (at < 1) return false;
  const others = wanted.filter((_, place) => place !== at);
  if ((isWeekday(first) || isValue(first)) && others.every((one, place) => isSameAt(one, rest[place])))
    return true;
  // The verb of German stands second, whatever stands first, and the subject behind it.
  return others.slice(0, at).some((_, verbAt) => {
    const verb = wanted[verbAt];
    const toldAt = told.findIndex((one) => verb && isSameAt(verb, one));
    if (!verb || !germanVerbs.has(verb.key) || toldAt < 1 || at < verbAt) return false;
    const front = told.slice(0, toldAt);
    const isOfPlace = isWeekday(first) || isValue(first) || germanPlaces.has(first.key);
    const turned = [
      ...front,
      verb,
      ...wanted.slice(0, verbAt),
      ...wanted.slice(verbAt + 1, at),
      ...wanted.slice(at + front.length),
    ];
    return (
      isOfPlace && turned.length === told.length && turned.every((one, place) => isSameAt(one, told[place]))
    );
  });
}
const germanVerbs = listed(
  'wird werden ist sind kostet kosten beträgt betragen hat haben öffnet öffnen schließt schließen beginnt endet muss müssen kann können darf dürfen dauert gilt findet gibt fährt fahren',
);
const germanPlaces = listed(
  'in im an am auf bei beim mit für über per nach vor zu zum zur innerhalb binnen ab bis um von vom',
);

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
    if (isSameAt(one, other)) continue;
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
