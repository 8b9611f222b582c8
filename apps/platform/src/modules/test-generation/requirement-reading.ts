import {
  bareOf,
  lowerFirst,
  readSentence,
  saysSomething,
  toMe,
  verbOf,
  type Reading,
} from './requirement-grammar.ts';
import {
  firstClause,
  isOfConduct,
  isPlainClause,
  sentencesIn,
  speaksOfTalk,
  topicIn,
} from './requirement-wording.ts';

/**
 * What a requirement says, where that is understood with confidence: its title if that is a sentence, else the story or
 * the first sentence of its description, else what its title names. Nothing is better than a question that makes no sense.
 */
export function readRequirement({
  name,
  description,
}: {
  readonly name: string;
  readonly description: string | null;
}): Reading | undefined {
  const title = name.trim();
  const sentences = sentencesIn(description ?? '');
  const [first] = sentences;
  return (
    firstOf([title, ...sentences], storyIn) ??
    readPlainly(title) ??
    offTopicIn(title, first) ??
    ofDescription(title, first) ??
    ofTitle(title, first)
  );
}

/** Where the title names a subject, people ask about that and not about a single fact of it. */
function ofDescription(title: string, first: string | undefined): Reading | undefined {
  const reading = first === undefined ? undefined : readPlainly(first);
  return reading?.says === 'fact' && topicIn(title) !== undefined ? undefined : reading;
}

function firstOf<T>(texts: readonly string[], read: (text: string) => T | undefined): T | undefined {
  for (const text of texts) {
    const found = read(text);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** “As a tenant, I want to report a leak so that …”: people say themselves what they want. */
function storyIn(text: string): Reading | undefined {
  const found =
    /^as (an? [^,]{2,60}?),? I (?:want|would like|need|wish)(?: to be able)? to (.+?)(?: so(?: that)? .*)?[.]?$/i.exec(
      text.replace(/I['’]d like/i, 'I would like'),
    );
  const [, who = '', wish] = found ?? [];
  if (wish === undefined || /[;:()]|, /.test(wish) || wish.split(' ').length > 20) return undefined;
  const known = /^know (?=how|what|when|where|which|who|why|whether)(.+)$/i.exec(wish)?.[1];
  if (known !== undefined) return { says: 'answer', thing: known, ...(who.includes(' who ') ? { who } : {}) };
  return verbOf(wish.split(' ', 1)[0] ?? '') === undefined ? undefined : { says: 'enable', action: wish };
}

/** A sentence that can be taken apart: it says something, and all its parts are plain. */
function readPlainly(sentence: string): Reading | undefined {
  const isConditional = /^(?:when(?:ever)?|if|in case)\b/i.test(sentence);
  const clause = isConditional ? sentence : firstClause(sentence);
  if (!isConditional && (isVerbList(clause) || !isPlainClause(clause))) return undefined;
  if (!saysSomething(clause) && !isStatement(clause)) return undefined;
  const reading = readSentence(clause);
  return isSafe(reading, clause) ? reading : undefined;
}

const isStatement = (clause: string): boolean =>
  /\b(?:only|exclusively|nothing but|limited to)\b|\s(?:is|are|costs?|takes?|must|may|can|cannot|has to|have to|needs?)\s/i.test(
    clause,
  );

/** “discloses or guesses …”, “approves, rejects or files …”: several verbs share what follows. */
const isVerbList = (clause: string): boolean => /^\w+(?:,| (?:or|and)\s)/.test(bareOf(clause).rest);

/** Verbs of what an application does by itself in a talk, which it can be asked about. */
const ofTalk = new Set(
  `ask cite hand name offer confirm check mention refer redirect say explain escalate greet link point verify list convert
  thank summarise summarize repeat restate recommend remind warn acknowledge apologise apologize clarify collect connect
  direct include inform introduce log note only record request report show suggest tell transfer forward only`.split(
    /\s+/,
  ),
);

function isSafe(reading: Reading, clause: string): boolean {
  switch (reading.says) {
    case 'refuse':
      if (/^no /i.test(clause) && !isGiven.test(reading.action)) return false;
      if (ofManner.test(reading.action)) return false;
      // What is forbidden only in part cannot be asked for plainly.
      return (
        isAsked(reading.action) &&
        !/\b(?:unless|except|without|before|until|after|when|if|more than)\b/i.test(reading.action)
      );
    case 'secret':
    case 'invent':
    case 'only':
      return isAsked(reading.thing);
    case 'answer':
      return (
        isAsked(reading.thing) &&
        verbOf(bareOf(clause).rest.split(' ', 1)[0] ?? '') !== undefined &&
        !isOfConduct(reading.thing) &&
        !/^(?:the )?(?:right|correct|exact|best|relevant|appropriate) \S+$/i.test(reading.thing)
      );
    case 'behave':
      return ofTalk.has(reading.action.split(' ', 1)[0] ?? '') && reading.action.includes(' ');
    case 'when':
      return (
        isPlainClause(reading.situation) && !/\b(?:assistant|bot|reply|answer)\b/i.test(reading.situation)
      );
    case 'fact':
      return (
        !/,/.test(clause) &&
        !speaksOfTalk(clause) &&
        !/^(?:it|most|some|(?:people|users|customers|visitors|members|guests|patients|callers) (?:are|have|often|usually|read|want|need))\b/i.test(
          clause,
        )
      );
    case 'refrain':
    case 'enable':
    case 'able':
    case 'offtopic':
    case 'format':
    case 'language':
    case 'tone':
    case 'keep':
      return true;
  }
}

/** “No homework” does not say what must not be done with it; advice and the like are given. */
const isGiven =
  /\b(?:advice|opinions?|recommendations?|promises|predictions?|estimates?|guarantees?|discounts?|quotes?|prices|status|information|details|data|diagnos[ie]s|forecasts?|instructions|addresses|codes|refunds|numbers)$/i;
/** What is forbidden of its manners is broken by how it talks, and not by being asked. */
const ofManner =
  /^(?:use|be|sound|end|begin|start|average|continue|exceed|include|add|mix|let|take|treat|rely|leave|argue|contradict|blame|interrupt|mention|switch|assume|insist|see)\b/i;

const isAsked = (phrase: string): boolean =>
  /\w{3}/.test(phrase) &&
  !/^(?:or|and|about|in|on|at|to|that|if|when|not|no|does|is|are)\b|\b(?:no|not|n't|never)\b/i.test(phrase);

/** What is beside the subject is turned away; that needs no word of the rule. */
const offTopicIn = (title: string, first = ''): Reading | undefined =>
  /\b(?:unrelated to|off-?topic|not related to|outside (?:of )?(?:its|the|this) (?:scope|subject|domain))\b/i.test(
    `${title} ${first}`,
  ) &&
  /\b(?:declin\w+|refus\w+|reject\w*|not answer|turns? (?:away|down)|does not|doesn't)\b/i.test(
    `${title} ${first}`,
  )
    ? { says: 'offtopic' }
    : undefined;

function ofTitle(title: string, first: string | undefined): Reading | undefined {
  const topic = topicIn(title);
  if (topic === undefined) return undefined;
  if (first === undefined || !isLimit(first)) return { says: 'answer', thing: topic };
  return /\b(?:advice|opinions?|recommendations?|predictions?|promises|estimates|guarantees|diagnos[ie]s)$/i.test(
    topic,
  )
    ? { says: 'refuse', action: `give me ${toMe(lowerFirst(title.replace(/[.]+$/, '')))}` }
    : undefined;
}

/** A title may name what the application must keep away from. */
function isLimit(sentence: string): boolean {
  const { isNegative, subject, rest } = bareOf(sentence);
  return (
    /^(?:we )?(?:do not|don't|never) want\b|\bout of scope\b|^(?:no|not)\b/i.test(sentence) ||
    /\b(?:has|have) no access\b|\bassistant (?:cannot|must not|may not|never|does not|doesn't)\b/i.test(
      sentence,
    ) ||
    (isNegative && (subject === 'application' || verbOf(rest.split(' ', 1)[0] ?? '') !== undefined))
  );
}
