import { readOnce, sentencesOf, similarity, wordsOf } from './words.ts';

const sameSaying = 0.75;

/** The same words, or the same main sentence with something around it. */
export function saysTheSame(left: string, right: string): boolean {
  if (left.trim() === right.trim()) return true;
  const [one, other] = [sayingOf(left), sayingOf(right)];
  if (one.words < 4 || other.words < 4) return false;
  if (similarity(left, right) > sameSaying) return true;
  const { sentence } = one;
  return (
    sentence === other.sentence &&
    sentence.length * 2 > Math.max(left.length, right.length) &&
    wordsOf(sentence).length >= 6
  );
}

/** Each answer is held against each phrase, after every question. */
const sayingOf = readOnce((text) => ({
  words: wordsOf(text).length,
  sentence: sentencesOf(text).toSorted((a, b) => b.length - a.length)[0] ?? '',
}));
