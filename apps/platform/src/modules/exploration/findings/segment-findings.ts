import type { Claim } from './severity.ts';

export interface SegmentFindings {
  /** The fields of the strategy, by their names on the wire. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly findings: readonly Claim[];
}
