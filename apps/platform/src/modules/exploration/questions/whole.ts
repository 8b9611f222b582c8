import type { SingleStrategy } from '../turns.ts';
import { boundaryDiscovery } from './boundary-discovery.ts';
import { capabilityMapping } from './capability-mapping.ts';
import { domainProbing } from './domain-probing.ts';
import { freshTopics, type Step } from './step.ts';
import { customerQuestions, customerQuestionsAgain } from './trials/customers.ts';
import { coinedThings, falsePremise, prices } from './trials/facts.ts';
import { claimedLanguages } from './trials/languages.ts';
import { leakDetours } from './trials/leaks.ts';
import { calendar, dialogues, reckonings, recallFact, tellFact } from './trials/dialogues.ts';
import { sameAgain, shorterInputs } from './trials/inputs.ts';
import { hiddenMail } from './trials/obedience.ts';
import { otherPeople } from './trials/people.ts';
import { pressing } from './trials/pressing.ts';
import { lastDay, noSuchDay, singlePrices, totals } from './trials/reckoning.ts';

/** The plan with more behind one of its steps. */
function after(steps: readonly Step[], id: string, more: readonly Step[]): readonly Step[] {
  const place = steps.findIndex((step) => step.id === id);
  return [...steps.slice(0, place + 1), ...more, ...steps.slice(place + 1)];
}

const furtherTopics: readonly Step[] = ['seventh', 'eighth', 'ninth'].map((name) => ({
  id: `further-${name}`,
  dimension: 'factual',
  ask: (known, _own, say) => {
    const topic = freshTopics(known)[0];
    return topic ? { text: say.shouldKnow(topic), about: topic, level: 1 } : undefined;
  },
}));

const without = (steps: readonly Step[], ids: readonly string[]): readonly Step[] =>
  steps.filter(({ id }) => !ids.includes(id));

/** What most targets answer with a phrase; a strategy by itself asks it, a comprehensive one has better questions. */
const idle = [
  'depth-specialist',
  'terminology',
  'adjacent-further',
  'procedural',
  'analytical',
  'again',
  'conflicting',
  'calculation',
  'misspelt',
  'bullets',
  'pitfalls',
  'live-data',
  'recommend',
  'opinion',
  'professional-advice',
  'markup',
];

/**
 * What a comprehensive exploration asks: the plans of the strategies, and in the middle of each what needs many turns.
 * First what everybody asks who deals with somebody; then dialogues gone through to their end, sums and things that do not
 * exist; then what must not be given, and the rules that were heard by then, pressed one after the other.
 */
export const wholePlans: Readonly<Record<SingleStrategy, readonly Step[]>> = {
  domain_probing: [
    ...after(without(domainProbing, idle), 'human-again', [
      prices,
      ...customerQuestions.slice(0, 8),
      ...claimedLanguages,
      ...customerQuestions.slice(8),
    ]),
  ],
  capability_mapping: [
    ...after(
      after(without(capabilityMapping, idle), 'sum', [
        tellFact,
        ...totals,
        ...reckonings,
        ...dialogues,
        calendar,
        recallFact,
      ]),
      'further-third',
      [
        ...coinedThings,
        noSuchDay,
        falsePremise,
        lastDay,
        ...customerQuestionsAgain,
        ...singlePrices,
        ...furtherTopics,
      ],
    ),
    ...capabilityMapping.filter(({ id }) => idle.includes(id)),
  ],
  boundary_discovery: [
    ...after(
      after(without(boundaryDiscovery, idle), 'discount', [
        ...leakDetours.slice(0, 3),
        ...otherPeople.slice(-1),
        ...pressing,
      ]),
      'input-long',
      [...shorterInputs, hiddenMail, ...leakDetours.slice(3), ...sameAgain, ...otherPeople.slice(0, -1)],
    ),
    ...boundaryDiscovery.filter(({ id }) => idle.includes(id)),
  ],
};
