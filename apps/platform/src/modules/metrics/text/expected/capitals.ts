import { numbersIn } from '../numbers.ts';
import { isSmallWord } from '../stop-words.ts';
import { countAlike, countedAt } from '../units.ts';

/** What capitals alone tell apart: “IT” and “it”, terminal A and a terminal, megawatts and milliwatts. */
export function otherCapitals(expected: string, output: string): string | undefined {
  const [wanted, told] = [expected.slice(0, readMost), output.slice(0, readMost)];
  return (
    named(wanted).find((name) => !named(told).includes(name) && !isAllOf(told, name)) ??
    otherUnit(wanted, told)
  );
}
const readMost = 48_000;

/** Names that are small words otherwise, and single letters behind what they name. */
const named = (text: string): string[] => [
  ...(text.match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => /^\p{Lu}{2,4}$/u.test(word) && isWord(word.toLowerCase()) && /\p{Ll}/u.test(text),
  ),
  ...[...text.matchAll(letters)].flatMap(([, letter = '']) => letter),
];
const isWord = (word: string): boolean => isSmallWord(word) || words.has(word);
const words: ReadonlySet<string> = new Set('us who me or in it may am no so do go at on as'.split(' '));
const letters = /\p{L}{3} ([A-Z])(?=[.,;:!?)"”]|\s*$)/gu;
const isAllOf = (text: string, name: string): boolean => new RegExp(`^\\W*${name}\\W*$`, 'u').test(text);

/** The same number of another unit, where both are known: “5 mW” and “5 MW”. */
function otherUnit(expected: string, output: string): string | undefined {
  const told = numbersIn(output).slice(0, numbersMost);
  const other = numbersIn(expected)
    .slice(0, numbersMost)
    .find((one) => {
      const meant = countedAt(expected, one);
      const same = told.filter(({ exact }) => exact === one.exact).map((found) => countedAt(output, found));
      return (
        meant !== undefined &&
        meant.kinds.length > 0 &&
        same.length > 0 &&
        !same.some((found) => countAlike(meant, found))
      );
    });
  return other && expected.slice(other.start, other.end + 10).trim();
}
const numbersMost = 50;
