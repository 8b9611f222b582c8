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
  assert.equal(readJsonObject('{"":'.repeat(250_000)), undefined);
  assert.equal(readJsonObject(`${'{"":'.repeat(150_000)}${'}'.repeat(150_000)}`), undefined);
  // What is within is an object at last.
  assert.deepEqual(readJsonObject(`${'{'.repeat(500_000)}${'}'.repeat(500_000)}`), {});
});

test('objects that are no JSON are tried a few times, however many a model writes', (t) => {
  const { mock } = t.mock.method(JSON, 'parse');
  for (const text of ['{a}', '{ "a" }', '{ "a": {b} }'])
    assert.equal(readJsonObject(text.repeat(Math.floor(1_000_000 / text.length))), undefined);
  assert.ok(mock.callCount() <= 400, String(mock.callCount()));
});

test('a text longer than any model is asked for is not searched', () => {
  assert.equal(readJsonObject(`{"a": 1}${' '.repeat(1_000_000)}`), undefined);
});
