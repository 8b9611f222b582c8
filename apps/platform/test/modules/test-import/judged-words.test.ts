import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgedBy } from '../../../src/modules/test-import/judged-words.ts';
import { readAssertions } from '../../../src/modules/test-import/assertions.ts';

test('before an import it is said what will judge a test, what is forbidden, and what needs a model', () => {
  const { metrics } = readAssertions([
    { type: 'icontains', value: '30 days' },
    { type: 'contains', value: '30 days' },
    { type: 'not-contains', value: 'ibuprofen' },
    { type: 'llm-rubric', value: 'Is it polite?' },
    { type: 'latency', threshold: 3000 },
    { type: 'javascript', value: 'output.length < 100' },
    { type: 'is-refusal' },
    { type: 'not-is-refusal' },
  ]);
  const test = { prompt: { content: 'x' } };
  const draft = { test, metrics, weighedThreshold: null, combine: null };
  assert.deepEqual(judgedBy([draft, draft]), [
    'Contains all values: “30 days”',
    'Contains all values: “30 days”; capitals matter',
    'Contains none of the values: “ibuprofen”; capitals matter',
    'A language model judges (this needs one): Is it polite?',
    'Time to answer: longest time in milliseconds 3000',
    'A script that stands in the file judges: output.length < 100',
    'Refuses (decides; what is unclear stays open)',
    'Passes where this is not so: Refuses (decides; what is unclear stays open)',
  ]);
  assert.deepEqual(judgedBy([{ ...draft, metrics: [] }]), []);
});
