import { namesOf } from '../carried-reviews.ts';
import type { Tx } from '#kernel/database';
import type { ReviewsOf } from '../reviewed-targets.ts';
import type { ResultRow } from '../tables.ts';

/** Whose review a result counts as. */
export interface DecidedByPerson {
  readonly by: string;
  readonly at: string;
  readonly comment: string;
  /** The metrics had come to the other verdict. */
  readonly isAgainst: boolean;
  readonly sentence: string;
}

const words: Readonly<Record<string, string>> = { Pass: 'passed', Fail: 'failed' };

/** A file that is sent on tells, as the pages do, what is the word of a person and no metric's. */
export async function decidedByPeople(
  tx: Tx,
  organizationId: string,
  reviewsOf: ReviewsOf,
  rows: readonly ResultRow[],
): Promise<ReadonlyMap<string, DecidedByPerson>> {
  const reviews = await reviewsOf(
    tx,
    organizationId,
    rows.map(({ id }) => id),
  );
  const names = await namesOf(
    tx,
    [...reviews.values()].flatMap(({ newest }) => newest?.author ?? []),
  );
  return new Map(
    rows.flatMap(({ id, status, automatedStatus }) => {
      const newest = reviews.get(id)?.newest;
      if (newest?.status !== status) return [];
      const by = names.get(newest.author ?? '') ?? 'a person who has left';
      const at = newest.at.toISOString();
      const comment = newest.comment.trim();
      const machine = words[automatedStatus ?? ''];
      const isAgainst = machine !== undefined && automatedStatus !== status;
      const against = isAgainst ? `, against the metrics, which say ${machine}` : '';
      const sentence = `Decided by ${by} on ${at.slice(0, 10)}: ${words[status]}${against}.${comment === '' ? '' : ` Why: ${comment}`}`;
      return [[id, { by, at, comment, isAgainst, sentence }] as const];
    }),
  );
}
