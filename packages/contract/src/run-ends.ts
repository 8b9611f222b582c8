import type { Gates } from './test-sets.ts';

/** Why a run ended before its last test, by the code that it has as `stop_reason`. */
export const ceilingReasons = {
  max_calls: 'The run had made as many calls as it was allowed to.',
  max_minutes: 'The run had taken as long as it was allowed to.',
  max_tokens: 'The run had used as many tokens as it was allowed to.',
} as const;

/**
 * Why a run is no whole one though it made no call too many, by the code that it has as `stop_reason`. A run that scores stored
 * answers again is as whole as the run they are of.
 */
export const otherEnds = {
  lost: 'Sonde was stopped, or could not go on with it.',
  reference_cancelled: 'It scores the answers of a run that was cancelled.',
  reference_in_part: 'It scores the answers of a run that asked only some of the tests of this set.',
} as const;

/** What a run does not ask of a set that holds tests of several projects: a run is shown in its project, with what it asked. */
export const leftOutWords = (count: number, write: (count: number) => string = String): string =>
  count === 1
    ? '1 test of the set is of another project than the endpoint and is left out of the run.'
    : `${write(count)} tests of the set are of another project than the endpoint and are left out of the run.`;

const reasons: Readonly<Record<string, string>> = { ...ceilingReasons, ...otherEnds };

/** Why a run did not come to its end, in sentences; null where it did. What it left out may be what would have failed. */
export function stoppedEarly({
  status,
  stop_reason: reason,
}: {
  readonly status: string;
  readonly stop_reason: string | null;
}): string | null {
  if (status === 'Cancelled') return 'The run was cancelled.';
  if (reason === null) return null;
  const words = Object.hasOwn(reasons, reason) ? reasons[reason] : undefined;
  return words ? `The run was ended before its last test. ${words}` : reason;
}

/**
 * What a run that scores the answers of this one again has as its `stop_reason` from the beginning; null where these are of a
 * whole run.
 */
export function stopHandedOn(of: {
  readonly status: string;
  readonly stop_reason: string | null;
}): string | null {
  return of.status === 'Cancelled'
    ? ('reference_cancelled' satisfies keyof typeof otherEnds)
    : of.stop_reason;
}

/** A gate without any limit is none, wherever one is kept, judged or shown. */
export const gateOf = (gates: Gates | null | undefined): Gates | null =>
  gates && Object.values(gates).some((limit) => limit !== undefined) ? gates : null;

/**
 * How many tests of a run may end in an error: none, where its gate does not say. An application that is down for most of the
 * tests would pass by the few that it answered. A gate of a baseline alone judges them by comparing, where there is a run to compare with.
 */
export const mostErrors = ({ max_errors, min_pass_rate, baseline }: Gates, isFirst = false): number =>
  max_errors ?? (baseline === undefined || min_pass_rate !== undefined || isFirst ? 0 : Infinity);
