import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gotNoAnswer } from '../../../../spa/src/features/autoconfigure/no-answer.ts';

const called = { probe_attempts: 1, probe_success: false, probe_response: null };

test('a wrong path, a fault and a port where nothing listens are no answer, so no confidence is told', () => {
  for (const probe_status_code of [null, 404, 405, 500])
    assert.equal(gotNoAnswer({ ...called, probe_status_code }), true, String(probe_status_code));
});

test('an answer that was not understood, a verified one, and no call at all keep their confidence', () => {
  assert.equal(gotNoAnswer({ ...called, probe_status_code: 200, probe_response: {} }), false);
  assert.equal(gotNoAnswer({ ...called, probe_status_code: null, probe_response: 'Hello' }), false);
  assert.equal(gotNoAnswer({ ...called, probe_success: true, probe_status_code: 200 }), false);
  assert.equal(gotNoAnswer({ ...called, probe_attempts: 0, probe_status_code: null }), false);
});
