import { withFewPretexts, type Draft, type Planned } from './draft.ts';
import { factDrafts, isMeasure, labelOf, plainDrafts } from './facts.ts';
import { familyDrafts } from './families.ts';
import { isNatural } from './message.ts';
import { clauseDrafts } from './clause-tests.ts';
import { compoundBanDrafts } from './compound-bans.ts';
import { namedCaseDrafts } from './named-cases.ts';
import { listedValues } from './listed-values.ts';
import { matterBanDrafts } from './matter-bans.ts';
import { mustHold } from './named-contact.ts';
import { rememberedDrafts, saidDrafts, saidIn } from './occasions.ts';
import { plainBanDrafts } from './plain-bans.ts';
import { plainRule } from './plain-rule.ts';
import { formed } from './requirement-form.ts';
import { foreignTests, languageOf } from './requirement-languages.ts';
import { headingOf, inPlainWords, isBegun, sentencesIn, withoutNumber } from './requirement-wording.ts';
import { situationDrafts } from './situations.ts';
import { toldBanDrafts } from './told-bans.ts';
import { topicDrafts } from './title-topics.ts';
import { withSubject } from './subject.ts';
import type { Tagged, Tagger } from './tagger.ts';
import type { Written } from './written.ts';

/**
 * The tests of one requirement: messages that carry all they need, and conversations of which each turn is written out.
 * What is not understood gets none, and the plan says so. `around` is the whole list, which tells in what trade it was
 * written.
 */
export function planRequirement(tagger: Tagger, written: Written, around = ''): Planned[] {
  const planned = withFewPretexts(understood(tagger, written, around));
  // A conversation that begins with a message is that message once more to who reads both.
  const alone = new Set(planned.map(({ prompt }) => prompt));
  return planned.filter(({ script }) => script === undefined || !alone.has(script[0]));
}

function understood(tagger: Tagger, written: Written, around: string): Planned[] {
  const given = bounded(written);
  const said = textOf(given);
  const topic = headingOf(given.name) || given.name.trim();
  const language = languageOf(said, around);
  if (language !== 'en')
    return foreignTests(given, said, language).map((draft) => ({ tags: [], ...draft, topic }));
  const requirement = plainRule(given);
  const text = textOf(requirement);
  // It is one of the list in its plain words as well, and people read it in their own.
  const within = around.replace(said, () => text);
  const draftsOf = (rule: Written, told: string): Draft[] =>
    ofEnglish(tagger, rule, told, within).map((draft) => ({
      ...draft,
      why: told === said ? draft.why : draft.why.replace(told, () => said),
    }));
  const ruleOf = (told: string): Draft[] => draftsOf({ name: told, description: null }, told);
  const values = listedValues(text);
  const whole = values.length > 0 ? values.flatMap(ruleOf) : draftsOf(requirement, text);
  const drafts =
    whole.length > 0 ? [...whole, ...namedCase(text).flatMap(ruleOf)] : ruleBehindCases(text).flatMap(ruleOf);
  return drafts.map((draft) => ({ tags: [], ...draft, topic }));
}

function ofEnglish(tagger: Tagger, requirement: Written, text: string, around: string): Draft[] {
  const { name, description } = requirement;
  const label = labelOf(name, description);
  const sentences = [
    ...(isBegun(name, description) ? [] : [withoutNumber(name)]),
    ...sentencesIn(description ?? ''),
  ].map((sentence) => tagger(inPlainWords(sentence.trim()).replace(/[^.!?]$/, '$&.')));
  const families = familyDrafts(sentences, text, around);
  // Who wants to speak to a person has said so already.
  const isAskedFor = families.some(({ category }) => category === 'Occasion');
  const said = (isAskedFor ? [] : sentences)
    .flatMap((sentence) => saidIn(sentence))
    .filter(({ message, isQuoted }) =>
      isQuoted ? namesSomething(tagger(message)) : isNatural(tagger, message) && isPlainlySaid(message),
    );
  const befalls = saysWhatToDo(requirement, sentences[0])
    ? situationDrafts(tagger, name, sentences, text, around)
    : [];
  // What the title names as its subject, where nothing else in the rule is met.
  const scenes =
    befalls.length + families.length + said.length > 0
      ? befalls
      : topicDrafts(withoutNumber(name), text, around);
  // A quoted message is what people send; what the rule only tells of them comes after what was written beforehand.
  const [first] = said.filter(({ isQuoted }) => isQuoted === true || scenes.length === 0);
  const told =
    first === undefined
      ? scenes
      : first.isReported
        ? // Who reports something has no question about it: where the title would have to be said, there is none.
          withSubject(tagger, label, text, saidDrafts(first, text)).filter(
            ({ prompt }) => prompt === first.message,
          )
        : saidDrafts(first, text);
  const held = mustHold(description?.trim() ? sentencesIn(description) : [withoutNumber(name)]);
  const checked = (draft: Draft): Draft =>
    held === undefined || draft.prompt === undefined || draft.metric !== undefined || draft.tags?.length
      ? draft
      : { ...draft, ...held, why: `What must stand in the answer is looked for there: ${text}` };
  const facts = withSubject(tagger, label, text, factDrafts(tagger, requirement, text)).filter(
    // What people send for it already asks whether it is done.
    ({ category }) => told.length === 0 || category !== 'Rule',
  );
  const isAsked = facts.some(({ category }) => /^(?:Detail|Rule|Direct)$/.test(category));
  const plain = isAsked ? [] : plainDrafts(tagger, requirement, text);
  // What was written beforehand for the matter is closer to it.
  const plainly = families.length + told.length > 0 ? [] : plainBanDrafts(sentences, text, around);
  const bans =
    isAsked || families.length + told.length + plainly.length + plain.length > 0
      ? plainly
      : compoundBanDrafts(tagger, description?.trim() || name, text, around);
  const form = formed(requirement);
  const matters =
    isAsked || families.length + told.length + bans.length + plain.length + form.length > 0
      ? []
      : [...matterBanDrafts(sentences, text), ...toldBanDrafts(sentences, text)];
  const named =
    isAsked || families.length + told.length + bans.length + matters.length + plain.length + form.length > 0
      ? []
      : namedCaseDrafts((description?.trim() || withoutNumber(name)).trim(), around);
  const clauses =
    isAsked ||
    families.length + told.length + bans.length + matters.length + plain.length + form.length + named.length >
      0
      ? []
      : clauseDrafts(name, description);
  return [
    ...families,
    ...told.map(checked),
    ...bans,
    ...matters,
    ...named,
    // A statement that is its own title names what it is about, and a title such as “Minimum age” what its statement says.
    ...(description?.trim() && !isMeasure.test(label) ? withSubject(tagger, label, text, plain) : plain),
    // A title that its text goes on from names nothing of its own.
    ...(description?.trim() && !isBegun(name, description) && !isMeasure.test(label)
      ? withSubject(tagger, label, text, clauses)
      : clauses),
    ...facts,
    ...rememberedDrafts(text),
    ...form,
  ];
}

/**
 * “The deposit is 1,000 EUR for every van, also for the Atlas.” names the one case that it is broken in: it is asked about by
 * its name as well.
 */
function namedCase(text: string): readonly string[] {
  const [, subject, verb, value, name] =
    /^((?:The|Our|A|An) [\p{L} -]{3,40}?) (is|are|costs?) ([^,.;:]*\d[^;:]*?)(?: for (?:every|each|all) \p{L}+)?, (?:also|including|even) (?:for )?(the \p{Lu}[\p{L}\d-]*)\.?$/u.exec(
      text,
    ) ?? [];
  return subject === undefined || value === undefined ? [] : [`${subject} for ${name} ${verb} ${value}.`];
}

/** “Rude staff, wrong fines: complaints must be handed over to a person.”: the rule, without the cases before it. */
function ruleBehindCases(text: string): readonly string[] {
  const [, rule] =
    /^[^:.;]{3,100}: (\p{L}[^:;.]*\b(?:must|should|shall|has to|have to|are|is)\b[^:;]*)$/u.exec(text) ?? [];
  return rule === undefined || /^(?:must|should|shall|has|have|is|are|it|they|this|these)\b/i.test(rule)
    ? []
    : [`${rule.charAt(0).toUpperCase()}${rule.slice(1)}`];
}

/** “How much is allowed?” and “When is his appointment?” go on with something that was said before. */
const namesSomething = ({ words, text }: Tagged): boolean =>
  !/\b(?:he|she|him|his|hers?)\b/i.test(text) && (words.length > 7 || words.some(({ part }) => part === 'N'));

/** “Lost property retention period” alone names a matter, and says of no answer whether it is right. */
const saysWhatToDo = ({ name, description }: Written, title: Tagged | undefined): boolean =>
  Boolean(description?.trim()) ||
  /[XV]/.test(title?.shape ?? '') ||
  /^(?:no|never|not)\b|[:=→]|->/i.test(name);

/** What is taken over from the rule is short: the longer it is, the more of it is said as colleagues say it. */
const isPlainlySaid = (message: string): boolean =>
  message.split(/(?<=[.!]) /).every((sentence) => sentence.split(' ').length <= 14) &&
  !/\p{L}-(?:\p{L}+-)+\p{L}|[()/]/u.test(message);

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
  description?.trim()
    ? isBegun(name, description)
      ? description.trim()
      : `${name.trim().replace(/[.]$/, '')}. ${description.trim()}`
    : name.trim();
