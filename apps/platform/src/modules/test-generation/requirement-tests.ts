import type { Draft, Planned } from './draft.ts';
import { bans } from './requirement-bans.ts';
import { duties } from './requirement-duties.ts';
import { formed } from './requirement-form.ts';
import {
  clausesOf,
  questionOf,
  storyQuestion,
  situationIn,
  wishOf,
  type Clause,
  type Written,
} from './requirement-grammar.ts';
import { foreignTests, languageOf } from './requirement-languages.ts';
import { limits } from './requirement-limits.ts';
import { secrets } from './requirement-secrets.ts';
import { namedContact, settingOf, type Setting } from './requirement-setting.ts';
import { situations } from './requirement-situations.ts';
import { turns } from './requirement-turns.ts';
import { factsOf } from './requirement-values.ts';
import { headingOf, sentencesIn } from './requirement-wording.ts';

/**
 * The tests of one requirement: messages that carry all they need, and conversations of which each turn is written out.
 * What is not understood gets none, and the plan says so. `around` is the whole list, which tells in what trade it was
 * written.
 */
export function planRequirement({ name, description }: Written, around = ''): Planned[] {
  // What is longer is a document, and no rule.
  const requirement = { name, description: description?.slice(0, charactersMost) ?? null };
  const text = textOf(requirement);
  const clauses = clausesOf(requirement);
  const setting = settingOf(text, clauses, around);
  const topic = headingOf(requirement.name) || requirement.name.trim();
  const language = languageOf(text, around);
  if (language !== 'en')
    return foreignTests(requirement, text, language).map((draft) => ({ tags: [], ...draft, topic }));
  const ofKnown = ofFamilies(setting);
  const drafts = [
    ...ofKnown,
    ...(ofKnown.length > 0 ? [] : ofSituations(requirement, setting)),
    ...ofService(setting),
    ...formed(requirement),
    ...factsOf(requirement),
  ];
  return drafts.map((draft) => ({ tags: [], ...draft, topic }));
}

const charactersMost = 4000;

export const textOf = ({ name, description }: Written): string =>
  description?.trim() ? `${name.trim().replace(/[.]$/, '')}. ${description.trim()}` : name.trim();

/** What is forbidden and demanded in many trades, at most once each. */
function ofFamilies(setting: Setting): Draft[] {
  const claims = [...secrets, ...bans, ...limits, ...turns, ...duties, ...situations]
    .map(({ of, about, not, drafts }) => {
      const meant = setting.clauses.filter(
        (one) => (of === 'duty' || one.forbids) && about.test(one.text) && !not?.test(one.text),
      );
      const byTitle = titled(setting, of, about, not);
      return [...meant, ...(byTitle === undefined ? [] : [byTitle])]
        .map((clause) => ({ of, clause, drafts: drafts(setting, clause) }))
        .find((one) => one.drafts.length > 0);
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
  return found.flatMap((drafts, place) => (place === 0 ? drafts : drafts.slice(0, 1)));
}

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

function ofSituations({ name, description }: Written, { text }: Setting): Draft[] {
  return [name, ...sentencesIn(description ?? '')].flatMap((sentence) => {
    const situation = situationIn(sentence);
    if (situation === undefined) return [];
    const contact = namedContact(situation.demand);
    return [
      {
        category: 'Situation',
        prompt: situation.message,
        why: `${contact ? 'This is the situation the rule speaks of, and the answer must give the contact that it names' : 'This is the situation the rule speaks of; whether the answer does as it says, a reader decides'}: ${text}`,
        ...contact,
      },
    ];
  });
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
