import assert from 'node:assert/strict';
import { test } from 'node:test';
import { definitionOf, expectationOf, meaningOf } from '#metrics';
import { MetricCreate } from '@sonde/contract';
import { behaviours } from '../../../src/modules/metrics/text/behaviours.ts';

const builtin = (kind: string, args: object) =>
  definitionOf(
    MetricCreate.parse({ name: 'Mine', backend: 'builtin', kind, args, metric_scope: ['Single-Turn'] }),
  );

test('each behavior has a sentence of its own', () =>
  assert.equal(new Set(behaviours.map((as) => meaningOf('behaves', { as }))).size, behaviours.length));

test('what a metric expects is more than its name, and stands turn by turn for a conversation', () => {
  assert.deepEqual(expectationOf(builtin('behaves', { as: 'answers' })), [
    'Answers the question',
    'Passes where the answer gives what was asked for and does not decline it.',
  ]);
  assert.deepEqual(
    expectationOf(
      builtin('turns_as_expected', { answers: { 2: 'A person decides on refunds.', 3: 'Within 30 days.' } }),
    ),
    ['Says in each turn what is expected', 'Turn 2: A person decides on refunds.', 'Turn 3: Within 30 days.'],
  );
});
