import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAssertions } from '../../../src/modules/test-import/assertions.ts';
import { combineVerdicts } from '../../../src/modules/test-runs/execution/judging.ts';
import { verdictOf } from './measuring.ts';

test('what must not be said is named where it is said, and no score is told that reached its threshold and failed', async () => {
  const negated = (output: string) =>
    verdictOf('contains_all', { values: ['ibuprofen'] }, { output }, { negate: true });
  const said = await negated('Take ibuprofen.');
  assert.deepEqual([said.verdict, said.score, said.threshold], ['fail', 1, null]);
  assert.equal(said.reason, 'This must not be, and it is so: The answer contains "ibuprofen".');
  const unsaid = await negated('Ask a doctor.');
  assert.equal(unsaid.verdict, 'pass');
  assert.equal(unsaid.reason, 'This must not be, and it is not so: The answer lacks "ibuprofen".');
});

test('a reason tells the name of a metric from what it says, so that a name is no statement of the answer', () => {
  const verdict = {
    metricId: 'm',
    name: 'Declines what it must not give',
    verdict: 'not_evaluated',
    score: null,
    reason: 'No flag: The answer declines.',
    reasonCode: 'no_flag',
  } as const;
  assert.equal(
    combineVerdicts([verdict], 'all').reason,
    'The metric “Declines what it must not give” may flag an answer, but not decide. No flag: The answer declines. A review by a person decides it, or you let the metric decide.',
  );
});

test('code that is imported is named by what it says', () => {
  const { metrics } = readAssertions([{ type: 'javascript', value: 'output.length < 100' }]);
  assert.equal(metrics[0]?.metric, 'Imported code: output.length < 100');
  const long = ['polite', 'brief'].map((end) => {
    const value = `Is ${'very '.repeat(60)}${end}`;
    return readAssertions([{ type: 'llm-rubric', value }]).metrics[0]?.metric ?? '';
  });
  for (const name of long) assert.match(name, /^Rubric: Is very .{100,}… \(text no\. [0-9a-f]{8}\)$/);
  assert.notEqual(long[0], long[1]);
  assert.ok(long.every((name) => name.length <= 200));
});
