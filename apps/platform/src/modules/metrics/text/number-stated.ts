import { isCourtesy } from './expected/courtesies.ts';
import { isHarmlessText } from './expected/harmless.ts';
import { isKnownWord, isOfMatter, knownOf, withoutAsides, wordsOf, type Known } from './number-beside.ts';
import type { Asked } from './number-said.ts';
import { numbersIn, type NumberFound } from './numbers.ts';
import { askedUnits, countAlike, countedAt, halfOfDay, unitAt, type Counted } from './units.ts';
import { sentencesIn, type Sentence } from './words.ts';

/**
 * Why the number of an answer may be another one than the one that is asked for, as the end of a sentence; undefined where it has a form
 * in which it can be no other: alone, or in a sentence of words that carry it and are accounted for, in the unit that is asked for.
 */
export function whyNotStated(found: NumberFound, asked: Asked): string | undefined {
  const { input, output, expected, wanted } = asked;
  const numbers = numbersIn(`${input.slice(0, charactersRead)}\n${expected.slice(0, charactersRead)}`);
  const known = knownOf(asked, { value: wanted.value, numbers: numbers.map(({ value }) => value) });
  if (isMarkOfList(output, found)) return 'as the mark of a list';
  const lead = output.slice(Math.max(0, found.start - 12), found.start);
  if (/(?:^|\n)[\s*_]*(?:no|nr)\.\s?$/i.test(lead)) return 'as the number of something';
  if (/\d\s?[×*·÷+]\s?$/u.test(lead)) return 'as a part of a sum';
  const told = countedAt(output, found);
  const unit = otherUnit(told, countedAt(expected, wanted), { input, known, words: unitAt(output, found) });
  if (unit !== undefined) return unit;
  const sentences = sentencesIn(output);
  const at = sentences.findIndex(({ start, end }) => start <= found.start && found.start < end);
  const sentence = sentences[at];
  if (sentence === undefined) return undefined;
  const isWorked = numbers.length > 0 && isCalculated(sentence, found);
  // Which half of the day it is was held against each other before.
  const isOfHalf = halfOfDay(expected.slice(wanted.end, wanted.end + 40)) !== undefined;
  const own = (isWorked ? behind(sentence, found, told) : withoutNumber(sentence, found, told)).replace(
    isOfHalf ? halves : '',
    ' ',
  );
  const strange = signIn(sentence.text) ?? (isListOf(own, found) ? undefined : strangeIn(own, known));
  if (strange !== undefined) return beside(strange);
  const isAnnounced = isWorked || announcing.test(sentence.text) || numbers.length > 2;
  const rest = [...(isAnnounced ? [] : sentences.slice(0, at)), ...sentences.slice(at + 1)];
  const other = rest.find((one) => !isLeftAsItIs(one, sentence, known));
  return other && beside(other.text);
}

const charactersRead = 20_000;
const halves =
  /(?<!\p{L})(?:in the (?:morning|afternoon|evening)|at night|[ap]\.?m\.?|o['’]?clock|uhr|morgens|abends|nachmittags)(?!\p{L})/iu;
const beside = (words: string): string =>
  `what stands beside it may change it (“${words.length > quoteMax ? `${words.slice(0, quoteMax)}…` : words}”)`;
const quoteMax = 60;

/** “3. C” numbers a line, or follows “2.” in one. */
function isMarkOfList(output: string, { start, end, value }: NumberFound): boolean {
  if (!/^[.)]\s+\S/.test(output.slice(end, end + 12))) return false;
  const before = output.slice(Math.max(0, start - 200), start);
  return (
    /(?:^|\n)[ \t]{0,20}$/.test(before) ||
    new RegExp(String.raw`(?:^|\s)${value - 1}[.)]\s[^.]{0,100}$`).test(before)
  );
}

interface Unit {
  readonly input: string;
  readonly known: Known;
  /** The words of the unit, as they are written behind the number. */
  readonly words: string;
}

const other = 'counting something else than is asked for';
function otherUnit(
  told: Counted | undefined,
  wanted: Counted | undefined,
  { input, known, words }: Unit,
): string | undefined {
  const isCarrier = wordsOf(words).every((word) => isKnownWord(word, known));
  if (told === undefined || (told.kinds.length === 0 && isCarrier)) return undefined;
  if (wanted !== undefined) return undefined; // Held against each other before.
  const asked = askedUnits(input);
  if (asked.length > 0) return asked.some((one) => countAlike(one, told)) ? undefined : other;
  if (told.kinds.length === 0) return input.trim() === '' ? undefined : other;
  const kinds = known.asks.has('money')
    ? ['money', 'share']
    : known.asks.has('time')
      ? ['time', 'length']
      : told.kinds;
  return told.kinds.some((kind) => kinds.includes(kind)) ? undefined : other;
}

/** The number and its unit are what the rest of the sentence is said of. */
function withoutNumber({ text, start }: Sentence, found: NumberFound, told: Counted | undefined): string {
  const ahead = text
    .slice(0, found.start - start)
    .replace(told?.kinds.includes('money') ? currency : /[$€£¥]\s?$/u, '');
  return `${ahead} ${placeholder} ${behind({ text, start, end: 0 }, found, told)}`;
}
const placeholder = '\u0001';
const currency = /(?:[A-Za-z]{1,3}\$|\p{Sc}|[A-Z]{3})\s?$/u;
const behind = ({ text, start }: Sentence, found: NumberFound, told: Counted | undefined): string => {
  const rest = text.slice(found.end - start);
  return told === undefined
    ? rest
    : rest.replace(unitAt(text, { start: found.start - start, end: found.end - start }), ' ');
};

/** “48 + 24 = 72”: it is worked out, and what stands before it says of what. */
const isCalculated = ({ text, start }: Sentence, found: NumberFound): boolean =>
  /\d[^\n]*[-+−*×x·÷/][^\n]*[=→⇒≈]\s*[\s$€£*_({[\\\p{L}]{0,12}$/u.test(
    text.slice(Math.max(0, found.start - start - 200), found.start - start),
  ) || /(?:####\s*|\\boxed\s*\{\s*)[$€£]?$/u.test(text.slice(0, found.start - start));

const announcing =
  /^[\s"'“*_#|>-]*(?:(?:so|therefore|thus|hence|finally|altogether|in total),? )?(?:(?:the|your|my) )?(?:final |correct |right )?(?:answer|result|solution|antwort|ergebnis|réponse|respuesta)(?:\s|[:=*_]|$)/iu;

/** Signs of a sentence, a list, a table, an amount and a sum; all else may say something: “≥ 12”, “~~12~~”. */
function signIn(text: string): string | undefined {
  const plain = text.replaceAll(
    /<\/?(?:b|strong|i|em|p|span|td|tr|li|br)\s?\/?>|[=-]>|[👋😀😃😄😁😊🙂🙏🎉✨✅👍]\u{fe0f}?/gu,
    ' ',
  );
  return /!=|=\/=|[^\s\p{L}\p{N}\p{M}\u0001.,:;!?()[\]{}"'“”„‘’«»…–—\-−*_#`|=+×·÷/\\%‰°€$£¥&→⇒¿¡²³]/u.exec(
    plain,
  )?.[0];
}

/** The first word or number that is not accounted for. */
function strangeIn(text: string, known: Known): string | undefined {
  const plain = text
    .replaceAll('’', "'")
    .replace(/^\s*\d{1,3}[.)]\s/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const rest = withoutAsides(plain).replaceAll(date, ' ');
  const leading =
    /(?<!\p{L})((?:(?:amounts?|comes?|equals?|equal|adds? up|sums? up) )?to)\s+(?:of\s+)?\u0001/iu.exec(
      rest,
    )?.[1];
  if (leading?.toLowerCase() === 'to' && !known.stems.has('to')) return leading;
  const word = wordsOf(rest).find((one) => !isKnownWord(one, known));
  if (word !== undefined) return word;
  const number = numbersIn(rest).find(({ value }) => value !== known.value && !known.numbers.has(value));
  if (number !== undefined && !/[=+×*÷]/.test(rest)) return rest.slice(number.start, number.end);
  return /[²³^]/u.exec(rest)?.[0];
}
const months =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember)';
const date = new RegExp(
  String.raw`\d{1,2}[./-]\d{1,2}[./-](?=\d|\s?\u0001)|(?:\d{1,2}(?:st|nd|rd|th|\.)? (?:of )?)?${months},? (?=\d{4}|\s?\u0001)|${months} \d{1,2}(?:st|nd|rd|th)?,(?=\s)`,
  'giu',
);

/** “2 moons: Phobos and Deimos” counts what it names. */
function isListOf(own: string, { value }: NumberFound): boolean {
  const named = /\u0001\s*(?:\p{L}+\s*)?[:(–—]\s*(\p{Lu}[^:()]{0,300}?)\)?[.!]?$/u.exec(own);
  const items = named?.[1]?.split(/,\s*(?:and\s|und\s)?|\s(?:and|und|et|y)\s/u) ?? [];
  return (
    items.length === value &&
    items.every((item) => /^\p{Lu}[\p{L}\p{M}'’-]*(?: \p{Lu}[\p{L}\p{M}'’-]*){0,2}$/u.test(item.trim()))
  );
}

/** It is courteous, points somewhere, is a sum, another row of the same table or list, or says nothing that is not accounted for. */
function isLeftAsItIs({ text }: Sentence, own: Sentence, known: Known): boolean {
  if (isRow(own.text) && isRow(text) && !/[~<>]/.test(text)) return true;
  if (isStep(own.text) && isStep(text)) return true;
  if (/^[\s\d.,=+\-−*×x·÷/()$€£%]+$/u.test(text)) return true;
  if (text.length > formMax) return false;
  if (isHarmlessText(text, matter(known)) || isCourtesy(wordsOf(text).join(' '))) return true;
  return signIn(text) === undefined && !/\?["'”’)\]*_]*$/.test(text) && strangeIn(text, known) === undefined;
}
const formMax = 400;
const matter = (known: Known) => ({
  isOfValue: true,
  isOfPrice: known.asks.has('money'),
  isOfWay: false,
  isOfNeeds: false,
  isDenied: false,
  names: (text: string) => wordsOf(text).every((word) => isKnownWord(word, known)),
  touches: (text: string) => wordsOf(text).some((word) => isOfMatter(word, known)),
});
/** “1. Add them.” leads to “2. The result is 42”. */
const isStep = (text: string): boolean => /^\d{1,3}[.)]\s/.test(text);
/** A row of a table, or “- Child: 7 euros”. */
const isRow = (text: string): boolean =>
  /^\|.*\|$/.test(text) || /^(?:[-*•]\s+)?\**[\p{L} ]{1,40}\**:\**\s+\S.{0,40}$/u.test(text);
