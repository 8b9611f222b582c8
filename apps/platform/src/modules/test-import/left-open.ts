import type { Adapted } from './adapted.ts';
import { asExpected, expectedName } from './expected.ts';
import { isThere, type DraftMetric } from './fields.ts';

/** What of a file judges a test and is not imported. */
export interface NotImported {
  readonly type: string;
  /** Why, as the end of a sentence. */
  readonly why: string;
  /** What it asks for, shortened; empty where that is no text. */
  readonly asked: string;
  /** Its place among the assertions that were given. */
  readonly place: number;
}

/** Said behind what leaves a test open. */
export const staysOpen = ' The test stays open until a person has looked at its answer.';

/** Characters of what is asked for and not imported that are told. */
export const mostOfAsked = 300;

/**
 * An item of which this is not read: told, and left open besides what it is judged by. The answer that is expected judges it as
 * it would without.
 */
export function leftOpenBy(adapted: Adapted, lost: readonly Omit<NotImported, 'place'>[]): Adapted {
  if (lost.length === 0) return adapted;
  const { fields, metrics, notImported } = adapted;
  const expects = isThere(fields.expected_response);
  const own = metrics.length === 0 && expects ? [{ metric: expectedName, made: asExpected }] : metrics;
  return {
    ...adapted,
    metrics: [...own, leftToPerson(lost)],
    notImported: [
      ...notImported,
      ...lost.map(({ type, why }) => ({
        what: `“${type}” is not imported: ${why}.${staysOpen}`,
        isOfTest: true,
      })),
    ],
  };
}

/** Leaves the test open: what is left of it judges less than its author asked for. */
export function leftToPerson(lost: readonly Omit<NotImported, 'place'>[]): DraftMetric {
  const parts = lost.map(({ type, why, asked }) => `“${type}”${asked === '' ? '' : `, “${asked}”`} (${why})`);
  const what = `The file asserts what was not imported: ${parts.join('; ')}`;
  const args = { what: what.length > mostOfLost ? `${what.slice(0, mostOfLost)}…`.toWellFormed() : what };
  // One metric for all tests; what is lost is said by each of them.
  return {
    metric: lostName,
    made: { backend: 'builtin', kind: 'for_a_person', args: { what: lostOfAny } },
    args,
  };
}
const lostOfAny = 'The file asserts what was not imported; the test says what.';
const lostName = 'Not imported from a file: for a person';
const mostOfLost = 1900;
