import { languageNames } from './language.ts';
import { isPuzzled, isRefusing } from './wording.ts';
import { isStopWord, readOnce, sentencesOf, singular, wordsOf } from './words.ts';

/** Something a target says it does or tells about: "cancel" with "appointment", or "opening hours" without a verb. */
export interface Ability {
  readonly verb?: string;
  readonly thing: string;
}

const sentencesMax = 40;
const abilitiesMax = 16;
const wordsMax = 6;

// What is done to something. What is only told of something ("explain", "answer") is its topic.
const doing =
  'apply for|arrange|activate|amend|block|book|buy|calculate|cancel|change|check|check in|choose|claim|collect|compare|compute|create|deactivate|delete|dispute|donate|enrol|enroll|estimate|exchange|extend|file|find|freeze|hire|join|look up|lock|log|make|modify|move|open|order|pause|pay|place|plan|postpone|quote|rebook|recommend|redeem|redirect|refill|refund|register|renew|rent|repair|replace|report|request|reroute|reschedule|reserve|reset|resume|return|schedule|search|send|set up|sign up for|start|stop|submit|suggest|switch|top up|track|transfer|unblock|unlock|update|upgrade|withdraw'.split(
    '|',
  );
const telling =
  'advise(?: you)? on|answer|answering|assist(?: you)? with|cover|deal with|describe|take|discuss|explain|explaining|give(?: you)?|giving|guide(?: you)? through|help(?: you)? with|handle|know(?: about)?|look after|manage|offer|provide|providing|share|show(?: you)?|take care of|talk about|teach|tell(?: you)?|telling(?: you)?|walk(?: you)? through';
const verb = new RegExp(`^(${doing.toSorted((a, b) => b.length - a.length).join('|')})(?![\\w-])`, 'i');
/** "Opening hours" and "check-in times" are things. */
const gerunds = new Map(
  doing
    .filter((one) => !/^(?:open|check in|plan|set up)$/.test(one))
    .flatMap((one) => gerundOf(one).map((form) => [form, one] as const)),
);

function gerundOf(phrase: string): string[] {
  const [first = '', ...rest] = phrase.split(' ');
  const forms = first.endsWith('e')
    ? [`${first.slice(0, -1)}ing`]
    : [`${first}ing`, `${first}${first.at(-1)}ing`];
  return forms.map((form) => [form, ...rest].join(' '));
}

/** What stands before a list of what it does; the list goes to the end of the sentence. */
const leads: readonly RegExp[] = [
  /\b(?:help|helping|assist|assisting|support|supporting)(?: [\w'-]+){0,5}? (?:with|by|on|for)(?: things like| anything (?:about|around|to do with))?\b:? ?/i,
  /\b(?:ask|asking|talk to|chat with)(?: (?:me|us))?(?: anything| everything| questions| for help)? (?:about|on|for|to):? /i,
  /\b(?:questions?|information|info|details|advice|everything|all things|anything) (?:about|on|regarding|around|concerning):? /i,
  /\b(?:topics|services|areas|subjects|options|tasks|the following|choose from|as follows|such as|including|things like|help|do)\b[^:.!?]{0,30}: ?/i,
  /\b(?:i|we|you) can(?: also| either| even| only| always| just)?:? /i,
  /\b(?:i am|i'm|we are|we're|is) (?:here|able|happy|glad)(?: only)? (?:to|for) (?:help (?:you )?(?:with )?)?/i,
  /\b(?:help|helps|helping|let|lets)(?: you| people| customers| guests| members| patients)(?: to)? /i,
  /\b(?:would you like|do you want|are you (?:looking|here|interested)|is (?:it|this) (?:about|for)|did you mean|shall we talk about|interested in)(?: help with| to know about| to| for| in)? /i,
];
const ofItself = new RegExp(
  `\\b(?:i|we)(?: also| mainly| mostly| only| can)? (?=(?:${doing.join('|')}|${telling}|do)\\b)`,
  'i',
);
const bullet = /^\s*(?:[-*•▪➤–]|\(?(?:\d{1,2}|[a-h])[.):]|\p{Extended_Pictographic}\uFE0F?)\s+(.{2,120})$/u;

/** The offers of one answer, in its own order and each once. */
export const abilitiesIn = readOnce(abilitiesOf);

function abilitiesOf(text: string): readonly Ability[] {
  const plain = text
    .replaceAll('’', "'")
    .replaceAll(/[*_`#]/g, '')
    .replaceAll(/\b(Dr|Mr|Mrs|Ms|St|Prof)\. /g, '$1 ');
  const lines = inLines(plain).split('\n');
  const listed = lines.flatMap((line) => {
    const [, item] = bullet.exec(line) ?? [];
    return item === undefined ? [] : itemsIn(item.split(/:\s|\s[–—-]\s|\s\(/)[0] ?? '', true, true);
  });
  const told = sentencesOf(lines.filter((line) => !bullet.test(line)).join('\n'))
    .slice(0, sentencesMax)
    .filter((sentence) => !isRefusing(sentence) && !isPuzzled(sentence))
    .flatMap(abilitiesOfSentence);
  const seen = new Set<string>();
  return [...listed, ...told]
    .filter((one) => {
      const key = keyOfAbility(one);
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, abilitiesMax);
}

/** "[1] Rates [2] Book", "1) Rates 2) Book" and "[Rates] [Book]" as lines. */
function inLines(text: string): string {
  const marked = text.replaceAll(/(?:^|\s)[[(]?\d{1,2}[\]).]\)?\s+(?=\p{L})/gu, '\n- ');
  if (marked.split('\n- ').length > 2) return marked;
  const buttons = text.replaceAll(/\[(\p{L}[^\]\n]{1,40})\]/gu, '\n- $1');
  return buttons.split('\n- ').length > 2 ? buttons : text;
}

export const keyOfAbility = ({ verb: does = '', thing }: Ability): string =>
  `${does} ${wordsOf(thing).map(singular).join(' ')}`.trim();

function abilitiesOfSentence(sentence: string): Ability[] {
  // Leads stand one behind the other: "You can | ask me about | …".
  let tail = sentence.slice(0, 800);
  let isVerb = false;
  for (let round = 0; round < 3; round += 1) {
    const found = [...leads, ofItself]
      .map((lead) => lead.exec(tail))
      .filter((match) => match !== null)
      .filter(({ index }) => round === 0 || index <= 2)
      .toSorted((a, b) => a.index - b.index || b[0].length - a[0].length)[0];
    if (found === undefined) {
      if (round === 0) return [];
      break;
    }
    tail = tail.slice(found.index + found[0].length);
    isVerb = /\b(?:can|to|you|i|we)\W*$/i.test(found[0]);
  }
  return itemsIn(tail.replace(/[.!?…]+$/, ''), isVerb || verb.test(tail));
}

/** "book, change or cancel an appointment" is three of one thing; "prices and opening hours" are two. */
function itemsIn(list: string, isVerbFirst: boolean, isMenu = false): Ability[] {
  const pieces = list
    .replace(/^(?:either|both|whether it's|anything from)\s+/i, '')
    .split(/\s*[,;/]\s*(?:and |or |as well as )?|\s+(?:and|or|&|as well as|plus)\s+|\s+-\s+/)
    .slice(0, abilitiesMax * 2);
  const found: Ability[] = [];
  let waiting: string[] = [];
  for (const [place, piece] of pieces.entries()) {
    const item = asItem(piece, isVerbFirst || place > 0);
    if (item === undefined) continue;
    if (item.thing === '') {
      if (item.verb !== undefined) waiting.push(item.verb);
      continue;
    }
    for (const one of item.verb === undefined ? [] : waiting) found.push({ verb: one, thing: item.thing });
    waiting = [];
    if (/^(?:you|yourself)(?: up| in)?$/i.test(item.thing) && item.verb !== undefined) {
      found.push({ verb: item.verb, thing: '' });
      continue;
    }
    // "Book a test or a lesson": the second is booked as well.
    const verbBefore = found.at(-1)?.verb;
    if (
      item.verb === undefined &&
      verbBefore !== undefined &&
      /^(?:a|an|your)\s/i.test(piece.trim()) &&
      !/ing\b/i.test(pieces[place - 1] ?? '')
    ) {
      found.push({ verb: verbBefore, thing: item.thing });
      continue;
    }
    if (/^(?:it|them|those|that|one)$/i.test(item.thing)) {
      const before = found.at(-1);
      if (before && item.verb !== undefined) found.push({ verb: item.verb, thing: before.thing });
      continue;
    }
    found.push(item);
  }
  if (isMenu) found.push(...waiting.map((does) => ({ verb: does, thing: '' })));
  return found.filter(isThing);
}

const extras =
  /\s+(?:with (?:your|the|an?|its|their) .*|by .*|if .*|when .*|using .*|so (?:that )?.*|through .*|via .*|before .*|that .*|which .*|who .*|because .*|until .*|here|today|now|online|too|as well|right away|for you|please|step by step|you (?:have|want|need|may|might|own).*|we (?:have|sell|offer).*|in (?:this chat|no time|general|our .*|the shop)|at any time|if needed)$/i;
const opening =
  /^(?:(?:and|or|also|just|only|even|simply|then|to|with|about|on|for|in|of|regarding|you|me|us|i|we|can|could|may|questions?|information|info|details|advice|help|general|everything|anything|something|all|things|like|such as|including|any|some|your|our|the|a|an|my|their|its|new|own|what|whether it's|it's|is|are|more)\s+)+/i;
const tellingFirst = new RegExp(`^(?:${telling})\\s+`, 'i');
const determiner =
  /^(?:you\b|a|an|the|your|my|our|any|some|new|another|it|them|one|for|up|in|out|existing|on)\b/i;

/** One piece of a list; a verb alone has an empty thing and waits for the one behind it. */
function asItem(piece: string, mayBeVerb: boolean): Ability | undefined {
  let text = piece
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/[.:!?"“”()]+$/g, '');
  for (let round = 0; round < 3; round += 1)
    text = text
      .replace(
        /^(?:and|or|also|just|then|to|you to|you|me|us|can|could|i|we|i can|we can|you can|help you)\s+/i,
        '',
      )
      .replace(tellingFirst, '')
      .replace(/^(?:you |questions? )?(?:about|on|regarding|with)\s+/i, '');
  for (let round = 0; round < 2; round += 1) text = text.replace(extras, '');
  const [gerund] = [...gerunds.keys()].filter((form) => text.toLowerCase().startsWith(`${form} `));
  const base = gerund === undefined ? undefined : gerunds.get(gerund);
  const [said = ''] = verb.exec(text) ?? [];
  if (base !== undefined && gerund !== undefined)
    return { verb: base, thing: asThing(text.slice(gerund.length)) };
  const rest = text.slice(said.length).trim();
  if (said !== '' && rest === '') return mayBeVerb ? { verb: said.toLowerCase(), thing: '' } : undefined;
  // "order status" and "return policy" are things; "order a cake" and, after "can", "track parcels" are not.
  if (
    said !== '' &&
    (determiner.test(rest) ||
      (mayBeVerb &&
        !/^(?:status|policy|policies|options?|process|times?|history|numbers?|forms?|fees?|costs?|methods?|hours?|issues?|problems?)\b/i.test(
          rest,
        )))
  )
    return { verb: said.toLowerCase(), thing: asThing(rest) };
  return { thing: asThing(text) };
}

/** “What to bring” is a matter; “bring” alone is none. */
const whatToDo = /^(?:what|when|where) to \p{Ll}/u;

const asThing = (text: string): string => {
  if (whatToDo.test(text)) return text;
  const thing = text
    .trim()
    .replace(opening, '')
    .replace(opening, '')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N})]+$/gu, '');
  return /^[A-Z][a-z]/.test(thing) && !/\s[A-Z]/.test(thing)
    ? `${thing[0]?.toLowerCase()}${thing.slice(1)}`
    : thing;
};

const language = new RegExp(`^(?:${Object.values(languageNames).join('|')})$`, 'i');
const noThing =
  /^(?:that|this|it|these|those|else|more|them|so on|etc|help|question|questions|today|now|anything|something|everything|much more|other|others|tell me|let me know|type|reply|say|so|if|how|ask|know|need|speak|talk|chat|try|do|be|see|use|get|have|just|hello|hi|yes|no)\b/i;

const alone =
  /^(?:enrol|enroll|register|check in|sign up for|join|book|order|cancel|change|return|reserve|track|rent|hire|pay|report)$/;

function isThing({ verb: does, thing }: Ability): boolean {
  const words = wordsOf(thing);
  if (thing === '') return does !== undefined && alone.test(does);
  return (
    words.length > 0 &&
    words.length <= wordsMax &&
    thing.length >= 3 &&
    (!words.every(isStopWord) || /^(?:deals|offers)$/i.test(thing)) &&
    !noThing.test(thing) &&
    !language.test(thing) &&
    !/\b(?:i|i'm|i'll|you|you're|we|me|they|he|she|not|can|will|is|are|was|please)\b/i.test(thing)
  );
}
