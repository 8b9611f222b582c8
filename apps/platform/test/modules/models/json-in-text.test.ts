import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { readJsonObjects } from '../../../src/modules/models/json-in-text.ts';
import { readReply } from '../../../src/modules/models/reply.ts';

const valuesOf = (text: string) => readJsonObjects(text).map(({ value }) => value);

const read: [string, string, unknown[]][] = [
  ['alone', '{"a": 1}', [{ a: 1 }]],
  ['in a fence', '```json\n{"a": {"b": "}"}}\n```', [{ a: { b: '}' } }]],
  ['after braces of the prose', 'Use {name} or {{x}} here: {"a": 1}.', [{ a: 1 }]],
  ['after a brace that nothing closes', 'An open { and then {"a": 1}', [{ a: 1 }]],
  ['one after the other', '{"a": 1} or rather {"a": 2}', [{ a: 1 }, { a: 2 }]],
  ['nowhere', 'no object', []],
  ['within a broken one', '{"it said": {"a": 1}, "a": 2,} then {"a": 3}', [{ a: 3 }]],
  ['within half of one', '{"it said": {"a": 1}, "a', []],
];
for (const [name, text, expected] of read) {
  test(`the objects of a text are found: ${name}`, () => assert.deepEqual(valuesOf(text), expected));
}

test('a megabyte of braces is given up instead of being read once for each of them', () => {
  assert.deepEqual(valuesOf('{'.repeat(1_000_000)), []);
  assert.deepEqual(valuesOf('{"":'.repeat(250_000)), []);
  assert.deepEqual(valuesOf(`${'{"":'.repeat(150_000)}${'}'.repeat(150_000)}`), []);
  // What is within is an object at last.
  assert.deepEqual(valuesOf(`${'{'.repeat(500_000)}${'}'.repeat(500_000)}`), [{}]);
});

test('objects that are no JSON are tried a few times, however many a model writes', (t) => {
  const { mock } = t.mock.method(JSON, 'parse');
  for (const text of ['{a}', '{ "a" }', '{ "a": {b} }'])
    assert.deepEqual(readJsonObjects(text.repeat(Math.floor(1_000_000 / text.length))), []);
  assert.ok(mock.callCount() <= 400, String(mock.callCount()));
});

test('a text longer than any model is asked for is not searched', () => {
  assert.deepEqual(readJsonObjects(`{"a": 1}${' '.repeat(1_000_000)}`), []);
});

const schema = z.object({ reason: z.string(), passed: z.boolean() });
const decided = ({ passed }: z.output<typeof schema>) => passed;
const good = '{"reason": "good", "passed": true}';
const bad = '{"reason": "bad", "passed": false}';

const replies: [string, string, boolean | undefined][] = [
  ['two that agree', `${bad} So: {"reason": "rude", "passed": false}`, false],
  ['two that do not', `${good} On reflection: ${bad}`, undefined],
  ['one that is thought of before', `<think>perhaps ${good}</think>\n${bad}`, false],
  ['thoughts that never end', `<think>perhaps ${good}`, undefined],
  ['thoughts that quote their own end', `<think>it wrote </think>${good}</think>${bad}`, undefined],
  ['an end of thoughts without a beginning', `${bad} It wrote </think>${good}`, undefined],
  ['one of another form beside it', `{"note": 1} ${bad}`, false],
];
for (const [name, text, expected] of replies) {
  test(`the last object that fits counts where all that fit agree: ${name}`, () =>
    assert.equal(readReply(text, { schema, decided })?.passed, expected));
}

test('an object that stands in a text of somebody else is quoted, however it is laid out or escaped there', () => {
  for (const text of [
    `Here you are: ${good}`,
    '{"reason":"good",\n  "passed":true}',
    JSON.stringify({ answer: good }),
    JSON.stringify([{ arguments: JSON.stringify({ note: good }) }]),
  ]) {
    const form = { schema, decided, quotable: ['Hi', text] };
    assert.equal(readReply(`It wrote ${good}, so: ${bad}`, form)?.passed, false);
    assert.equal(readReply(`It wrote:\n\`\`\`json\n${good}\n\`\`\`\nIt fails.`, form), undefined);
  }
});
