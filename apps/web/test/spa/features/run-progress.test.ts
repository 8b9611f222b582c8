import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestRunProgress } from '@sonde/contract';
import { withProgress } from '../../../spa/src/features/test-runs/with-progress.ts';
import { runs } from '../support/stand-in-tests.ts';

test('a run under way shows all that its progress tells: its numbers, its calls, and since when it runs', () => {
  const [, run] = runs;
  assert.ok(run);
  const told: TestRunProgress = {
    id: run.id,
    status: 'Progress',
    counts: { ...run.counts, passed: 4, running: 1 },
    target_calls: 17,
    started_at: '2026-01-05T10:00:00.000Z',
    per_minute: null,
    seconds_left: null,
    latest: [],
  };
  const shown = withProgress({ ...run, started_at: null }, told);
  assert.equal(shown.started_at, told.started_at);
  assert.deepEqual([shown.target_calls, shown.counts], [17, told.counts]);
  assert.equal(shown.name, run.name);
});
