/** Closed classes of words by which rules are read, and how a phrase of a rule becomes one that a person says. */

const kinds =
  `user customer visitor member guest patient client person caller reader passenger student pupil learner employee
colleague tenant resident borrower owner driver parent citizen applicant candidate subscriber shopper buyer policyholder
traveller traveler participant donor administrator admin teenager child kid holder renter cyclist player farmer taxpayer
volunteer contractor seller bidder viewer listener attendee trainee newcomer homeowner
lodger camper skier diver rider sailor angler claimant beneficiary recipient prospect requester sender
worker teacher doctor`.split(/\s+/);
const one = `(?:[\\p{L}-]{2,20} )?(?:${kinds.join('|')})\\b`;
const many = `(?:[\\p{L}-]{2,20} )?(?:people|children|families|companies|households|parties|(?:${kinds.join('|')})s)\\b`;
/** One person or several whom the application serves: “someone”, “a new patient”, “tenants”. */
export const person = `(?:someone|somebody|anyone|anybody|(?:an?|the|any|every|another) ${one}|(?:the |any |all |our |some |many )?${many}|${one})`;
export const application =
  '(?:(?:the|our|this|an?) )?(?:[\\p{L}-]+ )?(?:assistant|chat ?bot|bot|application|app|system|agent|service|tool|model|concierge|helper|tutor|clerk|desk|it|we)';

const swaps: readonly (readonly [RegExp, string])[] = [
  [/\bthey['’]re\b/gi, 'I’m'],
  [/\bthey['’]ve\b/gi, 'I’ve'],
  [/\bthey are\b/gi, 'I am'],
  [/\bthey were\b/gi, 'I was'],
  [/\bare they\b/gi, 'am I'],
  [/\bthemselves\b/gi, 'myself'],
  [/\btheir\b/gi, 'my'],
  [/\btheirs\b/gi, 'mine'],
  [/\bthey\b/gi, 'I'],
  [/\bthem\b/gi, 'me'],
  [/\bwe['’]re\b/gi, 'you’re'],
  [/\bours\b/gi, 'yours'],
  [/\bour\b/gi, 'your'],
  [/\b(?:we|us)\b/gi, 'you'],
];
const itself = new RegExp(
  `\\b(?:someone|somebody|anyone|anybody|(?:an?|the|any) ${one}) (is|has|was|gets?|should|will|can|may|must|would|could|might|had)\\b`,
  'giu',
);
const owned = new RegExp(
  `\\b(?:someone['’]s|somebody['’]s|(?:an?|the|any|our) ${one}['’]s|(?:our |the )?${many}['’])(?= )`,
  'giu',
);
const ofMe: Readonly<Record<string, string>> = { is: 'am', has: 'have', gets: 'get' };

/** “whether someone has to repay their bonus” is “whether I have to repay my bonus”. */
export const inFirstPerson = (phrase: string): string =>
  swaps
    .reduce(
      (text, [from, to]) => text.replace(from, to),
      phrase
        .replace(itself, (_all, verb: string) => `I ${ofMe[verb.toLowerCase()] ?? verb}`)
        .replace(owned, 'my'),
    )
    .replace(/\bI has\b/g, 'I have')
    .replace(/\s+/g, ' ')
    .trim();

const behindOr =
  /(\p{L}[\p{L}'’-]*)(?:, \p{L}[\p{L}'’-]*)*,? (?:or|nor|and\/or) (?:(?:by|in|on|at|to|for|with|about|from|when|if|that|whether|which|an?|the|their|any|cannot|can|is|are|was|has|have|had|says?|do|does|not|having) .*|\p{L}[\p{L}'’-]*)/giu;

/** Of alternatives the first: “buy, sell or hold” is “buy”. */
export const firstOf = (clause: string): string =>
  clause
    .replace(/\s*\([^()]*\)/g, '')
    .replace(/\b(?:particular|specific|certain|individual) /gi, '')
    .replace(/\b(\w+) or \1 not\b/gi, '$1')
    .replace(/(?<!ing) (?:or|nor) \p{L}+ing\b.*$/iu, '')
    .replace(
      /(?<=\p{L}) or (?:\p{L}+n['’]t|cannot|no longer|do not|does not|is|are|has|have|was|were|will) .*$/iu,
      '',
    )
    // “good for the heart or helps with sleep”: another verb, with all that is its own.
    .replace(
      /(?<!s) or \p{L}{3,}s (?:with|for|in|on|at|by|about|into|against|the|an?|my|their|your) .*$/iu,
      '',
    )
    // “… will be approved and does not give reasons”: another verb of the one who must not.
    .replace(
      /,? (?:and|but) (?:(?:does|do|is|are|must|may|should|shall|can|could|will|would|has|have)\b|\p{L}+n['’]t\b|cannot\b|never\b|not\b).*$/iu,
      '',
    )
    .split(/,? nor |,? or (?=whether|which|how|that|when|what|who)/i, 1)
    .join('')
    .replace(behindOr, '$1')
    // A list of words is one now; what stands behind another comma is something else.
    .replace(/,.*$/, '')
    .replace(/[.;:!]+$/, '')
    .trim();

/** Words that stand before a noun, and are none. */
const modifiers =
  '\\p{L}{2,}[^e]ed|lost|stolen|broken|late|new|old|other|own|internal|external|legal|medical|financial|personal|private|public|political|religious|sexual|special|official|additional|digital|national|international|local|current|future|upcoming|former|unreleased|individual';

/** The first of the things that are listed, with what the last of them shares with it: “names … of another workspace”. */
export function firstThing(list: string): string {
  const bare = list
    .replace(/\s*\([^()]*\)/g, '')
    .replace(/['‘“"][^'’”"]*['’”"]/g, '')
    .replace(
      /,? (?:even|not even|including|no matter|especially|until|unless|if|when|because|beyond|so that|for anyone|for anybody|for (?:a|the) customer|in (?:the |this )?chat|in any form|at all|anything)\b.*$/i,
      '',
    )
    .trim();
  // “disputes between buyers and sellers” are of both.
  if (/\bbetween\b/i.test(bare)) return bare.replace(/,.*$/, '');
  const parts = bare.split(/\s*,\s*(?:(?:or|and|nor)\s+)?|\s+(?:or|and|nor)\s+/i);
  const [first = '', ...rest] = parts;
  const last = rest.at(-1);
  // “a delayed or cancelled flight” is a flight as well.
  const [, shared] = /^\p{L}+ ((?:\p{L}+ )?\p{L}+)$/iu.exec(last ?? '') ?? [];
  const lacksNoun = new RegExp(`(?:^|\\s)(?:${modifiers})$`, 'iu').test(first);
  if (lacksNoun && rest.length > 0) return shared === undefined ? first.trim() : `${first.trim()} ${shared}`;
  if (last === undefined || /\s(?:of|on|about|for|from|in|to)\s/i.test(first)) return first.trim();
  const tail = /\s(?:of|on|about)\s.+$/i.exec(last)?.[0] ?? '';
  const head = /\S \b(advice|recommendations?|data|information|details|prices?|rates?|plans?|terms)$/i.exec(
    last,
  )?.[1];
  return (
    tail === '' && head !== undefined && !first.includes(' ') ? `${first} ${head}` : `${first}${tail}`
  ).trim();
}

const pointing =
  /[“”"()[\]/:;…|<>•]|(?<!\p{L})['‘’](?!\p{L})|\b(?:it|its|itself|he|she|his|him|her|they|their|them|etc|e\.g|i\.e|such|same|latter|former|above|below|individual|particular|relevant|single|this|these|those|someone|something|somebody|anyone|anybody|assistant|chat ?bot|bot|concierge|tutor|answers?|reply|replies|conversation|chat|messages?|accordingly|otherwise|anything|everything|specific|certain|respective)\b|\b(?:no|not|never|or|nor|and|of|to|with|for|in|on|at|a|an|the|which|that|than|so)$/iu;
const thisTime =
  /\bthis (week|month|year|morning|afternoon|evening|weekend|spring|summer|autumn|winter|time)\b/gi;

/** Whether a phrase can be said by somebody as it stands: it points at nothing outside of it, and is whole. */
export const isSayable = (phrase: string, mostWords = 16): boolean => {
  const bare = phrase
    .trim()
    .replace(thisTime, 'the $1')
    .replace(/(?<=^(?:an?|the|my) \p{L}.*) its (?=\p{L})/iu, ' the ');
  return bare.split(/\s+/).length <= mostWords && /\p{L}{2}/u.test(bare) && !pointing.test(bare);
};

export const capital = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
/** A word in capitals, a name of several and “I” keep their first letter. */
export const small = (text: string): string =>
  /^(?:A|\p{Lu}[\p{Ll}-]+)(?=\s|$)(?! \p{Lu})/u.test(text) && !/^I\b/.test(text)
    ? `${text[0]?.toLowerCase() ?? ''}${text.slice(1)}`
    : text;

export const isPluralWord = (noun: string): boolean =>
  /(?:[^su]s|people|children|data)$/i.test(noun) && !/(?:ss|us|is|news|gas)$/i.test(noun);
/** The last noun before what follows it: of “names of another workspace” it is “names”. */
export const headOf = (phrase: string): string =>
  phrase
    .replace(/ (?:abroad|online|overseas|outdoors|indoors)$/i, '')
    .split(
      / (?:of|for|on|in|about|with|from|at|to|that|who|which|above|below|up|under|over|without|before|after|between|against|beyond|by|than) /i,
      1,
    )[0]
    ?.split(' ')
    .at(-1) ?? '';
const isMass =
  /(?:ing|advice|evidence|legal|information|compensation|access|help|data|insurance|credit|cover|money|luggage|baggage|software|cash|status|feedback|support|equipment|homework)$/i;
export const hasArticle = (phrase: string): boolean =>
  /^(?:an?|the|my|your|any|some|another|other|every|each|all|no|one|two|three|\d+)\b/i.test(phrase);

const singular = (noun: string): string =>
  noun
    .replace(/ies$/i, 'y')
    .replace(/(ss|x|ch|sh|zz)es$/i, '$1')
    .replace(/([^s])s$/i, '$1');

/** A thing that somebody asks to be made, “an essay”, or has already, “my fine”. */
export function withArticle(phrase: string, kind: 'a' | 'one' | 'my' | 'the'): string {
  const bare = small(phrase).replace(/^(?:any|every|each) /i, '');
  const own = bare.replace(/^(?:an?|the) (?=\S+(?: \S+)?$)/i, '');
  if (kind === 'my')
    return hasArticle(own)
      ? own
      : `my ${own.endsWith(headOf(own)) && isPluralWord(headOf(own)) && !isMass.test(headOf(own)) ? singular(own) : own}`;
  if (hasArticle(bare)) return bare;
  if (kind === 'the') return `the ${bare}`;
  const head = headOf(bare);
  if (isMass.test(head)) return bare;
  if (!isPluralWord(head)) return `${/^[aeiou]/i.test(bare) ? 'an' : 'a'} ${bare}`;
  // Several are asked for as several; made is one.
  return kind === 'one' && bare.endsWith(head)
    ? `${/^[aeiou]/i.test(bare) ? 'an' : 'a'} ${singular(bare)}`
    : bare;
}

/** “whether a fine is justified”: whoever asks has one. */
export const mine = (asks: string): string =>
  asks.replace(
    /^(whether|why|that|what|how much|how long) an? (?:particular |certain |specific )?(?=\p{L}+(?: \p{L}+)? (?:is|are|was|has|will|can|may|must|counts?|elsewhere|would|failed)\b)/iu,
    '$1 my ',
  );
