import { banDrafts } from './ban-drafts.ts';
import { type Ban, bansIn } from './bans.ts';
import type { Draft, Planned } from './draft.ts';
import { factDrafts } from './facts.ts';
import { familyDrafts } from './families.ts';
import { isNatural } from './message.ts';
import { offered } from './offers.ts';
import { isOfOccasion, saidDrafts, saidIn } from './occasions.ts';
import { formed } from './requirement-form.ts';
import { foreignTests, languageOf } from './requirement-languages.ts';
import { headingOf, sentencesIn } from './requirement-wording.ts';
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
  const sentences = [requirement.name, ...sentencesIn(requirement.description ?? '')].map((sentence) =>
    tagger(sentence.trim().replace(/[^.!?]$/, '$&.')),
  );
  const families = familyDrafts(sentences, text, around);
  const firstOccasion = sentences.findIndex((sentence, place) => place > 0 && isOfOccasion(sentence));
  // What is forbidden behind “If a customer brings it up” is forbidden of that.
  const bans = (firstOccasion === -1 ? sentences : sentences.slice(0, firstOccasion))
    .flatMap((sentence) => bansIn(sentence))
    .filter((ban) => isNatural(tagger, banDrafts(ban, text, false)[0]?.prompt ?? ''));
  const [ban] = bans;
  const isOpen = sentences.some((sentence) => allows.test(sentence.text));
  const said = sentences
    .flatMap((sentence) => saidIn(sentence))
    .filter(({ message, isQuoted }) => isQuoted || isNatural(tagger, message));
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
        one.isReported
          ? withSubject(tagger, requirement.name, text, saidDrafts(one, text))
          : saidDrafts(one, text),
      ),
    ...withSubject(tagger, requirement.name, text, read),
    ...formed(requirement),
  ];
}

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
  description?.trim() ? `${name.trim().replace(/[.]$/, '')}. ${description.trim()}` : name.trim();
