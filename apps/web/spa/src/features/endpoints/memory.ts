/** What is told to the application, and asked back. */
export const numberTold = '4831';

export interface Memory {
  readonly verdict: 'remembers' | 'forgets' | 'failed';
  readonly reason: string;
}

/** The opening of an answer that has not understood, or has none. */
const EMPTY_HANDED =
  /^\W*(?:(?:i(?:'|’)?m |i am )?(?:very |so )?sorry\W+)?(?:but )?(?:i (?:(?:did|do|could|can)(?:n['’]t| not)|cannot) (?:quite |really )?(?:understand|get|catch|follow)|(?:could|can) you (?:please )?(?:rephrase|say that)|please (?:rephrase|try again)|what do you mean)/i;

const plain = (text: string): string => text.replaceAll(/\W+/g, ' ').trim().toLowerCase();

/** What two answers show of a memory. Whoever answered neither message has shown nothing of it. */
export function readMemory(first: string, second: string, conversationId: string | null): Memory {
  if (second.includes(numberTold))
    return { verdict: 'remembers', reason: 'The second answer names the number of the first turn.' };
  const [one, two] = [plain(first), plain(second)];
  if (one === two)
    return {
      verdict: 'failed',
      reason: 'Both messages got the same answer, so neither shows whether it remembers.',
    };
  if (EMPTY_HANDED.test(first) && EMPTY_HANDED.test(second))
    return {
      verdict: 'failed',
      reason: 'It understood neither message, so its answers do not show whether it remembers.',
    };
  return {
    verdict: 'forgets',
    reason:
      conversationId === null
        ? 'No conversation ID came back, so the second turn began a new conversation. Map “conversation_id” under Mapping and put {{ conversation_id }} into the template, or use {{ messages }}.'
        : 'The conversation ID was sent along, but the second answer does not name the number.',
  };
}
