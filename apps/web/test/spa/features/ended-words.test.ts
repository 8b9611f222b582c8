import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endedWords } from '../../../spa/src/features/explore/ended-words.ts';

test('how an exploration ended is said in words, and none of them is the name of a field', () => {
  assert.equal(endedWords.max_turns, 'After all its turns');
  for (const words of Object.values(endedWords)) assert.doesNotMatch(words, /_|\bmax\b/i);
});
