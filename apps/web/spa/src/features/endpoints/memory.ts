import type { InvocationResult } from '@sonde/contract';

/** What is told to the application, and asked back. */
export const numberTold = '4831';
export const twoMessages = [
  `My reference number is ${numberTold}. Please remember it.`,
  'What was my reference number?',
] as const;

export interface Memory {
  /** `unclear`: both turns were answered, and nothing follows from the answers. `failed`: a turn had no answer. */
  readonly verdict: 'remembers' | 'forgets' | 'unclear' | 'failed';
  readonly reason: string;
}

/** The opening of an answer that has not understood, or has none. */
const EMPTY_HANDED =
  /^\W*(?:(?:i(?:'|’)?m |i am )?(?:very |so )?(?:sorry|afraid)\W+)?(?:but |that )?(?:i (?:(?:did|do|could|can)(?:n['’]t| not)|cannot) (?:quite |really )?(?:understand|get|catch|follow)|(?:could|can) you (?:please )?(?:rephrase|say that)|please (?:rephrase|try again)|what do you mean)/i;

/** The second answer keeps to its subject, or declines what it was asked: it was not about the number. */
const DECLINES =
  /\b(?:i(?:['’]m| am)?|we(?:['’]re| are)?) (?:\w+ ){0,2}?(?:only|just) (?:here to |able to |allowed to |meant to )?(?:help|assist|answer|talk|speak|support|handle|deal)\b|\b(?:can|could|may|do|am|are|will)(?:n?['’]t|not| not) (?:\w+ ){0,2}?(?:help|assist|answer|discuss|share|disclose|give out|provide|talk about)\b|\bunable to (?:help|assist|answer|share|provide|discuss)\b|\b(?:outside|beyond) (?:of )?(?:my|our|what i)\b/i;

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

const isCarried = (carried: IdCarried): boolean => carried === 'sent' || carried === 'sent with all';

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
  // Where no ID went along, there was nothing to remember by, whatever it says.
  if (isCarried(carried) && (EMPTY_HANDED.test(second) || DECLINES.test(second)))
    return {
      verdict: 'unclear',
      reason: `It did not answer the second question, so this does not show whether it remembers. ${askYourself}`,
    };
  return { verdict: 'forgets', reason: whyForgotten[carried] };
}
