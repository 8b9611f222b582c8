import type { Draft, Planned } from './draft.ts';
import { bans } from './requirement-bans.ts';
import { duties } from './requirement-duties.ts';
import { formed } from './requirement-form.ts';
import {
  clausesOf,
  questionOf,
  storyQuestion,
  wishOf,
  type Clause,
  type Written,
} from './requirement-grammar.ts';
import { foreignTests, languageOf } from './requirement-languages.ts';
import { secrets } from './requirement-secrets.ts';
import { settingOf, type Setting } from './requirement-setting.ts';
import { turns } from './requirement-turns.ts';
import { factsOf } from './requirement-values.ts';
import { headingOf, sentencesIn, stemsOf } from './requirement-wording.ts';
import { isBanned } from './rule-bans.ts';
import { mannerOf, speaksOfAnswers, topicOf } from './rule-manner.ts';
import { isAccountedFor, leadOf, mainOf } from './rule-sure.ts';
import {
  banDrafts,
  exceptionIn,
  firstOfRule,
  memoryDrafts,
  readRule,
  saidDrafts,
  unaskedDrafts,
  type Read,
} from './rule-tests.ts';

/**
 * The tests of one requirement: messages that carry all they need, and conversations of which each turn is written out.
 * What is not understood gets none, and the plan says so. `around` is the whole list, which tells in what trade it was
 * written.
 */
export function planRequirement(
  { name, description }: Written,
  around = '',
  ordinary: readonly string[] = [],
): Planned[] {
  const requirement = bounded({ name, description });
  const text = textOf(requirement);
  const clauses = clausesOf(requirement);
  const setting = settingOf(text, clauses, around);
  const topic = headingOf(requirement.name) || requirement.name.trim();
  const language = languageOf(text, around);
  if (language !== 'en')
    return foreignTests(requirement, text, language).map((draft) => ({ tags: [], ...draft, topic }));
  const read = readRule(requirement);
  const facts = factsOf(requirement);
  const isFact = facts.some(({ category }) => category === 'Rule') && !read.isTheirs;
  const ofKnown = read.isTheirs
    ? []
    : ofFamilies({ ...setting, isOfOccasion: read.said.length > 0 }, requirement, read);
  const ofRule =
    ofKnown.length > 0
      ? []
      : [
          // What is a plain fact is asked for as one.
          ...(isFact ? [] : banDrafts(read, requirement, text)),
          ...(read.isTheirs ? [] : saidDrafts(read, text)),
          ...firstOfRule(requirement, text),
          ...unaskedDrafts(requirement, text),
          ...memoryDrafts(read, text, ordinary),
        ];
  const found = [
    ...ofKnown,
    ...ofRule,
    ...ofService(setting),
    ...formed(requirement, read.said.length > 0),
    ...facts,
  ];
  const manner = found.length > 0 ? [] : mannerOf(topic, text, ordinary);
  const drafts = [
    ...found,
    ...manner,
    ...(found.length + manner.length > 0 || clauses.some((one) => one.forbids && isBanned(one.text))
      ? []
      : topicOf(topic, text)),
  ];
  return drafts.map((draft) => ({ tags: [], ...draft, topic }));
}

/** What customers of this list ask, as far as it tells: to such questions rules about the form of answers are put. */
export function ordinaryQuestions(written: Written): string[] {
  const rule = bounded(written);
  const read = readRule(rule);
  const facts = factsOf(rule).filter(({ category }) => category === 'Detail' || category === 'Direct');
  const asked = read.wanted.length > 0 ? [] : read.said.filter(({ isAsked }) => isAsked);
  const topics =
    read.wanted.length > 0 || read.said.length > 0 || speaksOfAnswers(textOf(rule))
      ? []
      : topicOf(headingOf(rule.name), textOf(rule));
  return [
    ...facts.map(({ prompt = '' }) => prompt),
    ...asked.map(({ message }) => message),
    ...topics.map(({ prompt = '' }) => prompt),
  ].slice(0, 2);
}

/**
 * What is read of a rule: what is longer is a document, and a sentence that does not end is not surely understood. So
 * much is searched however much is written.
 */
export function bounded({ name, description }: Written): Written {
  const read = sentencesIn((description ?? '').slice(0, readMost.characters))
    .filter((sentence) => sentence.length <= readMost.perSentence)
    .slice(0, readMost.sentences)
    .join(' ');
  return { name: name.slice(0, readMost.perSentence), description: read === '' ? null : read };
}
export const readMost = { characters: 3000, sentences: 20, perSentence: 320 } as const;

export const textOf = ({ name, description }: Written): string =>
  description?.trim() ? `${name.trim().replace(/[.]$/, '')}. ${description.trim()}` : name.trim();

/** What is forbidden and demanded in many trades, at most once each. */
function ofFamilies(setting: Setting, rule: Written, read: Read): Draft[] {
  const own = stemsOf(setting.text);
  const exception = exceptionIn(rule);
  const claims = [...secrets, ...bans, ...turns, ...duties]
    .map(({ of, about, not, knows, isOfTalk, drafts }) => {
      const meant = setting.clauses.filter((one) => {
        const said =
          of === 'ban'
            ? mainOf(one.text)
            : // What is said not to be done is no situation; when it is not to be done may be one.
              one.forbids && isOfTalk !== true
              ? leadOf(one.text)
              : one.text;
        return (
          (of === 'duty' || (isOrdered(one) && (!one.isOfOccasion || isOfTalk === true))) &&
          about.test(said) &&
          !not?.test(one.text)
        );
      });
      // What the title names shortly, the description says more closely.
      const closer = meant.filter(({ text }) => !rule.name.includes(text));
      const byTitle = titled(setting, of, about, not);
      return [
        ...(of === 'ban' && closer.length > 0 ? closer : meant),
        ...(byTitle === undefined ? [] : [byTitle]),
      ]
        .map((clause) => ({ of, clause, drafts: drafts(setting, clause) }))
        .find(({ clause, drafts: [first] }) => {
          const says = first?.prompt ?? first?.script?.join(' ');
          // A message written beforehand is of this rule only where it says what the rule speaks of.
          if (says === undefined || (of === 'duty' && isOfTalk !== true && read.said.length > 0))
            return false;
          if (of === 'ban' && !isAccountedFor({ clause: clause.text, about, knows, says })) return false;
          return isOfTalk === true || [...stemsOf(says)].some((stem) => own.has(stem));
        });
    })
    .filter((one) => one !== undefined);
  // Where one clause without a list is claimed by two kinds, one of them took a word for the rule: none is sure.
  const found = claims
    .filter(
      ({ of, clause }) =>
        isList.test(clause.text) ||
        claims.filter((other) => other.of === of && other.clause === clause).length === 1,
    )
    .map(({ drafts }) => drafts);
  // Where one requirement forbids several subjects, each is asked for, and one of them in every way.
  return found
    .flatMap((drafts, place) => (place === 0 ? drafts : drafts.slice(0, 1)))
    .map((draft) => (exception === undefined ? draft : withException(draft, exception)));
}

/** What a rule allows all the same may be given: that it was declined is not all of a right answer then. */
function withException({ metric, args, ...draft }: Draft, exception: string): Draft {
  if (metric !== 'refusal') return { ...draft, ...(metric && { metric }), ...(args && { args }) };
  return { ...draft, why: `${draft.why} Allowed all the same, so a reader decides: ${exception}` };
}

/** What the application must not do, and not what something does not do by itself: “if an item does not arrive”. */
const isOrdered = ({ text, forbids }: Clause): boolean => forbids && (isBanned(text) || ordered.test(text));
const ordered =
  /\b(?:refus\w+|declin\w+|avoid\w*|confidential\w*|private|secret|forbidden|prohibited|taboo|off[- ]limits|nothing (?:about|of|on)|must not|may not|should not|mustn['’]t|shouldn['’]t|never|want)\b/i;

const isList = /,|\b(?:or|and)\b/i;

/** “Politics: the assistant stays out of it”: the title says of what, and the sentence that it must not be. */
function titled(
  { clauses }: Setting,
  of: 'ban' | 'duty',
  about: RegExp,
  not: RegExp | undefined,
): Clause | undefined {
  const [title, first] = clauses;
  return of === 'ban' &&
    title !== undefined &&
    first?.forbids === true &&
    about.test(title.text) &&
    !not?.test(`${title.text} ${first.text}`) &&
    (/\b(?:it|this|that|these|them|any)\b/i.test(first.text) || first.text.split(' ').length <= 4)
    ? first
    : undefined;
}

function ofService({ clauses, text }: Setting): Draft[] {
  const why = `This is what it is for; whether the answer is right, a reader decides: ${text}`;
  return clauses
    .filter(({ forbids }) => !forbids)
    .flatMap(({ text: clause }): Draft[] => {
      const wish = wishOf(clause);
      if (wish !== undefined)
        return [{ category: 'Direct', prompt: `I would like to ${wish}. What do I have to do?`, why }];
      const question = questionOf(clause) ?? storyQuestion(clause);
      return question === undefined ? [] : [{ category: 'Direct', prompt: question, why }];
    });
}
