/** What the heading of a part of a list says of every line below it: “The assistant must not”. */
export interface Demand {
  /** “Must not”, and “Must not discuss” where the lines only name what. */
  readonly words: string;
  readonly isBan: boolean;
  /** The heading has its verb already. */
  readonly isWhole: boolean;
}

/** Only what hardly stands for a thing as the first word of a line: “contact details” continue no heading. */
const verbs = new Set(
  (
    'accept accuse act add admit advise agree allow answer apologise apologize approve argue ask assist assume attempt avoid ' +
    'be become begin believe blame book break bring bypass calculate call cancel cite claim close collect comment compare ' +
    'complain confirm continue convert create criticise criticize deceive decide decline delete deny describe diagnose ' +
    'disclose discriminate discuss display do encourage endorse engage escalate estimate execute explain expose express ' +
    'fabricate flirt follow forget forward generate get give go greet guarantee guess handle have help hide identify ignore ' +
    'impersonate imply include infer inform insist insult interpret invent invite joke judge keep lecture let lie list log make ' +
    'mention mislead misrepresent mock modify name negotiate obey offer offend open pass perform persuade predict prescribe ' +
    'present pressure pretend process produce promise promote propose provide publish quote read reassure recommend refer ' +
    'refuse reject rely remember remind remove repeat reply respond reveal say search see sell send share show speak ' +
    'speculate start state stay stop store suggest summarise summarize swear take talk tell threaten translate treat try update ' +
    'use verify waive warn write'
  ).split(' '),
);

const thirdPerson = (verb: string): string => {
  if (verb === 'have') return 'has';
  if (verb === 'be') return 'is';
  if (/(?:[sx]|ch|sh|[^aeiou]o)$|^(?:do|go)$/.test(verb)) return `${verb}es`;
  return verb.replace(/([^aeiou])y$/, '$1ie') + 's';
};
const verbOf = new Map([...verbs].map((verb) => [thirdPerson(verb), verb]));

const not = String.raw`(?:must|shall|should|may|can|could|will|do|does|is|are)(?:[ -]not| never|n't)|mustnt|cannot|can't|won't|shan't|never`;
const tail = String.raw`(?: (?:ever|do|be|have|to|allowed to|permitted to|supposed to|under any circumstances?|(?:do )?(?:any of )?(?:the following|these(?: things)?)))*`;
const subject = String.raw`(?:out of scope\W+)?(?:(?:what|things|topics) )?(?:(?:the|our|this|your|an?) (?:[\p{L}-]+ ){1,2}|(?:it|they|you|we|(?:ai )?(?:assistant|bot|chatbot|agent|application|app|system|model)) )?`;
const banned = new RegExp(`^${subject}(${not})${tail}$`, 'iu');
const bannedInHeading = new RegExp(String.raw`^(?:.{0,80}[^\p{L}'])?(${not})${tail}$`, 'iu');
const bannedWith = new RegExp(
  String.raw`^${subject}(${not}) (?!be\b|do\b)(\p{L}+)( [\p{L} ,/-]{1,60})?:$`,
  'iu',
);
const banWord =
  /^(?:don'?t'?s|forbidden|prohibited|(?:strictly )?not (?:allowed|permitted)|no[- ]?gos?|must nots?|nevers)$/i;
const positive = new RegExp(
  String.raw`^${subject}(must|shall|should|may|can|has to|needs to)(?: always)?$`,
  'iu',
);
const circumstance = /\b(?:if|when|where|why|how|unless|because|than)\b/i;
const otherwise = /^(?:instead|exceptions?|except|allowed|permitted|do'?s?|in scope|but)\b/i;

const banWords = (said: string): string => {
  if (/^should/i.test(said)) return /never/i.test(said) ? 'Should never' : 'Should not';
  if (/^may/i.test(said)) return 'May not';
  return /never/i.test(said) ? 'Must never' : 'Must not';
};

const longestHeading = 120;
const none = { words: '', isBan: false, isWhole: false };

/** `isMarked` where the line is a heading by its form; others have to be nothing but such a beginning. */
export function demandOf(heading: string, isMarked: boolean): Demand | undefined {
  if (heading.length > longestHeading) return undefined;
  const said = heading
    .replaceAll('’', "'")
    .replace(/^[^\p{L}]+/u, '')
    .replace(/\s*\([^()]*\)(?=[\s:.…—–-]*$)/, '')
    .trim();
  const plain = said.replace(/[\s:.…—–-]+$/, '');
  // “Won't have” says what is not for now.
  if (circumstance.test(plain) || /^won't(?:[ -]haves?)?$/i.test(plain)) return undefined;
  const [, ban] = (isMarked ? bannedInHeading : banned).exec(plain) ?? [];
  if (ban !== undefined) return { words: banWords(ban), isBan: true, isWhole: false };
  if (banWord.test(plain)) return { words: 'Must not', isBan: true, isWhole: false };
  const [, before, verb = '', rest = ''] = bannedWith.exec(said) ?? [];
  if (before !== undefined && verbs.has(verb.toLowerCase()))
    return { words: `${banWords(before)} ${verb.toLowerCase()}${rest}`, isBan: true, isWhole: true };
  const [, wish] = positive.exec(plain) ?? [];
  if (wish !== undefined)
    return { words: `${wish[0]?.toUpperCase()}${wish.slice(1).toLowerCase()}`, isBan: false, isWhole: false };
  return isMarked && otherwise.test(plain) ? none : undefined;
}

const own = /^(?:must|shall|should|has to|have to|needs? to)\b/i;
const negative =
  /^(?:(?:the|an?|this|our|it|they|we|you)\b(?:\s+[\p{L}-]+){0,2}?\s+)?(?:(?:under no|in no)\b|(?:never|no|not|nothing|nobody|none|neither|cannot|without|refuses|declines|rejects|avoids?)\b|(?:do|does|must|should|shall|may|will|can|could|would|is|are|has|have)(?:\s+not\b|\s+never\b|n['’]t\b)|(?:ca|wo|sha)n['’]t\b)/iu;
/** “Legal advice is never given” denies as well, and “customers who are not logged in” does not. */
const denied =
  /^(?:(?!\b(?:who|whom|whose|that|which|where|when|if|unless)\b)[^,;:]){1,200}?(?:\b(?:do|does|must|should|shall|may|will|can|is|are|has|have) (?:not|never)\b|n['’]t\b|\bcannot\b|\bnever\b)/i;
const ofNoun = /^(?:of|from|on|about|for|in|to|by|with|without|that|and|or|which|than|over|at|are|is)\b/i;

/** A requirement with what its heading says of it, once. */
export function underDemand(name: string, { words, isBan, isWhole }: Demand): string {
  const [, adverb = '', first = '', rest = ''] = /^((?:ever|\p{L}+ly)\s+)?(\p{L}+)(.*)$/isu.exec(name) ?? [];
  const verb = first.toLowerCase();
  const begins = (base: string): string => `${words} ${adverb.toLowerCase()}${base}${rest}`;
  // “Do not” and “avoid” deny by themselves.
  const continues = verbs.has(verb) && verb !== 'avoid' && !negative.test(name);
  if (!isBan) return words !== '' && continues ? begins(verb) : name;
  if (negative.test(name))
    return /^not\s/i.test(name) && verbs.has(/^\s*(\p{L}+)/u.exec(rest)?.[1] ?? '')
      ? `Must ${verb}${rest}`
      : name;
  if (!isWhole && continues) return begins(verb);
  const base = verbOf.get(verb);
  if (!isWhole && base !== undefined && !ofNoun.test(rest.trim())) return begins(base);
  return own.test(name) || denied.test(name) ? name : `${words}: ${name}`;
}
