import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownCounts } from '../../../spa/src/features/test-runs/shown-counts.ts';

test('of the counters those that are nought are left out, but for those that people look for', () => {
  const counts = Object.entries({ Passed: 4, Failed: 0, Errors: 0, Cancelled: 2 }).map(([words, count]) => ({
    words,
    count,
  }));
  assert.deepEqual(
    shownCounts(counts, new Set(['Passed', 'Failed'])).map(({ words }) => words),
    ['Passed', 'Failed', 'Cancelled'],
  );
});
