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
  /^(?:it|this|that|these|those|they|he|she|we then|both|otherwise|then|also|here|there|however|but|and|or|so|in this case|in that case|after that|afterwards|instead|for (?:example|instance)|e\.g|without|until then|only|other|others|another|all other|any other|such|later|earlier|further|every further|the (?:result|latter|former|same|other|rest|above|following|code|table|example)|apart from)\b/i;
const leansOn =
  /\b(?:both(?! the\b| ships?\b| of\b)|its?|itself|they|them|their|theirs|he|she|him|her|this|these|those|such|the latter|the former|the above|as above|otherwise|handed in later|for (?:example|instance)|e\.g|(?:for|in|on|at|to|of|by|from|during|with) that \w+)\b|\bexempt(?!ed)\b(?! from)|\b(?:without|with) the (?:card|form|ticket|code|permit|pass|label|key|receipt)\b|\bis not \w+, apart from\b/i;

/** Whether a sentence says what it says without the ones around it. */
export const standsAlone = (sentence: string): boolean =>
  !pointsBack.test(sentence) &&
  !/^(?:must|cannot|can|may|should|will)\b/i.test(sentence) &&
  !leansOn.test(clausesBehind(sentence));

/** A question is asked with all that it says, whatever it points to. */
export const isOwnQuestion = (sentence: string): boolean =>
  sentence.endsWith('?') && !pointsBack.test(sentence);

/** “if the bird is ill, it is kept”, “a label that pays”: a pronoun behind its own noun is no lean. */
const clausesBehind = (sentence: string): string =>
  sentence.replace(
    /(?<=\b\p{L}{3,}\b.{8,}?)\b(?:unless|if|because|when|before|after|while|until|once|as|and|but|or|that|which|who) (?:it|they|its|their)\b/iu,
    '',
  );

const unit =
  'percent|cents?|euros?|eur|dollars?|usd|pounds?|francs?|seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|weekdays|working days|business days|people|persons|adults|children|guests|members|times|items|books|pages|words|characters|rooms?|seats?|places|tickets?|points?|km|kilometres?|kilometers?|metres?|meters?|m|cm|mm|kg|kilograms?|kilos?|g|grams?|tonnes?|litres?|liters?|ml|mb|gb|tb|kb|degrees?|°c|volts?|watts?|kwh|stops?|floors?|attempts?|copies';
const month = 'january|february|march|april|may|june|july|august|september|october|november|december';
const amountPattern = new RegExp(
  [
    String.raw`(?<![\d:.])\d{1,2}:\d{2}(?:\s?[ap]\.?m\.?)?(?![\d:])`,
    String.raw`\b\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:${month})(?: \d{4})?\b`,
    String.raw`[€$£]\s?\d+(?:[.,]\d+)*`,
    String.raw`(?<![\p{L}\d.,:/-])\d+(?:[.,]\d+)*(?:\s?[%€$£]|[ -](?:${unit})(?![\p{L}\d]))?(?![\d:/\p{L}-]|\.\d)`,
  ].join('|'),
  'iu',
);

/** The value that a sentence is about; where it stands twice, or belongs to a name, a number to call or an address, there is none. */
export function amountIn(sentence: string): string | undefined {
  if (
    /@|https?:|\bwww\.|[÷×=·|<>]|\b(?:phone|telephone|call|fax|section|chapter|article|version|revision|edition|page|step|model)\b/i.test(
      sentence,
    )
  )
    return undefined;
  const found = amountPattern.exec(sentence);
  if (!found) return undefined;
  const [value] = found;
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
  return isName || isHalf || repeats ? undefined : value;
}

/** A value is left out, and then another one put in its place. */
export function ofAmount(
  sentence: string,
  heading: string,
): (SentenceTest & { readonly values: readonly string[] })[] {
  const isWhole = /^[\p{L}\d“"]/u.test(sentence) && sentence.split(' ').length >= 4 && hasPairs(sentence);
  const value = isWhole && standsAlone(sentence) ? amountIn(sentence) : undefined;
  if (value === undefined) return [];
  const title = heading.replace(/^[A-Z]?\d+(?:\.\d+)*[.)]?\s+/, '').slice(0, 100);
  const about = title === '' ? '' : ` (${title})`;
  const gap = `Complete the statement with the right value${about}: “${sentence.replace(value, '…')}”`;
  const other = otherThan(value, sentence.slice(0, sentence.indexOf(value)));
  const wrong =
    other === undefined || sentence.includes(other) || /^please\b/i.test(sentence)
      ? undefined
      : sentence.replace(value, other);
  return [
    { prompt: gap, expected: value, values: [value], category: 'Detail', why: 'This value is given.' },
    ...(wrong === undefined
      ? []
      : [
          {
            prompt: `I was told: “${wrong}” Is that right?`,
            expected: `No. ${sentence}`,
            values: [value],
            category: 'False premise',
            why: 'The value was changed; a right answer names the true one.',
          },
        ]),
  ].filter(({ prompt }) => !holdsValue(prompt, value));
}

const hasPairs = (sentence: string): boolean => sentence.split('(').length === sentence.split(')').length;

/** An expected value that stands in the question, or is a word of any answer, decides nothing. */
export const holdsValue = (prompt: string, value: string): boolean =>
  new RegExp(
    `(?<![\\p{L}\\d])${value.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}(?![\\p{L}\\d])`,
    'iu',
  ).test(prompt);

/**
 * Another amount of the same kind, on the side where the statement becomes false: “above 15 needs a receipt” still holds
 * where 10 is the limit. Dates and times of day have no neighbour that is surely wrong, nor has half of a range.
 */
function otherThan(value: string, before: string): string | undefined {
  if (/:|\d(?:st|nd|rd|th)?(?: of)? \p{Lu}/u.test(value) || /\bbetween\b|\bfrom\b/i.test(before))
    return undefined;
  const [number = ''] = /\d+(?:[.,]\d+)*/.exec(value) ?? [];
  if (!/^\d{1,4}(?:\.\d{1,2})?$/.test(number) || Number(number) <= 1) return undefined;
  const isFloor =
    /(?<!\bno )\b(?:above|(?:longer|more|later|older|higher) than|over|aged|exceeds?|exceeding)\s+\D?$/i.test(
      before,
    );
  const step = Number(number) < 10 ? 2 : 5;
  const changed = Number(number) + (isFloor ? -step : step);
  if (changed <= 1 || (value.endsWith('%') && changed > 100)) return undefined;
  return value.replace(number, changed.toFixed(number.split('.')[1]?.length ?? 0));
}

/** What must, may or must not be: told as it is, and once turned round. */
export function ofRule(sentence: string): SentenceTest[] {
  const found =
    /^(.{3,120}?) (must not|may not|must|may|cannot|can|is not|are not|is|are|need not|needs? to|has to|have to) (.{3,})\.$/i.exec(
      sentence,
    );
  const [, subject, verb = '', rest = ''] = found ?? [];
  if (!subject || /[,;:]/.test(subject) || /^(?:there|you|if|when|what|who|please)\b/i.test(subject))
    return [];
  const ask = (text: string): string => `Is this right? Please begin your answer with yes or no. “${text}”`;
  const opposite = opposites[verb.toLowerCase()];
  const isPlain = !/\b(?:not|no|never|unless|except|only|without)\b|[;,]/i.test(`${subject} ${rest}`);
  return [
    {
      prompt: ask(sentence),
      expected: `Yes. ${sentence}`,
      begins: 'yes',
      category: 'Rule',
      why: 'This is a rule as it stands.',
    },
    ...(opposite && isPlain
      ? [
          {
            prompt: ask(`${subject} ${opposite} ${rest}.`),
            expected: `No. ${sentence}`,
            begins: 'no' as const,
            category: 'False premise',
            why: 'The rule was turned round; a right answer says that it is otherwise.',
          },
        ]
      : []),
  ];
}

const opposites: Readonly<Record<string, string>> = {
  'must not': 'may',
  'may not': 'may',
  cannot: 'can',
  'is not': 'is',
  'are not': 'are',
};
