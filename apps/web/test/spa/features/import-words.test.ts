import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldHints, fieldWords } from '../../../spa/src/features/test-import/import-words.ts';

test('a field of a test that a column may be is explained where its name alone says little', () => {
  const known = new Set(fieldWords.map(([field]) => field));
  for (const field of ['instructions', 'restrictions', 'scenario'])
    assert.ok(known.has(field) && fieldHints[field], field);
  assert.match(fieldWords.find(([field]) => field === 'context')?.[1] ?? '', /, what an answer rests on$/);
  assert.ok(Object.keys(fieldHints).every((field) => known.has(field)));
});
