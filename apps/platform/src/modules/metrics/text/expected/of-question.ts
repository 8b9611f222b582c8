import type { Asked } from './claims.ts';
import { wordingOf } from './wording.ts';
import { isSame, type Weighed } from './weighed.ts';

/**
 * Whether a sentence is the expected one, where what only repeats the question may stand before or behind it, or be left out: “to enrol you need
 * …” for “you need …”, where it is asked what one needs to enrol.
 */
export function restatedOf(
  wanted: readonly Weighed[],
  told: readonly Weighed[],
  asked: Asked,
  compare: (wanted: readonly Weighed[], told: readonly Weighed[]) => boolean,
): boolean {
  if (compare(wanted, told)) return true;
  if (asked.isOfSeveral || Math.abs(wanted.length - told.length) < 2) return false;
  const [long, short] = wanted.length > told.length ? [wanted, told] : [told, wanted];
  if (short.length < leastLeft) return false;
  const size = long.length - short.length;
  const isRepeated = (part: readonly Weighed[]): boolean => isOfQuestion(part, asked);
  const restOf = (rest: readonly Weighed[]): boolean =>
    long === wanted ? compare(rest, told) : compare(wanted, rest);
  return (
    (isRepeated(long.slice(0, size)) && restOf(long.slice(size))) ||
    (isRepeated(long.slice(-size)) && restOf(long.slice(0, -size)))
  );
}
const leastLeft = 3;

/** A small word that leads, and words of the question in their order, without a gap: “for your first workout”. */
function isOfQuestion(part: readonly Weighed[], asked: Asked): boolean {
  const [first, ...rest] = part;
  if (!first || rest.length === 0 || !leading.has(first.key)) return false;
  const words = wordingOf(asked.text).map((word) => ({ ...word, key: turned[word.key] ?? word.key }));
  return words.some((_, at) => rest.every((one, place) => isSame(one, words[at + place] ?? end)));
}
const end: Weighed = { key: '', start: 0, end: 0, source: '' };
const leading: ReadonlySet<string> = new Set([
  'to',
  'for',
  'if',
  'when',
  'with',
  'about',
  'regarding',
  'um',
  'für',
  'bei',
]);
const turned: Readonly<Record<string, string>> = { i: 'you', we: 'you', me: 'you', you: 'we' };
