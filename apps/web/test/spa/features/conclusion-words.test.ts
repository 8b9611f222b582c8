import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conclusionShown } from '../../../spa/src/features/test-runs/conclusion-words.ts';
import { reviewFirst } from '../../../spa/src/features/test-runs/review-first.ts';
import { runs } from '../support/stand-in-tests.ts';

const counts = (regressed: number, improved: number) => ({ regressed, improved, undecided_then_fail: 0 });

test('a conclusion for which tests are too few says all the same how many got worse', () => {
  const shown = (regressed: number, improved: number) =>
    conclusionShown({ conclusion: 'too few tests', counts: counts(regressed, improved) });
  assert.equal(shown(3, 0), '3 got worse: may be chance');
  assert.equal(shown(1, 2), '1 got worse, 2 better: may be chance');
  assert.equal(shown(0, 2), '2 got better: may be chance');
  assert.equal(shown(0, 0), 'No change seen');
});

test('what is beyond chance says so alone, and what is not says what got worse', () => {
  assert.equal(conclusionShown({ conclusion: 'worse', counts: counts(8, 0) }), 'Worse');
  assert.equal(
    conclusionShown({ conclusion: 'no evidence', counts: counts(3, 3) }),
    '3 got worse, 3 better: no more than chance',
  );
});

test('who cannot compare two runs is sent to those that have something to review', () => {
  const [run] = runs;
  assert.ok(run);
  const open = (notEvaluated: number) => ({ counts: { ...run.counts, not_evaluated: notEvaluated } });
  const told = (base: number, other: number) => reviewFirst(open(base), open(other), ['Monday', 'Friday']);
  assert.equal(told(1, 2), ' Review the results of both first.');
  assert.equal(told(0, 2), ' Review the results of Friday first.');
  assert.equal(told(1, 0), ' Review the results of Monday first.');
  assert.equal(told(0, 0), '');
});
