import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedCounts } from '@sonde/contract/comparison-counts';
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

test('the counters of a comparison tell each test once, and what is told of some besides is said to be', () => {
  const none = {
    decided: 0,
    improved: 0,
    regressed: 0,
    newly_flagged: 0,
    judged_otherwise: 0,
    undecided_then_fail: 0,
    passed_then_undecided: 0,
    unchanged: 0,
    flaky: 0,
    undecided: 0,
    stopped_answering: 0,
    passed_then_error: 0,
    answers_again: 0,
    error_in_both: 0,
    other_error: 0,
    only_in_base: 0,
    only_in_other: 0,
    changed_version: 0,
  };
  const { tests, parts, among } = comparedCounts(
    { ...none, decided: 12, improved: 1, unchanged: 11, undecided: 3, flaky: 1, newly_flagged: 2 },
    ['Monday', 'Tuesday'],
  );
  assert.equal(tests, 15);
  assert.deepEqual(
    parts.map(({ words, count }) => `${words} ${count}`),
    ['Got better 1', 'Got worse 0', 'Unchanged 11', 'Not decided 3'],
  );
  assert.deepEqual(
    among.map(({ words, count }) => `${words} ${count}`),
    ['Newly flagged 2', 'Repeats disagree 1'],
  );
});
