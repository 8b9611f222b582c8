import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFilterPaths } from '../../../spa/src/lib/filter-paths.ts';

const answer = {
  messages: [
    { role: 'user', content: 'hello' },
    { role: 'assistant', content: 'good day', score: 9.5 },
    { role: 'assistant', content: null, score: 2 },
  ],
};

void describe('JSONPath with filters in the page', () => {
  const find = createFilterPaths();
  const cases: readonly [string, unknown[] | null][] = [
    ["$.messages[?@.role == 'assistant'].content", ['good day', null]],
    ["messages[?@.role=='user'].content", ['hello']],
    ['$.messages[?@.score > 2.5].content', ['good day']],
    ['$.messages[?@.score].score', [9.5, 2]],
    ['$.messages[?length(@.content) > 5].content', ['good day']],
    ["$..[?@.role == 'nobody']", []],
    ['$.messages[?@.role == ', null],
  ];
  for (const [expression, expected] of cases)
    void it(`reads ${expression}`, () => assert.deepEqual(find(expression, answer), expected));

  for (const expression of [
    "$.messages[?match(@.content, '(a+)+b')]",
    "$.messages[?search(@.content, 'day')]",
    '$.messages[?$..role]',
    '$..messages[?@..score]',
    "{{ jsonpath('$.messages[?@.score]') }}",
  ])
    void it(`leaves ${expression} to the platform`, () => assert.equal(find(expression, answer), null));
});
