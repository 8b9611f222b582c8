import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAssertions } from '../../../src/modules/test-import/assertions.ts';

// Looked for the closing bracket anew behind each opening one, this kept a processor busy for half an hour.
const unbounded = '{'.repeat(4_000_000);
void test('an open bracket without end is no template, and is looked at once', { timeout: 60_000 }, () => {
  for (const [value, isTemplate] of [
    [unbounded, false],
    [`}}${unbounded}`, false],
    ['{{}', false],
    ['{{{}', false],
    ['{{}}', true],
    ['a {{\nb\n}} c', true],
    ['{{{%', true],
    ['{%', true],
  ] as const) {
    const { notImported } = readAssertions([{ type: 'contains', value }]);
    assert.deepEqual(notImported, isTemplate ? ['contains'] : [], value.slice(0, 10));
  }
});
