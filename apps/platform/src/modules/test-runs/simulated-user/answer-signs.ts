import type { Exchange } from './exchange.ts';

/** Only the beginning is read: whoever declines or asks back does so at once or at the end. */
const readCharacters = 4000;

const refusal =
  /\b(?:I(?:'m| am)? (?:sorry|afraid|unable|not able)|I (?:can(?:'|no)?t|cannot|won(?:'|’)t|will not|may not) (?:help|answer|do|discuss|share|provide|assist|reveal)|outside (?:of )?what I|not something I can|beyond my)\b/i;
const miss =
  /\b(?:I (?:did(?:n't| not)|don(?:'|’)t) (?:quite )?(?:understand|get that|follow)|could you (?:please )?rephrase|not sure (?:what|I understand))\b/i;

export const isRefusal = (text: string): boolean => refusal.test(text.slice(0, readCharacters));
export const misses = (text: string): boolean => miss.test(text.slice(0, readCharacters));

/** The answer ends by asking something. */
export const isQuestionBack = (text: string): boolean => /\?["”')\s]*$/.test(text.slice(-200));

export const sameText = (one: string, other: string): boolean => fold(one) === fold(other);
const fold = (text: string): string =>
  text.slice(0, readCharacters).toLowerCase().replaceAll(/\s+/g, ' ').trim();

/**
 * Whether the answers have spoken of what the goal names. It decides only when to stop asking, never whether the goal
 * counts as reached: that is the metric's to say.
 */
export function isGoalMet(goal: string, exchanges: readonly Exchange[]): boolean {
  const wanted = contentWords(goal);
  if (wanted.size === 0) return false;
  const said = contentWords(
    exchanges
      .filter(({ received }) => !isRefusal(received) && !misses(received))
      .map(({ received }) => received.slice(0, readCharacters))
      .join(' '),
  );
  const covered = [...wanted].filter((word) => said.has(word)).length;
  return covered / wanted.size >= 0.6;
}

export function contentWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
  return new Set(
    words.filter((word) => !emptyWords.has(word)).map((word) => word.replace(/(?:ing|ed|es|s)$/, '')),
  );
}

const emptyWords = new Set(
  'about after also assistant been before bot chatbot could does doesn find from have into know learn make might need please should tell than that their them then there they this user want wants were what when where whether which while will with would your customer agent'.split(
    ' ',
  ),
);
