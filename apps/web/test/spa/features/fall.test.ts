import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fallOf } from '../../../spa/src/features/home/fall.ts';

const run = (passed: number, failed: number) => ({
  pass_rate: passed + failed === 0 ? null : Math.round((passed / (passed + failed)) * 10_000) / 100,
  counts: { passed, failed },
});

test('a run that passed less of as many decided results has fallen by so many points', () => {
  assert.equal(fallOf(run(6, 4), run(9, 1)), 30);
  assert.equal(fallOf(run(1, 2), run(2, 1)), 33.34);
});

test('rates of different numbers of decided results are no fall, nor is what nobody has decided', () => {
  assert.equal(fallOf(run(1, 2), run(1, 0)), undefined);
  assert.equal(fallOf(run(0, 0), run(10, 0)), undefined);
  assert.equal(fallOf(run(9, 1), run(6, 4)), undefined);
});
