import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aboutRun } from '../../../spa/src/features/test-runs/comparable.ts';
import { isStillAnswered } from '../../../spa/src/features/tests/still-answered.ts';
import { runs } from '../support/stand-in-tests.ts';

test('the baseline is marked in the list of runs to compare with, and no other is', () => {
  const [first, second] = runs;
  assert.ok(first && second);
  assert.match(aboutRun(first, first.id), /^The baseline · /);
  assert.doesNotMatch(aboutRun(second, first.id), /baseline/);
  assert.doesNotMatch(aboutRun(first, undefined), /baseline/);
});

test('an expected answer is called what was just answered only until somebody changes it', () => {
  assert.equal(isStillAnswered('The code is 4471.', 'The code is 4471.'), true);
  assert.equal(isStillAnswered('That is for staff only.', 'The code is 4471.'), false);
  assert.equal(isStillAnswered('', null), false);
});
