import { textOf } from '../knowledge.ts';
import { hasText, wasAnswered, type Turn } from '../turns.ts';
import { isHedged } from './answer.ts';
import { coverage, similarity, wordsOf } from './words.ts';

const fewWords = 8;
const sameAnswer = 0.8;

/** An answer of no use: too short, evasive, beside the question, or the one that was given before. */
export function isPoor(turn: Turn, turns: readonly Turn[]): boolean {
  if (!wasAnswered(turn) || !hasText(turn)) return true;
  const text = textOf(turn);
  if (turn.probe.expects) return !meets(turn);
  if (wordsOf(text).length < fewWords || isHedged(text)) return true;
  if (repeatsEarlier(turn, turns)) return true;
  return turn.probe.about !== undefined && coverage(turn.probe.about, text) < 0.5;
}

/** Whether the answer contains one of the words it was expected to contain. */
export function meets(turn: Turn): boolean {
  const text = textOf(turn).toLowerCase();
  return (turn.probe.expects ?? []).some((word) => text.includes(word.toLowerCase()));
}

export const repeatsEarlier = (turn: Turn, turns: readonly Turn[]): boolean =>
  turns.some(
    (other) =>
      other.turn < turn.turn && hasText(other) && similarity(textOf(other), textOf(turn)) > sameAnswer,
  );

export const echoes = (turn: Turn): boolean => hasText(turn) && textOf(turn).trim() === turn.sent.trim();
