import { banDrafts } from './ban-drafts.ts';
import { type Ban, bansIn } from './bans.ts';
import type { Draft, Planned } from './draft.ts';
import { factDrafts, labelOf } from './facts.ts';
import { familyDrafts } from './families.ts';
import { isNatural, namesSomething } from './message.ts';
import { offered } from './offers.ts';
import { isOfOccasion, saidDrafts, saidIn } from './occasions.ts';
import { formed } from './requirement-form.ts';
import { foreignTests, languageOf } from './requirement-languages.ts';
import { headingOf, inPlainWords, isBegun, sentencesIn } from './requirement-wording.ts';
import { situationDrafts } from './situations.ts';
import { withSubject } from './subject.ts';
import type { Tagger } from './tagger.ts';
import type { Written } from './written.ts';

/**
 * The tests of one requirement: messages that carry all they need, and conversations of which each turn is written out.
 * What is not understood gets none, and the plan says so. `around` is the whole list, which tells in what trade it was
 * written.
 */
export function planRequirement(tagger: Tagger, written: Written, around = ''): Planned[] {
  const requirement = bounded(written);
  const text = textOf(requirement);
  const topic = headingOf(requirement.name) || requirement.name.trim();
  const language = languageOf(text, around);
  const drafts =
    language === 'en'
      ? ofEnglish(tagger, requirement, text, around)
      : foreignTests(requirement, text, language);
  return drafts.map((draft) => ({ tags: [], ...draft, topic }));
}

function ofEnglish(tagger: Tagger, requirement: Written, text: string, around: string): Draft[] {
  const { name, description } = requirement;
  const label = labelOf(name, description);
  const sentences = [...(isBegun(name, description) ? [] : [name]), ...sentencesIn(description ?? '')].map(
    (sentence) => tagger(inPlainWords(sentence.trim()).replace(/[^.!?]$/, '$&.')),
  );
  const families = familyDrafts(sentences, text, around);
  const firstOccasion = sentences.findIndex((sentence, place) => place > 0 && isOfOccasion(sentence));
  // What is forbidden behind “If a customer brings it up” is forbidden of that.
  const bans = (firstOccasion === -1 ? sentences : sentences.slice(0, firstOccasion))
    .flatMap((sentence) => bansIn(sentence))
    .filter((ban) => {
      const asked = banDrafts(ban, text, false)[0]?.prompt ?? '';
      return asked.includes('Maria Berg') || (isNatural(tagger, asked) && namesSomething(tagger, asked));
    });
  const [ban] = bans;
  const isOpen =
    sentences.some((sentence) => allows.test(sentence.text)) ||
    sentences.slice(1).some((sentence) => instead.test(sentence.text));
  const said = sentences
    .flatMap((sentence) => saidIn(sentence))
    .filter(({ message, isQuoted }) => isQuoted || (isNatural(tagger, message) && isPlainlySaid(message)));
  const read = [
    ...(ban === undefined || families.length > 0 || isUnnamed(ban, isOpen, requirement.name)
      ? []
      : banDrafts(ban, text, isOpen)),
    ...offered(tagger, sentences, text),
    ...factDrafts(tagger, requirement, text),
  ];
  return [
    ...families,
    // What people say is sent as they say it.
    ...said
      .slice(0, 1)
      .flatMap((one) =>
        one.isReported ? withSubject(tagger, label, text, saidDrafts(one, text)) : saidDrafts(one, text),
      ),
    ...(said.length > 0 ? [] : situationDrafts(tagger, name, sentences, text)),
    ...withSubject(tagger, label, text, read),
    ...formed(requirement),
  ];
}

/** What is taken over from the rule is short: the longer it is, the more of it is said as colleagues say it. */
const isPlainlySaid = (message: string): boolean =>
  message.split(' ').length <= (message.endsWith('What should I know?') ? 8 : 14) &&
  !/\p{L}-(?:\p{L}+-)+\p{L}|[()/]/u.test(message);

/** Of what it is a price, and what hurts, the message would have to say: where some of it may be given, that is not known. */
const isUnnamed = ({ kind, object }: Ban, isOpen: boolean, name: string): boolean =>
  (kind === 'promises' && isOpen) ||
  /\bwhat is wrong with\b|\b(?:actual|specific|particular|individual|concrete|given|certain)\b/i.test(
    object,
  ) ||
  // Whose credit limits, nobody knows.
  (kind === 'about' &&
    /\b(?:confidential|priva\w+|data|personal)\b/i.test(name) &&
    !/ (?:of|for|at|in|with|by|on) |^(?:my|your|other) /i.test(object));

/** What is done instead is part of a right answer, which declines and does more. */
const instead =
  /^(?:it |the bot |the assistant )?(?:lists?|refers?|gives?|says?|tells?|offers?|explains?|cites?|points?|sends?|links?|shows?|quotes?|routes?|pass(?:es)?|answers?|repl(?:y|ies)|suggests?|mentions?|states?|recommends?|names?|just|invites?)\b|['’]s a |\bis (?:a )?(?:perfectly )?(?:fine|enough|good)\b/i;
/** What may be given all the same: that it was declined is not all of a right answer then. */
const allows =
  /\b(?:may(?! not\b)|can(?!['’]t|not\b| not\b)|allowed|permitted|exceptions?|unless|except|ok to|(?:is|are) (?:fine|ok|okay)|only)\b/i;

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
