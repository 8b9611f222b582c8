import { isSameAmount, sizeOfAmount, type Amount, type AmountFound } from './amounts.ts';
import { isPartOfFraction, isPutTogether } from './number-said.ts';
import { countAlike, countedAt, halfOfDay } from './units.ts';

interface Wanted {
  readonly value: string;
  /** What it may mean: `9.00` is a time or a price. */
  readonly meant: readonly Amount[];
}

/**
 * Whether an amount of a text is the one that is looked for. A figure without a known unit may be a price or the number of a room: what
 * it counts must be the same, and where a word behind it says that it counts something, or one before it numbers something, that is unclear.
 */
export function isAmountSaid(
  text: string,
  found: AmountFound,
  { value, meant }: Wanted,
): 'yes' | 'no' | 'unclear' {
  const half =
    found.unit === 'clock' && /m\.?$/i.test(text.slice(found.start, found.end))
      ? undefined
      : halfOfDay(text.slice(found.end, found.end + 40));
  if (half !== undefined && meant.some((one) => isOfHalf(one, found, half))) return 'unclear';
  const same = meant.find((one) => isSameAmount(text, one, found));
  if (!same) return meant.some((one) => isOfUnsureSign(text, one, found)) ? 'unclear' : 'no';
  const digits = value.search(/\d/);
  const wanted = countedAt(value, { start: Math.max(0, digits), end: endOfFigure(value, digits) });
  const said = countedAt(text, { start: found.start, end: endOfFigure(text, found.start, found.end) });
  const number = { ...found, scale: 1, unit: '', end: endOfFigure(text, found.start, found.end) };
  if (isPartOfFraction(text, number) || isPutTogether(text, number)) return 'unclear';
  const behind = text.slice(number.end, number.end + 40);
  if (same.unit === 'clock') return 'yes';
  // “5th” and “5b” are no five.
  if (/^(?:st|nd|rd|th|er|ème|e|[.]\p{L})(?!\p{L})/iu.test(behind)) return 'unclear';
  if (wanted === undefined || said === undefined)
    return wanted !== undefined && numbers.test(text.slice(Math.max(0, found.start - 24), found.start))
      ? 'unclear'
      : 'yes';
  if (countAlike(wanted, said)) return 'yes';
  // What both are known to count tells them apart; another word may be the thing that is counted.
  return wanted.kinds.length > 0 && said.kinds.length > 0
    ? 'no'
    : found.unit === same.unit
      ? 'yes'
      : 'unclear';
}

/** The same but for its sign, which may be a dash or stand in words. */
const isOfUnsureSign = (text: string, one: Amount, found: AmountFound): boolean =>
  (one.isSignUnsure ?? false) !== (found.isSignUnsure ?? false) &&
  isSameAmount(
    text,
    { ...one, ...sizeOfAmount(one), isSignUnsure: false },
    { ...found, ...sizeOfAmount(found), isSignUnsure: false },
  );

/** Where the figure of an amount ends, and its unit begins. */
function endOfFigure(text: string, start: number, most = text.length): number {
  const figure = /^(?:\D{0,8}?)\d[\d.,]*(?:[ \u00a0\u202f'’]\d{3}(?!\d))*/u.exec(
    text.slice(start, most + 1),
  )?.[0];
  const end = figure === undefined ? most : start + figure.replace(/[.,]$/, '').length;
  return Math.min(end, most);
}

/** “8 in the evening” is eight o'clock as it is written, and twenty as it is meant. */
const isOfHalf = ({ unit, value }: Amount, found: AmountFound, half: 'am' | 'pm'): boolean => {
  if (unit !== 'clock' || (found.unit !== undefined && found.unit !== 'clock')) return false;
  const told = found.unit === 'clock' ? found.value : found.value * 60;
  return (half === 'pm' && told === value && value < noon) || (half === 'pm' && told + noon === value);
};
const noon = 720;

/** What is numbered by a figure: “room 48”, “article 48”. */
const numbers =
  /(?:(?<!\p{L})(?:section|chapter|page|pages|p\.|article|art\.|paragraph|clause|figure|fig\.|table|line|row|step|item|rule|version|question|case|ticket|order|invoice|number|no\.|nr\.|room|gate|platform|floor|level|locker|seat|apartment|bus|tram|flight|track|zimmer|seite|artikel|gleis|linie|chambre|habitación)|§|#)\s*[*_"“#(]*(?:\d+\s?[-–]\s?)?$/iu;
