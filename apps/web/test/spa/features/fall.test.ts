import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decidedWords,
  isMostlyOpen,
  openParts,
  passRateOf,
  rateLines,
  rateWords,
  runStatusWord,
  shareWords,
  trueShareWords,
} from '@sonde/contract/decided';
import { warnedWords } from '../../../spa/src/features/test-runs/evidence.ts';
import { hasFallen, runBefore } from '../../../spa/src/features/home/fall.ts';

const run = (passed: number, failed: number) => ({
  pass_rate: passed + failed === 0 ? null : Math.round((passed / (passed + failed)) * 10_000) / 100,
  counts: { passed, failed },
});

test('a run that passed less of as many decided results has fallen', () => {
  assert.equal(hasFallen(run(6, 4), run(9, 1)), true);
  assert.equal(hasFallen(run(1, 2), run(2, 1)), true);
});

test('rates of different numbers of decided results are no fall, nor is what nobody has decided', () => {
  assert.equal(hasFallen(run(1, 2), run(1, 0)), false);
  assert.equal(hasFallen(run(0, 0), run(10, 0)), false);
  assert.equal(hasFallen(run(9, 1), run(6, 4)), false);
});

test('a rate is told with how many were decided of how many, and of less than half the counts come first', () => {
  assert.equal(
    decidedWords({ passed: 2, failed: 0, total: 13 }),
    '2 of 2 decided passed, 11 of 13 not decided',
  );
  assert.equal(
    decidedWords({ passed: 4, failed: 1, total: 17 }, String, '80 %'),
    '4 of 5 decided passed (80 %), 12 of 17 not decided',
    'a rate stands beside what it is one of',
  );
  assert.equal(decidedWords({ passed: 3, failed: 1, total: 4 }), '3 of 4 passed');
  assert.equal(decidedWords({ passed: 0, failed: 0, total: 13 }), 'none of 13 decided');
  assert.equal(passRateOf({ passed: 0, failed: 0 }), null);
  assert.equal(isMostlyOpen({ passed: 2, failed: 0, total: 13 }), true);
  assert.equal(isMostlyOpen({ passed: 2, failed: 0, total: 4 }), false);
});

test('a rate is written in one way wherever it stands: in percent, with what it is one of', () => {
  assert.equal(rateWords({ passed: 2, failed: 1, total: 3 }), '67 %: 2 of 3 passed');
  assert.equal(
    rateWords({ passed: 2, failed: 0, total: 13 }),
    '2 of 2 decided passed (100 %), 11 of 13 not decided',
  );
  assert.equal(rateWords({ passed: 0, failed: 0, total: 3 }), 'none of 3 decided');
  assert.deepEqual(rateLines({ passed: 3, failed: 1, total: 8 }), ['3 of 4 (75 %)', '4 of 8 not decided']);
  assert.deepEqual(rateLines({ passed: 1, failed: 0, total: 8 }), ['1 of 1 (100 %)', '7 of 8 not decided']);
  assert.deepEqual(rateLines({ passed: 0, failed: 0, total: 0 }), ['none decided', null]);
  assert.equal(shareWords(2, 3), '67 %: 2 of 3 passed');
  assert.equal(shareWords(0, 0), 'nothing decided');
});

test('a run is held against the last whole one of its set and endpoint, never against a part that somebody repeated', () => {
  const ran = (name: string, hour: number, more: object = {}) => ({
    name,
    status: 'Completed' as const,
    created_at: `2026-01-01T0${hour}:00:00Z`,
    test_set: { id: 'set', name: 'Set' },
    endpoint: { id: 'endpoint', name: 'Endpoint' },
    parent_run_id: null,
    reference_test_run_id: null,
    options: {},
    ...more,
  });
  const runs = [
    ran('newest', 9),
    ran('retry', 8, { parent_run_id: 'a' }),
    ran('scored again', 7, { reference_test_run_id: 'a' }),
    ran('only the failed', 6, { options: { only: 'failed' as const, of_run: 'a' } }),
    ran('elsewhere', 5, { endpoint: { id: 'other', name: 'Other' } }),
    ran('under way', 4, { status: 'Progress' as const }),
    ran('first', 3),
  ];
  assert.deepEqual(
    runs.map((run) => runBefore(run, runs)?.name),
    ['first', undefined, undefined, undefined, undefined, undefined, undefined],
  );
});

test('what nobody decided is counted in one way, and a run stands in one word, wherever it is told', () => {
  const told = (all: number, results: number, raised: number) =>
    openParts({ counts: { not_evaluated: all }, only_flagged: { results, raised } }).map(
      ({ words, count, note }) => `${count} ${words}${note}`,
    );
  assert.deepEqual(told(6, 5, 1), ['5 checked for flags only, 1 flagged', '1 not evaluated']);
  assert.deepEqual(told(2, 0, 0), ['2 not evaluated']);
  assert.deepEqual(['Partial', 'Completed'].map(runStatusWord), ['Partly done', 'Completed']);
});

test('beside a review it is told what a metric that only warns has said', () => {
  const verdict = (flag: boolean | null, score: number | null = null) => ({ flag, score });
  assert.equal(warnedWords([verdict(false, 1)]), 'No flag, score 1');
  assert.equal(warnedWords([verdict(false, 1), verdict(true, 0)]), 'Flag');
  assert.equal(warnedWords([verdict(null, 1)]), undefined);
});

void test('what a share says of the whole is open where it is one of few, and its ends are never said to be nearer', () => {
  assert.equal(
    trueShareWords({ low: 8.89, high: 53.23 }),
    'with so few, the true share may lie anywhere between 8 % and 54 %',
  );
  assert.equal(
    trueShareWords({ low: 97.2, high: 99.1 }),
    'the true share most likely lies between 97 % and 100 %',
  );
});
