import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passRateOf, percentOf } from '@sonde/contract';
import { headlineOf } from '../../../src/modules/test-runs/downloads/summary.ts';

const headline = (passed: number, failed: number, planned: number): string =>
  headlineOf({ passed, failed, planned });

test('the headline of a run says that all passed only where all did, and its rate stands beside what it is one of', () => {
  assert.equal(
    headline(299, 1, 300),
    '299 of 300 passed (over 99 %); the true share most likely lies between 98 % and 100 %.',
  );
  assert.equal(
    headline(1, 299, 300),
    '1 of 300 passed (under 1 %); the true share most likely lies between 0 % and 2 %.',
  );
  assert.equal(
    headline(300, 0, 300),
    '300 of 300 passed (100 %); the true share most likely lies between 98 % and 100 %.',
  );
  assert.equal(
    headline(4, 1, 17),
    '4 of 5 decided passed (80 %), 12 of 17 not decided; with so few, the true share may lie anywhere between 37 % and 97 %.',
  );
  assert.equal(headline(0, 0, 3), 'Nothing was decided: none of 3 results passed or failed.');
});

test('a rate is 100 or 0 percent as a number only where it is exactly that', () => {
  assert.equal(passRateOf({ passed: 29_999, failed: 1 }), 99.99);
  assert.equal(passRateOf({ passed: 30_000, failed: 0 }), 100);
  assert.equal(percentOf(1 / 30_000), 0.01);
  assert.equal(percentOf(0), 0);
  assert.equal(percentOf(2 / 3), 66.67);
});
