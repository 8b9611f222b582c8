import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestRunProgress } from '@sonde/contract';
import { withProgress } from '../../../spa/src/features/test-runs/with-progress.ts';
import { runs } from '../support/stand-in-tests.ts';

test('a run under way shows every number that its progress tells, its calls among them', () => {
  const [, run] = runs;
  assert.ok(run);
  const told: TestRunProgress = {
    id: run.id,
    status: 'Progress',
    counts: { ...run.counts, passed: 4, running: 1 },
    target_calls: 17,
    per_minute: null,
    seconds_left: null,
    latest: [],
  };
  const shown = withProgress(run, told);
  assert.deepEqual([shown.target_calls, shown.counts], [17, told.counts]);
  assert.equal(shown.name, run.name);
});
