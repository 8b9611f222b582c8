import { sentencesIn } from './requirement-wording.ts';
import { person } from './rule-words.ts';

export interface Written {
  readonly name: string;
  readonly description: string | null;
}

/** One thing that a requirement says, as far as its structure tells. */
export interface Clause {
  readonly text: string;
  /** It says what must not be. */
  readonly forbids: boolean;
  /** Nothing is said of when it holds and when not. */
  readonly isAbsolute: boolean;
  /** Where its sentence says first of whom or when it speaks: “For visa questions, …”. What is said of that holds for nothing else. */
  readonly isOfOccasion: boolean;
}

const negative = new RegExp(
  [
    String.raw`\b(?:must|shall|should|may|might|can|could|will|would|do|does|did|is|are|has|have)(?: \w+ly)? not\b`,
    String.raw`\w+n['’]t\b`,
    String.raw`\b(?:dont|doesnt|mustnt|shouldnt|cant|wont|isnt|arent|cannot|never|nobody|none|neither)\b`,
    String.raw`\bno[- ](?!more than|longer than|later than|less than|fewer than|matter|doubt|problem)`,
    String.raw`\bnot (?:allowed|permitted|be|to|even)\b|^not\b|\bnothing (?:about|of|on)\b`,
    String.raw`\b(?:refus\w+|declin\w+|reject\w*|avoid\w*|forbidden|prohibited|taboo|off[- ]limits|out of scope|out of bounds)\b`,
    String.raw`\b(?:stays?|keeps?|staying) (?:out|away|clear) (?:of|from)\b|\bturn(?:s|ed)? (?:down|away)\b|\bkeeps? \w+(?: \w+){0,4} (?:confidential|private|secret|to itself)\b|\bconfidential(?:ity)?\b`,
  ].join('|'),
  'i',
);

export const forbids = (text: string): boolean => negative.test(text);

const conditional =
  /\b(?:unless|except|without|until|till|before|after|if|when(?:ever)?|while|during|as long as|straight ?away|at first|only (?:then|for|with|in))\b/i;

/** Sentences taken apart where what follows says something of its own: after “but”, a semicolon, or another modal. */
export const clausesOf = ({ name, description }: Written): Clause[] =>
  [name.trim(), ...sentencesIn(description ?? '')].flatMap((sentence) => {
    const isOfOccasion = occasion.test(sentence);
    return partsOf(sentence).map((text) => ({
      text,
      forbids: forbids(text),
      isAbsolute: !conditional.test(text),
      isOfOccasion,
    }));
  });
const occasion = new RegExp(
  `^(?:(?:if|when(?:ever)?|in case|once|after|as soon as|while|during|where|whoever|on request|upon request)\\b|(?:for|in|on|with|at|regarding|concerning|about|to) (?!(?:no|any|general|every|all)\\b)[^,]{3,80},|${person} who )`,
  'iu',
);

const partsOf = (sentence: string): string[] =>
  sentence
    .replaceAll(/["“”'‘’]?(?:not|never) only\b/gi, 'also')
    .replace(
      /^(?:(?:our |the )?(?:staff|employees|agents|team|colleagues) and (?=(?:the|our) (?:\w+ )?(?:assistant|bot|chat ?bot)\b))/i,
      '',
    )
    // “Under no circumstances may the bot reveal” is a ban like any other.
    .replace(
      /^(?:under no circumstances|at no time|at no point|in no case) (?:may|should|must|can|will|does|is) ((?:the |our |this )?(?:\w+ )?(?:assistant|chat ?bot|bot|app|application|system|agent|tool|service|it|we)) /i,
      '$1 must never ',
    )
    .split(
      /;\s+|:\s+(?=never|no |not |do|must)|\s+[-–—]\s+|,?\s+but\s+|,\s+(?=(?:must|never|no|not|may|should|shall|does|do|don['’]t)\b)|,?\s+and\s+(?=(?:must|never|no|not|may|should|shall|does|do|refers?|tells?|says?|points?|offers?|gives?|links?|suggests?)\b)/i,
    )
    .map((part) => part.trim().replace(/[.;:!]+$/, ''))
    .filter((part) => part !== '');

const people = String.raw`(?:users?|customers?|visitors?|members?|guests?|patients?|clients?|people|persons?|callers?|readers?|passengers?|students?|pupils?|learners?|employees?|colleagues?|tenants?|residents?|borrowers?|owners?|drivers?|parents?|citizens?|applicants?|subscribers?|shoppers?|buyers?|policyholders?|travell?ers?)`;
const someone = String.raw`(?:(?:an?|the|any|every|all|our|some) )?(?:(?:\w+ )?${people}|someone|somebody|anyone|anybody|they)`;
const application =
  /^(?:the |a |an |our |this )?(?:\w+ )?(?:assistant|chat ?bot|bot|application|app|system|agent|service|tool|model|concierge|helper|tutor|it) +/i;
const modal =
  /^(?:(?:must|should|shall|may|might|can|could|will|would|does|do|is allowed to|is able to|be able to|has to|needs to|ought to|always|also|clearly|briefly|politely|correctly|simply) +)+/i;

/** Without whom it is said of: “The bot must always explain our fees” becomes “explain our fees”. */
const bareOf = (clause: string): string => clause.replace(application, '').replace(modal, '').trim();

/** A phrase that can stand in a question: of one piece, and pointing at nothing outside of it. */
export function isPlain(phrase: string, mostWords = 9): boolean {
  const words = phrase.split(/\s+/);
  return (
    /\p{L}{3}/u.test(phrase) &&
    words.length <= mostWords &&
    !/[^\p{L}\p{N}\p{Sc}\s%'’-]/u.test(phrase) &&
    !/\b(?:it|its|itself|he|she|his|her|him|we|us|our|ours|you|your|I|my|me|they|them|their|theirs|this|that|these|those|there|such|one|ones|same|other|others|etc|and|or|not|no|never|if|when|unless|but|anything|everything|something|things?|stuff|topics?|subjects?|questions?|requests?|answers?|right|correct|exact|best|relevant|appropriate|suitable)\b|n['’]t\b/i.test(
      phrase,
    )
  );
}

const toMe = (text: string): string =>
  text
    .replaceAll(/\btheir own\b/gi, 'my own')
    .replaceAll(/\btheir\b/gi, 'my')
    .replaceAll(/\bthey are\b/gi, 'I am')
    .replaceAll(/\bthey\b/gi, 'I')
    .replaceAll(/\b(?:them|themselves)\b/gi, 'me');
const toYou = (text: string): string => text.replaceAll(/\bour\b/gi, 'your');

/** What somebody would say: only what belongs to them or to the house has changed hands. */
const isSayable = (phrase: string): boolean =>
  isPlain(phrase.replaceAll(/\b(?:I am|I have|I|my own|my|your)\b/g, ' ').trim() || 'nothing', 10);

/** “through the chat”, “in plain words”: how, and not what. */
const withoutManner = (phrase: string): string =>
  phrase
    .replace(/[.]+$/, '')
    .replace(/\s*\([^()]*\)/g, '')
    // Until when it may be done is a condition, and no part of the wish.
    .replace(/\s+(?:up to|until|within|at least|no later than|at the latest)\b.*$/i, '')
    .replace(
      /\s+(?:(?:once|twice|\w+ times) (?:an?|per) \w+|(?:through|via|in|by|over) (?:the )?(?:chat|assistant|bot|app)|here|online|in (?:plain|simple|clear|short|easy|everyday)(?: \w+)*|(?:without|with) \w+|briefly|clearly|correctly|at any time|around the clock|24\/7)$/i,
      '',
    )
    .trim();

/** What people ask who are helped by what a clause demands; nothing where that is not surely understood. */
export function questionOf(clause: string): string | undefined {
  const rest = bareOf(clause);
  const told =
    /^(?:explains?|describes?|tells?|informs?|answers?|gives?|provides?|knows?|states?)\b/i.test(rest) &&
    /^\w+ (?:(?:(?:the|all|any|our) )?(?:users?|customers?|visitors?|members?|guests?|patients?|people|readers?|callers?|tenants?|employees?) )?(?:(?:(?:general|basic|common|simple|any|all) )*(?:questions|information|enquiries|inquiries|details) )?(?:(about|on|regarding) )?(.+)$/i.exec(
      rest,
    );
  if (!told || told[2] === undefined) return undefined;
  const examples = /^[\p{L} -]+? (?:such as|like|e\.g\.) ([\p{L}\p{N} -]{2,40}?)(?:,| and | or |$)/iu.exec(
    told[2],
  );
  if (examples?.[1] && /^(?:explains?|describes?)/i.test(rest))
    return `Can you explain “${examples[1]}” to me?`;
  const thing = toYou(toMe(withoutManner(told[2]))).replace(/ (?:before|after) .*$/i, '');
  // Words are explained where they stand, and not by themselves.
  if (/\b(?:words?|terms?|expressions?|abbreviations?)$/i.test(thing)) return undefined;
  const isClause = /^(?:how|what|when|where|which|who|why|whether)\b/i.test(thing);
  if (
    !isSayable(thing) ||
    /^an? /i.test(thing) ||
    (/^(?:knows?|gives?|provides?|states?|answers?|tells?)/i.test(rest) && !told[1] && !isClause)
  )
    return undefined;
  const how = /^how to (.+)$/i.exec(thing)?.[1];
  if (how !== undefined) return `Can you tell me how I can ${how}?`;
  return isClause ? `Can you tell me ${thing}?` : `Can you tell me something about ${lowerFirst(thing)}?`;
}

/** “As a traveller I want to know the baggage allowance so that …” is asked as it stands. */
export function storyQuestion(clause: string): string | undefined {
  const found =
    /^as an? [^,]{2,40}?,? I (?:want|would like|need) to (?:know|see|find out|learn) (.+?)(?:,? so(?: that)? .*)?$/i.exec(
      clause,
    )?.[1];
  const thing = toYou(withoutManner(found ?? ''));
  const bare = thing.replace(/^(?:when|where|how|which|who|what|why) /i, '');
  return found !== undefined && isSayable(bare) ? `Can you tell me ${thing}?` : undefined;
}

const doable =
  'book|rebook|cancel|change|order|report|reset|register|renew|track|return|update|request|apply|reserve|find|move|pay|ask for|sign up|subscribe|unsubscribe|extend|file|submit|download|check|borrow|rent|buy|exchange|postpone|reschedule|enrol|enroll|join|close|open|transfer|activate|install|connect|look up';
const enabling = [
  new RegExp(
    String.raw`^(?:helps?|lets?|allows?|assists?|enables?|guides?) ${someone} (?:to )?((?:${doable})\b.*)$`,
    'i',
  ),
  new RegExp(String.raw`^(?:helps?|assists?) ${someone} (?:in|with) (?:how to )?((?:${doable})\b.*)$`, 'i'),
  new RegExp(String.raw`^${someone} (?:can|should be able to|must be able to|may) ((?:${doable})\b.*)$`, 'i'),
  /^as an? [^,]{2,60}?,? I (?:want|would like|['’]d like|need|wish)(?: to be able)? to (\w+ .+?)(?: so(?: that)? .*)?$/i,
];

/** What people come to do: “Customers can renew their loans” is “renew my loans”. */
export function wishOf(clause: string): string | undefined {
  const rest = bareOf(clause);
  for (const pattern of enabling) {
    const found = pattern.exec(rest)?.[1] ?? pattern.exec(clause)?.[1];
    if (found === undefined) continue;
    const wish = toYou(toMe(withoutManner(found)));
    if (isSayable(wish) && wish.includes(' ') && new RegExp(`^(?:${doable})\\b`, 'i').test(wish)) return wish;
  }
  return undefined;
}

export const lowerFirst = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) && !/^I\b/.test(text)
    ? `${text[0]?.toLowerCase() ?? ''}${text.slice(1)}`
    : text;
