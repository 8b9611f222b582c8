import { hasText, wasAnswered, type Turn } from '../turns.ts';
import { isHedged } from './answer.ts';
import { echoes } from './echoes.ts';

export { echoes } from './echoes.ts';
import { subjectsOf, textOf } from './text-of-turn.ts';
import { contentWords, coverage, likenessOf, wordsOf } from './words.ts';

const fewWords = 8;
const sameAnswer = 0.8;
const cannedAnswer = 0.9;

/** An answer of no use: too short, evasive, beside the question, or the one that was given before. */
export function isPoor(turn: Turn, turns: readonly Turn[]): boolean {
  if (!engages(turn, turns)) return true;
  const text = textOf(turn);
  if (turn.probe.expects) return !meets(turn);
  if (wordsOf(text).length < fewWords || isHedged(text)) return true;
  if (repeatsEarlier(turn, turns)) return true;
  const { about, against } = turn.probe;
  if (against && !against.some((other) => coverage(other, text) >= 0.5)) return true;
  return about !== undefined && coverage(about, text) < 0.5;
}

/** Whether the answer contains one of the words it was expected to contain. */
export function meets(turn: Turn): boolean {
  const text = textOf(turn).toLowerCase();
  return (turn.probe.expects ?? []).some((word) => text.includes(word.toLowerCase()));
}

const likeness = (one: Turn, other: Turn): number =>
  likenessOf(subjectsOf(one), subjectsOf(other)) ?? (textOf(one).trim() === textOf(other).trim() ? 1 : 0);

export const repeatsEarlier = (turn: Turn, turns: readonly Turn[]): boolean =>
  turns.some((other) => other.turn < turn.turn && hasText(other) && likeness(other, turn) > sameAnswer);

/** Said to other questions as well: a greeting, a menu, a phrase for what was not understood. */
function isCanned(turn: Turn, turns: readonly Turn[]): boolean {
  const others = turns.filter(
    (other) =>
      other.turn !== turn.turn &&
      other.sent !== turn.sent &&
      other.probe.pressed === undefined &&
      other.probe.follows !== turn.turn &&
      turn.probe.follows !== other.turn &&
      hasText(other) &&
      likeness(other, turn) > cannedAnswer,
  );
  // The first of several may have been meant: the best it has on a topic, which then comes again.
  const elsewhere = others.filter(
    ({ probe }) => probe.about === undefined || probe.about !== turn.probe.about,
  );
  return elsewhere.length > 1 || others.some((other) => other.turn < turn.turn);
}

/** Says something to this very question. Only from such an answer anything follows about what the target does. */
export const engages = (turn: Turn, turns: readonly Turn[]): boolean =>
  wasAnswered(turn) && hasText(turn) && !echoes(turn) && !isCanned(turn, turns);

/** Engages, and with the matter: it takes up a word of the question or agrees to it. */
export function takesUp(turn: Turn, turns: readonly Turn[]): boolean {
  if (!engages(turn, turns)) return false;
  const text = textOf(turn);
  const asked = new Set(contentWords(`${turn.sent} ${turn.probe.about ?? ''}`));
  return agrees(text) || contentWords(text).some((word) => asked.has(word));
}

export const agrees = (text: string): boolean =>
  /^\s*(?:yes|sure|of course|certainly|gladly|ja|gern|natürlich|oui|bien sûr|sí|claro)(?!\p{L})/iu.test(text);
