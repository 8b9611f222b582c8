import type { Comparison } from '@sonde/contract';
import { majority, type PairedConclusion, type Repeats } from '#metrics';

/** One test in both runs; a side is missing where the run did not have it. */
export interface PairedTest {
  readonly testId: string;
  readonly requirementId: string | null;
  readonly base: Side | null;
  readonly other: Side | null;
}

export interface Side extends Repeats {
  readonly version: number;
  readonly errors: number;
  /** Answered, and decided by nobody. */
  readonly open: number;
  /** Decided by a person, and not so by the metrics. */
  readonly overruled: number;
  /** What came back with the errors, where anything did. */
  readonly codes: readonly number[];
  /** What the errors were, without the numbers in them: a time or an id makes no other error. */
  readonly kinds: readonly string[];
  /** Answers that a metric flags and nobody has looked at. */
  readonly flagged: number;
  /** Answers that a metric flagged, whatever a person has said of them since. */
  readonly raised: number;
}

export type Paired = Pick<PairedTest, 'requirementId'> & { readonly base: Side; readonly other: Side };

export interface Errors {
  /** Answered in the base, and an error in the other. */
  readonly stopped: readonly Paired[];
  readonly again: number;
  /** Of those answered again, the ones that fail. */
  readonly failing: number;
  readonly inBoth: number;
  /** Of those in both, the ones that are another error than before. */
  readonly changed: number;
  readonly all: number;
}

/** As with what is decided, most repeats say it; one that was decided at all was answered. */
export const endsInError = ({ passed, failed, errors, open }: Side): boolean =>
  passed + failed === 0 && errors > open;
const isAnswered = (side: Side): boolean => side.passed + side.failed + side.open > 0 && !endsInError(side);

/** An error in both, and in the other one that the base did not have. */
export const isOtherError = (base: Side, other: Side): boolean =>
  endsInError(base) && endsInError(other) && other.kinds.some((kind) => !base.kinds.includes(kind));

/** Told of among the errors. What was cancelled before it was asked is not, whatever the other run made of it. */
export const isOfErrors = (base: Side, other: Side): boolean =>
  (endsInError(base) && (endsInError(other) || isAnswered(other))) ||
  (endsInError(other) && isAnswered(base));

export function errorsOf(both: readonly Paired[]): Errors {
  const again = both.filter(({ base, other }) => endsInError(base) && isAnswered(other));
  return {
    stopped: both.filter(({ base, other }) => isAnswered(base) && endsInError(other)),
    again: again.length,
    failing: again.filter(({ other }) => majority(other) === 'fail').length,
    inBoth: both.filter(({ base, other }) => endsInError(base) && endsInError(other)).length,
    changed: both.filter(({ base, other }) => isOtherError(base, other)).length,
    all: both.filter(({ base, other }) => endsInError(base) || endsInError(other)).length,
  };
}

/** A run in which the application broke is nothing that chance explains, nor better than the one before. */
export function conclusionOf({ conclusion }: PairedConclusion, errors: Errors): Comparison['conclusion'] {
  if (conclusion === 'worse') return 'worse';
  if (errors.stopped.length > 0) return 'stopped answering';
  return conclusion !== 'better' && errors.again > 0 ? 'answers again' : conclusion;
}

export const stateOf = (side: Side | null): Comparison['changes'][number]['base'] => {
  if (!side) return 'absent';
  return endsInError(side) ? 'error' : majority(side);
};
