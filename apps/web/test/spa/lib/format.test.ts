import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatPercent,
  formatPoints,
  formatRange,
  periodWords,
  scoreWords,
} from '../../../spa/src/lib/format.ts';

test('a rate reads in whole per cents, and neither nearly all nor nearly none is rounded away', () => {
  assert.deepEqual([0, 0.2, 0.5, 66.67, 99.4, 99.96, 100].map(formatPercent), [
    '0 %',
    'under 1 %',
    '1 %',
    '67 %',
    '99 %',
    'over 99 %',
    '100 %',
  ]);
});

test('an interval in whole per cents is never narrower than it is', () => {
  assert.equal(formatRange(63.65, 88.13), '63–89 %');
  assert.equal(formatRange(0, 100, ' and '), '0 and 100 %');
});

test('a difference of less than a point is said to be one', () => {
  assert.deepEqual([-0.3, -4.6, 12].map(formatPoints), ['under 1', '5', '12']);
});

test('a week is told by the day it begins, across the turn of a year as well; days and months as all dates are', () => {
  assert.match(periodWords('2026-W48'), /^week of .*\b23\b.*2026/);
  assert.match(periodWords('2026-W01'), /^week of .*\b29\b.*2025/);
  assert.deepEqual(['2026-11-23', '2026-11', ''].map(periodWords), ['Nov 23, 2026', 'Nov 2026', '']);
});

test('a score is told beside its threshold, and the one that passes just there is no narrow escape', () => {
  assert.deepEqual(
    [
      scoreWords(0.5, 0, true),
      scoreWords(0.25, 0.5, false),
      scoreWords(1, 1, true),
      scoreWords(0.5, 0.5, false),
    ],
    [
      'Scored 0.5, above a threshold of 0',
      'Scored 0.25, below a threshold of 0.5',
      'Scored 1, as is asked for',
      'Scored 0.5, with a threshold of 0.5',
    ],
  );
});
