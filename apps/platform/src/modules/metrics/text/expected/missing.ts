import { datesFound, type DateFound } from '#kernel/dates-in-text';
import { span, type Evidence } from '../../kind.ts';
import type { Amount, AmountFound } from '../amounts.ts';
import type { Polarity } from '../polarity.ts';
import { isPriced, isSaidOfIt, isTheRestOf, matterOf, type Matter } from '../said-of.ts';
import { likelyLanguage } from '../stop-words.ts';
import { numbersIn } from '../numbers.ts';
import { countedAt, halfOfDay, mayBeConverted } from '../units.ts';
import { tokensOf } from '../words.ts';
import { mannerOf } from './manner.ts';
import { clausesExpected } from './pieces.ts';
import { saysOrdinal } from './ordinals.ts';
import { placesOf } from './places.ts';
import { isSaidInOtherForm } from './quantities.ts';
import {
  asksBack,
  isAsked,
  not,
  open,
  partAt,
  shownAt,
  textAt,
  type ExpectedReading,
  type Read,
} from './read.ts';

/** “12 April” is “12.04.2024”, “030123456” is “030 123 456”, “1.5k” is “1,500” and “2nd” is “second”: none says another value. */
export function isWrittenOtherwise(
  { given: { expected, output } }: Pick<Read, 'given'>,
  meant: readonly Amount[],
): boolean {
  const [wanted, given] = [expected.slice(0, 1000), output.slice(0, 20_000)];
  const digits = wanted.replaceAll(/\D/g, '');
  const dates = datesFound(given);
  return (
    datesFound(wanted).some((one) => dates.some((other) => mayBeSameDay(one, other))) ||
    (digits.length >= leastOfNumber && given.replaceAll(/[\s()/+-]/g, '').includes(digits)) ||
    /\d\s?(?:k|mn|bn)(?!\p{L})/iu.test(given) ||
    fraction.test(given) ||
    saysDayInNumbers(wanted, given) ||
    isInOtherUnit(wanted, given) ||
    isSaidInOtherForm(wanted, given, meant) ||
    saysOrdinal(given, ordinal.test(wanted) ? meant : meant.filter(({ unit }) => unit === undefined))
  );
}
/** “½ hour”, “1/2 hour”, “1h30” and “1 m 85”. */
const fraction = /[¼-¾⅐-⅞]|(?<![\d/.])\d{1,2}\s?[/⁄]\s?\d{1,2}(?![\d/])|\d\s?[hm]\s?\d\d(?!\d)/iu;
/** “On 3.5.” is on 3 May. */
const saysDayInNumbers = (wanted: string, given: string): boolean => {
  const days = datesFound(wanted);
  return (
    days.length > 0 &&
    [...given.matchAll(/(?<!\d)(\d{1,2})[./](\d{1,2})(?!\d)/g)].some(([, one, other]) =>
      days.some(
        ({ day, month }) =>
          (day === Number(one) && month === Number(other)) ||
          (day === Number(other) && month === Number(one)),
      ),
    )
  );
};
/** 20 °C are 68 °F, and what a kilometre comes to in miles is not read. */
const isInOtherUnit = (wanted: string, given: string): boolean => {
  const told = numbersIn(given)
    .slice(0, numbersMax)
    .map((found) => countedAt(given, found));
  return numbersIn(wanted)
    .slice(0, numbersMax)
    .some((one) => {
      const meant = countedAt(wanted, one);
      return !meant?.kinds.includes('time') && told.some((found) => mayBeConverted(meant, found));
    });
};
const numbersMax = 20;
const leastOfNumber = 6;
const ordinal = /\d(?:(?:st|nd|rd|th|er|re|nde?|e|i?[eè]me|[ºª°])(?!\p{L})|\.(?:\s\p{L}|$))/iu;
const mayBeSameDay = (one: DateFound, other: DateFound): boolean =>
  (one.year === undefined || other.year === undefined || one.year === other.year) &&
  ((one.day === other.day && one.month === other.month) ||
    ((one.isTurnable || other.isTurnable) && one.day === other.month && one.month === other.day));

/** “There is no fee” is “€0”, and “it costs nothing” may be; “feel free to ask”, “is not free” and “nothing I can do” say no price. */
const isNothing = ({ value, unit }: Amount): boolean => value === 0 && unit !== 'clock';
/** “You can bring a guest” says one guest. */
const isOne = ({ value, unit }: Amount): boolean => value === 1 && unit !== undefined && unit !== 'clock';
const article = /(?<!\p{L})(?:an?|single|eine?[nmrs]?|une?|una)\s\p{L}/iu;
const saysNothing =
  /\b(?:(?<!(?:\b(?:feel|not|never|no longer|hassle|tax|duty)|n['’]t)(?: be| entirely| always)?[ -])free(?! to\b)|no (?:\w+ )?(?:fees?|charges?|costs?)|without (?:charge|cost)|(?:costs?|charged?|pay|owe|for|is|are|there['’]s) (?:you )?nothing(?! (?:we|you|i|they|to do|that|but|less)\b)|^(?:nothing|none)\b(?! of\b)|\b(?:is|are) none\b|waived|gratis)\b|(?<!\p{L})(?:(?<!nicht )(?:kostenlos|kostenfrei)|(?<!pas )gratuite?s?|(?<!no es )gratuit[oa]s?|keine (?:\p{L}+)?(?:gebühr|kosten|entgelt)(?:en)?|(?:kostet?|zahlen sie|zahlt man) (?:\p{L}+ )?nichts|^nichts|aucune? (?:frais|coût|charge)|(?:ne coûte|payez|paie) rien|^rien|sin (?:coste|costo)|(?:no cuesta|paga) nada|^nada)(?!\p{L})/iu;

/** “Between 6:30 and 8:30” says both times; neither stands in the place of the other. */
export const isOtherEnd = (
  output: string,
  { start, end, unit }: AmountFound,
  shown: readonly Evidence[],
): boolean =>
  unit === 'clock' &&
  shown.some((one) => {
    const [first, second] = one.start < start ? [one, { start, end }] : [{ start, end }, one];
    return (
      spanStart.test(output.slice(Math.max(0, first.start - 20), first.start)) &&
      spanJoin.test(output.slice(first.end, Math.max(first.end, second.start)))
    );
  });
const spanStart = /(?<!\p{L})(?:between|from|zwischen|von|entre|de|desde)\s(?:las\s)?$/iu;
const spanJoin = /^\s?(?:uhr\s)?(?:and|to|until|till|–|-|und|bis|et|à|y|a|hasta)\s?(?:las\s)?$/iu;

interface Missing {
  readonly wanted: Polarity;
  readonly missing: readonly string[];
  readonly meant: readonly Amount[];
  /** Other amounts of the kind: those that the question does not say, and then those that it does. */
  readonly rivals: readonly AmountFound[];
  readonly isPart: boolean;
}

/** The value is not said: another one is, or nothing is, or it may be said in a way that is not read. */
export function readMissing(
  read: Read,
  { wanted, missing, meant, rivals: all, isPart }: Missing,
): ExpectedReading {
  const { output } = read.given;
  const lacks = missing.map((value) => `"${value}"`).join(', ');
  const matter = matterOf(read.given);
  const places = missing.flatMap((value) => placesOf(output, value).slice(0, 1));
  const named = places.map(({ start, end }) => span('output', output, start, end));
  const rivals = all.filter((found) => !isOtherEnd(output, found, named));
  const unread = (): ExpectedReading =>
    places.length > 0
      ? open(`It names ${lacks}, and whether it says it of what is asked is not sure`, named)
      : open(`It does not say ${lacks}, or says it in words that this metric does not know`, []);
  const said = rivals.find(
    (found) =>
      !meant.some((one) => isTheRestOf(one, found)) &&
      !isOfOtherDirection(read, found, meant) &&
      !meant.some((one) => mayBeEvening(one, found, output)) &&
      isSaidInstead(read, matter, found, rivals),
  );
  const [rival] = said ? [said] : rivals;
  const rivalShown = shownAt(output, rival);
  const another = (): ExpectedReading =>
    said
      ? not(`It says ${textAt(output, said)} and not ${lacks}`, rivalShown)
      : open(
          `It does not say ${lacks}; whether ${textAt(output, rival)} contradicts it is not sure`,
          rivalShown,
        );
  if (wanted === 'no') {
    if (read.polarity === 'yes')
      return not(`It agrees with what is false, and does not say ${lacks}`, rivalShown);
    if (rival && !isAsked(read, rival)) return another();
    if (said && read.polarity === undefined && !read.isEvasive)
      return not(`It repeats ${textAt(output, said)}, which is false`, rivalShown);
    return open(`It does not agree with what is false, and does not say ${lacks} either`, []);
  }
  if (
    isWrittenOtherwise(read, meant) ||
    isPut(output, read.heard, meant) ||
    (meant.some(isOne) && article.test(output)) ||
    (meant.every(isNothing) && saysNothing.test(output))
  )
    return unread();
  if (rival && (said || places.length === 0)) return another();
  if (asksBack(read)) return open('It asks back', []);
  if (read.isEvasive && !isPart) return not(`It does not say ${lacks}, and gives no answer`, []);
  if (read.heard.some((found) => mannerOf(read, found) === 'denied'))
    return open(`It denies a value and does not say ${lacks}`, []);
  const language = likelyLanguage(tokensOf(output.slice(0, 5000)));
  // Beside other amounts the right one may be said in a way that is not read; where there is none, nothing says it.
  return read.heard.length > 0 || /\d/.test(output) || (language !== undefined && language !== 'en')
    ? unread()
    : not(`It does not say ${lacks}`, []);
}

/** “Until 9:30” may be half past nine in the evening. */
const mayBeEvening = (one: Amount, { value, unit, start, end }: AmountFound, output: string): boolean =>
  one.unit === 'clock' &&
  unit === 'clock' &&
  Math.abs(one.value - value) === noon &&
  (halfOfDay(output.slice(end, end + 40)) === (one.value < noon ? 'am' : 'pm') ||
    (halfOfDay(output.slice(end, end + 40)) === undefined &&
      !/\d/.test(output.slice(start, end)) &&
      value < noon) ||
    isTwelveHours(output, start, end));
const noon = 720;
const isTwelveHours = (output: string, start: number, end: number): boolean =>
  /^\D*(?:0?\d|1[0-2])(?:\D\d\d)?\D*$/.test(output.slice(start, end)) &&
  !/\d\s?(?:[ap]\.?m|uhr)/i.test(output.slice(start, end + 5));

/** “By 30 March” and “before 31 March” may be one, and “at least 14 days” may be 28. */
function isOfOtherDirection(
  { pieces, given }: Read,
  { value, end }: AmountFound,
  meant: readonly Amount[],
): boolean {
  const bound = pieces
    .flatMap((piece) => piece.words.map((word) => ({ ...word, place: piece.start + word.end })))
    .find(({ amounts, date, place }) => (amounts ?? date) && place >= end && place - end < 12)?.bound;
  const wanted = clausesExpected(given.expected.slice(0, expectedRead)).flatMap(({ words }) =>
    words.flatMap((word) => word.bound ?? []),
  );
  if (bound === undefined) return false;
  if (wanted.length > 0) return !wanted.includes(bound);
  const isWithin = (one: Amount): boolean =>
    bound === 'from' || bound === 'above' ? one.value > value : one.value < value;
  return ['from', 'above', 'to', 'below'].includes(bound) && meant.some(isWithin);
}
const expectedRead = 2000;

/** Another amount stands in the place of the expected one. Two prices in one breath may belong together. */
function isSaidInstead(
  read: Read,
  matter: Matter,
  found: AmountFound,
  rivals: readonly AmountFound[],
): boolean {
  if (!isPriced(found)) return true;
  const held = partAt(read, found.end - 1);
  const isAlone = rivals.every((one) => one.start === found.start || partAt(read, one.end - 1) !== held);
  const last = read.said.findLast(
    ({ part, move }) => move === 'gives' && part.start < (held?.part.start ?? 0),
  );
  return (
    isAlone &&
    isSaidOfIt(matter, { output: read.given.output, found, part: held?.part, last: last?.part.text })
  );
}

/**
 * Amounts put together of several: “1 hour 30 minutes”, “an hour and a half”, “six euros ninety”. “A month” is a span where one is
 * wanted, and of a price only how often it is paid.
 */
const isPut = (output: string, heard: readonly AmountFound[], meant: readonly Amount[]): boolean => {
  const isOfPrices = meant.every(isPriced);
  return (
    (isOfPrices ? putPrices : putTogether).test(output.slice(0, 20_000)) ||
    heard.some((one, at) => {
      const next = heard[at + 1];
      return (
        next !== undefined &&
        (isOfPrices
          ? isPriced(one) && (next.unit === undefined || next.unit === 'cent')
          : next.unit === one.unit && (one.unit === 'minute' || one.unit === 'month')) &&
        /^[\s,]*(?:and|und|et|y)?\s*$/i.test(output.slice(one.end, next.start))
      );
    })
  );
};
const putTogether =
  /\b(?:halves|half|quarters?|hundred|thousand|million|dozen|fortnight|noon|midday|midnight|once|twice|thrice|couple|adults?|grown-ups?|of (?:legal |full )?age|legal age|majority|(?:next|following|same) (?:day|week|month|year|morning)|tomorrow|overnight|(?:an?|each|every|one|per) (?:second|minute|hour|day|night|week|month|year|euro|pound|dollar|cent))\b|(?<!\p{L})(?:halb\p{L}{0,3}|anderthalb|hundert|tausend|mittags?|mitternacht|demie?|cents?|mille|midi|minuit|medi[ao]|cien(?:to)?|mil|mediodía)(?!\p{L})/iu;
const putPrices =
  /\b(?:halves|half|quarters?|hundred|thousand|million|dozen|twice|couple|grand|an? (?:third|fourth|fifth|sixth|eighth|tenth|twentieth)|(?:an?|each|one|per) (?:euro|pound|dollar|cent))\b|(?<!\p{L})(?:halb\p{L}{0,3}|anderthalb|hundert|tausend|demie?|cents?|mille|medi[ao]|cien(?:to)?|mil)(?!\p{L})/iu;
