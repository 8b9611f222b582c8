import { verbOf } from './sentence-verbs.ts';
import { stemsOf } from './requirement-wording.ts';
import { passiveForms, verbForms } from './rule-verbs.ts';
import { application, hasArticle, headOf, person } from './rule-words.ts';

/** How surely a rule is understood: only what is wholly accounted for is made into a message. */

/** What a clause says itself, without what it says of when, why and for whom. */
export const mainOf = (clause: string): string =>
  clause
    .replace(/\s*\([^()]*\)/g, '')
    .replace(/^(?:if|when(?:ever)?|in case|once) [^,]*, /i, '')
    .replace(
      /(?<=.{12}),? (?:if|when(?:ever)?|because|while|although|so that|even if|not even|no matter|such as|like|including|e\.g)\b.*$/i,
      '',
    );

/** When something holds, of a clause that begins with it. */
export const leadOf = (clause: string): string =>
  /^(?:if|when(?:ever)?|in case|once|after) [^,:]*/i.exec(clause)?.[0] ?? '';

/** Words that say how something is told or kept back, and to whom, and not what. */
const neutral = stemsOf(
  `assistant chatbot bot agent system application offer offers provide provides grant advice opinion opinions comment
comments statement statements discuss discussion discusses talk question recommend recommends recommendation
recommendations reveal reveals share shares disclose discloses promise promises promised guarantee guarantees specific
particular certain concrete personal individual kind form matter issue topic subject detail details information engage
answer respond under circumstances avoid avoids refuse refuses decline declines confirm confirms prohibited forbidden
allowed permitted chat conversation politely strictly simply ever any all never not cannot must should may suggest
suggests speculate give gives giving provide providing binding compare compares comparison comparisons mention mentions
repeat repeats ask asks request requests collect collects store stores accept accepts record
off limits taboo keep keeps stays away clear out badly negative negatively anything neutral stay stays reason state leak leaks confidential private ${verbForms.replaceAll('|', ' ')} ${passiveForms.replaceAll('|', ' ')}`,
);
const folded = (text: string): string[] => [...stemsOf(text)].map((stem) => stem.replace(/(?<=.{3})y$/, 'i'));

interface Claim {
  readonly clause: string;
  readonly about: RegExp;
  readonly knows: RegExp | undefined;
  /** The message that would be sent. */
  readonly says: string;
}

/**
 * Whether a message that was written beforehand speaks of all that the clause speaks of. Of a list, the part that holds
 * the subject must be accounted for: “data or configuration of another customer’s workspace” is nothing about settings.
 */
export function isAccountedFor({ clause, about, knows, says }: Claim): boolean {
  const main = mainOf(clause);
  if (!about.test(main)) return true;
  const parts = main.split(/,|;|:|\b(?:or|and|nor|but)\b/i);
  const own = parts.filter((part) => about.test(part));
  const known = new Set([...neutral, ...folded([...neutral].join(' ')), ...folded(says)]);
  return (own.length > 0 ? own : [main]).some((part) => {
    const rest = part
      .replace(new RegExp(about.source, 'giu'), ' ')
      .replace(/\b\p{L}+n['’]t\b/giu, ' ')
      .replace(new RegExp(`\\b${person}`, 'giu'), ' ')
      .replace(knows === undefined ? /(?!)/ : new RegExp(knows.source, 'giu'), ' ');
    return folded(rest).every((stem) => known.has(stem));
  });
}

/**
 * Whether a message made of a clause says all of it. What is listed beside it may be left out, since one of several is
 * enough; what limits it may not: “change the address and order a card in the same conversation” is more than a change.
 */
export function isCovered(clause: string, says: string): boolean {
  const known = new Set([...neutral, ...folded(says)]);
  const whole = mainOf(clause).replace(
    /,? (?:not even|even|no matter|especially|including|such as|like|in any form|at all)\b.*$/i,
    '',
  );
  const [first = '', ...others] = whole
    .replace(new RegExp(`^${application} `, 'iu'), '')
    // Of what kind advice is, the question itself shows.
    .replace(
      /(?:\p{L}+ ){0,2}(?:information|advice|opinions?|statements?|assessments?) (?:on|about|as to) (?=whether|which|how|what|when|who)/iu,
      '',
    )
    // Another verb is something else, and no part of a list.
    .replace(/ and (?=(\p{L}+)\b)/giu, (and: string, next: string) => (verbOf(next, 'base') ? and : ', '))
    .split(/,| or | nor | and (?=(?:\p{L}+n['’]t|does|do|must|never|not)\b)/iu);
  const bare = first.replace(/\b\p{L}+n['’]t\b/giu, ' ').replace(new RegExp(`\\b${person}`, 'giu'), ' ');
  const left = folded(bare).filter((stem) => !known.has(stem));
  // Of a list the part that is said may be another than the first.
  return (
    left.length === 0 ||
    (left.length === 1 &&
      others.some((one) => folded(one).some((stem) => known.has(stem) && !neutral.has(stem))))
  );
}

/** Words that end a phrase before its noun has come: “a delayed”. */
const unfinished =
  /(?:(?<!^[bs]|\b(?:sh|fe|se|ne|we|spe|bre|gre|inde))ed|ly|ous|ful|less|ible|(?<!t|c|en|mpl|ev)able|ish)$/i;
const adjective =
  /^(?:lost|stolen|broken|late|new|old|other|specific|particular|own|full|half|same|internal|external|legal|medical|financial|personal|private|public|political|religious|sexual|annual|special|general|official|additional|digital|current|possible|certain|big|small|large|own|any|such|more|most|several|many|few|first|second|third|next|last)$/i;
const verb =
  /\b(?:is|are|was|were|has|have|had|can|cannot|could|must|may|might|will|would|shall|should|do|does|did|be|been|being|gets?|lets?)\b|n['’]t\b/i;

/** One thing in one phrase with its noun, without a verb or a list: what can stand in a frame as it is. */
export function isThing(phrase: string): boolean {
  const words = phrase.trim().split(/\s+/);
  const head = headOf(phrase);
  const isList = /\band\b/i.test(phrase) && !/\bbetween \p{L}+ and \p{L}+$/iu.test(phrase);
  return (
    !isList &&
    words.length <= 9 &&
    !/[^\p{L}\p{N}\p{Sc}\s%'’&./-]/u.test(phrase) &&
    !verb.test(phrase) &&
    !/\b(?:or|nor|but|as|if|when|unless|who|whom|whose|which|that|than|because|not|no|never|only|also|even|how|what|why|where|whether|they|them|their|he|she|his|her|it|its|we|us|our|you|themselves)\b/i.test(
      phrase,
    ) &&
    !/^(?:to|of|for|with|by|at|in|on|from|as|so|about|into|without|before|after|until|during)\b/i.test(
      phrase,
    ) &&
    head.length > 1 &&
    !adjective.test(head) &&
    (!unfinished.test(head) || nouns.test(head)) &&
    (words.length > 1 || !hasArticle(phrase))
  );
}
const nouns =
  /^(?:bed|shed|feed|seed|need|speed|breed|weed|deed|embed|family|supply|reply|assembly|anomaly|table|timetable|cable|vegetable|variable|deliverable|consumable|fly|jelly|individual|dish|fish|finish|polish|unsubscribed)s?$/i;

/** A message without the traces of a phrase that was cut in the wrong place. */
export const isWhole = (message: string): boolean =>
  !/\b(\p{L}+) \1\b/iu.test(message.replace(/\bthat that\b|\bhad had\b/gi, '')) &&
  !/\bI (?:is|has|does|are|gets|wants|needs|says|asks)\b|\bI doesn['’]t\b/i.test(message) &&
  !/\b(?:and|or|but|,) (?:does|do|doesn['’]t|don['’]t|isn['’]t|aren['’]t|must|should|never|not|cannot|refers?|hands?|tells?|gives?|offers?|asks?|directs?|points?)\b/i.test(
    message,
  ) &&
  !/\b(?:the|a|an|of|to|for|with|in|on|at|from|by|about|my|your|and|or|than|that|which)[?.!]/i.test(
    message,
  ) &&
  !/\b(?:(?:the|an?) (?:customer|user|client|bot|chat ?bot|assistant|caller)s?)\b/i.test(message) &&
  !/\b(?:their|they|them|themselves)\b/i.test(message) &&
  (message.match(/[“”]/g)?.length ?? 0) % 2 === 0;
