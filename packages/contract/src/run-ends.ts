import type { Gates } from './test-sets.ts';

/** Why a run ended before its last test, by the code that it has as `stop_reason`. */
export const ceilingReasons = {
  max_calls: 'The run had made as many calls as it was allowed to.',
  max_minutes: 'The run had taken as long as it was allowed to.',
  max_tokens: 'The run had used as many tokens as it was allowed to.',
} as const;

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
  const words = Object.entries(ceilingReasons).find(([code]) => code === reason)?.[1];
  return words ? `The run was ended before its last test. ${words}` : reason;
}

/** A gate without any limit is none, wherever one is kept, judged or shown. */
export const gateOf = (gates: Gates | null | undefined): Gates | null =>
  gates && Object.values(gates).some((limit) => limit !== undefined) ? gates : null;
