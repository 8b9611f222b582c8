import type { SQL } from 'drizzle-orm';
import type { ByPeople } from '@sonde/contract';
import type { Tx } from '#kernel/database';

/** The newest review of the result and of each of its metrics, by what they said. */
export interface ReviewedTargets {
  readonly result: 'Pass' | 'Fail' | null;
  readonly metrics: ReadonlyMap<string, 'Pass' | 'Fail'>;
  /** The one that decides: of the result, else the newest of a metric. */
  readonly newest: {
    readonly reviewId: string;
    readonly status: 'Pass' | 'Fail';
    readonly comment: string;
    readonly author: string | null;
    readonly at: Date;
    readonly ofMetric: string | null;
  } | null;
}

export type ReviewsOf = (
  tx: Tx,
  organizationId: string,
  resultIds: readonly string[],
) => Promise<ReadonlyMap<string, ReviewedTargets>>;

/** Of results that are chosen among those of an organization, by what `key` tells them apart, how many people decided. */
export type CountByPeople = (
  tx: Tx,
  organizationId: string,
  of: { readonly key: SQL; readonly among: SQL },
) => Promise<ReadonlyMap<string, ByPeople>>;

/** What the module that keeps reviews tells of them. */
export interface ShownReviews {
  readonly of: ReviewsOf;
  readonly count: CountByPeople;
}

export const nobodyDecided: ByPeople = { results: 0, against_metrics: 0 };
