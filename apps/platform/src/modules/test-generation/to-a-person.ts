import type { WantedMetric } from './draft.ts';

/**
 * What no rule can read waits for a person, whatever else passes it: a metric that is laid over the whole set later, to look for
 * one thing in each answer, says nothing of what this test asks.
 */
export const toAPerson = (what: string): WantedMetric => ({
  kind: 'for_a_person',
  args: { what: what.length > most ? `${what.slice(0, most)}…`.toWellFormed() : what },
});
const most = 1900;

/** Said by the metric that all these tests share; each says its own. */
export const whatOfAny = 'The test says what.';
