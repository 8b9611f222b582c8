import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pairsIn, withPair } from '../../../spa/src/lib/run-endpoints.ts';

test('the endpoint a set was run against last takes the place of the one before', () => {
  const pairs = withPair(withPair(withPair([], 'a', 'one'), 'b', 'two'), 'a', 'three');
  assert.deepEqual(pairs, [
    ['a', 'three'],
    ['b', 'two'],
  ]);
});

test('what is stored does not grow without end, and what is not of this shape is left out', () => {
  let pairs = pairsIn(null);
  for (let at = 0; at < 80; at += 1) pairs = withPair(pairs, `set ${at}`, 'one');
  assert.equal(pairs.length, 50);
  assert.deepEqual(pairsIn('{"a":1}'), []);
  assert.deepEqual(pairsIn('nonsense'), []);
  assert.deepEqual(pairsIn('[["a","one"],["b"],7]'), [['a', 'one']]);
});
