import type { Draft } from './draft.ts';
import { asMine, capital, isPerson, runAt, thing, written } from './phrases.ts';
import { isOwnQuestion } from './sentence-tests.ts';
import type { Tagged, Word } from './tagger.ts';

/** A message that somebody sends by whom the rule is met, and what the rule says of them. */
export interface Said {
  readonly message: string;
  readonly category: 'Direct' | 'Situation';
  /** The rule has it word for word. */
  readonly isQuoted?: true;
  /** A thing alone, of which the title may have to say where it belongs: “I want to report a hole”. */
  readonly isReported?: true;
}

/** Whether a sentence, or what stands before its colon, is said of one occasion only. */
export const isOfOccasion = ({ words, text }: Tagged): boolean =>
  /^(?:if|when|whenever|where|for|in|on|given|once|should|after|before|during|with)$/.test(
    words[0]?.low ?? '',
  ) || /^[^.:]{3,80}:/.test(text);

const whenever = /^(?:if|when|whenever|where|once|given)$/;

/** What somebody says, wants or asks when the rule is to be kept. */
export function saidIn(tagged: Tagged): Said[] {
  const quoted = quotedIn(tagged);
  if (quoted !== undefined) return [{ message: quoted, category: 'Situation', isQuoted: true }];
  const story = storyIn(tagged);
  if (story !== undefined) return [{ message: story, category: 'Direct' }];
  const { words } = tagged;
  return words.flatMap((word, place): Said[] => {
    // “Tenants ask whether they may …”, “Someone who writes that they …”
    const before = words[place - 1];
    const isSpoken = place === 1 && isPerson(before) && /^(?:ask|write|say)$/.test(word.lemma);
    const isWho =
      word.low === 'who' &&
      isPerson(before) &&
      /^(?:write|say|ask|want)$/.test(words[place + 1]?.lemma ?? '');
    // “If they simply ask what the terms are”
    const asks = words[place + 2]?.part === 'R' ? place + 3 : place + 2;
    if (
      place === 0 &&
      /^(?:if|when)$/.test(word.low) &&
      words[1]?.low === 'they' &&
      words[asks]?.lemma === 'ask' &&
      /^(?:what|how|which|whether)$/.test(words[asks + 1]?.low ?? '')
    ) {
      const own = words.slice(asks + 1, endOf(tagged, asks + 2));
      return isOfThing(own) ? [{ message: `Can you tell me ${asMine(own)}?`, category: 'Situation' }] : [];
    }
    if (isSpoken || isWho) {
      const message = toldBy(tagged, isWho ? place + 1 : place);
      return message === undefined ? [] : [{ message, category: 'Situation' }];
    }
    if (!whenever.test(word.low)) return [];
    const who = runAt(tagged, place + 1, 'D?(?:R?J)?N|O');
    const person = words[(who ?? 0) - 1];
    if (who === undefined || !isPerson(person) || /^(?:they|it|we|i)$/.test(person?.low ?? '')) return [];
    const message = toldBy(tagged, who);
    if (message === undefined) return [];
    const isReported = words[who]?.lemma === 'report' || words[who + 1]?.low === 'for';
    return [{ message, category: 'Situation', ...(isReported ? { isReported } : {}) }];
  });
}

/** A question in quotation marks is one that people ask, unless it is quoted as what is not to be said. */
function questionIn(text: string): string | undefined {
  for (const found of text.matchAll(
    /(?<![\p{L}\d])['"“‘]((?:can|could|is|are|do|does|did|will|would|may|how|what|which|where|when|why) [^'"“”‘]{8,90}?(?:'\p{L}[^'"“”‘]{0,60})?)['"”’](?=[\s.,;:?!)]|$)/giu,
  )) {
    const [, said = ''] = found;
    const before = text.slice(Math.max(0, found.index - 30), found.index);
    if (
      said.split(' ').length >= 4 &&
      !/\b(?:no|not|never|says?|saying|asks?(?! is)|and|or)\s*$|\($|n['’]t (?:say|ask|write)/i.test(before) &&
      !/\b(?:help you|you sure|anything else)\b/i.test(said) &&
      // “Do you have X?” is asked of nothing yet, “Is this even legal?” of something that was said before.
      !/\b[XYZ]\b|\bNN\b|\.\.\.|…/.test(said) &&
      isOwnQuestion(`${said.replace(/[.!?]$/, '')}?`)
    )
      return capital(/[?]$/.test(said) ? said : `${said.replace(/[.!]$/, '')}?`);
  }
  return undefined;
}

/** The words of a user that the rule quotes. */
function quotedIn({ text }: Tagged): string | undefined {
  const question = questionIn(text);
  if (question !== undefined) return question;
  const found =
    /(?:\b(?:asks?|says?|writes?|said|asked|typing|writing|mentioning)(?: (?:at|on) \S+)?|^(?:on|to|with)):? ['"“‘]([^'"“”‘]+(?:'\p{L}[^'"“”‘]*)*)['"”’](?=[\s.,;:?!]|$)/iu.exec(
      text,
    );
  const [, said = ''] = found ?? [];
  const before = text.slice(0, found?.index ?? 0);
  const isTheirs = /^(?:on|to|with)/i.test(found?.[0] ?? '')
    ? said.endsWith('?')
    : /\b(?:someone|somebody|they|user|customer|client|guest|patient|member|patron|visitor|passenger|student|caller|tenant|owner|reader|applicant)s?\s*$/i.test(
        before,
      );
  if (!isTheirs || said.split(' ').length < 4 || !/\b(?:i|my|me)\b|\?$/i.test(said) || said.includes('...'))
    return undefined;
  return capital(
    /[.?!]$/.test(said)
      ? said
      : `${said}${/^(?:how|what|which|who|why|where|when|can|is|are|do|does|may)\b/i.test(said) ? '?' : '.'}`,
  );
}

/** “As a traveller I want to file a lost item report without calling, so that …” */
function storyIn(tagged: Tagged): string | undefined {
  const { words, text } = tagged;
  if (words[0]?.low !== 'as') return undefined;
  const place = words.findIndex(({ low }) => low === 'i');
  // “As a customer who is moving house, I want to know …”: who asks says so as well.
  const role = roleIn(tagged, place);
  if (role === undefined) return undefined;
  const [verb, to, deed] = words.slice(place + 1, place + 4);
  // “I'd like my payslip explained line by line”
  if (verb?.low === "'d" && to?.low === 'like' && deed?.low === 'my') {
    const end = words.findIndex(({ part }, at) => at > place && part === 'P');
    return `I would like ${asMine(words.slice(place + 3, end === -1 ? words.length : end))}.`;
  }
  if (
    /^(?:can|may)$/.test(verb?.low ?? '') &&
    to !== undefined &&
    place >= 2 &&
    !words.slice(0, place).some(({ low }) => staff.test(low))
  )
    return to.part === 'V' && !/^(?:ask|see|have|be|get)$/.test(to.low) ? wish(tagged, place + 2) : undefined;
  // “As a parent I want suggestions for my child”
  if (verb?.low === 'want' && isPerson(words[roleEnd(words, place) - 1])) {
    const end = runAt(tagged, place + 2, thing);
    const next = words[end ?? 0];
    const own = words.slice(place + 2, end);
    if (
      end !== undefined &&
      own.some(({ low }) => low === 'my') &&
      isOfThing(own) &&
      (next === undefined || next.part === 'P' || next.low === 'so')
    )
      return `I would like ${asMine(own)}.`;
  }
  if (place < 2 || words.slice(0, place).some(({ low }) => staff.test(low))) return undefined;
  if (
    verb?.low !== 'want' ||
    to?.low !== 'to' ||
    deed === undefined ||
    /^(?:send|say|get|be|have)$/.test(deed.low)
  )
    return undefined;
  const from = place + 3;
  if (/^(?:know|see|ask|learn)$/.test(deed.low)) {
    const asks = words[from + 1];
    if (asks?.part !== 'W' && asks?.low !== 'if') return deed.low === 'see' ? wish(tagged, from) : undefined;
    const end = endOf(tagged, from + 2);
    const own = words.slice(from + 1, end);
    return own.some(({ part }) => part === 'N') && !own.some(({ low }) => low === 'may' || low === 'i')
      ? `${role}Can you tell me ${written({ text, words, shape: '' }, from + 1, end)}?`
      : undefined;
  }
  return wish(tagged, from);
}

/** Where the role of a story ends, without its comma. */
const roleEnd = (words: readonly Word[], place: number): number =>
  words[place - 1]?.text === ',' ? place - 1 : place;

/** What a role says besides who it is, as that person says it; undefined where it is said in a way that is not understood. */
function roleIn({ words }: Tagged, place: number): string | undefined {
  const from = words.findIndex(({ low }, at) => at < place && low === 'who');
  if (from === -1) return words.slice(1, place).some(({ part }) => /[WI]/.test(part)) ? undefined : '';
  const own = words.slice(from + 1, roleEnd(words, place));
  const [verb, ...rest] = own;
  return verb !== undefined && /^(?:is|has)$/.test(verb.low) && rest.length > 0 && rest.length <= 6
    ? `I ${verb.low === 'is' ? 'am' : 'have'} ${asMine(rest)}. `
    : undefined;
}

const staff =
  /^(?:manager|officer|compliance|team|engineer|owner|admin|administrator|legal|developer|operator|assistant|agent|bot|clerk|staff|director|accountant|planner)$/;

/** What it is done to, up to where the story says how, or why. */
function wish(tagged: Tagged, from: number): string | undefined {
  const { words } = tagged;
  const end = endOf(tagged, from + 1);
  const own = words.slice(from, end);
  return isSayable(own) && isOfThing(own) && !isHandingOver(own) ? `I want to ${asMine(own)}.` : undefined;
}

/** “I want to submit a meter reading”: what the rule judges is the reading, and who only announces one has not given it. */
const isHandingOver = (own: readonly Word[]): boolean =>
  /^(?:submit|enter|provide|supply|give|send|upload|tell|state|share|hand|pass|register|record|log|update)$/.test(
    own[0]?.low ?? '',
  ) &&
  own.some(({ low }) =>
    /^(?:readings?|numbers?|dates?|values?|figures?|measurements?|data|details?|information|address(?:es)?|amounts?|scores?|results?|mileage|weight|temperature)$/.test(
      low,
    ),
  );

/** “I want to cancel” and “I have been drinking” leave out what. */
const isOfThing = (own: readonly Word[]): boolean =>
  // “whether my meal contains an allergen”: who asks names it.
  !own.some(
    ({ low }, at) => leftOpen.test(low) && /^(?:an?|any|certain|specific)$/.test(own[at - 1]?.low ?? ''),
  ) &&
  own.some(
    (word) => word.part === 'N' && !isPerson(word) && !word.low.endsWith('ing') && !anything.test(word.lemma),
  );
/** The kind of something that has a name. */
const leftOpen =
  /^(?:allergens?|ingredients?|substances?|medicines?|medications?|illness|disease|condition|symptoms?|species|breed)$/;
/** Nouns that leave open what is meant. */
const anything =
  /^(?:item|thing|object|product|article|case|matter|issue|topic|request|question|service|something)$/i;

/** Where a clause ends: at a mark, a reason, or a second clause. */
function endOf({ words }: Tagged, from: number): number {
  const end = words.findIndex(
    ({ part, low }, place) =>
      place >= from &&
      ((part === 'P' && low !== '-' && !/^[/]$/.test(low)) ||
        /^(?:so|without|unless|before|by|up|via|through|once|until)$/.test(low) ||
        // Behind what somebody says goes on what is done with it: “A student who says they are ill gets …”.
        (place > from + 1 && /^(?:needs?|gets?|goes?|must|should|receives?|has)$/.test(low)) ||
        (low === 'because' && words[place + 1]?.low !== 'of') ||
        (low === 'in' && /^(?:the )?chat\b/.test(`${words[place + 1]?.low} ${words[place + 2]?.low}`)) ||
        (part === 'C' && /[VX]/.test(words[place + 1]?.part ?? ''))),
  );
  return end === -1 ? words.length : end;
}

/** “reserve the space” and “cancel it” speak of something said before. */
const isSayable = (own: readonly Word[]): boolean =>
  own.length >= 2 &&
  own.length <= 14 &&
  !own.some(({ low }) => /^(?:it|this|that|these|those|they|up|etc|one|bot|chat)$/.test(low)) &&
  !/^.the \S+(?: (?!of\b)|$)/.test(
    own.map(({ low }, place) => (place === 0 ? '.' : place === 1 ? low : ` ${low}`)).join(''),
  );

/** “says they use a wheelchair”, “wants to cancel”, “can't leave their flat”, “reports a smell of gas” */
function toldBy(tagged: Tagged, from: number): string | undefined {
  const { words } = tagged;
  const [verb, next, behind] = words.slice(from, from + 3);
  if (verb === undefined || next === undefined) return undefined;
  if (/^(?:say|write|mention|tell|state)$/.test(verb.lemma)) {
    const begin = next.low === 'that' ? from + 2 : next.low === 'us' ? from + 2 : from + 1;
    if (!/^(?:they|he|she)$/.test(words[begin]?.low ?? '')) return undefined;
    const end = endOf(tagged, begin + 1);
    const own = words.slice(begin, end);
    // What is only stated asks for nothing.
    return own.length >= 3 && own.some(({ part }) => part === 'Z') && isOfThing(own)
      ? `${asMine(own)}. What can I do?`
      : undefined;
  }
  if (/^(?:want|wish)$/.test(verb.lemma) && next.low === 'to') return wishTo(tagged, from + 2);
  if (verb.part === 'X' && next.part === 'Z' && verb.low === 'can') {
    const end = endOf(tagged, from + 2);
    return end - from >= 4 ? `I cannot ${asMine(words.slice(from + 2, end))}. What can I do?` : undefined;
  }
  if (verb.lemma === 'report') {
    const message = withThing(tagged, from + 1, 'I want to report');
    // “A change in taste” are the words of the rule, “a smell of gas” those of people.
    return message !== undefined && !inOtherWords.test(message) ? message : undefined;
  }
  if (verb.lemma === 'ask' && next.low === 'to' && behind?.part === 'V') return wishTo(tagged, from + 2);
  if (verb.lemma === 'ask' && next.low === 'for') return withThing(tagged, from + 2, 'I would like');
  if (verb.lemma === 'ask' && (next.low === 'if' || next.part === 'W')) {
    const end = endOf(tagged, from + 2);
    const own = words.slice(from + 1, end);
    return isOfThing(own) && next.low !== 'what' ? `Can you tell me ${asMine(own)}?` : undefined;
  }
  return undefined;
}

const inOtherWords =
  /\b(?:changes?|problems?|differences?|concerns?|suspicions?|lack|cases?|feelings?|incidents?|in|with|on|at|about|regarding)\b(?!$)/i;

function wishTo(tagged: Tagged, from: number): string | undefined {
  const { words } = tagged;
  const end = endOf(tagged, from + 1);
  const own = words.slice(from, end);
  return own.length <= 5 && isSayable(own) && isOfThing(own) && !isHandingOver(own)
    ? `I want to ${asMine(own)}.`
    : undefined;
}

/** Only what has its article: “a smell of gas”. */
function withThing(tagged: Tagged, from: number, lead: string): string | undefined {
  const { words } = tagged;
  const end = runAt(tagged, from, thing);
  if (
    end === undefined ||
    !/^an?$/.test(words[from]?.low ?? '') ||
    !isOfThing(words.slice(from, end)) ||
    // Somebody to speak to is asked for in words of their own.
    words.slice(from, end).some(({ low }) => spokenTo.test(low))
  )
    return undefined;
  const next = words[end];
  const isEnd =
    next === undefined || next.part === 'P' || (next.part === 'C' && words[end + 1]?.part === 'D');
  return isEnd ? `${lead} ${asMine(words.slice(from, end))}.` : undefined;
}

const spokenTo =
  /^(?:human|person|agent|adviser|advisor|colleague|employee|representative|operator|manager|supervisor)$/;

export const saidDrafts = ({ message, category }: Said, text: string): Draft[] => [
  {
    category,
    prompt: message,
    why: `This is what the rule is there for; whether the answer does as it says, a reader decides: ${text}`,
  },
];

/** “Once somebody has said “two adults and a caravan”, it does not ask again”: it is said, and then asked what is missing. */
export function rememberedDrafts(text: string): Draft[] {
  const [, quoted = ''] =
    /\b(?:has|have) (?:once )?(?:said|told us|written|mentioned)(?: once)?,? ["“]([^"“”]{15,120})["”][^.]*(?:\bnot|n['’]t|\bnever) ask\b/i.exec(
      text,
    ) ?? [];
  if (quoted === '' || quoted.includes('…') || quoted.includes('...')) return [];
  return [
    {
      category: 'Memory',
      goal: 'Say it once, and see that it is not asked again.',
      script: [`${capital(quoted.replace(/[,.]$/, ''))}.`, 'What else do you need to know from me?'],
      why: `What was said is not asked again; whether it is, a reader decides: ${text}`,
    },
  ];
}
