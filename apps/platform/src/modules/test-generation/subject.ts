import type { Draft } from './draft.ts';
import { isPerson, runAt, small, thing } from './phrases.ts';
import { headingOf } from './requirement-wording.ts';
import type { Tagged, Tagger } from './tagger.ts';

/**
 * Each message carries the subject of its requirement: where no word of the title stands in it, the title is said first,
 * and where the title names nothing, the message must name two things itself. “Can you promise me a cure?” does not say
 * of what.
 */
export function withSubject(tagger: Tagger, title: string, text: string, drafts: readonly Draft[]): Draft[] {
  const heading = tagger(
    headingOf(title)
      .replace(/\s*\([^()]*\)/g, '')
      .replace(/\s*[:,–—].*$/, ''),
  );
  const lead = leadOf(heading, text);
  const own = stemsOf(heading);
  return drafts.flatMap((draft): Draft[] => {
    const first = draft.prompt ?? draft.script?.[0] ?? '';
    const said = tagger(first);
    // What is quoted is a statement of its own, or stands behind its title.
    const isQuoted = /^(?:I read|Somebody told me): “/.test(first) && !first.includes(`“${heading.text}: `);
    if ([...stemsOf(said)].some((stem) => own.has(stem)) && (!isQuoted || isNamed(said))) return [draft];
    if (lead === undefined) return isNamed(said) ? [draft] : [];
    return [
      {
        ...draft,
        ...(draft.prompt === undefined ? {} : { prompt: `${lead} ${draft.prompt}` }),
        ...(draft.script === undefined
          ? {}
          : { script: draft.script.map((turn, place) => (place === 0 ? `${lead} ${turn}` : turn)) }),
      },
    ];
  });
}

/**
 * The same of a document: an amount that shares no word with its heading is asked for under it, and where the heading names
 * nothing it must not be one of a bare word. “How long does delivery take?” does not say of what.
 */
export function underHeading(
  tagger: Tagger,
  heading: string,
  /** Of a heading within its paragraph, what stands below it leans on it, even with a word of it. */
  isRunIn = false,
): <Asked extends { readonly prompt: string; readonly category: string }>(one: Asked) => Asked[] {
  const name = tagger(heading.slice(0, 120).replace(/\s*\([^()]*\)/g, ''));
  const own = stemsOf(name);
  const { words } = name;
  const isThing =
    runAt(name, 0, `(?:${thing}(?:C${thing})?|V(?:D?N+)?)`) === words.length &&
    words[0]?.part !== 'M' &&
    !/^(?:your|our|my)$/.test(words[0]?.low ?? '');
  const last = words.at(-1);
  // “What often goes wrong” and “Before you start” name no matter, and what stands below says it by its place alone.
  const isEmpty =
    heading !== '' &&
    !isThing &&
    !words.some(
      ({ part, low }) =>
        (part === 'N' || low.endsWith('ing')) && !/^(?:(?:some|any|every|no)thing|things?|ones?)$/.test(low),
    );
  const things = words.filter(({ part }) => part === 'N');
  const arePeople =
    (words.length === 2 && words[0]?.low === 'for') ||
    (things.length > 0 && things.every((word) => isPerson(word) || areGroups.test(word.low)));
  // “Workshop” and “Loads” say no more of a sentence than that it stands there.
  const isOneWord = words.length === 1;
  // “Your final bill” is “my final bill” to who asks.
  const isOwn =
    words[0]?.low === 'your' &&
    words.length > 1 &&
    runAt(tagger(name.text.replace(/^your /i, '')), 0, thing) === words.length - 1;
  const lead =
    // A heading that asks something itself is no name of what stands below.
    heading === '' ||
    heading.includes('?') ||
    // “What to bring and what not” is said by nobody as the name of a matter.
    words[0]?.part === 'W' ||
    namesTheHouse.test(heading.trim()) ||
    // “County Archive: using our collections” is the name of a document.
    /\p{L}: \p{L}| [–—] /u.test(heading) ||
    words.length > 7 ||
    general.test(heading) ||
    saysNothing.test(heading.trim())
      ? undefined
      : isThing &&
          !isName(name.text) &&
          !words.some(({ low }) => /^(?:your|our|my)$/.test(low)) &&
          (last?.isMany === true || isUncounted(last?.low ?? ''))
        ? `I have a question about ${small(name.text)}.`
        : isOwn
          ? `I have a question about my ${small(name.text.replace(/^your /i, ''))}.`
          : `I have a question about “${name.text}”.`;
  return (one) => {
    if (!/^(?:Detail|False premise|Choice|Table|Rule)$/.test(one.category)) return [one];
    const asked = tagger(one.prompt);
    const isHeard = /^(?:False premise|Choice)$/.test(one.category);
    const leans = isRunIn && isHeard && !isOneWord && lead !== undefined;
    // Without its heading, what stands below it says nothing.
    if (isRunIn && isHeard && lead === undefined) return [];
    const said = stemsOf(asked);
    const shared = [...own].filter((stem) => said.has(stem)).length;
    if (isCase.test(heading)) return shared >= 2 ? [one] : [];
    if (isHeard && isOfCase.test(one.prompt) && shared < own.size)
      return lead === undefined ? [] : [{ ...one, prompt: `${lead} ${one.prompt}` }];
    // “the room is released” means one of those that the heading names.
    if (
      words.length > 1 &&
      ((/^(?:False premise|Choice|Rule)$/.test(one.category) && pointsUp(asked, own)) ||
        (isHeard && shared < own.size && isBareBelow(asked, own)))
    )
      return lead === undefined ? [] : [{ ...one, prompt: `${lead} ${one.prompt}` }];
    if (!leans && shared > 0) return [one];
    // “Individuals and families” says for whom, and not what is done.
    if (arePeople) return [];
    // A label of one word below it belongs to nothing.
    if (isEmpty && (isHeard || (one.category === 'Table' && /“\S+”\?$/.test(one.prompt)))) return [];
    // “We acknowledge within 7 days”, “If you are late”: the sentence must name itself what it is about.
    if (isOneWord && isHeard && /“(?:we|you|if|when|in|on|for|after|before|with)\b/i.test(one.prompt))
      return [];
    if (
      one.category === 'Detail' &&
      isBare.test(one.prompt) &&
      (!isThing || (isOneWord && lead?.includes('“') !== false))
    )
      return [];
    if (lead !== undefined && !(isOneWord && (isHeard || lead.includes('“'))))
      return [{ ...one, prompt: `${lead} ${one.prompt}` }];
    // “Claims must reach us within 14 days” does not say of what.
    return one.category === 'Table' || (one.category === 'Rule' && heading === '') || saysOfWhat(asked)
      ? [one]
      : [];
  };
}

/** “Rules and rates of Sandwick Marina” is over all that a house has to say. */
const namesTheHouse =
  /\b(?:of|at|with|from|by|for|in) (?:the )?\p{Lu}\p{Ll}[\p{L}’']*(?: (?:& )?\p{Lu}[\p{L}’']*)*$/u;

/** Whether a thing with its article is told by the heading, and by nothing beside it. */
const pointsUp = ({ words }: Tagged, own: ReadonlySet<string>): boolean =>
  words.some(
    ({ low }, place) =>
      low === 'the' &&
      words[place + 1]?.part === 'N' &&
      own.has(stemOf(words[place + 1]?.low ?? '')) &&
      !/^(?:of|for|to|from|that|which|who)$/.test(words[place + 2]?.low ?? '') &&
      words[place + 2]?.part !== 'N',
  );

/** “Items must be outside by 7 am” below “Bulky items”: what is quoted begins with the bare word for it. */
const isBareBelow = ({ words, text }: Tagged, own: ReadonlySet<string>): boolean => {
  const quoted = words.findIndex((word) => word.text === '“');
  const from =
    quoted === -1 && /^(?:I read|Somebody told me) that\b/.test(text)
      ? text.startsWith('I')
        ? 3
        : 4
      : quoted + 1;
  const at = words[from]?.part === 'D' ? from + 1 : from;
  return (
    from > 0 &&
    words[at]?.part === 'N' &&
    own.has(stemOf(words[at]?.low ?? '')) &&
    /[XVR]/.test(words[at + 1]?.part ?? '')
  );
};

/** “If you owe us money, payment is due …”: whose and which, the heading above it says. */
const isOfCase = /“(?:if|when|whenever|once|unless|until|should) (?:you|we|there)\b/i;
/** A condition that stands in the heading alone: “If there's a prepayment meter”. */
const isCase = /^(?:if|when|whenever|once|unless|in case|should you)\b/i;

const areGroups =
  /^(?:individuals?|groups?|adults?|teenagers?|seniors?|pensioners?|class(?:es)?|couples?|companies|schools?)$/;

/** Two things at least, or one said more closely, besides whom it concerns and how long. */
const saysOfWhat = ({ words }: Tagged): boolean =>
  new Set(
    words
      .filter((word) => /[NJ]/.test(word.part) && !isPerson(word) && !measured.test(word.low))
      .map(({ low }) => low),
  ).size >= 2;
const measured =
  /^(?:minutes?|hours?|days?|nights?|weeks?|months?|years?|working|business|euros?|pounds?|dollars?|question|right|somebody|much|many|due|possible|[^\p{L}]*)$/iu;

/** “How long does delivery take?”: of what is delivered, nothing is said. */
const isBare =
  /^(?:how (?:long|much|often|many)|when|within how many \p{L}+|what) (?:does|do|is|are) (?:the |a |an |your |our )?\p{L}+(?: (?:take|cost|last|open|due|start|end|begin|close))?\?$/iu;
const isName = (text: string): boolean => /^\p{Lu}\S*(?: \p{Lu}\S*)+$/u.test(text);
/** They mean nothing without what stands above them. */
const saysNothing =
  /^(?:(?:and |or )?(?:everything|anything|something|nothing|what|who|where) else|(?:all )?(?:the )?(?:others?|rest)|(?:some |the )?exceptions?|exclusions?|miscellaneous|misc\.?|extras?|in (?:general|short|brief|detail)|also|remarks?|hints?|limits|restrictions|examples?|special cases?)[.:…?]*$/i;
/** Headings over whatever there was to say. */
const general =
  /\b(?:general\w*|practical\w*|overview|handbook|manual|brochure|leaflet|terms|contacts?|details|notes?|conditions?|about|faqs?|questions|important|basics|summary|introduction|welcome|guide|background|other|more|further|good|useful|need|know|touch|works?|do|us|tips|facts)\b/i;

/** What forms of a word have in common: “ticket” and “tickets”, “cancelling” and “cancelled”. */
export const stemOf = (low: string): string => low.slice(0, 5).replace(/(?<=^.{3,})(?:es|s|e)$/, '');

export const stemsOf = ({ words }: Tagged): ReadonlySet<string> =>
  new Set(
    words
      .filter(
        ({ part, low }) =>
          /[NVJ]/.test(part) && low.length >= 3 && !/^(?:have|tell|read|right|question)$/.test(low),
      )
      .map(({ low }) => stemOf(low)),
  );

/** Two things, or one with what is done to it. */
function isNamed({ text, words, shape }: Tagged): boolean {
  // Behind the question it is only insisted.
  const end = words.findIndex((word) => word.text === '?');
  const asked = end === -1 ? words : words.slice(0, end);
  const things = asked.filter((word) => word.part === 'N' && !isPerson(word)).length;
  // “why my account was flagged”: what is done to one thing says as much as a second.
  const clause = asked.findIndex(({ part }, place) => place > 0 && /[WS]/.test(part));
  const done = clause === -1 ? 0 : asked.slice(clause).filter(({ part }) => /[VJ]/.test(part)).length;
  // What is quoted as read must be a statement, with somebody or something that does or is something.
  const quoted = shape.indexOf('V');
  const isRead = /^(?:read|told)$/.test(words[quoted]?.low ?? '');
  const from = words.findIndex(({ text }) => text === '“') + 1;
  return (
    things >= 1 &&
    things + done >= 2 &&
    (!isRead || from === 0 || isStatement(shape.slice(from), text.slice(text.indexOf('“'))))
  );
}
/** “Rabbits and guinea pigs are seen …” has a subject of its own; “Illness: pro rata refund …” and “Pictures are kept …” lean on theirs. */
const isStatement = (shape: string, quoted: string): boolean =>
  freeFrom.test(quoted) || (!quoted.includes(': ') && /^S|^[^XV]*[NJVMD][^XV]*[NJVM][^XV]*[XV]/.test(shape));
/** “Shipping is free from 40 euros” is known in every shop. */
const freeFrom = /^“\p{L}[\p{L} -]{2,40} (?:is|are) free (?:of charge )?(?:from|above|over) [^:]*$/u;

/** “I have a question about home visits.” Of one thing without its article, as the text says it. */
function leadOf(heading: Tagged, text: string): string | undefined {
  const { words } = heading;
  const last = words.at(-1);
  const isThing = runAt(heading, 0, `(?:${thing}(?:C${thing})?|V(?:D?N+)?)`) === words.length;
  if (
    last === undefined ||
    !isThing ||
    words.length > 5 ||
    words[0]?.part === 'M' ||
    saysNothing.test(heading.text) ||
    aside.test(heading.text)
  )
    return undefined;
  const name = small(heading.text);
  if (last.low === 'questions') return `I have ${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name.slice(0, -1)}.`;
  if (last.isMany || isUncounted(last.low) || words[0]?.low.endsWith('ing') === true)
    return `I have a question about ${name}.`;
  const said = new RegExp(
    String.raw`\b(?:the|an?|your|our|their|each) ${name.replaceAll(/[^\p{L} -]/gu, '.')}\b`,
    'iu',
  );
  return said.test(text.slice(heading.text.length)) ? `I have a question about the ${name}.` : undefined;
}
/** Titles that say how something is done, and not what. */
const aside =
  /\b(?:no|never|not|only|always|tone|style|voice|wording|bot|assistant|agent|rule|scope|check|verification|privacy|confidential\w*|handover|escalation|intake|access|first|before|after|answers?|replies|responses?|messages?|information|statements?|promises?|requests?|handling)\b/i;
/** Without an article one of these is named as well as many. */
const uncounted = /(?:ing|age|ance|ence|ity|ery|sion|tion|ment|ship|ancy|itus|ness|housing|advice)$/;
const counted =
  /^(?:evening|morning|building|wedding|meeting|ceiling|dwelling|greeting|painting|drawing|ring|wing|string|thing|spring|village|garage|package|message|page|cage|stage|image|university|city|facility|activity|celebrity|battery|gallery|bakery|brewery|nursery|surgery|apartment|department|appointment|instrument|document|statement|payment|station|pension|session|mansion|ship|scholarship|internship|membership|tenancy)$/;
export const isUncounted = (word: string): boolean => uncounted.test(word) && !counted.test(word);
