import { sumOf } from './decimals.ts';
import type { Amount, AmountFound } from './amounts.ts';
import { isSmallWord, stemOf } from './stop-words.ts';
import { tokensOf } from './words.ts';

/** What is asked for and expected: its words, and how often it is due. */
export interface Matter {
  readonly stems: ReadonlySet<string>;
  readonly period: string | undefined;
}

export const matterOf = ({
  input,
  expected,
}: {
  readonly input: string;
  readonly expected: string;
}): Matter => {
  const text = `${expected}\n${input}`.slice(0, charactersRead);
  return { stems: new Set(stemsOf(text)), period: periodIn(text) };
};
const charactersRead = 20_000;

/** An amount of an answer, the part in which it stands, and what was said last before that. */
export interface Told {
  readonly output: string;
  readonly found: AmountFound;
  readonly part: { readonly text: string; readonly start: number } | undefined;
  readonly last: string | undefined;
}

/** Prices and shares: an answer has them of several things. What is counted, and times, are held against each other as they are. */
export const isPriced = ({ unit }: Amount): boolean => unit !== undefined && priced.has(unit);
const priced: ReadonlySet<string> = new Set(['eur', 'usd', 'gbp', 'chf', 'cent', '%']);

/** Who pays 90 percent has a discount of 10. */
export const isTheRestOf = (one: Amount, other: Amount): boolean =>
  one.unit === '%' && other.unit === '%' && sumOf(one.exact, other.exact) === '100';

/**
 * Whether another amount is surely said of what was asked for: it is no limit and no half of a range, it is of the same period, and
 * nothing else is named beside it. “The card costs 5 EUR”, “from 4.90 EUR” and “82.80 EUR a year” contradict no price of an
 * account a month.
 */
export function isSaidOfIt(matter: Matter, { output, found, part, last }: Told): boolean {
  if (part === undefined) return false;
  const behind = output.slice(found.end, found.end + 40);
  const ahead = output.slice(Math.max(part.start, found.start - 40), found.start);
  if (bound.test(ahead) || (range.test(behind) && /\d/.test(behind)) || open.test(behind)) return false;
  const told = periodIn(part.text);
  if (told !== undefined && told !== matter.period) return false;
  const own = stemsOf(part.text);
  const isKnown = (stem: string): boolean => matter.stems.has(stem) || common.has(stem);
  if (!own.every(isKnown) || /\d/.test(withoutAmount(part, found))) return false;
  // “It costs 5 EUR” is said of what was named last.
  return (
    own.some((stem) => matter.stems.has(stem) && !common.has(stem)) ||
    last === undefined ||
    stemsOf(last).every(isKnown)
  );
}

/** “Under 18 it costs 5 EUR” is said of some. */
const withoutAmount = ({ text, start }: { text: string; start: number }, found: AmountFound): string =>
  text.slice(0, Math.max(0, found.start - start)) + text.slice(Math.max(0, found.end - start));

const bound =
  /(?:\b(?:between|from|up to|at least|at most|(?:less|more|fewer|lower|higher|cheaper|dearer) than|no more than|not more than|under|over|above|below|about|around|approximately|roughly|some|nearly|almost|start(?:s|ing)? (?:at|from|with)|begin(?:s|ning)? (?:at|with)|as (?:low|little|much) as|minimum(?: of)?|maximum(?: of)?|plus|additional|another|extra|to|and|or)|(?<!\p{L})(?:zwischen|ab|bis(?: zu)?|mindestens|höchstens|maximal|unter|über|etwa|circa|rund|entre|à partir de|jusqu'à|environ|desde|hasta|unos)|[–+~≈<>-]|\+)\s?[€$£]?\s?$/iu;
const range = /^\s?(?:to|or|and|–|-|bis|oder|und|à|ou|et|o|y|a)\s?[€$£]?\s?\d/iu;
const open = /^\s?(?:or (?:so|more|less)|and (?:more|up)|upwards|\+|plus\b|each extra)/i;
const periods: readonly (readonly [string, RegExp])[] = [
  ['day', /(?:\b(?:an?|per|each|every|the|once a) day|\bdaily|\/ ?day|pro tag|täglich|par jour|al día)\b/iu],
  [
    'week',
    /(?:\b(?:an?|per|each|every|once a) week|\bweekly|\/ ?week|pro woche|wöchentlich|par semaine)\b/iu,
  ],
  [
    'month',
    /(?:\b(?:an?|per|each|every|once a) month|\bmonthly|\/ ?month|pro monat|monatlich|im monat|par mois|al mes)\b/iu,
  ],
  ['quarter', /(?:\b(?:an?|per|each|every) quarter|\bquarterly|pro quartal)\b/iu],
  [
    'year',
    /(?:\b(?:an?|per|each|every|once a) year|\b(?:yearly|annual(?:ly)?|p\.a)|\/ ?year|pro jahr|jährlich|im jahr|par an|al año)\b/iu,
  ],
  [
    'several',
    /\b(?:every|each|per) (?:\d+|two|three|four|six|twelve|other|few) (?:days|weeks|months|years)\b/iu,
  ],
];
const periodIn = (text: string): string | undefined => {
  const found = periods.filter(([, said]) => said.test(text)).map(([name]) => name);
  return found.length > 1 ? found.join(' ') : (found[0] ?? spanNamed.exec(text)?.[1]?.toLowerCase());
};
/** “The total for the year is 48 EUR” is of a year, however that is said. */
const spanNamed =
  /(?<!\p{L})(day|week|month|quarter|year|tag|woche|monat|quartal|jahr|jour|semaine|mois|année|día|semana|mes|año)(?:s|en?|es)?(?!\p{L})/iu;

const stemsOf = (text: string): string[] =>
  tokensOf(text).flatMap((word) => (isSmallWord(word) || /\d/.test(word) ? [] : [stemOf(word)]));

/** What is said of any price, or beside any answer, and names nothing. */
const common: ReadonlySet<string> = new Set(
  `cost costs price prices priced fee fees charge charges charged pay pays paid payable amount amounts total come comes
  set sum rate month monthly year yearly annual annually week weekly day daily quarter quarterly
  eur euro euros usd dollar dollars gbp pound pounds chf franc francs percent cent cents
  currently today now just exactly always only sure certainly course good great question thank thanks hello hi welcome
  answer know say says said tell told get gets receive receives give gives got off have has take takes need needs ask asks be
  kostet kosten preis beträgt betrag gebühr monat monatlich jahr coûte prix cuesta precio`
    .split(/\s+/)
    .map(stemOf),
);
