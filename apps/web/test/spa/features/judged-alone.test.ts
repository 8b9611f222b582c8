import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countJudgedAlone, judgedAloneWords } from '../../../spa/src/features/test-sets/judged-alone.ts';

test('where the metrics of a set are chosen it is said how many tests they decide alone', () => {
  const of = (id: string) => ({ id, name: id });
  const own = [{ metric: 'one' }];
  const tests = [
    { metrics: [], requirement: null },
    { metrics: own, requirement: null },
    { metrics: [], requirement: of('judged') },
    { metrics: [], requirement: of('bare') },
  ];
  const metricsOf = (id: string) => (id === 'judged' ? [{ id: 'one', name: 'One' }] : []);
  assert.equal(countJudgedAlone(tests, metricsOf), 2);
  assert.equal(judgedAloneWords(0, 4, 4), '');
  assert.match(
    judgedAloneWords(2, 4, 4),
    /^2 tests of this set have no metric of their own: .+ decides them alone\./,
  );
  assert.match(
    judgedAloneWords(1, 4, 4),
    /^1 test of this set has no metric of its own: .+ decides it alone\./,
  );
  assert.match(judgedAloneWords(2, 1000, 4000), /^Of the first 1,000 tests of this set, 2 have /);
});
