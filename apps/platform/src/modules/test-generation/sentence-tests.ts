import { otherAmount } from './other-amounts.ts';
import { hoursQuestion, leansOnCase, naturalQuestion, ruleQuestion } from './sentence-questions.ts';
import { verbOf } from './sentence-verbs.ts';

/** A question with its answer, both taken from a sentence, and what decides it. */
export interface SentenceTest {
  readonly prompt: string;
  readonly expected: string;
  readonly category: string;
  readonly why: string;
  /** Values that must stand in the answer. */
  readonly values?: readonly string[];
  /** What the answer must begin with. */
  readonly begins?: 'yes' | 'no';
}

/** What it speaks of stands in the sentence before, so alone it cannot be asked about. */
const pointsBack =
  /^(?:it|this|that|these|those|they|he|she|we then|both|otherwise|then|also|here|there(?! are \d)|however|but|and|or|so|in this case|in that case|(?:below|above|beyond|under|over|within|besides) (?:that|this)|after that|afterwards|instead|for (?:example|instance)|e\.g|without|until then|only|other|others|another|all other|any other|such|later|earlier|further|every further|the (?:result|latter|former|same|other|rest|above|following|code|table|example)|apart from)\b/i;
const leansOn =
  /\b(?:both(?! the\b| ships?\b| of\b)|instead(?! of\b)|only an? (?:larger|smaller|bigger)|its?|itself|they|them|their|theirs|he|she|him|her|this|these|those|such|the latter|the former|the above|as above|otherwise|afterwards|beforehand|also|then|in that case|handed in later|for (?:example|instance)|e\.g|(?:for|in|on|at|to|of|by|from|during|with) that \w+)\b|\b(?:the|these|those|both) (?:two|three|four|five|six|other|different|various|remaining) \p{Ll}+|\bexempt(?!ed)\b(?! from)|\b(?:without|with) the (?:card|form|ticket|code|permit|pass|label|key|receipt)\b|\bis not \w+, apart from\b/iu;

/** Whether a sentence says what it says without the ones around it. */
export const standsAlone = (sentence: string, around = ''): boolean =>
  !pointsBack.test(sentence) &&
  !/^(?:must|cannot|can|may|should|will|not|no longer)\b/i.test(sentence) &&
  !lacksSubject.test(sentence) &&
  !leansOn.test(clausesBehind(sentence)) &&
  !leaves.test(sentence) &&
  !ofUnit.test(sentence) &&
  isNamed(sentence, around);

/** “Flown when the gauge is high”, “Telling somebody is enough”: what is flown, and for what it is enough, was said before. */
const lacksSubject =
  /^(?:free(?: of charge)?|possible|available|valid|included|payable|due|refundable|open|closed|compulsory|mandatory|required|optional)\s+(?:up to|until|till|from|for|on|in|at|within|before|after|if|when|with|without|by|only|as|to|per|every|daily)\b|^(?:\p{L}+(?:own|ed|en|pt|lt|nt)|paid|made|sold|held|told|brought|bought)\s+(?:in|up|off|out|back)?\s*(?:when|if|only|by|on|in|at|for|until|from|to)\b|\b(?:is|are) (?:not )?enough[.!]?$/iu;

/** “A day is 24 hours from collection”: nobody doubts how long a day is. */
const ofUnit =
  /^(?:an?|one|each) (?:(?:full|half|whole|working|business|calendar|hire|rental) )?(?:minute|hour|day|night|week|weekend|month|quarter|year|half-day)s? (?:is|are|means?|lasts?|has|have|runs?|counts? as|equals?)\b/i;

/** Words that stand for something, refer to another place, or count the points of a list. */
const leaves =
  /\bones\b|\b(?:find|use|have|get|need|buy|take|bring|order|choose|if|every|each|another|new|old|next|first|second|last|other|same|cheaper|bigger|smaller) one\b(?! of\b)|\b(?:give|gives|tell|tells|write to|charge|charges|let|lets) that \w+|\banother \d|\bif (?:so|not)\b|\brather not\b|\bdo (?:so|that|this)\b|(?<!^|[,;:] |\b(?:and|but|or|that|where|if|when|because|as) )\bthere\b|(?<!^)\bhere\b|\b(?:extend|repeat|renew|confirm|appeal) (?:once|twice|again|it)\b|\b(?:rules?|points?|items?|notes?|parts?|paragraphs?|appendix|steps?|sections?|tables?) (?:no\.? )?\d|\b(?:see|as described|as explained) \w|^(?:first|second|third|fourth|fifth|last|then|next|finally)(?:ly)?\b/i;

/** “The fan must run” speaks of a fan that was named before: its noun must be in the heading, or be said more closely. */
function isNamed(sentence: string, around: string): boolean {
  const found =
    /^the ([\p{L}-]+) (?:with us |then |also |usually |normally )?(?:is|are|was|were|must|may|can|cannot|has|have|will|costs?|takes?|lasts?|runs?|stands?|needs?|should|starts?|ends?)\b/iu.exec(
      sentence,
    );
  // “…, and the wait may be up to 45 minutes”: for what, something before it says.
  const later =
    /,? (?:and|but|so|while) the ([\p{L}-]+) (?:is|are|was|were|must|may|can|cannot|has|have|will|costs?|takes?|lasts?|should)\b/iu.exec(
      sentence,
    );
  const known = `${around} ${sentence.slice(0, later?.index ?? 0)}`.toLowerCase();
  return [found?.[1], later?.[1]].every(
    (noun) => noun === undefined || known.includes(noun.toLowerCase().replace(/s$/, '')),
  );
}

/** What is stated of somebody or something; an order in three words and a piece without a verb are no facts to ask for. */
function isFact(sentence: string): boolean {
  const words = sentence
    // “from the last three months” is no verb.
    .replaceAll(/\([^()]*\)|\b\d{1,2}(?:st|nd|rd|th)? May\b|\b(?:the|our|your|their|its) last\b/gi, ' ')
    .trim()
    .split(/\s+/);
  const isOrder = verbOf(words[0] ?? '', 'base');
  return words.slice(isOrder ? 0 : 1).some((word) => verbOf(word, 'any')) && (!isOrder || words.length >= 8);
}

/** A question that says itself what it asks about: of “How long does it take?” nobody knows what takes long. */
export const isOwnQuestion = (sentence: string): boolean =>
  sentence.endsWith('?') &&
  !pointsBack.test(sentence) &&
  !/\b(?:it|they|them|their|this|that|these|those|one|ones|here|there)\b/i.test(
    sentence.replace(
      /\b(?:is it (?:possible|allowed|true|necessary|safe|permitted)|(?:if|when) it (?:rains|snows|is (?:hot|cold|raining))|(?:is|are) there|that (?:is|are|was|has|have)|this (?:week|month|year|season|summer|winter))\b|(?<=\b(?:an?|the|my|your) \p{L}{3,}\b.{0,80})\b(?:it|they|them|their)\b/giu,
      '',
    ),
  );

/** “if the bird is ill, it is kept”, “a label that pays”: a pronoun behind its own noun is no lean. */
const clausesBehind = (sentence: string): string =>
  sentence.replace(
    /(?<=\b\p{L}{3,}\b.{8,}?)\b(?:unless|if|because|when|before|after|while|until|once|as|and|but|or|that|which|who) (?:it|they|its|their)\b/iu,
    '',
  );

const unit =
  'percent|cents?|euros?|eur|dollars?|usd|pounds?|francs?|seconds?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|months?|years?|weekdays|working days|business days|people|persons|adults|children|guests|members|times|items|books|pages|words|characters|rooms?|seats?|places|tickets?|points?|km|miles?|yards?|feet|kilometres?|kilometers?|metres?|meters?|m²|m³|km²|m|cm|mm|kg|kilograms?|kilos?|g|grams?|tonnes?|litres?|liters?|ml|mb|gb|tb|kb|degrees?|°c|volts?|watts?|kwh|stops?|floors?|attempts?|copies';
const month = 'january|february|march|april|may|june|july|august|september|october|november|december';
const amountPattern = new RegExp(
  [
    String.raw`(?<![\d:.])\d{1,2}(?::\d{2}(?:\s?[ap]\.?m\.?)?|(?:\.\d{2})?\s?[ap]\.?m\b\.?)(?![\d:])`,
    String.raw`\b\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:${month})(?: \d{4})?\b`,
    String.raw`(?:[€$£]|\beur)\s?\d+(?:[.,]\d+)*`,
    String.raw`(?<![\p{L}\d.,:/-])\d+(?:[.,]\d+)*(?:\s?[%€$£]|[ -](?:(?:working |business |calendar |opening |consecutive )?(?:hours|days|weeks)|${unit})(?![\p{L}\d²³]))?(?![\d:/\p{L}²³-]|\.\d)`,
  ].join('|'),
  'iu',
);

/** The value that a sentence is about; where it stands twice, or belongs to a name, a number to call or an address, there is none. */
export function amountIn(sentence: string): string | undefined {
  if (
    /@|https?:|\bwww\.|[÷×=·|<>]|\b(?:phone|telephone|call|dial|ring(?! road)|fax|section|chapter|article|version|revision|edition|release|firmware|iso|din|page|step|model)\b/i.test(
      sentence,
    )
  )
    return undefined;
  // “Under 16 may train” speaks of no day in May.
  const found = amountPattern.exec(sentence.replaceAll(/(?<=\d )may\b/g, 'can'));
  if (!found) return undefined;
  // “until 11 pm.” ends its sentence.
  const value = found[0].replace(/(?<=[ap]m)\.$/i, '');
  const before = sentence.slice(0, found.index);
  const isBare = /^\d+$/.test(value);
  // “Gate 4” and “the Alto 6” are names, and “24 and 31 May” is half of a date.
  const isName =
    isBare &&
    (/(?:^|\s)\p{Lu}[\p{L}\d]*\s$/u.test(before) ||
      /\b(?:deck|floor|room|line|gate|platform|zone|level)\s$/i.test(before));
  const isHalf =
    isBare &&
    new RegExp(`^ (?:and|or|to|–|-) ?\\d+ (?:${month})`, 'i').test(
      sentence.slice(found.index + value.length),
    );
  const repeats = sentence.indexOf(value) !== sentence.lastIndexOf(value);
  const after = sentence.slice(found.index + value.length);
  // “24-hour line” is a name, “45 minutes' walk” would lose its end, and a range has two halves.
  const isPiece =
    /^\d+(?:[.,]\d+)?-\p{L}/u.test(value) ||
    /^(?:['’]|-\p{L}|-?(?:fold|hour|day)s?\b)/u.test(after) ||
    /^ ?(?:to|–|-|and|or) ?[€$£]?\d/.test(after);
  // “The outdoor 50 m pool” is called so.
  const isCompound =
    /\d\s?(?:mm|cm|m|km|g|kg|ml|l|kwh)$/i.test(value) &&
    /^ (?!(?:long|wide|high|deep|tall|thick|away|apart|off|before|after|from|of|in|on|at|by|to|for|per|each|and|or|is|are|may|must|can|if|when|with|without|behind|around|above|below|under|over|as|than|only|more|less|free)\b)\p{Ll}{3,}/u.test(
      after,
    );
  // A bare number counts what follows it, or it is the number of something.
  const isBareName = isBare && !/^ \p{Ll}{3,}s?\b/u.test(after);
  // “per 24 hours” is what something else is counted by, and about so many people is no fact to insist on.
  const isLoose =
    /\b(?:per|every|each)\s$/i.test(before) ||
    (/\b(?:about|around|roughly|some|nearly|almost)\s$/i.test(before) &&
      !/\b(?:minutes?|hours?|days?|weeks?)$/i.test(value));
  return isName || isHalf || repeats || isPiece || isCompound || isBareName || isLoose || isOffer(sentence)
    ? undefined
    : value;
}

/** “2 for 1”, “3 for the price of 2”, “buy 2 get 1 free”: an offer is called so, and with another number it is another offer. */
const isOffer = (sentence: string): boolean =>
  new RegExp(
    String.raw`\b(?:${few})[ -]for[ -](?:the price of )?[€$£]?(?:${few})\b(?! (?:minutes?|hours?|days?|nights?|weeks?|months?|years?)\b)|\b(?:buy|take|book|order) (?:${few})\b[^.;]{0,40}?\b(?:get|pay(?: for)?|receive) (?:only )?(?:the )?(?:${few}|${few}th|second|third|next|cheapest)\b`,
    'i',
  ).test(sentence);
const few = String.raw`\d+|one|two|three|four|five|six`;

/** “2”: a number of one digit and nothing behind it stands in any answer that counts its points. */
export const isInAnyAnswer = (value: string): boolean => /^\d$/.test(value);

/** The one amount of a few words: “every 3 minutes” may be said otherwise, as long as it is 3 minutes. */
export function valueOf(words: string): string | undefined {
  const found = amountsIn(words);
  return found.length === 1 ? found[0] : undefined;
}

export const amountsIn = (words: string): readonly string[] =>
  words.match(new RegExp(amountPattern, 'giu')) ?? [];

const numberIn = (value: string): string => /\d+(?:[.,]\d+)*/.exec(value)?.[0] ?? value;

const datesIn = (sentence: string): number =>
  amountsIn(sentence).filter((one) => new RegExp(`\\b(?:${month})\\b`, 'i').test(one)).length;

type AmountTest = SentenceTest & { readonly values: readonly string[] };

/** What is asked of an amount, and the same sentence told with another one; nothing where it is not surely understood. */
export function ofAmount(
  sentence: string,
  heading: string,
  around = heading,
): {
  readonly asked?: AmountTest;
  readonly told?: AmountTest;
  readonly both?: SentenceTest;
} {
  const isWhole = /^[\p{L}\d“"]/u.test(sentence) && sentence.split(' ').length >= 4 && hasPairs(sentence);
  if (!isWhole || !isFact(sentence) || !standsAlone(sentence, around)) return {};
  const hours = hoursQuestion(sentence);
  if (hours !== undefined)
    return {
      asked: { ...hours, expected: sentence, category: 'Detail', why: 'These times are given.' },
    };
  const value = amountIn(sentence) ?? wordAmountIn(sentence);
  if (value === undefined || isInAnyAnswer(value)) return {};
  const prompt = naturalQuestion(sentence, value);
  // “Missed appointment is £50” below “Compensation” is what one gets, and no price of it.
  const isPaidOut = paidOut.test(heading) && /^How much (?:is|are|do you charge)\b/.test(prompt ?? '');
  const asked =
    // “Entries close 10 October and 15 May”: one date of two is half of an answer.
    prompt === undefined || isPaidOut || holdsValue(prompt, value) || datesIn(sentence) > 1
      ? {}
      : {
          asked: {
            prompt,
            expected: sentence,
            values: [value],
            category: 'Detail',
            why: 'This value is given.',
          },
        };
  const place = sentence.indexOf(value);
  const other = anotherIn(sentence, value, place);
  if (
    other === undefined ||
    // Of two times of day, one told wrongly contradicts the other.
    (sentence.match(/\d[:.]\d\d\b(?! ?(?:[%€$£]|eur))/gi) ?? []).length > 1 ||
    leansOnCase(sentence) ||
    sentence.includes(';') ||
    verbOf(sentence.split(' ', 1)[0] ?? '', 'base') ||
    /^please\b/i.test(sentence)
  )
    return asked;
  const wrong = sentence.replace(value, other);
  return {
    ...asked,
    // “7 days” beside “10 days and again after 21 days” does not say which of the two.
    // … and what goes on behind it stands between the two.
    ...(amountsIn(sentence).filter((one) => kindOf(one) === kindOf(value)).length === 1 &&
    !sentence.slice(place).includes(',')
      ? {
          both: {
            prompt: heard(wrong, value),
            expected: sentence,
            category: 'Choice',
            why: 'One of two values is true; who agrees with everything, or denies it, does not say which.',
          },
        }
      : {}),
    told: {
      prompt: told(wrong),
      expected: `No. ${sentence}`,
      values: [value],
      category: 'False premise',
      why: 'The value was changed; a right answer names the true one.',
    },
  };
}

/** Another amount that stands nowhere in the sentence. */
function anotherIn(sentence: string, value: string, place: number): string | undefined {
  const [before, after] = [sentence.slice(0, place), sentence.slice(place + value.length)];
  const first = otherAmount(value, before, after);
  if (first === undefined || !holdsValue(sentence, numberIn(first))) return first;
  const second = otherAmount(first, before, after);
  return second === undefined || holdsValue(sentence, numberIn(second)) ? undefined : second;
}

const paidOut =
  /\b(?:compensation|refunds?|reimbursements?|allowances?|bonus(?:es)?|benefits?|payouts?|grants?|rewards?)\b/i;

/** What is plainly no name is told in the speaker’s own words, the rest as it was read. */
const told = (wrong: string): string =>
  isRetold(wrong) ? `I read that ${retold(wrong)}. Is that right?` : `I read: “${wrong}” Is that right?`;
const isRetold = (wrong: string): boolean =>
  /^(?:an?|the|all|most) (?!.*\b(?:we|our|us|you|your)\b)/i.test(wrong) && !/[!:;]/.test(wrong);
const retold = (wrong: string): string =>
  `${wrong[0]?.toLowerCase() ?? ''}${wrong.slice(1).replace(/[.]+$/, '')}`;

const kindOf = (value: string): string => value.replaceAll(/[\d.,\s]|s$/g, '').toLowerCase();

/** Two people said two things, and one of them is right. */
const heard = (wrong: string, value: string): string =>
  // Nobody else says “we” of the company: that was read.
  /\b(?:we|our|us|ours)\b/i.test(wrong)
    ? `I read: “${wrong}” Somebody told me ${value}. Which is right?`
    : isRetold(wrong)
      ? `Somebody told me that ${retold(wrong)}, and somebody else said ${value}. Which is right?`
      : `Somebody told me: “${wrong}” Somebody else said ${value}. Which is right?`;

/** “four weeks”: a small number in words, with its unit. */
function wordAmountIn(sentence: string): string | undefined {
  const found =
    sentence.match(
      /\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve) (?:working |business )?(?:minutes|hours|days|weeks|months|years)\b/gi,
    ) ?? [];
  return found.length === 1 && !/\d/.test(sentence) ? found[0] : undefined;
}

const hasPairs = (sentence: string): boolean => sentence.split('(').length === sentence.split(')').length;

/** An expected value that stands in the question, or is a word of any answer, decides nothing. */
export const holdsValue = (prompt: string, value: string): boolean =>
  new RegExp(
    `(?<![\\p{L}\\d])${value.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}(?![\\p{L}\\d])`,
    'iu',
  ).test(prompt);

/** What must not be is asked as somebody would who does not know it; what may be, anybody guesses. */
export function ofRule(sentence: string): SentenceTest[] {
  const prompt = ruleQuestion(sentence);
  // “Trips to other countries are not insured”: which ones are, was said before.
  return prompt === undefined ||
    /\b(?:to|from|with|by|in|on|at|for|of|all|any|every|the) other\b/i.test(sentence)
    ? []
    : [{ prompt, begins: 'no', expected: `No. ${sentence}`, category: 'Rule', why: 'The document says so.' }];
}
