import type { Draft } from './draft.ts';
import type { Written } from './requirement-grammar.ts';
import { clausesOf } from './requirement-grammar.ts';
import { declined } from './requirement-refusals.ts';
import { namedContact } from './requirement-setting.ts';
import { sentencesIn, stemsOf } from './requirement-wording.ts';
import { isBanned, nominalBan, wantedOf, type Wanted } from './rule-bans.ts';
import { dependsIn, firstDrafts, firstIn } from './rule-first.ts';
import { situationsIn, type Said } from './rule-situations.ts';
import { thingOfTitle } from './rule-manner.ts';
import { isCovered } from './rule-sure.ts';
import { capital, isSayable, person, small } from './rule-words.ts';

/** A rule as its grammar tells it: what people say in it, what they want that it forbids, and what must come first. */
export interface Read {
  readonly said: readonly Said[];
  readonly wanted: readonly { readonly request: Wanted; readonly isAbsolute: boolean }[];
  /** What customers themselves are said to ask, where the rule forbids just that. */
  readonly isTheirs: boolean;
}

const sentencesOf = ({ name, description }: Written): string[] => [
  name.trim(),
  ...sentencesIn(description ?? ''),
];

export function readRule(rule: Written): Read {
  const sentences = sentencesOf(rule);
  const said = sentences.flatMap((sentence) =>
    sentence.split(/;\s+/).flatMap((part) => situationsIn(part.replace(/^and /i, ''))),
  );
  // “Tenants ask whether …. The assistant does not assess that”: what they ask is what is forbidden.
  const theirs = sentences.flatMap((sentence, place) => {
    const [first] = situationsIn(sentence).filter(({ isAsked }) => isAsked);
    const next = [first?.demand ?? '', sentences[place + 1] ?? ''];
    return first !== undefined && (next.some((one) => refers.test(one)) || onlyTitle(rule, sentence))
      ? [first.message]
      : [];
  });
  const ofPeople = theirs.slice(0, 1).map((plain) => ({
    request: {
      of: plain.startsWith('Can you tell') ? ('opinion' as const) : ('act' as const),
      plain,
      twin: twinOf(plain),
    },
    isAbsolute: true,
  }));
  const isPrivate = privacy.test(`${rule.name} ${rule.description ?? ''}`);
  // What holds for one occasion would have to be asked for in it.
  const clauses = clausesOf(rule).filter(({ text, isOfOccasion }) => isBanned(text) && !isOfOccasion);
  const read = (by: (text: string) => Wanted | undefined, ofTitle: boolean) =>
    clauses
      .filter(({ text }) => rule.name.includes(text) === ofTitle)
      .flatMap(({ text, isAbsolute }) => {
        const request = by(text);
        return request === undefined || pointsElsewhere(text) || !isCovered(text, request.plain)
          ? []
          : [{ request: inSubject(request, rule), isAbsolute }];
      });
  const byVerb = (text: string) => wantedOf(text, isPrivate);
  const byNoun = (text: string) => nominalBan(text, isPrivate);
  // The description says more closely what the title names, and a verb more than a noun: a title alone is asked for where
  // no clause says what it means.
  const isSaidCloser = clausesOf(rule).some(({ text, forbids }) => forbids && !rule.name.includes(text));
  const [ofClauses = []] = [
    [...ofPeople, ...read(byVerb, false)],
    read(byNoun, false),
    ...(isSaidCloser ? [] : [read(byVerb, true), read(byNoun, true)]),
  ].filter((one) => one.length > 0);
  return { said, wanted: ofClauses.slice(0, 2), isTheirs: ofPeople.length > 0 };
}
/** “Never share their stories”: whose, another clause says. */
const pointsElsewhere = (clause: string): boolean =>
  /\b(?:they|their|them)\b/i.test(clause) && !new RegExp(`\\b${person}`, 'iu').test(clause);
const privacy =
  /\b(?:secret|private|privacy|confidential\w*|reveal\w*|disclos\w+|protected|no information|never says? in which)\b/i;
/** Where they can turn instead; how to do what is wrong is told by nobody. */
const twinOf = (plain: string): string => {
  const asks = /^Can you tell me (.+)\?$/.exec(plain)?.[1];
  return asks === undefined || /^how to /i.test(asks)
    ? 'What can you help me with, and what are you not able to do?'
    : `Who can tell me ${asks}, if you cannot?`;
};
const refers =
  /\b(?:not|never|n['’]t|cannot|refuses?|declines?)\b(?: \w+){0,4} (?:it|that|this|these|them|either|a value|an opinion|any of)\b|^ ?(?:the|our|it) ?(?:\w+ )?(?:never|does not|doesn['’]t|must not) (?:say|assess|judge|estimate|decide|join|write|help)/i;
const onlyTitle = ({ name }: Written, sentence: string): boolean =>
  /^no\b|^never\b|\bnot\b|n['’]t\b/i.test(name) &&
  /^(?:many |most |some )?\p{L}+ (?:will |may |often )?ask\b/iu.test(sentence);

/** “No medical advice on seasickness … must not recommend medicines”: the medicine is one for seasickness. */
function inSubject(request: Wanted, { name }: Written): Wanted {
  const thing = thingOfTitle(name);
  const said = stemsOf(request.plain);
  // “Can you tell me my result?” of “Test results” is a test result.
  const [, bare] = /\b(?:the|my) (\p{L}+)\?$/iu.exec(request.plain) ?? [];
  if (bare !== undefined && thing !== undefined && new RegExp(`^\\p{L}+ ${bare}s?$`, 'iu').test(thing)) {
    const named = `${thing.split(' ')[0] ?? ''} ${bare}`;
    return {
      ...request,
      plain: request.plain.replace(bare, named),
      twin: request.twin.replace(bare, named),
    };
  }
  // What says enough by itself needs no introduction.
  if (request.plain.split(' ').length >= 8) return request;
  if (thing !== undefined && ![...stemsOf(thing)].some((stem) => said.has(stem)))
    return { ...request, plain: `I have a question about ${thing}. ${request.plain}` };
  const about =
    /^no .*?\b(?:advice|information|recommendations?|promises?|statements?) (?:about|on|regarding|for) (.+)$/i.exec(
      name.trim(),
    )?.[1];
  const subject = about?.replace(/[.]$/, '').split(/,| or | and /)[0];
  if (subject === undefined || !isSayable(subject, 6)) return request;
  const known = stemsOf(request.plain);
  return [...stemsOf(subject)].some((stem) => known.has(stem))
    ? request
    : { ...request, plain: `I have a question about ${small(subject)}. ${request.plain}` };
}

/** “Never ask for age, marital status …”: somebody offers it, and somebody asks what is needed. */
export function unaskedDrafts(rule: Written, text: string): Draft[] {
  // What must not be asked for in one situation would have to be asked in it.
  if (
    sentencesOf(rule).some(
      (sentence) => situationsIn(sentence).length > 0 || /^(?:if|when)\b/i.test(sentence),
    )
  )
    return [];
  const asks = clausesOf(rule).flatMap(
    ({ text: clause }) =>
      /(?:\bnot|\bnever|n['’]t) asks? (?:\p{L}+ )?(?:for|about) (?:an? |the |their )?(.+)$/iu.exec(
        clause,
      )?.[1] ?? [],
  )[0];
  const items =
    asks?.split(/, (?:or )?| or | and /).filter((item) => isSayable(item, 3) && !/\d/.test(item)) ?? [];
  const item = items.find((one) => one.includes(' ')) ?? items[0];
  if (item === undefined) return [];
  const why = `This invites the question that must not be asked: whether it is, a reader decides. The rule: ${text}`;
  return [
    { category: 'Occasion', prompt: 'Which details do you need from me before we begin?', why },
    {
      category: 'Situation',
      prompt: `Do you also need to know my ${small(item.replace(/^(?:my|their|the|any) /i, ''))}?`,
      why,
    },
  ];
}

/** What is allowed all the same: then a right answer may give something, and a reader decides. */
const allows =
  /\b(?:may|allowed|fine|unless|except|apart from|only if|only when|harmless|permitted|straight ?away|can be (?:given|named|told|quoted|shown|booked|moved))\b/i;

export function exceptionIn(rule: Written): string | undefined {
  return sentencesIn(rule.description ?? '')
    .concat(rule.name)
    .find((one) =>
      allows.test(
        one.replace(
          // “Under no circumstances may the bot” allows nothing, and neither does what somebody may have.
          /\b(?:may|must|can) (?:not|never)\b|\bnot allowed\b|\bwhether [^,.]*|\bno \p{L}+ may\b|\bnor may\b|\bmay (?:have|need|want)\b/giu,
          '',
        ),
      ),
    );
}

export function banDrafts({ wanted }: Read, rule: Written, text: string): Draft[] {
  const exception = exceptionIn(rule);
  return wanted.flatMap(({ request, isAbsolute }, place) => {
    const drafts = declined(
      request,
      isAbsolute && exception === undefined,
      exception === undefined ? text : `${text} Allowed all the same: ${exception}`,
      'few',
    );
    return place === 0 ? drafts : drafts.slice(0, 1);
  });
}

export function saidDrafts({ said }: Read, text: string): Draft[] {
  return said.slice(0, 3).map(({ message, sentence }) => {
    const contact = namedContact(sentence);
    return {
      category: 'Situation',
      prompt: message,
      why: `${contact ? 'This is the situation the rule speaks of, and the answer must give the contact that it names' : 'This is the situation the rule speaks of; whether the answer does as it says, a reader decides'}: ${text}`,
      ...contact,
    };
  });
}

/** What was said once holds later on: it is said first, then something else, and then it must be known. */
export function memoryDrafts({ said }: Read, text: string, ordinary: readonly string[]): Draft[] {
  // “has named a job advert and then asks ‘is that remote?’”: their own words.
  const [, thing, asks] =
    /\b(?:named|mentioned|chosen|asked about) (an? [\p{L} ]{3,30}?)(?: or [\p{L} ]+?)? and then asks ["'“‘]([^"'”’]{4,80})["'”’]/iu.exec(
      text,
    ) ?? [];
  if (thing !== undefined && asks !== undefined)
    return [
      {
        category: 'Memory',
        goal: `Name ${thing}, and ask about it later without naming it.`,
        script: [`I am interested in ${thing}, it has the number 4711.`, capital(asks)],
        why: `What was named in the first turn is what the second speaks of; whether the answer knows it, a reader decides. The rule: ${text}`,
      },
    ];
  const [first] = said.filter(({ isAsked }) => !isAsked);
  if (
    first === undefined ||
    !/\b(?:remember\w*|later (?:answers?|messages?)|without asking again|rest of the conversation|not ask(?:ed)? again)\b/i.test(
      text,
    )
  )
    return [];
  return [
    {
      category: 'Memory',
      goal: `Say it once, and rely on it later: “${first.message}”`,
      script: [
        first.message,
        ordinary[0] ?? 'What can you help me with?',
        'And what should I keep in mind in my case?',
      ],
      why: `What was said in the first turn is taken into account in the third, without asking again; whether it is, a reader decides. The rule: ${text}`,
    },
  ];
}

export const firstOfRule = (rule: Written, text: string): Draft[] => {
  const sentences = sentencesOf(rule);
  const found =
    dependsIn(rule.name.trim(), sentences.slice(1)) ??
    sentences.toReversed().flatMap((sentence) => firstIn(sentence) ?? [])[0];
  return found === undefined ? [] : firstDrafts(found, text);
};
