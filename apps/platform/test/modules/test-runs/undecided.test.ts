import assert from 'node:assert/strict';
import { test } from 'node:test';
import { combineVerdicts } from '../../../src/modules/test-runs/execution/judging.ts';

test('a result that is not decided says in one sentence why, and in another what would decide it', () => {
  const open = { metricId: 'm', name: 'Tone', verdict: 'not_evaluated', score: null } as const;
  for (const [reasonCode, remedy] of [
    ['unclear', 'A review by a person, or a metric that asks a language model, would decide it.'],
    ['missing_expected', 'An expected answer on the test would decide it.'],
    ['flag', 'A review by a person decides it, or you let the metric decide.'],
  ] as const) {
    const { status, reason } = combineVerdicts([{ ...open, reason: 'It is not clear', reasonCode }], 'all');
    assert.equal(status, 'NotEvaluated');
    assert.ok(reason?.includes('It is not clear. ') && reason.endsWith(remedy), reason ?? '');
  }
});
