import { sentencesOf, similarity, wordsOf } from './words.ts';

const sameSaying = 0.75;

/** The same words, or the same main sentence with something around it. */
export function saysTheSame(left: string, right: string): boolean {
  if (left.trim() === right.trim()) return true;
  if (wordsOf(left).length < 4 || wordsOf(right).length < 4) return false;
  if (similarity(left, right) > sameSaying) return true;
  const longest = (text: string): string =>
    sentencesOf(text).toSorted((a, b) => b.length - a.length)[0] ?? '';
  const sentence = longest(left);
  return (
    wordsOf(sentence).length >= 6 &&
    sentence === longest(right) &&
    sentence.length * 2 > Math.max(left.length, right.length)
  );
}
