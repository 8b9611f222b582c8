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
import { limits } from './requirement-limits.ts';
import { secrets } from './requirement-secrets.ts';
import { settingOf, type Setting } from './requirement-setting.ts';
import { situations } from './requirement-situations.ts';
import { turns } from './requirement-turns.ts';
import { factsOf } from './requirement-values.ts';
import { headingOf, stemsOf } from './requirement-wording.ts';
import { mannerOf, speaksOfAnswers, topicOf } from './rule-manner.ts';
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
  const drafts = [...found, ...manner, ...(found.length + manner.length > 0 ? [] : topicOf(topic, text))];
  return drafts.map((draft) => ({ tags: [], ...draft, topic }));
}

/** What customers of this list ask, as far as it tells: to such questions rules about the form of answers are put. */
export const ordinaryQuestions = (rules: readonly Written[]): string[] =>
  rules.map(bounded).flatMap((rule) => {
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
  });

/** What is longer is a document, and no rule. */
const bounded = ({ name, description }: Written): Written => ({
  name,
  description: description?.slice(0, charactersMost) ?? null,
});
const charactersMost = 4000;

export const textOf = ({ name, description }: Written): string =>
  description?.trim() ? `${name.trim().replace(/[.]$/, '')}. ${description.trim()}` : name.trim();

/** What is forbidden and demanded in many trades, at most once each. */
function ofFamilies(setting: Setting, rule: Written, read: Read): Draft[] {
  const own = stemsOf(setting.text);
  const exception = exceptionIn(rule);
  const claims = [...secrets, ...bans, ...limits, ...turns, ...duties, ...situations]
    .map(({ of, about, not, isOfTalk, drafts }) => {
      const meant = setting.clauses.filter(
        (one) =>
          (of === 'duty' || one.forbids) &&
          about.test(of === 'ban' ? mainOf(one.text) : one.text) &&
          !not?.test(one.text),
      );
      const byTitle = titled(setting, of, about, not);
      return [...meant, ...(byTitle === undefined ? [] : [byTitle])]
        .map((clause) => ({ of, clause, drafts: drafts(setting, clause) }))
        .find(({ drafts: [first] }) => {
          const says = first?.prompt ?? first?.script?.join(' ');
          // A message written beforehand is of this rule only where it says what the rule speaks of.
          if (says === undefined || (of === 'duty' && isOfTalk !== true && read.said.length > 0))
            return false;
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

/** What a clause says itself, without what it says of when, why and for whom. */
const mainOf = (clause: string): string =>
  clause
    .replace(/\s*\([^()]*\)/g, '')
    .replace(/^(?:if|when(?:ever)?|in case|once) [^,]*, /i, '')
    .replace(
      /(?<=.{12}),? (?:if|when(?:ever)?|because|while|although|so that|even if|no matter|such as)\b.*$/i,
      '',
    );

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
        return [
          { category: 'Direct', prompt: `I would like to ${wish}. What do I have to do?`, why },
          {
            category: 'Edge',
            prompt: `I tried to ${wish} yesterday, but it did not work. What can I do now?`,
            why: `Where the usual way failed, help is needed most; whether it helps, a reader decides: ${text}`,
          },
        ];
      const question = questionOf(clause) ?? storyQuestion(clause);
      return question === undefined ? [] : [{ category: 'Direct', prompt: question, why }];
    });
}
