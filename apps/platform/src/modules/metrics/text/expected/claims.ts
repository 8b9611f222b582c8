import { carriers, contrasting, neutral } from './lexicon.ts';
import { clausesExpected } from './pieces.ts';
import { isSame, weigh, type Weighed } from './weighed.ts';

/** What has to be said, of which some words alone are needed: the rest stands in the question. */
export interface Claim {
  readonly words: readonly Weighed[];
  readonly needed: readonly Weighed[];
}

/** The question, as the answer sees it: “I” of the question is “you”. */
export interface Asked {
  readonly words: readonly Weighed[];
  readonly keys: ReadonlySet<string>;
  /** It holds two cases, and a word of it may be of either. */
  readonly isOfSeveral: boolean;
  readonly text: string;
}

export function askedOf(input: string): Asked {
  const text = input.slice(0, charactersRead);
  const words = weigh(text).map((word) => ({ ...word, key: turned[word.key] ?? word.key }));
  const keys = new Set(words.map(({ key }) => key));
  return {
    words,
    keys,
    isOfSeveral:
      text.split(/[\s,;]+/).some((word) => contrasting.has(word.toLowerCase())) || /[.!?:]\s+\S/.test(text),
    text,
  };
}
const turned: Readonly<Record<string, string>> = { we: 'you', you: 'we' };
const charactersRead = 4000;

/** The clauses of the expected answer, each with the words that the question does not say. */
export function claimsOf(expected: string, asked: Asked): Claim[] {
  return clausesExpected(expected).flatMap(({ words: all }) => {
    const words = all.filter(({ key }) => !neutral.has(key));
    const hasAmount = words.some(({ amounts }) => amounts);
    const fresh = words.filter((word) => !isAskedFor(asked, word) && !(hasAmount && carriers.has(word.key)));
    return words.length === 0 ? [] : [{ words, needed: fresh }];
  });
}

export const isAskedFor = (asked: Asked, word: Weighed): boolean =>
  word.amounts || word.date ? asked.words.some((one) => isSame(word, one)) : asked.keys.has(word.key);
