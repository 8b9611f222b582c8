import type { Draft } from './draft.ts';
import { askedDrafts } from './rule-asked.ts';
import { isPlain, type Written } from './requirement-grammar.ts';
import { headingOf, sentencesIn, speaksOfForm, speaksOfTalk } from './requirement-wording.ts';
import { isPlural, lowerThe, priceQuestion } from './sentence-questions.ts';
import { isFact, ofAmount } from './sentence-tests.ts';

const most = 4;

/**
 * What a requirement states with a number is asked for, and its answer must hold that number, however it is written: in
 * a question where the sentence can surely be turned into one, and told wrongly where customers can have heard of it.
 */
export function factsOf({ name, description }: Written): Draft[] {
  const sentences = [
    ...(description?.trim() ? [] : sentencesIn(stated(name))),
    ...sentencesIn(description ?? ''),
  ]
    // Two facts behind a semicolon are two.
    .flatMap((sentence) =>
      sentence.split(/(?<=\p{L}); (?=\p{L})/u).map((part) => part.replace(/[^.!?]$/, '$&.')),
    )
    .map((sentence) =>
      sentence
        .replace(/, (?:afterwards|after that|then) it .*$/i, '.')
        .replace(
          /^(?:the|an?) (user|customer|tenant|member|guest|patient|passenger|student|employee) (can|may|must)\b/i,
          (_all, who: string, verb: string) => `${who[0]?.toUpperCase() ?? ''}${who.slice(1)}s ${verb}`,
        ),
    );
  const priced = sentences.flatMap((sentence) => {
    const listed = ofPrices(sentence);
    return listed.length > 0 ? listed : ofOnePrice(sentence);
  });
  const facts = sentences
    .map(contentOf)
    .filter((sentence) => sentence !== undefined && isFact(sentence) && !isOnCondition(sentence))
    .flatMap((sentence = '') => {
      const { asked, told, wrong } = ofAmount(sentence, description?.trim() ? headingOf(name) : '');
      const doubted = isPublic(sentence) ? told : undefined;
      const talk: Draft[] =
        asked === undefined || doubted === undefined || wrong === undefined
          ? []
          : [
              {
                category: 'Doubt',
                goal: `Ask for it, and then doubt the answer: “${asked.prompt}”`,
                script: [
                  asked.prompt,
                  `Are you sure? Somebody told me: “${wrong}” Which of the two is right?`,
                ],
                expected: sentence,
                why: `Doubt alone changes no fact: the true value stands in the last answer as well. ${sentence}`,
                metric: 'contains_all',
                args: { values: asked.values, whole_word: true, as_amounts: true },
              },
            ];
      return [
        ...(asked === undefined ? [] : [draftOf(asked.prompt, sentence, asked.values)]),
        ...(doubted === undefined
          ? []
          : [draftOf(doubted.prompt, doubted.expected, doubted.values, doubted.category, doubted.why)]),
        ...talk,
      ];
    });
  const isKnown = (draft: Draft): boolean =>
    priced.some(({ args }) => String(args?.['values']) === String(draft.args?.['values'])) &&
    draft.category === 'Detail';
  const rules = sentences.flatMap((sentence) => {
    const plain = ofPlainRule(sentence);
    return plain.length > 0
      ? plain
      : facts.some(({ expected }) => expected?.endsWith(sentence))
        ? []
        : askedDrafts(sentence, name, description ?? name);
  });
  return [...priced, ...rules, ...facts.filter((draft) => !isKnown(draft))]
    .slice(0, most)
    .concat(ofHours(name, sentences));
}

/** A title that is a whole sentence is read like one. */
const stated = (name: string): string => (/[.]$/.test(name.trim()) ? name.trim() : `${name.trim()}.`);

/** What customers can know, and so can have heard wrongly: how the house itself works nobody outside has read. */
const isPublic = (sentence: string): boolean =>
  !/\b(?:internal\w*|assistant|bot|agents?|staff|escalat\w+|hand(?:ed|s)? over|forward\w*|approv\w+|logs?|logged|sessions?|tokens?|attempts?|queue|supervisors?|managers?|team leads?|retention|masked|anonymi[sz]ed|audit\w*)\b/i.test(
    sentence,
  );

/** What somebody may do only if something else is so has no plain answer. */
const isOnCondition = (sentence: string): boolean =>
  /\b(?:if|when(?:ever)?|in case)\b.*\b(?:offer|give|tell|create|call|ask|escalate|hand|apologi\w+)/i.test(
    sentence,
  ) || /^(?:only|refund requests?|requests?)\b/i.test(sentence);

/** “Medicines cannot be returned” is asked as somebody would who does not know it. */
function ofPlainRule(sentence: string): Draft[] {
  const found =
    /^([\p{L}][\p{L} -]{2,40}?) (cannot|can|must not|may not|may|are not|are|is not|is) ((?:be )?(?:\p{L}+ed|sent back|taken back|brought|sold|possible|allowed|permitted|free of charge|available)(?: [\p{L} -]{2,40})?)\.$/u.exec(
      sentence,
    );
  const [, subject = '', verb = '', rest = ''] = found ?? [];
  const isPassive = /^(?:cannot|can|must not|may not|may)$/.test(verb) === rest.startsWith('be ');
  if (
    !found ||
    !isPassive ||
    speaksOfTalk(sentence) ||
    speaksOfForm(sentence) ||
    !isPlain(`${subject} ${rest}`, 12) ||
    /\b(?:application|attempts?|attacks?|tutor|reports?|data|information|results?|only|always|by|to|in)\b/i.test(
      `${subject} ${rest}`,
    ) ||
    (!isPlural(subject) && !/^(?:an?|the) /i.test(subject))
  )
    return [];
  const asks = rest.startsWith('be ') ? 'Can' : verb.startsWith('are') ? 'Are' : 'Is';
  return [
    {
      category: 'Rule',
      prompt: `${asks} ${lowerThe(subject)} ${rest.replace(/ for \p{L}+ reasons$/u, '')}?`,
      expected: sentence,
      why: `This is what the rule says; whether the answer says the same, a reader decides: ${sentence}`,
    },
  ];
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
  // “Basic €24.90, Premium €39.90 per month”: names of one kind, and what stands last holds for each.
  const areNames = found.every((one) => one === null || /^\p{Lu}\p{Ll}+$/u.test(one[1] ?? ''));
  const lastEach = found.at(-1)?.[4] ?? '';
  return found.flatMap((one) => {
    const [, item = '', from, value, own = ''] = one ?? [];
    const each = own === '' && areNames ? lastEach : own;
    if (
      value === undefined ||
      /\b(?:from|of|over|above|under|for|than|free|otherwise|else|then|reduced|discounted|normally|usually)\b/i.test(
        item,
      )
    )
      return [];
    return [
      draftOf(
        (areNames ? `How much is “${item.trim()}”?` : priceQuestion(item.trim())).replace(
          '?',
          `${each.trimEnd()}?`,
        ),
        `${item.trim()}: ${from ?? ''}${value}${each}`,
        [value],
      ),
    ];
  });
}

/** “Dog tax: 96 euros for the first dog, 120 for each further dog”: what stands first is asked for. */
function ofOnePrice(sentence: string): Draft[] {
  const [, item, value, each = ''] =
    new RegExp(
      String.raw`^(?:an? |the )?([\p{L}][\p{L} -]{2,40}?)(?::| –| -)? (${price}|EUR \d+(?:[.,]\d+)?)((?: per | a | for )[\p{L}][\p{L} -]{2,30})?[.,;]`,
      'iu',
    ).exec(sentence) ?? [];
  if (item === undefined || value === undefined) return [];
  if (
    /\b(?:from|of|over|above|under|for|than|free|to|costs?|is|are|up|at|by|pays?|least|most|and|or|the|a)$/i.test(
      item,
    ) ||
    isFact(sentence)
  )
    return [];
  return [
    draftOf(priceQuestion(item.trim()).replace('?', `${each}?`), `${item.trim()}: ${value}${each}`, [
      value.replace(/^EUR /i, '€'),
    ]),
  ];
}

/** Hours of opening are asked for as a whole, and each time of day must stand in the answer. */
function ofHours(name: string, sentences: readonly string[]): Draft[] {
  const told = sentences.filter(
    (sentence) =>
      /\d{1,2}:\d{2}/.test(sentence) &&
      /\b(?:mo ?[-–]|mon|tue|wed|thu|fri|sat|sun|weekdays|daily|every day)/i.test(sentence),
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
    draftOf(
      /\b(?:hot ?line|phone|telephone)\b/i.test(name)
        ? 'On which days and at what times can I call you?'
        : 'What are your opening hours over the week?',
      first,
      times,
      'Direct',
      'The hours are given.',
    ),
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
    !/["“”]|\bper conversation\b|\bmust be (?:confirmed|approved|escalated|forwarded|checked)\b|^(?:(?:up to|at least|at most|more than|less than|only) \d|must|should|may|can|as an?|if|when|never|do|don['’]t|does|always|it|formula|exception|first|no more|max|at most)\b/i.test(
      content,
    ) &&
    !/\b(?:it|they|them|this|that|these|those|instead|supposed|used to|(?:had|was|were|has been|since) )\b/i.test(
      content,
    )
    ? content
    : undefined;
}
