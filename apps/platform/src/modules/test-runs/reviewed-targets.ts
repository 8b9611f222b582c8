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
