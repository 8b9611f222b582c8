import { amountIn, amountsIn, holdsValue, isInAnyAnswer } from '../sentence-tests.ts';
import { ofLimit } from './limit.ts';
import { type Form, type Found } from './patterns.ts';
import { ofPeople } from './people.ts';
import { ofPlace } from './place.ts';
import { ofPrice } from './price.ts';
import { ofTime } from './time.ts';
import { isNamed } from './wording.ts';

/**
 * What a customer asks who wants to know what a plain statement says: “Check-in is from 3 pm” is “From what time is
 * check-in?”. Each form is one whole sentence, of which nothing is left over; what has none gives no question.
 */
export interface PlainQuestion {
  readonly prompt: string;
  /** The value that the answer must hold, where it stands for itself and not for a bound. */
  readonly value: string | undefined;
}

export function plainQuestion(sentence: string): PlainQuestion | undefined {
  const bare = sentence.trim().replace(/[.!]+$/, '');
  if (bare.length > 120 || bare.split(' ').length > longest || setAside.test(bare) || inHouse.test(bare))
    return undefined;
  for (const [form, ask] of forms) {
    const match = form.exec(bare);
    if (match === null) continue;
    const found: Found = match.groups ?? {};
    const { s: subject } = found;
    if (subject !== undefined && !isNamed(subject)) continue;
    const prompt = ask(found);
    if (prompt === undefined) continue;
    const value = amountIn(sentence);
    return {
      prompt: `${prompt[0]?.toUpperCase() ?? ''}${prompt.slice(1)}?`,
      value:
        value === undefined ||
        isInAnyAnswer(value) ||
        /^\d+$/.test(value) ||
        bound.test(bare) ||
        amountsIn(sentence).length !== 1 ||
        holdsValue(prompt, value)
          ? undefined
          : value,
    };
  }
  return undefined;
}

const longest = 16;

/** A condition, an exception, an order, or somebody’s own words: more than a plain statement. */
const setAside =
  /[;“”"?!()[\]{}<>|]|: .*:|\b(?:if|when|whenever|while|unless|except|because|but|otherwise|instead|please|never|also|therefore|however|this|that|these|those|it|its|they|them|he|she|him|her|such|other|others|another|usually|normally|sometimes|possibly|probably|maybe|I|me|my|ours)\b/i;

/** Of the application and those behind it, nobody outside asks. */
export const inHouse =
  /\b(?:bots?|assistants?|chat ?bots?|chats?|ai|staff|employees?|colleagues?|agents?|supervisors?|internal\w*|escalat\w*|tickets? (?:are|is) (?:closed|escalated)|queues?|logs?|logged|audit\w*|sessions?|tokens?|prompts?|messages?|conversations?|answers?|answered|repl(?:y|ies)|responses?|transcripts?|retention|emojis?|jokes?|small talk|slang|swear\w*|insult\w*|greetings?|ratings?|feedback|tones?|styles?|wording|summar(?:y|ies)|bullets?|columns?|spam|downtime|uptime|availability|fallbacks?|politics|political|advice|questions?|topics?|card numbers?|confirmations?|personal data|passwords? (?:is|are)|should (?:be|not)|must (?:always|not|never))\b/i;

/** “From”, “up to”: with another one it is another statement, so the words are read and not the value alone. */
const bound =
  /\b(?:from|until|till|to|by|up to|within|before|after|over|under|above|below|between|at least|at most|more|less|about|around|minimum|maximum)\b/i;

const forms: readonly Form[] = [...ofPrice, ...ofTime, ...ofLimit, ...ofPlace, ...ofPeople];
