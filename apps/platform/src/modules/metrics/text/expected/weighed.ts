import { datesFound, type DateFound } from '#kernel/dates-in-text';
import { amountsIn, isSameAmount, type AmountFound } from '../amounts.ts';
import { canonical, isListed, lightOf, phraseMost, silent } from './lexicon.ts';
import { boundBefore, boundBehind, type Bound } from '../bounds.ts';

/** On which side of an amount what is said begins or ends. */

/** A word, an amount or a day that counts in a statement. */
export interface Weighed {
  /** What it is compared by; of an amount or a day, how it is written. */
  readonly key: string;
  readonly amounts?: readonly AmountFound[];
  readonly date?: DateFound;
  readonly bound?: Bound;
  readonly start: number;
  readonly end: number;
  /** Words right before it that say where, for what or whose. */
  readonly light?: readonly string[];
  /** The text in which it stands. */
  readonly source: string;
}

/** “Can't” is read whole: its letters before the sign are a word of their own, which says the opposite. */
const wordPattern = /[\p{L}\p{N}\p{M}]+?n['’]t(?!\p{L})|[\p{L}\p{N}\p{M}]+/gu;

interface Raw {
  readonly word: string;
  /** The letter of “l'heure” and of “it's”, and the letters of “we're” and “we'll”. */
  readonly isElided: boolean;
  readonly isName: boolean;
  /** Of a word that is another one where it stands: the month of “in May”, the side of “on the right”. */
  readonly meant: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** The amounts and days of a text, each with all that it may mean, without what is a part of a name. */
export function valuesIn(text: string): Weighed[] {
  const dates = datesFound(text);
  const isInDate = (place: number): boolean => dates.some(({ start, end }) => start <= place && place < end);
  const amounts = Map.groupBy(
    amountsIn(text).filter(
      (one) =>
        (one.unit !== undefined || Math.abs(one.value) > 1) &&
        !isInDate(one.start) &&
        !isGlued(text, one.start, one.end) &&
        !isUnitless(text, one.start),
    ),
    ({ start }) => start,
  );
  return [
    ...dates.map((date) => ({
      key: keyOf(text, date),
      date,
      start: date.start,
      end: date.end,
      source: text,
    })),
    ...[...amounts.values()].map((meant) => ({
      key: keyOf(text, meant[0] ?? { start: 0, end: 0 }),
      amounts: meant,
      start: meant[0]?.start ?? 0,
      end: Math.max(...meant.map(({ end }) => end)),
      source: text,
    })),
  ].toSorted((one, other) => one.start - other.start);
}

/** What counts in a text, in its order. Places are those of the text. */
export function weigh(text: string): Weighed[] {
  const things = valuesIn(text);
  const words: Raw[] = [...text.matchAll(wordPattern)].map((match) => ({
    word: match[0].toLowerCase(),
    isElided:
      (match[0].length === 1 && /['’]/.test((text[match.index - 1] ?? '') + (text[match.index + 1] ?? ''))) ||
      (/^(?:re|ll)$/i.test(match[0]) && /['’]/.test(text[match.index - 1] ?? '')),
    // “Gate A”, “the IT desk”
    isName: match.index > 0 && /^\p{Lu}+$/u.test(match[0]) && match[0] !== 'I',
    meant: meantAt(text, match[0], match.index),
    start: match.index,
    end: match.index + match[0].length,
  }));
  const bounded = things.map((thing, at) => withBound(text, things, thing, at));
  const free = words.filter(
    ({ start, end }) =>
      !bounded.some((thing) => thing.start < end && start < Math.max(thing.end, thing.through)),
  );
  const counted = [...bounded, ...wordsOf(free, text)].toSorted((one, other) => one.start - other.start);
  return withLight(counted, free);
}

function withLight(counted: readonly Weighed[], words: readonly Raw[]): Weighed[] {
  let at = 0;
  return counted.map((one) => {
    const found: string[] = [];
    for (; (words[at]?.start ?? Infinity) < one.start; at += 1) {
      const form = lightOf(words[at]?.word ?? '');
      if (form !== undefined) found.push(form);
    }
    return found.length > 0 ? { ...one, light: found } : one;
  });
}

const keyOf = (text: string, { start, end }: { start: number; end: number }): string =>
  text.slice(start, end).trim().toLowerCase();

/** “May” is no “may” behind “in”, the “US” are no “us”, and what is on the right is not right. */
function meantAt(text: string, word: string, start: number): string | undefined {
  const ahead = text.slice(Math.max(0, start - 24), start);
  const behind = text.slice(start + word.length, start + word.length + 8);
  if (word === 'May' && (beforeMonth.test(ahead) || /^\s(?:\d|[-–]|and\s\p{Lu})/u.test(behind)))
    return 'month of May';
  if (
    /^right$/i.test(word) &&
    (/(?<!\p{L})(?:on|to|at|from) (?:the|your) $/iu.test(ahead) || /^[\s-](?:hand|side)/i.test(behind))
  )
    return 'right side';
  return start > 0 &&
    /^\p{Lu}{2,}$/u.test(word) &&
    !/\p{Lu}{2}\s$/u.test(ahead) &&
    canonical(word.toLowerCase()) !== undefined
    ? word
    : undefined;
}
const beforeMonth =
  /(?<!\p{L})(?:in|until|till|since|of|from|by|through|to|and|or|during|before|after|between|late|early|mid|last|next|this|every|each|\d(?:st|nd|rd|th)?|april|march|june)[\s-]$/iu;

/** “ICE-1234”, “4b” and “2nd” are no amounts. */
const isGlued = (text: string, start: number, end: number): boolean =>
  /\p{L}[-‐–]?$/u.test(text.slice(Math.max(0, start - 2), start)) ||
  /^-?\p{L}/u.test(text.slice(end, end + 2));
/** “One of them”, and the second floor. */
const isUnitless = (text: string, start: number): boolean =>
  /^(?:\d+(?:st|nd|rd|th)(?!\p{L})|one (?:of|or|by)\b)/iu.test(text.slice(start, start + 12));

const joined = /^\s?(?:uhr\s)?(?:to|until|till|and|–|-|bis|und|à|et|a|y|hasta)\s?(?:las\s)?[€$£]?\s?$/iu;
const alone = /\b(?:only|just|nur|lediglich|seulement|solo|sólo)\s[€$£]?\s?$/iu;
const between = /(?<!\p{L})(?:between|from|zwischen|von|entre|de|desde)\s(?:las\s)?[€$£]?\s?$/iu;

interface Bounded extends Weighed {
  /** The last place of the words that belong to it. */
  readonly through: number;
}

/** With the word of direction before or behind it: “from 9 to 17”, “between 9 and 17” and “9–17” are one. */
function withBound(text: string, all: readonly Weighed[], thing: Weighed, at: number): Bounded {
  const lead = text.slice(Math.max(0, thing.start - 24), thing.start);
  const [former, next] = [all[at - 1], all[at + 1]];
  const joins = (one: Weighed, other: Weighed): boolean =>
    joined.test(text.slice(one.end, Math.max(one.end, other.start)));
  const isPair = (one: Weighed, other: Weighed): boolean =>
    joins(one, other) &&
    (between.test(text.slice(Math.max(0, one.start - 20), one.start)) ||
      !/(?<!\p{L})(?:and|und|et|y)(?!\p{L})/iu.test(text.slice(one.end, other.start)));
  const led = (pattern: RegExp): number => thing.start - (pattern.exec(lead)?.[0].length ?? 0);
  if (next && isPair(thing, next))
    return { ...thing, bound: 'from', start: led(between), through: thing.end };
  if (former && isPair(former, thing))
    return { ...thing, bound: 'to', start: former.end, through: thing.end };
  const behind = text.slice(thing.end, thing.end + 16);
  const after = boundBehind.find(([, pattern]) => pattern.test(behind));
  if (after)
    return { ...thing, bound: after[0], through: thing.end + (after[1].exec(behind)?.[0].length ?? 0) };
  const before = boundBefore.find(([, pattern]) => pattern.test(lead));
  return before
    ? { ...thing, bound: before[0], start: led(before[1]), through: thing.end }
    : { ...thing, start: led(alone), through: thing.end };
}

/** Words in their forms, without those that carry nothing. */
function wordsOf(words: readonly Raw[], source: string): Weighed[] {
  const out: Weighed[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const taken = phraseAt(words, at);
    const { start } = words[at] ?? { start: 0 };
    const end = words[at + taken.length - 1]?.end ?? start;
    for (const key of taken.keys) out.push({ key, start, end, source });
    at += taken.length - 1;
  }
  return out;
}

function phraseAt(
  words: readonly Raw[],
  at: number,
): { readonly keys: readonly string[]; readonly length: number } {
  const meant = words[at]?.meant;
  if (meant !== undefined) return { keys: [meant], length: 1 };
  for (let length = Math.min(phraseMost, words.length - at); length > 1; length -= 1) {
    const found = canonical(
      words
        .slice(at, at + length)
        .map(({ word }) => word)
        .join(' '),
    );
    if (found !== undefined) return { keys: found.split(' ').filter(Boolean), length };
  }
  const { word = '', isElided = false, isName = false } = words[at] ?? {};
  if (isElided) return { keys: [], length: 1 };
  // “An hour”, “per month” and “monthly” say how often.
  const unit = periodOf(words[at + 1]?.word ?? '');
  if (unit !== undefined && each.has(word) && !isOfThing(words, at))
    return { keys: [`per ${unit}`], length: 2 };
  if (often[word] !== undefined) return { keys: [`per ${often[word]}`], length: 1 };
  const denied = /^(\p{L}+?)n['’]t$/u.exec(word);
  if (denied || word === 'cannot') {
    const verb = denied?.[1] === 'ca' || !denied ? 'can' : denied[1] === 'wo' ? '' : (denied[1] ?? '');
    return { keys: silent.has(verb) || verb === '' ? ['not'] : [canonical(verb) ?? verb, 'not'], length: 1 };
  }
  const form = canonical(word);
  if (form !== undefined) return { keys: form.split(' ').filter(Boolean), length: 1 };
  if (isListed(word)) return { keys: [word], length: 1 };
  return {
    keys:
      silent.has(word) && !isName
        ? []
        : [
            rootOf(
              word,
              words.slice(Math.max(0, at - 3), at).map((one) => one.word),
            ),
          ],
    length: 1,
  };
}
/** “A day pass” and “of a week ticket” name a thing; “£5 a day” and “once a day in summer” say how often. */
const isOfThing = (words: readonly Raw[], at: number): boolean => {
  const [before, article, unit, thing] = [words[at - 1], words[at], words[at + 1], words[at + 2]];
  const isNext = (one: Raw | undefined, other: Raw | undefined): boolean =>
    one !== undefined && other !== undefined && other.start === one.end + 1;
  return (
    (article?.word === 'a' || article?.word === 'an') &&
    isNext(unit, thing) &&
    !silent.has(thing?.word ?? '') &&
    !isListed(thing?.word ?? '') &&
    (article.start === 0 || (isNext(before, article) && leadingToThing.has(before?.word ?? '')))
  );
};
const leadingToThing: ReadonlySet<string> = new Set(
  'does do of for with buy get is that how about'.split(' '),
);
const each: ReadonlySet<string> = new Set(
  'a an per each every pro par por je jeden jede jedes chaque cada al im'.split(' '),
);
const periods =
  'minute hour day night week month quarter year stunde tag nacht woche monat jahr heure jour nuit semaine mois an hora día noche semana mes año person guest'.split(
    ' ',
  );
const often: Readonly<Record<string, string>> = {
  hourly: 'hour',
  daily: 'day',
  nightly: 'night',
  weekly: 'week',
  monthly: 'month',
  yearly: 'year',
  annually: 'year',
  annual: 'year',
  täglich: 'tag',
  wöchentlich: 'woche',
  monatlich: 'monat',
  jährlich: 'jahr',
};
const periodOf = (word: string): string | undefined => periods.find((one) => one === word);

/**
 * The word without the endings of number and person. What was done stays another word: “you owed 50” is not “you owe 50”, and
 * “is included” is “includes”.
 */
export function rootOf(word: string, before: readonly string[]): string {
  if (word.length <= 3 || /\d/.test(word)) return word;
  const ends =
    /(?:te|ten|tet)$/.test(word) ||
    (/[^e]ed$/.test(word) && before.length > 0 && !before.some((one) => ofState.has(one)));
  if (ends) return word;
  return (
    word
      .replace(/ies$/, 'y')
      .replace(/(?<=(?:s|x|z|ch|sh))es$/, '')
      .replace(/(?<=\p{L}{2}[^su])s$/u, '')
      .replace(/(?<=\p{L}{3})(?:ing|ed)$/u, '')
      .replace(/(?<=\p{L}{3})(?:en|e)$/u, '')
      .replace(/([bdgmnprt])\1$/, '$1')
      // “Cancelled” is of “cancel”; “fill” is not of “file”.
      .replace(/(?<=\p{L}{4})ll$/u, 'l')
  );
}
const ofState: ReadonlySet<string> = new Set('is are be been being was were get gets have has'.split(' '));

/** Whether both say the same; the directions of amounts are compared apart. */
export function isSame(wanted: Weighed, found: Weighed): boolean {
  if (wanted.date || found.date)
    return wanted.date !== undefined && found.date !== undefined && isSameDay(wanted, found);
  if (!wanted.amounts || !found.amounts)
    return wanted.amounts === undefined && found.amounts === undefined && wanted.key === found.key;
  return wanted.amounts.some((one) => found.amounts?.some((other) => isSameAmount(found.source, one, other)));
}

/** A day whose month may be either of two numbers is the same only as it is written. */
function isSameDay({ date: one, key }: Weighed, { date: other, key: written }: Weighed): boolean {
  if (!one || !other || one.isTurnable || other.isTurnable) return key === written;
  return (
    one.day === other.day &&
    one.month === other.month &&
    (one.year === other.year || one.year === undefined || other.year === undefined)
  );
}
