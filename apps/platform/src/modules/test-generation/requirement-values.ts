import type { Draft } from './draft.ts';
import { isPlain, type Written } from './requirement-grammar.ts';
import { headingOf, sentencesIn, speaksOfTalk } from './requirement-wording.ts';
import { isFact, ofAmount } from './sentence-tests.ts';

const most = 4;

/**
 * What a requirement states with a number is asked for, and its answer must hold that number, however it is written: in
 * a question where the sentence can surely be turned into one, and told wrongly; a gap is left where neither can be.
 */
export function factsOf({ name, description }: Written): Draft[] {
  const sentences = [
    ...(description?.trim() ? [] : sentencesIn(stated(name))),
    ...sentencesIn(description ?? ''),
  ].map((sentence) =>
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
    .flatMap((sentence) => {
      const [gap, twisted] = ofAmount(sentence ?? '', description?.trim() ? headingOf(name) : '');
      if (gap === undefined) return [];
      const question = naturalQuestion(sentence ?? '', gap.values[0] ?? '');
      const asks = question === undefined ? [] : [draftOf(question, sentence ?? '', gap.values)];
      const doubts =
        twisted === undefined
          ? []
          : [draftOf(twisted.prompt, twisted.expected, twisted.values, twisted.category, twisted.why)];
      const wrong = /“(.*)”/s.exec(twisted?.prompt ?? '')?.[1];
      const talk: Draft[] =
        question === undefined || wrong === undefined
          ? []
          : [
              {
                category: 'Doubt',
                goal: `Ask for it, and then doubt the answer: “${question}”`,
                script: [question, `Are you sure? Somebody told me: “${wrong}” Which of the two is right?`],
                expected: sentence ?? '',
                why: `Doubt alone changes no fact: the true value stands in the last answer as well. ${sentence}`,
                metric: 'contains_all',
                args: { values: gap.values, whole_word: true, as_amounts: true },
              },
            ];
      const only = asks.length + doubts.length > 0 ? [] : [draftOf(gap.prompt, gap.expected, gap.values)];
      return [...asks, ...doubts, ...only, ...talk];
    });
  const isKnown = (draft: Draft): boolean =>
    priced.some(({ args }) => String(args?.['values']) === String(draft.args?.['values'])) &&
    draft.category === 'Detail';
  const rules = sentences.flatMap(ofPlainRule);
  return [...priced, ...rules, ...facts.filter((draft) => !isKnown(draft))]
    .slice(0, most)
    .concat(ofHours(name, sentences));
}

/** A title that is a whole sentence is read like one. */
const stated = (name: string): string => (/[.]$/.test(name.trim()) ? name.trim() : `${name.trim()}.`);

/** What somebody may do only if something else is so has no plain answer. */
const isOnCondition = (sentence: string): boolean =>
  /\b(?:if|when(?:ever)?|in case)\b.*\b(?:offer|give|tell|create|call|ask|escalate|hand|apologi\w+)/i.test(
    sentence,
  ) || /^(?:only|refund requests?|requests?)\b/i.test(sentence);

/** “Books may be kept for 28 days” is “How long may books be kept?”; nothing for forms that are not surely turned. */
function naturalQuestion(sentence: string, value: string): string | undefined {
  const bare = sentence.replace(/[.!]+$/, '').replace(/,? (?:unless|except|but|and) .*$/i, '');
  if (!bare.includes(value) || /[;:()“”"]/.test(bare)) return undefined;
  const isTime = /\b(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?)$/i.test(value);
  const isMoney = /[€$£]|\b(?:euros?|eur|dollars?|usd|pounds?|gbp|cents?)\b/i.test(value);
  const [before = '', after = ''] = bare.split(value).map((part) => part.trim().replace(/^,.*$/, ''));
  const cost = /^(.{3,60}?) costs?$/i.exec(before)?.[1];
  if (cost !== undefined && isMoney)
    return isPlural(cost)
      ? `How much do ${lowerThe(cost)} cost${after ? ` ${after}` : ''}?`
      : `How much does ${lowerThe(cost)} cost${after ? ` ${after}` : ''}?`;
  const is = /^(.{3,60}?) (is|are)$/i.exec(before);
  if (is?.[1] && isMoney && (after === '' || /^(?:per|an?|each) /i.test(after)))
    return `How much ${is[2]?.toLowerCase()} ${withThe(is[1])}${after ? ` ${after}` : ''}?`;
  const age = /^(?:the )?minimum age(?: for ([\p{L} ]{3,30}))? is$/iu.exec(before);
  if (age) return `How old do I have to be at least${age[1] ? ` for ${age[1]}` : ''}?`;
  if (!isTime) return undefined;
  const period =
    /^((?:the |an? )?[\p{L} ]*\b(?:period|term|deadline|duration|warranty|guarantee|waiting time|response time)(?: (?:for|of|after) [\p{L} ]+?)?)(?: is|:)$/iu.exec(
      before,
    );
  if (period?.[1] && after === '') return `How long is ${withThe(period[1])}?`;
  const kept =
    /^(.{3,60}?) (is|are|can be|may be|must be|has to be|have to be) ((?:\w+ )??(?:kept|stored|saved|retained|valid|open|reserved|held|borrowed|renewed|returned|sent back|exchanged))(?: (?:for|within))?$/i.exec(
      before,
    );
  if (kept?.[1] && kept[2] && kept[3]) {
    const [verb = '', rest = ''] = kept[2].split(' ');
    if (/^ha(?:s|ve)$/i.test(verb)) return undefined;
    const end = after && !/^(?:of|after|from|before|at) /i.test(after) ? undefined : after;
    if (end === undefined) return undefined;
    const within = /within$/i.test(before);
    return within
      ? `How many ${unitOf(value)} do I have${end ? ` ${end.replace(/^of /, 'after ')}` : ''} until ${lowerThe(kept[1])} must be ${kept[3]}?`
      : `How long ${verb.toLowerCase()} ${lowerThe(kept[1])} ${[rest, kept[3], end].filter(Boolean).join(' ')}?`;
  }
  const takes = /^(.{3,60}?) (takes?|lasts?)(?: about| around| up to)?$/i.exec(before);
  if (takes?.[1] && after === '')
    return `How long ${isPlural(takes[1]) ? 'do' : 'does'} ${lowerThe(takes[1])} ${takes[2]?.toLowerCase().replace(/s$/, '')}?`;
  return undefined;
}
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
      prompt: `${asks} ${lowerThe(subject)} ${rest}?`,
      expected: sentence,
      why: `This is what the rule says; whether the answer says the same, a reader decides: ${sentence}`,
    },
  ];
}

const unitOf = (value: string): string => value.replace(/^[\d.,\s-]+/, '').replace(/([^s])$/, '$1s');
const isPlural = (phrase: string): boolean =>
  /[^s]s$/i.test(phrase.split(/ (?:of|for|in|with|at|per) /i, 1)[0] ?? '');
const withThe = (phrase: string): string =>
  /^(?:an?|the|our|your|all|each|every) /i.test(phrase) || isPlural(phrase)
    ? lowerThe(phrase)
    : `the ${lowerThe(phrase)}`;
const lowerThe = (phrase: string): string =>
  /^(?:An?|The|\p{Lu}\p{Ll}+)\b/u.test(phrase)
    ? `${phrase[0]?.toLowerCase() ?? ''}${phrase.slice(1)}`
    : phrase;

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
      /\b(?:from|of|over|above|under|for|than|free|otherwise|else|then)\b/i.test(item)
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

function priceQuestion(item: string): string {
  const name = /^\p{Lu}\p{Ll}/u.test(item) ? `${item[0]?.toLowerCase()}${item.slice(1)}` : item;
  if (
    /^(?:adults|students|children|seniors|pensioners|members|families|groups|visitors|guests|pupils|apprentices|locals|residents)$/i.test(
      name,
    )
  )
    return `How much do ${name} pay?`;
  if (/[^s]s$/.test(name)) return `How much are ${name}?`;
  if (/(?:tax|fee|surcharge|deposit|premium|fine|rent|value)$/i.test(name)) return `How much is the ${name}?`;
  const isMass =
    /(?:ing|delivery|shipping|breakfast|storage|insurance|wi-?fi|luggage|postage|access|training|parking|tuition)$/i.test(
      name,
    );
  return isMass ? `How much is ${name}?` : `How much is ${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}?`;
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
    !/["“”]|\bper conversation\b|\bmust be (?:confirmed|approved|escalated|forwarded|checked)\b|^(?:must|should|may|can|as an?|if|when|never|do|don['’]t|does|always|it|formula|exception|first|no more|max|at most)\b/i.test(
      content,
    ) &&
    !/\b(?:it|they|them|this|that|these|those|instead|supposed|used to|(?:had|was|were|has been|since) )\b/i.test(
      content,
    )
    ? content
    : undefined;
}
