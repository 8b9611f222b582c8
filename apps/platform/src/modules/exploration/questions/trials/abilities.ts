import { abilitiesIn, keyOfAbility, type Ability } from '../../reading/abilities.ts';
import type { Knowledge } from '../../knowledge.ts';
import { contentWords, similarity } from '../../reading/words.ts';
import { hasText } from '../../turns.ts';
import type { Ask, Step } from '../step.ts';
import { textsAboutItself } from './heard.ts';

/** What begins something new; anything else is done to what somebody has already. */
const beginning =
  /^(?:apply for|arrange|book|buy|check in|donate|file|hire|join|make|open|order|place|plan|register|rent|report|request|reserve|schedule|search|send|set up|sign up for|submit|find|calculate|compare|estimate|quote|recommend|suggest|start|claim|collect|create|choose|compute|dispute)$/;
const lookingUp =
  /^(?:check|compare|find|look up|search|track|calculate|estimate|recommend|suggest|quote|compute)$/;
const uncounted =
  /(?:ing|ance|ence|ity|ness|ship|age|work|care|help|advice|food|music|water|gas|heat|power|news|luggage|equipment|insurance|delivery|access|support)$/i;

/** "appointment" → "an appointment"; what is many, or cannot be counted, has no article. */
function withArticle(thing: string, own: boolean): string {
  if (/^(?:a|an|the|my|your|our|some|any|one|two|\d)\b/i.test(thing))
    return thing.replace(/^your\b/i, 'my').replace(/^our\b/i, 'your');
  if (own) return `my ${thing}`;
  const head =
    thing
      .split(/ (?:for|of|in|to|at|with|on) /)[0]
      ?.split(' ')
      .at(-1) ?? thing;
  if ((/s$/i.test(head) && !/(?:ss|us|is)$/i.test(head)) || uncounted.test(head)) return thing;
  return `${/^(?:[aeio]|u(?!ni|s))/i.test(thing) ? 'an' : 'a'} ${thing}`;
}

/** What somebody says who wants it done. */
export function requestFor({ verb = '', thing }: Ability, again = false): string {
  if (thing === '') return `I would like to ${verb.replace(/ for$/, '')}, please.`;
  const isNew = beginning.test(verb);
  const named = withArticle(thing, !isNew);
  if (lookingUp.test(verb)) return `Can you ${verb} ${named} for me, please?`;
  return `I would like to ${verb} ${again && isNew ? named.replace(/^an? /, 'another ') : named}, please.`;
}

/** “What to bring”, which is asked in the words of whoever has to do it. */
const toDo = /^(how|what|when|where) to (.+)$/i;

const many = (thing: string): boolean => /[^sui]s$/i.test(thing.split(' ').at(-1) ?? '');
const ofTheHouse =
  /\b(?:hours|times|prices?|fees?|rates?|costs?|tariffs?|charges|polic(?:y|ies)|address|location|numbers?|menu|programme|timetable|schedule|terms|conditions|rules|specials|offers|services|products|plans|packages)$/i;

/** What somebody asks who wants to know about it. */
export function questionAbout(thing: string): string {
  const how = toDo.exec(thing);
  if (how)
    return `${how[1]?.replace(/^./, (letter) => letter.toUpperCase())} ${/^how$/i.test(how[1] ?? '') ? 'do' : 'should'} I ${how[2]}?`;
  if (/\bhours$/i.test(thing)) return `What are your ${thing}? When are you open?`;
  if (/\b(?:prices?|fees?|rates?|costs?|tariffs?|charges)$/i.test(thing))
    return `What are your ${thing}? How much does it cost?`;
  if (ofTheHouse.test(thing)) return `What ${many(thing) ? 'are' : 'is'} your ${thing}?`;
  return `What can you tell me about ${thing}?`;
}

/** The same in other words, more to the point: conditions and prices. */
export const questionAgain = (thing: string, place: number): string =>
  toDo.test(thing)
    ? `Please explain ${thing} exactly.`
    : place % 2 === 0
      ? `I have a question about ${/\bnumber$/i.test(thing) ? 'the ' : ''}${thing}: please explain to me how that works.`
      : `How often, when and for whom: what is there to know about ${/\bnumber$/i.test(thing) ? 'the ' : ''}${thing}?`;

/** Everything it says it does, what it was asked about least first. */
export function abilitiesHeard(known: Knowledge): Ability[] {
  const seen = new Set<string>();
  const all = textsAboutItself(known)
    .flatMap(abilitiesIn)
    .filter((ability) => {
      const key = keyOfAbility(ability);
      return !seen.has(key) && seen.add(key);
    });
  return all.filter(
    ({ verb, thing }, place) =>
      !all.slice(0, place).some(
        (other) =>
          other.verb === verb &&
          (similarity(other.thing, thing) > 0.6 ||
            // “What to bring”, after “what to bring to a visit”.
            (toDo.test(thing) && other.thing.startsWith(`${thing} `))),
      ),
  );
}

const isDoing = ({ verb }: Ability): boolean => verb !== undefined && !/^(?:find|search|compare)$/.test(verb);

const isAsked = (known: Knowledge, about: string): boolean =>
  known.heard.some(({ probe }) => probe.about === about) ||
  known.prior.covered.some((key) => key.endsWith(`: ${about}`));

/** One question for each thing it says it tells about, as a customer would put it. */
const ability = (place: number): Step => ({
  id: `ability-${place + 1}`,
  dimension: 'factual',
  ask: (known, _own, say): Ask | undefined => {
    if (say.language !== 'en') return undefined;
    const told = abilitiesHeard(known);
    // What it does is asked for where dialogues are gone through.
    const found = told.find((one) => !isDoing(one) && !isAsked(known, aboutOf(one)));
    if (found === undefined) return undefined;
    const about = aboutOf(found);
    return { text: questionAbout(found.thing), about, level: 1 };
  },
});

const aboutOf = ({ verb, thing }: Ability): string =>
  verb === undefined ? thing : `${/^(?:find|search|compare)$/.test(verb) ? '' : `${verb} `}${thing}`.trim();

export const abilities: readonly Step[] = Array.from({ length: 10 }, (_, place) => ability(place));

/** The same matters in other words and in another conversation: what changes with the wording shows. */
const again = (place: number): Step => ({
  id: `ability-${place + 1}-again`,
  dimension: 'factual',
  ask: (known, own, say) => {
    if (say.language !== 'en') return undefined;
    const first = known.heard
      .filter(
        (turn) =>
          !own.includes(turn) &&
          turn.probe.id.startsWith('ability-') &&
          turn.outcome === 'answered' &&
          hasText(turn) &&
          contentWords(turn.probe.about ?? '').length > 0,
      )
      .find((turn) => !own.some(({ probe }) => probe.again === turn.probe.id));
    const about = first?.probe.about;
    return first && about
      ? { text: questionAgain(about, place), about, again: first.probe.id, level: 1 }
      : undefined;
  },
});
export const abilitiesAgain: readonly Step[] = Array.from({ length: 8 }, (_, place) => again(place));

/** "Table reservations" are made, and "complaints" are, too: what is named only as a thing, and how one wants it. */
const wantedAs: readonly (readonly [head: RegExp, verb: string, thing?: string])[] = [
  [/\b(?:appointments?|bookings?|reservations?|viewings?|consultations?|lessons?|visits?)$/i, 'book'],
  [/\borders?$/i, 'place'],
  [/\breturns?$/i, 'make', 'return'],
  [/\brefunds?$/i, 'request', 'refund'],
  [/\b(?:complaints?|claims?)$/i, 'file'],
  [/\b(?:quotes?|estimates?)$/i, 'request'],
  [/\b(?:cancellations?)$/i, 'cancel', 'booking'],
  [/\b(?:faults?|repairs?|damage|outages?|breakdowns?)$/i, 'report'],
  [/\b(?:enrol+ments?|registrations?|memberships?|subscriptions?)$/i, 'sign up for'],
  [/\b(?:tracking|order status|delivery status)$/i, 'track', 'order'],
];

const singleOf = (thing: string): string => thing.replace(/(?<=[a-rt-z])s$/i, '');

function wanted(known: Knowledge): Ability[] {
  const all = abilitiesHeard(known);
  const done = all.filter(isDoing);
  const named = all
    .filter((one) => !isDoing(one) && !toDo.test(one.thing))
    .flatMap(({ thing }): Ability[] => {
      const found = wantedAs.find(([head]) => head.test(thing));
      return found === undefined ? [] : [{ verb: found[1], thing: found[2] ?? singleOf(thing) }];
    })
    .filter(
      ({ verb, thing }) => !done.some((one) => one.verb === verb || similarity(one.thing, thing) > 0.6),
    );
  return [...done, ...named];
}

/** What it says it does, begun as people begin it; what is asked back is answered to the end of the dialogue. */
const dialogue = (place: number): Step => ({
  id: `wanted-${place + 1}`,
  dimension: 'action',
  tags: ['action', 'actions', 'tools'],
  ask: (known, own, say) => {
    const next = wanted(known).find((one) => !own.some(({ probe }) => probe.wanted === keyOfAbility(one)));
    return next && say.language === 'en'
      ? { text: requestFor(next), about: aboutOf(next), wanted: keyOfAbility(next), isFresh: true }
      : undefined;
  },
});
export const dialoguesWanted: readonly Step[] = [0, 1, 2, 3].map(dialogue);

/** The longest of these dialogues once more, with values that cannot be. */
const odd = (place: number): Step => ({
  id: `wanted-odd-${place + 1}`,
  dimension: 'action',
  tags: ['action', 'actions', 'tools'],
  ask: (known, own, say) => {
    if (say.language !== 'en') return undefined;
    const lengths = wanted(known)
      .map((one) => ({
        one,
        turns: own.filter(({ probe }) => probe.about === aboutOf(one) && probe.slot !== undefined).length,
      }))
      .filter(({ turns }) => turns > 0)
      .toSorted((a, b) => b.turns - a.turns);
    const next = lengths[place]?.one;
    return (
      next && {
        text: `There is something else. ${requestFor(next, true)}`,
        about: aboutOf(next),
        isOdd: true,
        isFresh: true,
      }
    );
  },
});
export const dialoguesOdd: readonly Step[] = [0, 1].map(odd);
