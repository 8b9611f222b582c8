import type { TestRun } from '@sonde/contract';
import { rateWords } from '@sonde/contract/decided';
import { allOf, differs, equals } from '../../lib/filter.ts';
import { formatMoment, formatNumber } from '../../lib/format.ts';

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

/** What tells a run of the list from the others; which of them is a baseline is said first. Each endpoint has its own. */
export const aboutRun = ({
  endpoint,
  counts,
  created_at: at,
  is_baseline: isBaseline,
}: Pick<TestRun, 'endpoint' | 'counts' | 'created_at' | 'is_baseline'>): string =>
  [
    ...(isBaseline ? ['The baseline'] : []),
    endpoint.name,
    rateWords(counts, formatNumber),
    formatMoment(at),
  ].join(' · ');
