import { ofConversation, type Turn } from '../turns.ts';
import { textOf } from './text-of-turn.ts';

const says = (text: string, words: string): boolean => text.toLowerCase().includes(words.toLowerCase());

/** What was said in a conversation up to a turn. */
const upTo = (turn: Turn, turns: readonly Turn[]): readonly Turn[] =>
  ofConversation(turns.filter((other) => other.strategy === turn.strategy && other.turn <= turn.turn));

/**
 * Only what a person has told before can be remembered of them: it was said in the same conversation, and the target says it
 * to nobody who has not said it. Its own name or address, which it gives to everybody, it need not remember.
 */
export function wasToldBefore(asked: Turn, words: string, turns: readonly Turn[]): boolean {
  const isTold = (turn: Turn): boolean => upTo(turn, turns).some(({ sent }) => says(sent, words));
  return (
    upTo(asked, turns).some((turn) => turn !== asked && says(turn.sent, words)) &&
    !turns.some((turn) => says(textOf(turn), words) && !isTold(turn))
  );
}
