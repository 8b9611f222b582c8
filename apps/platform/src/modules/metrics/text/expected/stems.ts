import { isSmallWord, stemOf } from '../stop-words.ts';
import { tokensOf } from '../words.ts';

/** “Once a week” says how often, though “once” is a small word. */
export const stemsOf = (text: string): string[] =>
  tokensOf(text.slice(0, 20_000))
    .filter((word) => word === 'once' || !isSmallWord(word))
    .map((word) => stemOf(ordinals[word] ?? word));
const ordinals: Readonly<Record<string, string>> = {
  '1st': 'first',
  '2nd': 'second',
  '3rd': 'third',
  '4th': 'fourth',
};

export function freshStems(expected: string, input: string): string[] {
  const asked = new Set(stemsOf(input));
  return [...new Set(stemsOf(expected))].filter((stem) => !asked.has(stem) && !/^(?:yes|no)$/.test(stem));
}
