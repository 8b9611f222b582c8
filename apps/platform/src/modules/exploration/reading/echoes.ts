import { hasText, type Turn } from '../turns.ts';
import { wordsOf } from './words.ts';

/** Our own words and nothing else, perhaps with a word around them such as "You said:". */
export const echoes = (turn: Turn): boolean =>
  hasText(turn) &&
  turn.received.includes(turn.sent.trim()) &&
  wordsOf(turn.received).length <= wordsOf(turn.sent).length + 4;
