import type { Draft } from './draft.ts';
import type { Written } from './requirement-grammar.ts';
import { headingOf, sentencesIn, speaksOfTalk } from './requirement-wording.ts';
import { isFact, ofAmount } from './sentence-tests.ts';

const most = 4;

/** What a requirement states with a number is asked for, and its answer must hold that number, however it is written. */
export function factsOf({ name, description }: Written): Draft[] {
  const sentences = sentencesIn(description ?? '');
  const drafts = [
    ...sentences.flatMap(ofPrices),
    ...sentences
      .map(contentOf)
      .filter((sentence) => sentence !== undefined && isFact(sentence))
      .flatMap((sentence, place) => {
        const [gap, twisted] = ofAmount(sentence ?? '', headingOf(name));
        const chosen = place % 2 === 1 ? (twisted ?? gap) : gap;
        return chosen === undefined
          ? []
          : [draftOf(chosen.prompt, chosen.expected, chosen.values, chosen.category, chosen.why)];
      }),
  ].slice(0, most);
  return [...drafts, ...ofHours(name, sentences)];
}

const draftOf = (
  prompt: string,
  expected: string,
  values: readonly string[],
  category = 'Detail',
  why = 'This value is given.',
): Draft => ({
  category,
  prompt,
  expected,
  why,
  metric: 'contains_all',
  args: { values, whole_word: true, as_amounts: true },
});

const price = String.raw`(?:[€$£]\s?\d+(?:[.,]\d+)?|\d+(?:[.,]\d+)?\s?(?:[€$£]|euros?|eur|dollars?|usd|pounds?|gbp))`;
const priced = new RegExp(
  String.raw`^(?:and )?(?:an? |the )?([\p{L}][\p{L} -]{2,40}?)(?: costs?| is| are|:)?,? (from )?(${price})((?: per| an?| each)? ?(?:person|month|week|day|hour|night|year|visit|lesson|item)?)$`,
  'iu',
);

/** “Consultation 48 euros, nail trim 15 euros”: each is asked for by its name. */
function ofPrices(sentence: string): Draft[] {
  const parts = sentence.replace(/[.]+$/, '').split(/,\s+|;\s+|\s+and\s+(?=\p{L}[\p{L} -]* \d)/u);
  const found = parts.map((part) => priced.exec(part.trim()));
  if (found.filter((one) => one !== null).length < 2) return [];
  return found.flatMap((one) => {
    const [, item = '', from, value, each = ''] = one ?? [];
    if (value === undefined) return [];
    return [
      draftOf(
        priceQuestion(item.trim()).replace('?', `${each.trimEnd()}?`),
        `${item.trim()}: ${from ?? ''}${value}${each}`,
        [value],
      ),
    ];
  });
}

function priceQuestion(item: string): string {
  const name = /^\p{Lu}\p{Ll}/u.test(item) ? `${item[0]?.toLowerCase()}${item.slice(1)}` : item;
  if (
    /^(?:adults|students|children|seniors|pensioners|members|families|groups|visitors|guests|pupils|apprentices|locals|residents)$/i.test(
      name,
    )
  )
    return `How much do ${name} pay?`;
  if (/[^s]s$/.test(name)) return `How much are ${name}?`;
  const isMass =
    /(?:ing|delivery|shipping|breakfast|storage|insurance|wi-?fi|luggage|postage|access|training)$/i.test(
      name,
    );
  return isMass ? `How much is ${name}?` : `How much is ${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}?`;
}

/** Hours of opening are asked for as a whole, and each time of day must stand in the answer. */
function ofHours(name: string, sentences: readonly string[]): Draft[] {
  const told = sentences.filter(
    (sentence) =>
      /\d{1,2}:\d{2}/.test(sentence) &&
      /\b(?:mon|tue|wed|thu|fri|sat|sun|weekdays|daily|every day)/i.test(sentence),
  );
  const [first] = told;
  if (
    !/\b(?:opening|business|office) (?:hours|times)\b|^(?:hours|open)$/i.test(name.trim()) ||
    first === undefined ||
    told.length > 1
  )
    return [];
  const times = [...new Set(first.match(/\b\d{1,2}:\d{2}\b/g) ?? [])];
  return [
    draftOf('What are your opening hours over the week?', first, times, 'Direct', 'The hours are given.'),
  ];
}

/** What is told to people, without that it is told: “must mention that a receipt is needed” says a receipt is needed. */
function contentOf(sentence: string): string | undefined {
  const told =
    /^(?:(?:the assistant|the bot|it|and)? ?)(?:must |should |always )*(?:mentions?|says?|states?|explains?|tells? (?:people|users|customers)) that (.+)$/i.exec(
      sentence,
    )?.[1];
  const content = (told ?? sentence).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  return /[.]$/.test(content) &&
    !speaksOfTalk(content) &&
    !/["“”]|\bper conversation\b|^(?:must|should|may|can|as an?|if|when|never|do|don['’]t|does|always|it|formula|exception|first|no more|max|at most)\b/i.test(
      content,
    ) &&
    !/\b(?:it|they|them|this|that|these|those|instead|supposed|used to|(?:had|was|were|has been|since) )\b/i.test(
      content,
    )
    ? content
    : undefined;
}
