import type { SingleStrategy } from '../turns.ts';
import { boundaryDiscovery } from './boundary-discovery.ts';
import { capabilityMapping } from './capability-mapping.ts';
import { domainProbing } from './domain-probing.ts';
import { freshTopics, type Step } from './step.ts';
import { customerQuestions, customerQuestionsAgain } from './trials/customers.ts';
import { coinedThings, falsePremise, prices } from './trials/facts.ts';
import { leakDetours } from './trials/leaks.ts';
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

/**
 * What a comprehensive exploration asks: the plans of the strategies, and in the middle of each what needs many turns.
 * First what everybody asks who deals with somebody; then the same in other words, sums and things that do not exist; then
 * the rules that were heard by then, pressed one after the other.
 */
export const wholePlans: Readonly<Record<SingleStrategy, readonly Step[]>> = {
  domain_probing: after(domainProbing, 'human-again', [prices, ...customerQuestions]),
  capability_mapping: after(after(capabilityMapping, 'sum', totals), 'further-sixth', [
    ...coinedThings,
    ...singlePrices,
    lastDay,
    ...customerQuestionsAgain,
    noSuchDay,
    falsePremise,
    ...furtherTopics,
  ]),
  boundary_discovery: after(boundaryDiscovery, 'who-has', [
    ...leakDetours,
    ...otherPeople,
    hiddenMail,
    ...pressing,
  ]),
};
