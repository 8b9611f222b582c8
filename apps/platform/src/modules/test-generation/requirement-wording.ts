import { saysSomething, verbOf } from './requirement-grammar.ts';

/** Sentences of a description; an abbreviation or a number ends none. */
export const sentencesIn = (text: string): string[] =>
  text
    .replaceAll(/\s+/g, ' ')
    .split(
      /(?<=[.!?])(?<!\b(?:i\.e|e\.g|etc|cf|max|min|approx|incl|no|vs|ext|tel|nr|art|fig)\.)\s+(?=[\p{Lu}\d"“])/u,
    )
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** The first of several clauses: what comes after “but” or “and does not” says something else. */
export const firstClause = (sentence: string): string =>
  sentence
    .replaceAll(/\s*\([^()]*\)/g, '')
    .replace(
      /(?:;|,? but |,? and (?:do(?:es)?(?:n't| not)|never|(?:must|should|may|can)(?: not|not|n't)?|is not|are not|says?|tells?|offers?|gives?|links?|refers?|points?|shows?|ends?|explains?|asks?) ).*$/i,
      '',
    )
    .replace(
      /,? and (\w+s) (?:the|an?|its|no|them|it|every|each|one|that|for|to) .*$/i,
      (joined, verb: string) => (verbOf(verb) === undefined ? joined : ''),
    )
    .trim();

const people =
  /\b(?:users?|customers?|visitors?|members?|guests?|patients?|clients?|people|callers?|passengers?|students?|employees?|tenants?|residents?|travell?ers?)\b/i;

/**
 * Whether a clause can stand inside other sentences: one statement, in words whose person can be changed safely. What is
 * quoted, listed with dashes and arrows, joined with another statement, or speaks of “it” without a known place cannot.
 */
export function isPlainClause(clause: string): boolean {
  const bare = clause.replace(/[.!]+$/, '');
  const words = bare.split(/\s+/);
  if (words.length > 26 || /[^\p{L}\p{N}\p{Sc}\s,.%'’°&-]|\b(?:i\.e|e\.g|etc)\b|\.{2}/u.test(bare))
    return false;
  const known = bare
    .replace(/^it\s+/i, '')
    .replaceAll(/\b(?:when|before|after|once|if|until|that|while) it (?=\w)/gi, ' ');
  if (
    /\b(?:it|itself|its own self|he|she|his|her|we|you|yours?|I|my|me|whoever|whatever|the same|this|these|those|there)\b/i.test(
      known,
    )
  )
    return false;
  if (/\b(?:they|them|their|themselves)\b/i.test(known) && !people.test(known)) return false;
  if (
    /\b(?:and|or|but),? (?:do(?:es)?(?:n't| not)|never|not|cannot|must|should|may|will|then)\b/i.test(known)
  )
    return false;
  const commas = known.split(',').length - 1;
  return commas === 0 || /^[^,]+, (?:including|such as) [^,]+$/i.test(known) || isList(known);
}

/** “a, b and c”, with the last comma before “or” or not. */
const isList = (text: string): boolean => {
  const parts = text.split(/,\s*/);
  const last = parts.at(-1) ?? '';
  return (
    parts.slice(1).every((part) => part.split(' ').length <= 10) && /(?:^| )(?:and|or|including) /.test(last)
  );
};

/** What speaks of how an application talks is no content that people ask about. */
const ofConduct =
  /\b(?:tone|voice|style|persona|languages?|english|german|french|spanish|format\w*|length|brevity|units?|steps?|lists?|versions?|scope|cit(?:e|ing|ations?)|sources?|references?|tampering|injections?|jailbreaks?|manipulation|confidential\w*|privacy|security|safety|equal\w*|fairness|bias|neutrality|treatment|off-?topic|topics?|answers?|answering|questions?|requests?|enquir\w+|quer(?:y|ies)|repl(?:y|ies)|responses?|escalat\w*|hand-?overs?|handoffs?|disclosures?|minimi[sz]ation|prompts?|instructions?|accura\w+|honest\w*|hallucinat\w*|uncertain\w*|clarif\w+|greetings?|memory|context|behaviou?r|conduct|look-?ups?|competit\w+|limitations?|disclaimers?|transparen\w+|consisten\w+|robust\w*|refusals?|emotions?|empathy|emoji\w*|guardrails?|safeguards?|conversations?|messages?)\b/i;

export const isOfConduct = (text: string): boolean => ofConduct.test(text);

/** A statement about the application or the talk with it tests its manners, and is no content either. */
export const speaksOfTalk = (text: string): boolean =>
  /\b(?:assistant|chat ?bot|bot|asking|asked|asks?|questions?|answers?|repl(?:y|ies)|responses?|messages?|conversations?|turns?|chat|prompts?|instructions|statements?|explanations?|emojis?|sentences?|words|jargon)\b/i.test(
    text,
  );

const served =
  /\b(?:tracking|deliver(?:y|ies)|polic(?:y|ies)|services?|warranty|warranties|support|hours|prices|pricing|fees?|fares?|refunds?|deadlines|rates|tickets|products?|plans|shipping|guarantees?|membership|terms|conditions|catalogue|website|portal|newsletter|insurance|programme|timetable|menu|courses|opening times|offers|locations|branches|parking|facilities)$/i;
const persons =
  /\b(?:starters?|minors?|children|adults|passengers|users|customers|employees|staff|guests|patients|members|students|residents|tenants|visitors|seniors|families|groups|pensioners|apprentices|parents|drivers|owners|borrowers|travell?ers|teams|contractors|workers|people)$/i;

/** How people ask about what a title names; nothing for a title that is no plain name of content. */
export function topicIn(title: string): string | undefined {
  const [head = ''] = title
    .trim()
    .replace(/[.]+$/, '')
    .replaceAll(' & ', ' and ')
    .split(/\s+[—–-]\s+|\s*\(/);
  const words = head.split(' ');
  if (saysSomething(head)) return undefined;
  if (words.length > 6 || !/^[\p{L}\d][\p{L}\d'’ &-]+$/u.test(head) || isOfConduct(head)) return undefined;
  if (
    /^(?:as|in|on|at|when|if|for|to|from|with|under|no|nothing|never|not|only|about|what|how|who|where|why|by|without|always|must|should)\b/i.test(
      head,
    )
  )
    return undefined;
  if (
    /\b(?:i|it|its|we|us|you|they|them|is|are|was|gets?|has|have|must|should|can|cannot|will|wants?|not|no|first)\b|n't\b/i.test(
      head,
    )
  )
    return undefined;
  const name = /^\p{Lu}[\p{Ll}'’-]*$/u.test(words[0] ?? '')
    ? `${head[0]?.toLowerCase() ?? ''}${head.slice(1)}`
    : head;
  if (persons.test(name)) return `the rules for ${name}`;
  return served.test(name) && !/^(?:the|our|your|all|any|each|every)\b/i.test(name)
    ? `your ${name}`
    : name.replace(/^our\b/i, 'your');
}
