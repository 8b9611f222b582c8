import { percentWords } from '@sonde/contract/decided';
import { numbersIn } from './numbers.ts';
import { readRefusal } from './refusals.ts';
import { isSmallWord } from './stop-words.ts';
import { sentencesIn, wordsIn } from './words.ts';

export interface Facts {
  readonly numbers: ReadonlySet<number>;
  readonly names: ReadonlySet<string>;
  readonly polarity: 'yes' | 'no' | undefined;
  readonly refusal: 'yes' | 'no' | 'unclear';
}

const yes =
  /^\W*(?:yes|yeah|yep|correct|right|true|certainly|absolutely|of course|indeed|that's (?:right|correct|true)|ja|genau|richtig|stimmt|oui|exact|sí|si|correcto|sì|esatto|sim|certo)(?!\p{L})/iu;
const no =
  /^\W*(?:no|nope|not|incorrect|wrong|false|that's (?:not|wrong|false|incorrect)|nein|falsch|non|faux|incorrecto|falso|não|nee)(?!\p{L})/iu;
const denied =
  /\b(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have|may|must)(?:n't| not|not)\b|\bnever\b|\bcannot\b|\bno longer\b|(?<!\p{L})(?:nicht|kein\p{L}{0,2}|nie|ne\s\p{L}+\s(?:pas|plus|jamais)|nunca|jamás|niet|geen|não)(?!\p{L})/iu;

export function factsOf(text: string): Facts {
  const trimmed = text.trim();
  return {
    numbers: new Set(numbersIn(text).map(({ value }) => value)),
    names: namesIn(text),
    polarity: yes.test(trimmed) ? 'yes' : no.test(trimmed) ? 'no' : undefined,
    refusal: readRefusal(text).answer,
  };
}

/** Whether a sentence denies. Two denials cancel each other out. */
export const denies = (sentence: string): boolean =>
  [...sentence.matchAll(new RegExp(denied.source, 'giu'))].length % 2 === 1;

/** Words with a capital where grammar asks for none; codes such as A-113 too. */
export function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const sentence of sentencesIn(text))
    for (const [at, word] of wordsIn(sentence.text).entries()) {
      const isCode = /^\p{Lu}[\p{Lu}\p{N}]+$/u.test(word.text);
      if ((at === 0 && !isCode) || !/^\p{Lu}/u.test(word.text)) continue;
      const plain = word.text.toLowerCase().replace(/['’]s$/, '');
      if (!isSmallWord(plain) && !/^(?:i'm|i'll|i'd|i've)$/.test(plain)) names.add(plain);
    }
  return names;
}

export interface Agreement {
  /** From 0 to 1; undefined when neither text says a fact. */
  readonly score: number | undefined;
  readonly reason: string;
}

/** How far two texts say the same: a contradiction ends it, the rest is shared numbers and names. */
export function agreement(left: Facts, right: Facts): Agreement {
  const opposed = (a: string | undefined, b: string | undefined): boolean =>
    (a === 'yes' && b === 'no') || (a === 'no' && b === 'yes');
  if (opposed(left.refusal, right.refusal))
    return { score: 0, reason: 'One answer declines, the other does not' };
  if (opposed(left.polarity, right.polarity))
    return { score: 0, reason: 'One answer says yes, the other no' };
  if (left.refusal === 'yes' && right.refusal === 'yes') return { score: 1, reason: 'Both answers decline' };
  const parts: { share: number; what: string }[] = [];
  if (left.polarity !== undefined && left.polarity === right.polarity)
    parts.push({ share: 1, what: `both say ${left.polarity}` });
  if (left.numbers.size + right.numbers.size > 0)
    parts.push({ share: shared(left.numbers, right.numbers), what: 'numbers' });
  if (left.names.size + right.names.size > 0)
    parts.push({ share: shared(left.names, right.names), what: 'names' });
  if (parts.length === 0)
    return { score: undefined, reason: 'Neither answer says a number, a name, yes or no' };
  const score = parts.reduce((sum, { share }) => sum + share, 0) / parts.length;
  return {
    score,
    reason: `In common: ${parts.map(({ share, what }) => `${what} ${percentWords(share * 100)}`).join(', ')}`,
  };
}

/** Of the smaller set, how much is in the other: a longer answer may say more. */
function shared<T>(left: ReadonlySet<T>, right: ReadonlySet<T>): number {
  const smaller = Math.min(left.size, right.size);
  if (smaller === 0) return 0.5;
  return [...left].filter((fact) => right.has(fact)).length / smaller;
}

/** One text for all answers that say the same facts. */
export const factsKey = ({ numbers, names, polarity, refusal }: Facts): string =>
  refusal === 'yes'
    ? 'refusal'
    : JSON.stringify([[...numbers].toSorted((a, b) => a - b), [...names].toSorted(), polarity ?? null]);
