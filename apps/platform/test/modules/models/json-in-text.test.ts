import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJsonObject } from '../../../src/modules/models/json-in-text.ts';

const read: [string, string, unknown][] = [
  ['alone', '{"a": 1}', { a: 1 }],
  ['in a fence', '```json\n{"a": {"b": "}"}}\n```', { a: { b: '}' } }],
  ['after braces of the prose', 'Use {name} or {{x}} here: {"a": 1}.', { a: 1 }],
  ['after a brace that nothing closes', 'An open { and then {"a": 1}', { a: 1 }],
  ['nowhere', 'no object', undefined],
];
for (const [name, text, expected] of read) {
  test(`the object of a text is found: ${name}`, () => assert.deepEqual(readJsonObject(text), expected));
}

test('a megabyte of braces is given up instead of being read once for each of them', () => {
  assert.equal(readJsonObject('{'.repeat(1_000_000)), undefined);
  assert.equal(readJsonObject(`${'{'.repeat(500_000)}${'}'.repeat(500_000)}`), undefined);
});
