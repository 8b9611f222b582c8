import { decimalFrom, decimalOf, multiplied, type Decimal } from './decimals.ts';
import { isListed, scaleAt, withSign } from './amounts.ts';

export interface NumberFound {
  readonly value: number;
  /** The same as it is written, by which it is compared. */
  readonly exact: Decimal;
  /** What it was multiplied by: a million of “5 million euros”. */
  readonly scale: number;
  readonly start: number;
  readonly end: number;
  /** What stands right after it: `km`, `%`, `days`. */
  readonly unit: string;
  /** Before it stands what may be a minus, a dash or the mark of a list; its value is told without it. */
  readonly isSignUnsure?: boolean;
}

const pattern =
  /(?<![\p{L}\p{N}_.])(?:[$€£¥]\s?)?(\d{1,3}(?:[ '’\u00a0\u202f]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*)(?:[eE]([-+]?\d{1,3}))?(?![\p{N}])\s?(%|‰|°C|°F|[$€£¥]|\p{L}[\p{L}\p{M}]*)?/gu;

const unitBehind = /^\s?(%|‰|°C|°F|[$€£¥]|\p{L}[\p{L}\p{M}]*)/u;

/** Numbers as people write them: `1,234.5`, `1.234,5`, `1 234`, `12 %`, `$3`, `1.2e3`, `5 million`, `10k`. */
export function numbersIn(text: string): NumberFound[] {
  const isList = isListed(text);
  return [...text.matchAll(pattern)].flatMap((match) => {
    const digits = match[1] ?? '';
    const plain = readDigits(digits);
    if (plain === undefined || isOfCode(text, match.index, digits)) return [];
    const written = `${plain}e${match[2] ?? 0}`;
    const exact = decimalOf(written);
    const start = match.index;
    const digitsEnd = text.indexOf(digits, start) + digits.length;
    const scale = scaleAt(text, digitsEnd, /[$€£¥]/.test(text.slice(start, digitsEnd)));
    const end = digitsEnd + (scale?.length ?? 0);
    const unit = scale ? unitBehind.exec(text.slice(end, end + 60))?.[1] : match[3];
    const factor = scale?.factor ?? 1;
    if (exact === undefined || !Number.isFinite(Number(written))) return [];
    const all = multiplied(exact, decimalFrom(factor));
    const found = {
      value: Number(all),
      exact: all,
      scale: factor,
      start,
      end,
      unit: (unit ?? '').toLowerCase(),
    };
    const signed = withSign(found, text, isList);
    return [isDashed(text, start) ? { ...signed, isSignUnsure: true } : signed];
  });
}

/** “It is - 18”: a minus that stands apart, unless it is the mark of a line or a sum. */
const isDashed = (text: string, start: number): boolean =>
  /[^\s\d%€$£)] +[-−–] $/u.test(text.slice(Math.max(0, start - 12), start));

/** The 1 of “1Z999AA10123456784” counts nothing. */
const isOfCode = (text: string, start: number, digits: string): boolean => {
  const end = text.indexOf(digits, start) + digits.length;
  return /^\p{Lu}{1,3}\d{3}/u.test(text.slice(end, end + 6));
};

/** The last of `.` and `,` is the decimal mark when both stand there; a group of three after one alone is a thousand. */
function readDigits(digits: string): string | undefined {
  const compact = digits.replaceAll(/[ '’\u00a0\u202f]/g, '');
  const dots = compact.split('.').length - 1;
  const commas = compact.split(',').length - 1;
  if (dots > 0 && commas > 0) {
    const decimal = compact.lastIndexOf('.') > compact.lastIndexOf(',') ? '.' : ',';
    const grouping = decimal === '.' ? ',' : '.';
    if (compact.split(decimal).length > 2) return undefined;
    return compact.replaceAll(grouping, '').replace(decimal, '.');
  }
  const mark = dots > 0 ? '.' : ',';
  const groups = compact.split(mark);
  if (groups.length === 1) return compact;
  if (groups.length > 2)
    return groups.slice(1).every((group) => group.length === 3) ? groups.join('') : undefined;
  // "1,234" is a thousand, "1.234" a fraction: so most software writes them.
  if (mark === ',' && groups[1]?.length === 3 && groups[0] !== '0') return groups.join('');
  return groups.join('.');
}
