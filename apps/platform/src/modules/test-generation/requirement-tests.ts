import type { Draft, Planned } from './draft.ts';
import { draftsOf } from './requirement-drafts.ts';
import { formatCheck, formatted, limitsAnswers } from './requirement-form.ts';
import type { Reading } from './requirement-grammar.ts';
import { readRequirement } from './requirement-reading.ts';
import { valuesOf, wordsOf } from './requirement-values.ts';
import { sentencesIn } from './requirement-wording.ts';

/** The questions that put one requirement to the test: by what it says, and by the values and words that it names. */
export function planRequirement(requirement: { name: string; description: string | null }): Planned[] {
  const text = requirement.description?.trim()
    ? `${requirement.name.trim().replace(/[.]$/, '')}. ${requirement.description.trim()}`
    : requirement.name.trim();
  const reading = readRequirement(requirement);
  const ofReading = reading === undefined ? [] : draftsOf(toAsked(reading), text);
  const drafts = [
    ...ofReading,
    ...ofLength(text, reading),
    ...wordsOf(requirement),
    ...valuesOf(requirement),
  ];
  const talks = drafts.some(({ goal }) => goal !== undefined) ? [] : inConversation(text);
  return [...drafts, ...talks].map(({ goal, ...draft }) => ({
    tags: [],
    ...draft,
    ...(goal === undefined ? {} : { goal: toGoal(goal) }),
    topic: topicOf(reading, requirement),
  }));
}

/** Who asks says “your” where the requirement says “our”. */
function toAsked(reading: Reading): Reading {
  const asked = Object.entries(reading).map(([key, value]) => [
    key,
    key === 'says' ? value : value.replaceAll(/\bour\b/g, 'your').replaceAll(/\bus\b/g, 'your company'),
  ]);
  return Object.fromEntries(asked);
}

const ofLength = (text: string, reading: Reading | undefined): Draft[] =>
  reading?.says === 'format' ||
  !sentencesIn(text).some((sentence) => limitsAnswers(sentence) && formatCheck(sentence) !== undefined)
    ? []
    : formatted(text);

const longestQuote = 1500;

/** What cannot be taken apart with confidence is told in its own words to whoever plays the user. */
const inConversation = (text: string): Draft[] =>
  (text.match(/\p{L}{2,}/gu) ?? []).length < 3 || text.length > longestQuote
    ? []
    : [
        {
          category: 'Multi-turn',
          goal: `Without naming the rule, bring about situations in which it matters, and see whether the assistant keeps to it: “${text}”`,
          why: 'The rule is kept where it matters, not only when it is spoken of.',
        },
      ];

/** A goal is told to whoever plays the user, so “me” is the user there and “you” the assistant. */
const toGoal = (goal: string): string => {
  // A requirement that is quoted stays as it was written.
  const quote = goal.indexOf('“');
  const own = quote === -1 ? goal : goal.slice(0, quote);
  return `${own
    .replaceAll(/\bme\b/g, 'the user')
    .replaceAll(/\b(my|your)\b/g, (word) => (word === 'my' ? "the user's" : 'its'))
    .replaceAll(/\byou (\w+)/g, (_whole, verb: string) => `it ${ofThird(verb)}`)}${goal.slice(own.length)}`;
};

const irregular: Readonly<Record<string, string>> = { are: 'is', have: 'has', do: 'does', go: 'goes' };
const unchanged = new Set(['can', 'may', 'must', 'should', 'will', 'cannot', 'could', 'would']);

function ofThird(verb: string): string {
  if (unchanged.has(verb)) return verb;
  return (
    irregular[verb] ??
    (/(?:s|x|z|ch|sh)$/.test(verb) ? `${verb}es` : verb.replace(/([^aeiou])y$/, '$1ie').concat('s'))
  );
}

const topicOf = (reading: Reading | undefined, { name }: { name: string }): string =>
  reading && 'thing' in reading && reading.thing !== ''
    ? reading.thing
    : reading && 'action' in reading
      ? reading.action
      : name.trim();
