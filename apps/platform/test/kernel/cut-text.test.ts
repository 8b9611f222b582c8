import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutText } from '#kernel/cut-text';

test('a text that is cut says so and how much there is, and one that fits stays as it is', () => {
  assert.equal(cutText('abc', 3), 'abc');
  assert.equal(
    cutText('x'.repeat(12_345), 4000),
    `${'x'.repeat(4000)}… [the first 4,000 of 12,345 characters]`,
  );
  assert.ok(cutText('a😀b', 2).isWellFormed(), 'half of a character is none');
});
