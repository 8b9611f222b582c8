import type { InvocationResult } from '@sonde/contract';

/** What is told to the application, and asked back. */
export const numberTold = '4831';

export interface Memory {
  /** `unclear`: both turns were answered, and nothing follows from the answers. `failed`: a turn had no answer. */
  readonly verdict: 'remembers' | 'forgets' | 'unclear' | 'failed';
  readonly reason: string;
}

/** The opening of an answer that has not understood, or has none. */
const EMPTY_HANDED =
  /^\W*(?:(?:i(?:'|’)?m |i am )?(?:very |so )?sorry\W+)?(?:but )?(?:i (?:(?:did|do|could|can)(?:n['’]t| not)|cannot) (?:quite |really )?(?:understand|get|catch|follow)|(?:could|can) you (?:please )?(?:rephrase|say that)|please (?:rephrase|try again)|what do you mean)/i;

const plain = (text: string): string => text.replaceAll(/\W+/g, ' ').trim().toLowerCase();

/** Whether an ID went out, by the requests as they were rendered. */
export function carries(
  { request, steps }: Pick<InvocationResult, 'request' | 'steps'>,
  id: string,
): boolean {
  const sent = JSON.stringify([request, steps]);
  return [JSON.stringify(id).slice(1, -1), encodeURIComponent(id)].some((form) => sent.includes(form));
}

/** What became of the conversation ID between the two turns. */
export type IdCarried = 'sent' | 'sent with all' | 'not sent' | 'none came';

/** Many applications take no numbers and keep what they are about all the same. */
const askYourself =
  'Many applications keep no reference number, and remember what they are about: send two questions of its own subject in one conversation, the second of which only makes sense after the first.';

const whyForgotten: Readonly<Record<IdCarried, string>> = {
  sent: 'The conversation ID was sent along, but the second answer does not name the number.',
  'sent with all':
    'Both turns were sent with the same value that every message carries, and the second answer does not name the number.',
  'not sent':
    'A conversation ID came back, but the second request did not send it: nothing in it holds the ID. Put {{ conversation_id }} under Mapping where the request names its conversation.',
  'none came':
    'No conversation ID came back, so the second turn began a new conversation. Map “conversation_id” under Mapping and put {{ conversation_id }} into the template, or use {{ messages }}.',
};

/** What two answers show of a memory. Whoever answered neither message has shown nothing of it. */
export function readMemory(first: string, second: string, carried: IdCarried): Memory {
  if (second.includes(numberTold))
    return { verdict: 'remembers', reason: 'The second answer names the number of the first turn.' };
  const [one, two] = [plain(first), plain(second)];
  if (one === two)
    return {
      verdict: 'unclear',
      reason: `Both messages got the same answer, so neither shows whether it remembers. ${askYourself}`,
    };
  if (EMPTY_HANDED.test(first) && EMPTY_HANDED.test(second))
    return {
      verdict: 'unclear',
      reason: `It understood neither message, so its answers do not show whether it remembers. ${askYourself}`,
    };
  return { verdict: 'forgets', reason: whyForgotten[carried] };
}
