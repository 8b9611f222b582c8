import type { TestRun } from '@sonde/contract';
import { allOf, differs, equals } from '../../lib/filter.ts';

/** Runs that have ended of the same set: what the run can be compared with. */
export const comparableWith = ({ id, test_set: set }: Pick<TestRun, 'id' | 'test_set'>): string =>
  allOf([
    equals('test_set_id', set.id),
    differs('id', id),
    differs('status', 'Queued'),
    differs('status', 'Progress'),
  ]) ?? '';

/** The ids of two runs, the one that was made first in front: what changed is told from there. */
export const inOrder = (
  ...runs: readonly [Pick<TestRun, 'id' | 'created_at'>, Pick<TestRun, 'id' | 'created_at'>]
): readonly string[] =>
  runs.toSorted((one, other) => one.created_at.localeCompare(other.created_at)).map(({ id }) => id);
