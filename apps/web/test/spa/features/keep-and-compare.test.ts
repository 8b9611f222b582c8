import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aboutRun } from '../../../spa/src/features/test-runs/comparable.ts';
import { isStillAnswered } from '../../../spa/src/features/tests/still-answered.ts';
import { runs } from '../support/stand-in-tests.ts';

test('a baseline is marked in the list of runs to compare with, of whichever endpoint it is, and no other is', () => {
  const [first, second] = runs;
  assert.ok(first && second);
  const elsewhere = { id: second.endpoint.id.replace(/.$/, '9'), name: 'Another chatbot' };
  assert.match(aboutRun({ ...first, is_baseline: true }), /^The baseline · /);
  assert.match(
    aboutRun({ ...second, endpoint: elsewhere, is_baseline: true }),
    /^The baseline · Another chatbot/,
  );
  assert.doesNotMatch(aboutRun(second), /baseline/);
});

test('an expected answer is called what was just answered only until somebody changes it', () => {
  assert.equal(isStillAnswered('The code is 4471.', 'The code is 4471.'), true);
  assert.equal(isStillAnswered('That is for staff only.', 'The code is 4471.'), false);
  assert.equal(isStillAnswered('', null), false);
});
