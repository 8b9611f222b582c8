import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonOf } from '../../../src/modules/reviews/uncertainty.ts';

test('why a result is shown for review is said in plain words', () => {
  const sure = { disagree: false, flagged: false, decided: 1, uncertainty: 0, is_carried: false };
  assert.equal(reasonOf(sure), 'Its metrics are sure, and nothing less sure is left to review.');
  assert.equal(reasonOf({ ...sure, uncertainty: 0.6 }), 'A score lies near its threshold.');
  assert.equal(reasonOf({ ...sure, decided: 0 }), 'No metric decided.');
});
