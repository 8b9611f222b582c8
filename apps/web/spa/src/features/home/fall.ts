import type { TestRun } from '@sonde/contract';
import { isOfItsOwn } from '@sonde/contract/own-runs';

type Rated = Pick<TestRun, 'pass_rate'> & { readonly counts: Pick<TestRun['counts'], 'passed' | 'failed'> };

/**
 * Whether a run passed less than the one before it. Rates of different numbers of decided results are no fall:
 * where people have reviewed more of one of them, only the comparison of test by test tells.
 */
export const hasFallen = (run: Rated, before: Rated): boolean =>
  run.pass_rate !== null &&
  before.pass_rate !== null &&
  run.pass_rate < before.pass_rate &&
  decidedIn(run) === decidedIn(before);

const decidedIn = ({ counts }: Rated): number => counts.passed + counts.failed;

type Told = Pick<
  TestRun,
  'status' | 'created_at' | 'test_set' | 'endpoint' | 'parent_run_id' | 'reference_test_run_id' | 'options'
>;

/** The one of the same set and endpoint that ended before it; a part of a run is held against none, nor is another against it. */
export const runBefore = <T extends Told>(run: T, runs: readonly T[]): T | undefined =>
  isOver(run)
    ? runs.find(
        (other) =>
          other.test_set.id === run.test_set.id &&
          other.endpoint.id === run.endpoint.id &&
          other.created_at < run.created_at &&
          isOver(other),
      )
    : undefined;

const isOver = (run: Told): boolean =>
  run.status !== 'Queued' && run.status !== 'Progress' && isOfItsOwn(run);
