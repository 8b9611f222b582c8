import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonpath, JSONPathEnvironment } from 'json-p3';
import { createCharge, createPathQueries, PathError } from '../../src/kernel/json-path/index.ts';

const queries = createPathQueries();
const indexes = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** `{"a": {"a": … {"end": […]}}}` */
function nested(depth: number, end: unknown): unknown {
  let value: unknown = { end };
  for (let level = 0; level < depth; level += 1) value = { a: value };
  return value;
}

function placesOf(path: string, document: unknown): number {
  let places = 0;
  queries.find(path, document, (more) => (places += more));
  return places;
}

const ITEMS = 4000;
const list = { list: indexes(ITEMS).map((index) => ({ a: index, text: `t${index}` })), size: ITEMS };

/** A path for each kind of step there is, over a list. */
const steps: Record<string, string> = {
  NameSelector: '$.list[*].a',
  IndexSelector: '$.list[0,1,2,3,4,5,6,7]..a',
  SliceSelector: '$.list[1:].none',
  WildcardSelector: '$.list.*.none',
  FilterSelector: '$.list[?@.a == "none"]',
  KeySelector: '$..~none',
  KeysSelector: '$.list[*].none.~',
  KeysFilterSelector: '$.list[*].none[~?@]',
};
const standardSteps = Object.keys(jsonpath.selectors).filter(
  (name) => name.endsWith('Selector') && name !== 'JSONPathSelector',
);

void test('there is a path here for every kind of step of the library', () => {
  assert.deepEqual(
    standardSteps.filter((name) => steps[name] === undefined),
    [],
  );
});

for (const name of standardSteps.filter((kind) => kind !== 'IndexSelector')) {
  void test(`a step pays for what it visits before it is done: ${name}`, () => {
    let path = steps[name] ?? '';
    try {
      queries.find(path, {});
    } catch {
      // A step of the library that paths of a configuration cannot use.
      path = '$.list[*]';
    }
    const places = placesOf(path, list);
    assert.ok(places >= ITEMS, `${path} paid for ${places} places`);
  });
}

const functions: Record<string, string> = {
  length: '$.list[?length(@.text) == 99]',
  count: '$.list[?count(@.*) == 99]',
  match: "$.list[?match(@.text, 'none')]",
  search: "$.list[?search(@.text, 'none')]",
  value: "$.list[?value(@.text) == 'none']",
};

for (const name of new JSONPathEnvironment().functionRegister.keys()) {
  void test(`a function pays for the text or list it is given: ${name}`, () => {
    const path = functions[name];
    assert.ok(path !== undefined, `There is no path here for the function ${name}.`);
    const small = placesOf(path, { list: [{ text: 'a'.repeat(10) }] });
    const large = placesOf(path, { list: [{ text: 'a'.repeat(64_000) }] });
    const wide = placesOf(path, { list: [indexes(ITEMS)] });
    assert.ok(large - small >= 1000 || wide - small >= ITEMS / 2, `${path}: ${small}, ${large}, ${wide}`);
  });
}

const manyLists = indexes(20_000).map(() => []);

const hostile: [string, string, unknown][] = [
  ['two descents', '$..a..zzz', nested(90, manyLists)],
  ['two descents in brackets', "$..['a']..['zzz']", nested(90, manyLists)],
  ['nested parts found one after another', '$..*', nested(150, indexes(60_000))],
  [
    'a filter that compares large parts with one another',
    '$.list[?$.big == $.same]',
    { list: indexes(5000), big: indexes(5000), same: indexes(5000) },
  ],
  [
    'a counted pattern over a long text',
    "$[?search(@,'((a?b?){1,30}){1,30}[c-z][d-z][0-9]')]",
    { t: 'ab'.repeat(50_000) },
  ],
  ['a pattern over a very long text', "$[?search(@,'(a|b|ab)*[c-z][d-z]')]", { t: 'ab'.repeat(2_000_000) }],
];
for (const [name, path, document] of hostile) {
  void test(`a path is refused before it takes long: ${name}`, () => {
    assert.throws(() => queries.find(path, document), PathError);
    assert.throws(
      () => queries.find(path, document),
      /visits? its answer too often|visit its answer too often/,
    );
  });
}

void test('a very wide answer is walked through once, however many paths look into it', () => {
  const wide = Object.fromEntries(indexes(50_000).map((index) => [`key${index}`, 'text']));
  const first = placesOf('$..none', wide);
  assert.ok(first >= 50_000, `the first path paid for ${first} places`);
  assert.ok(placesOf('$..other', wide) < 100);
});

void test('what one path has used is missing to the next', () => {
  const charge = createCharge(20_000);
  assert.equal(queries.find('$.list[*].a', list, charge).length, ITEMS);
  assert.throws(() => queries.find('$.list[*].a', list, charge), PathError);
});

void test('large answers of the usual kind are read', () => {
  const answer = { choices: [{ message: { content: 'x'.repeat(5_000_000) } }], data: indexes(200_000) };
  assert.equal(queries.find('$.choices[0].message.content', answer).length, 1);
  assert.deepEqual(queries.find('$..content', answer), [answer.choices[0]?.message.content]);
  assert.deepEqual(queries.find('$', answer), [answer]);
});

void test('a wide part that is found again is paid for again, and measured once', () => {
  let reads = 0;
  const wide: Record<string, unknown> = Object.fromEntries(
    indexes(ITEMS).map((index) => [`n${index}`, index]),
  );
  Object.defineProperty(wide, 'counted', { enumerable: true, get: () => (reads += 1) });
  const document = { wide };
  const first = placesOf('$.wide', document);
  for (let time = 0; time < 50; time += 1) assert.equal(placesOf('$.wide', document), first);
  assert.equal(reads, 1);
});
