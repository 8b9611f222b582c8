import { isWebPage as isHtml } from '#kernel/web-page';
import { identifiersGivenOut } from './given-out.ts';
import {
  INPUT,
  jsonPathOf,
  keyOf,
  leavesOf,
  modeOf,
  plain,
  type Hypothesis,
  type Json,
  type Leaf,
} from '@sonde/paste-reader';

/**
 * What one answered message leaves open, although its answer was taken out: whether the conversation goes on, whether the
 * message went into the field of the message, and whether its answer is the text that was taken.
 */
export type OpenQuestion =
  | 'conversation_may_be_hidden'
  | 'conversation_is_given_out'
  | 'message_is_sent_twice'
  | 'much_is_made_up'
  | 'sides_may_be_mixed_up'
  | 'several_texts'
  | 'answer_breaks_off';

export function openQuestions(
  hypothesis: Hypothesis,
  { answer, corrections }: { answer: Json | undefined; corrections: number },
): OpenQuestion[] {
  const sent = hypothesis.bodyKind === 'text' ? [] : leavesOf(hypothesis.template ?? null);
  const isSingle = modeOf(hypothesis) === 'single_turn';
  const madeUp = sent.filter(isMadeUp);
  const questions: [OpenQuestion, boolean][] = [
    ['conversation_may_be_hidden', isSingle && sent.some(mayHoldConversation)],
    ['conversation_is_given_out', isSingle && identifiersGivenOut(sent, answer).length > 0],
    ['message_is_sent_twice', sent.filter(({ value }) => value === INPUT).length > 1],
    // Words of a sentence that were taken for fields are sent with made-up values; a target that ignores them says nothing.
    ['much_is_made_up', madeUp.length > 2 || (corrections > 0 && madeUp.length > 1)],
    ['sides_may_be_mixed_up', madeUp.length > 0 && mixesSides(hypothesis)],
    ['several_texts', hypothesis.outputSource === 'live' && spokenIn(answer) > 2],
    ['answer_breaks_off', looksLikeJson(answer)],
  ];
  return questions.filter(([, isOpen]) => isOpen).map(([question]) => question);
}

/** What stands in for a value that the paste does not give. */
const isMadeUp = ({ value }: Leaf): boolean => value === 'string' || value === 'sonde';

/** A field that is sent empty, made up, or with an identifier of the paste, may be what holds a conversation together. */
function mayHoldConversation(leaf: Leaf): boolean {
  const { path, value } = leaf;
  const key = keyOf(path);
  if (typeof path.at(-1) === 'number') return false;
  if (value === null || value === '') return !IDLE_NAME.test(key);
  if (isMadeUp(leaf)) return TALKING_NAME.test(key);
  if (typeof value !== 'string') return false;
  if (BEGINS.test(value)) return HOLDING_NAME.test(key) || /(?:id|key|ref)$/i.test(plain(key));
  return /^(?=.*\d)[A-Za-z]*[-_]?[\w-]{2,40}$/.test(value) && HOLDING_NAME.test(key);
}

const IDLE_NAME =
  /lang|locale|filter|file|image|attach|meta|tool|context|prompt|system|user|agent|extra|options?|config|tag|stop/i;
const HOLDING_NAME =
  /(?:sess|conv|thread|dialog|chat|talk|call|ticket|case|room|channel|state|memory|context|ctx|ref|handle)\w*$/i;
const TALKING_NAME = /(?:sess|conv|thread|dialog|chat|talk|memory|ctx)\w*$/i;
/** How a caller says that a conversation is a new one. */
const BEGINS = /^(?:new|start|begin|none|null|init|first|-1|0)$/i;

/** The message goes where the answer comes from, by name, while another text is made up: the sides may be mixed up. */
const mixesSides = ({ input, responseMapping }: Hypothesis): boolean =>
  input?.length === 1 && typeof input[0] === 'string' && responseMapping['output'] === jsonPathOf(input);

/** Text that begins like JSON and could not be read as such: all of it was taken for want of anything better. */
export const looksLikeJson = (answer: Json | undefined): boolean =>
  typeof answer === 'string' && /^\s*[[{]/.test(answer);

/** HTML where an answer was expected: a sign-in page, a front page, the page of a proxy. */
export const isWebPage = (answer: Json | undefined): boolean => typeof answer === 'string' && isHtml(answer);

/** How many different texts of an answer somebody could say. */
const spokenIn = (answer: Json | undefined): number =>
  new Set(
    leavesOf(answer ?? null).flatMap(({ value }) =>
      typeof value === 'string' && /\S\s+\S+\s+\S/.test(value) ? [value.trim()] : [],
    ),
  ).size;
