import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonOf } from '../../../src/modules/reviews/uncertainty.ts';

test('why a result is shown for review is said in plain words', () => {
  const sure = {
    disagree: false,
    flagged: false,
    decided: 1,
    uncertainty: 0,
    is_carried: false,
    is_open: false,
  };
  assert.equal(reasonOf(sure, 0), 'Its metrics are sure, and nothing less sure is left to review.');
  assert.equal(
    reasonOf({ ...sure, uncertainty: 0.6 }, 0.6),
    'A score lies near the limit from which it passes.',
  );
  assert.equal(reasonOf({ ...sure, decided: 0 }, 0.75), 'No metric decided.');
  assert.equal(reasonOf({ ...sure, is_open: true, uncertainty: 0.75 }, 0.75), 'Nothing has decided it yet.');
});

test('that nothing less sure is left is said only where it is so', () => {
  const sure = {
    disagree: false,
    flagged: false,
    decided: 1,
    uncertainty: 0.1,
    is_carried: false,
    is_open: false,
  };
  assert.match(reasonOf(sure, 0.1), /nothing less sure is left/);
  assert.equal(reasonOf(sure, 0.75), 'Its metrics are sure; what is less sure comes later.');
});
