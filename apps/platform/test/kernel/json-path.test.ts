import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JSONPathEnvironment, type JSONValue } from 'json-p3';
import { createPathQueries, looksLikePath, PathError } from '../../src/kernel/json-path/index.ts';

const queries = createPathQueries();
const answer = {
  choices: [{ message: { role: 'assistant', content: 'Hi' } }],
  data: { reply: 'Hello', empty: '', zero: 0, no: false, nothing: null, 'x-y': 'dash' },
  items: [{ t: 'a' }, { t: 'b' }],
};

const FOUND: [string, unknown[]][] = [
  ['$.choices[0].message.content', ['Hi']],
  ['choices[0].message.content', ['Hi']],
  [' data.reply ', ['Hello']],
  ["$['data']['reply']", ['Hello']],
  ['$.data.empty', ['']],
  ['$.data.zero', [0]],
  ['$.data.no', [false]],
  ['$.data.nothing', [null]],
  ['$.data.missing', []],
  ['$.items[*].t', ['a', 'b']],
  ['$.items[-1].t', ['b']],
  ['$..t', ['a', 'b']],
  ["$.items[?@.t=='b'].t", ['b']],
  ["$.items[?match(@.t, '[a]')].t", ['a']],
  ["$.items[?search(@.t, 'b')].t", ['b']],
  ["$.items[?match(@.t, '(')].t", []],
  ['$.data.x-y', ['dash']],
  ['data.x-y', ['dash']],
  ['$', [answer]],
  ['$.__proto__', []],
  ['$.constructor', []],
  ['$.data.toString', []],
];

for (const [path, expected] of FOUND) {
  void test(`${path} finds ${JSON.stringify(expected).slice(0, 40)}`, () =>
    assert.deepEqual(queries.find(path, answer), expected));
}

void test('a list at the top is reached with and without a root', () => {
  assert.deepEqual(queries.find('$[0].text', [{ text: 'x' }]), ['x']);
  assert.deepEqual(queries.find('[0].text', [{ text: 'x' }]), ['x']);
});

for (const path of [
  '$.a[',
  '$.a b',
  '$[?(@.constructor.constructor("return 1")())]',
  '$....a',
  '$..a..b..c',
  `$.${'a'.repeat(3000)}`,
  '$..[?count($..*) > 1]',
  '$..[?@..a]',
  '$.a[?$.a[*]]',
  '$.a[?count($.a[*]) > 1]',
  '$.a[?$.a[?@.x]]',
  `$${'[*,*]'.repeat(20)}.x`,
]) {
  void test(`${path.slice(0, 50)} is refused with a reason`, () =>
    assert.throws(() => queries.find(path, answer), PathError));
}

void test('a pattern that would take exponential time in other engines does not', () => {
  const text = `${'a'.repeat(40)}!`;
  assert.deepEqual(queries.find("$[?match(@.a, '(a+)+b')]", [{ a: text }]), []);
});

const MISSES: [string, unknown, RegExp][] = [
  ['$.reply', answer, /\$\.data\.reply/],
  ['$.data.Reply', answer, /\$\.data\.reply/],
  ['$.choices[0].message.contents', answer, /\$\.choices\[0\]\.message\.content/],
  ['$.nothing_like_it_at_all', answer, /\$\.choices, \$\.data, \$\.items/],
  ['$.a', [], /empty list/],
  ['$.a', {}, /empty object/],
  ['$.a', 'text', /plain text/],
  ['$.a', 5, /number/],
  ['$.text', [{ text: 1 }], /\$\[0\]\.text/],
];

for (const [path, document, expected] of MISSES) {
  void test(`a miss of ${path} in ${JSON.stringify(document).slice(0, 30)} is explained`, () =>
    assert.match(queries.explainMiss(path, document), expected));
}

for (const [text, expected] of [
  ['$.a', true],
  ['$', true],
  ['a.b[0]', true],
  ['answer', true],
  ['$100', false],
  ['n/a', false],
  ['a literal text', false],
  ['', false],
] as const) {
  void test(`"${text}" is ${expected ? 'a path' : 'literal text'}`, () =>
    assert.equal(looksLikePath(text), expected));
}

void test('a path of plain steps finds what the library finds, whatever stands where', () => {
  const documents: JSONValue[] = [
    { a: [{ b: 1 }, [2, 3], 'text', null], length: 4, 0: 'zero' },
    [[1, [2]], { a: null }],
    JSON.parse('{"__proto__": {"a": 1}, "constructor": {"name": 2}, "a": {"__proto__": [5]}}') as JSONValue,
    'text',
    7,
    null,
  ];
  const steps = [
    '.a',
    '.b',
    '.length',
    '[0]',
    '[1]',
    '[-1]',
    '[-9]',
    "['0']",
    "['__proto__']",
    '.constructor',
  ];
  const paths = ['$', ...steps.flatMap((one) => [`$${one}`, ...steps.map((other) => `$${one}${other}`)])];
  const library = new JSONPathEnvironment();
  for (const document of documents)
    for (const path of paths)
      assert.deepEqual(queries.find(path, document), library.query(path, document).values(), path);
});
