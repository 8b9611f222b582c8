import { people } from './phrases.ts';
import { sentencesIn, withoutNumber } from './requirement-wording.ts';
import type { Written } from './written.ts';

/**
 * A rule without what surrounds it in a list: its number, its priority, by what name the application goes, and in what manner it
 * declines. None of that says what is asked, and none of it keeps a rule from being understood.
 */
export function plainRule({ name, description }: Written): Written {
  const sentences = sentencesIn(description ?? '');
  const plain = sentences.map(plainSentence).filter((sentence) => sentence !== '');
  return {
    name: plainSentence(name),
    description: plain.join(' ') === sentences.join(' ') ? description : plain.join(' ') || null,
  };
}

const plainSentence = (sentence: string): string =>
  withoutRefusing(withoutManner(withoutPointer(withoutName(withoutMarks(sentence)))));

/** Whom people are sent to instead makes no other ban of it: “…, should point to a lawyer instead”, “but refers to a doctor”. */
const withoutPointer = (sentence: string): string => sentence.replace(pointerBehind, '$<ban>');
const pointerBehind =
  /^(?<ban>(?:.{0,40}\b(?:not|never)|no)\b [^,;:]+?)(?:[,;] (?:and |but )?|,? but )(?:instead )?(?:(?:it|the \p{L}+) )?(?:(?:should|must|shall|will|has to|have to|needs? to|is to) )?(?:always |rather |instead )?(?:points?|refers?|sends?|directs?|redirects?|routes?)(?: (?:people|them|users|customers|patients|members|clients|guests|the (?:user|customer|person)))? to (?:[^,;:.]{2,80})(?=\.?$)/iu;

const weight = String.raw`(?:P[0-9]|must(?:[ -]have)?|should(?:[ -]have)?|could(?:[ -]have)?|high|medium|low|critical|mandatory|optional)`;
const marksBefore = new RegExp(String.raw`^(?:\[${weight}\]|\(${weight}\))[:.]?\s+`, 'i');
const marksBehind = new RegExp(
  String.raw`(?:\s+[—–-])?\s+(?:\[${weight}\]|\(${weight}\))(?=\.?$)|[\s,;.(\[—–-]+(?:priority|prio|severity)\s?[:=]\s?${weight}[)\]]?(?=\.?$)`,
  'i',
);
const onlyMark = new RegExp(String.raw`^(?:priority|prio|severity)\s?[:=]\s?${weight}\.?$`, 'i');
/** With a hyphen or a colon it is a number whatever follows; “A 5” needs a sentence behind it. */
const numberBefore =
  /^(?:\[[A-Z]{1,6}[-_ ]?\d+(?:\.\d+)*\]|[A-Z]{1,6}[-_]\d+(?:\.\d+)*|[A-Z]{1,6}\d+(?=:))[:.)]?(?:\s+[—–-])?\s+(?=\p{L})/u;

function withoutMarks(sentence: string): string {
  if (onlyMark.test(sentence)) return '';
  const bare = sentence.replace(marksBefore, '');
  return withoutNumber(bare.replace(numberBefore, '').replace(marksBefore, '')).replace(marksBehind, '');
}

const manner =
  '(?:very )?(?:politely|clearly|kindly|firmly|calmly|briefly|consistently|plainly|in a (?:polite|friendly|kind|clear) (?:way|manner|tone))';
const mannerBehind = new RegExp(String.raw`,? (?:and |but )?${manner}(?=[.!]?$)`, 'i');
const mannerBefore = new RegExp(String.raw`\b(?:always )?${manner} (?=(?:refuse|decline)s?\b)`, 'i');
const refuses = /\b(?:not|never|no|refuses?|refused|declines?|declined|cannot)\b|n['’]t\b/i;

/** What is declined politely is declined. */
const withoutManner = (sentence: string): string =>
  refuses.test(sentence) ? sentence.replace(mannerBehind, '').replace(mannerBefore, '') : sentence;

const adverbs = String.raw`(?:(?:also|always|${manner}) )*`;
const speaking =
  'give|provide|offer|render|reveal|disclose|share|show|tell|explain|describe|teach|help|guarantee|discuss|comment|recommend|talk|speak|promise|confirm|say|name|answer|reply|respond|pretend|claim|mention|quote|compare|judge|diagnose|speculate|predict|state|repeat';
const does = [
  String.raw`(?:must|shall|should|may|will|can|does|do)(?: not|n['’]t) ${adverbs}(?:ever )?(?:${speaking})\b`,
  String.raw`(?:cannot|(?:wo|ca)n['’]t|(?:must |shall |should |may |will )?never) ${adverbs}(?:${speaking})s?\b`,
  String.raw`${adverbs}(?:(?:must|shall|should|will|has to) ${adverbs})?(?:refuse|decline)s?\b`,
  String.raw`(?:(?:must|shall|should) ${adverbs}(?:say|name|state|tell|mention)|(?:always )?(?:says|names|states|tells|mentions)) (?:that|the|people|customers|users)\b`,
  String.raw`(?:gives|provides|offers) no \p{L}+`,
].join('|');
const named = new RegExp(
  String.raw`^((?:The |Our |This )?(?:\p{Lu}[\p{L}\d.-]*(?:['’]s)? ){0,2}(?:(?:assistant|bot|chatbot|agent) )?(?:\p{Lu}[\p{L}\d.-]* )?)(?=${adverbs}(?:${does}))`,
  'u',
);

/** “Tilda must not give legal advice” is said of the application, by whatever name it goes. */
function withoutName(sentence: string): string {
  const [, name = ''] = named.exec(sentence) ?? [];
  const words = name.trim().split(' ').filter(Boolean);
  const last = words.at(-1)?.toLowerCase() ?? '';
  return words.length === 0 ||
    words.length > 4 ||
    isNobodysName(
      words.map((word) => word.toLowerCase()),
      last,
    )
    ? sentence
    : `It ${sentence.slice(name.length).replace(ofItself, 'its')}`;
}

/** Who goes by a name of a person has instructions of “hers”. */
const ofItself =
  /\b(?:her|his)(?= (?:own |internal |secret )?(?:instructions|(?:system )?prompts?|configuration|set-?up)\b)/giu;

/** Several, people and words of grammar are no name of one application. */
const isNobodysName = (words: readonly string[], last: string): boolean =>
  !/^(?:assistant|bot|chatbot|agent)$/.test(last) || words.length === 1
    ? words.some((word) => noName.test(word)) ||
      words.some((word) => people.test(word)) ||
      people.test(last.replace(/s$/, '')) ||
      /[^su]s$/.test(last)
    : false;
const noName =
  /^(?:it|he|she|they|we|i|you|this|that|these|those|there|here|who|what|which|when|if|where|whoever|nobody|no|none|not|never|only|all|any|every|everybody|everyone|nothing|please|staff|team|management|manager|employee|colleague|doctor|nurse|lawyer|advis[eo]r|driver|teacher|trainer|counter|support|marketing|sales|compliance|reception|accounting|finance|legal|assistant|bot|chatbot|agent|system|app|application|tool|model|ai|tutor|concierge|service|helper|desk|company|answer|reply|response|message|text|email|letter|politely|always|also|must|shall|should|may|will|can|do|does|law|policy|price|rule|page|site|website|document|section|chapter|contract)$/;

const declined =
  '(?:legal|medical|health|tax|investment|financial|political)(?:(?:,| or| and|, or) (?:legal|medical|health|tax|investment|financial))* (?:advice|opinions?|assessments?|recommendations?|views?|statements?)';
const refusesIt = new RegExp(
  String.raw`^(?:It )?(?:(?:must|shall|should|will|has to) )?(?:refuse|decline)s? (?:to (?:give|provide|offer) )?(?:all |any )?(?:(?:requests?|questions?) for )?(?:all |any )?(${declined})(?=[.!]?$)`,
  'i',
);
const isRefused = new RegExp(
  String.raw`^(?:all |any )?(${declined}) (?:is|are|must be|has to be) (?:always )?(?:refused|declined)(?=[.!]?$)`,
  'i',
);

/** “Refuses investment advice” forbids it. */
const withoutRefusing = (sentence: string): string =>
  sentence
    .replace(refusesIt, (_all, thing: string) => `It must not give ${thing.toLowerCase()}`)
    .replace(isRefused, (_all, thing: string) => `It must not give ${thing.toLowerCase()}`);
