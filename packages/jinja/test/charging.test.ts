import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInTests } from '../src/built-in-tests.ts';
import { compareOperators } from '../src/comparison.ts';
import { dictMethodNames } from '../src/dict-methods.ts';
import { builtInFilters } from '../src/filters/registry.ts';
import { builtInGlobals } from '../src/globals.ts';
import { compileTemplate } from '../src/index.ts';
import { listMethodNames } from '../src/list-methods.ts';
import { binaryOperators } from '../src/operators.ts';
import { compileTemplateFor, startRender } from '../src/template.ts';
import { TemplateError } from '../src/template-error.ts';
import { textMethodNames } from '../src/text-methods.ts';

/** One value in any size. `own` makes it the template's own, so that methods may change it. */
type Kind = { name: string; large: number; leastSteps: number; make(size: number): unknown; own: string };

const indexes = (size: number): number[] => Array.from({ length: size }, (_, index) => index);
const texts: readonly Kind[] = [
  { name: 'words', make: (size: number) => 'ab c'.repeat(size / 4) },
  { name: 'pairs of surrogates', make: (size: number) => '😀'.repeat(size / 2) },
  { name: 'digits', make: (size: number) => '7'.repeat(size) },
].map((kind) => ({ ...kind, large: 65_536, leastSteps: 250, own: 'v' }));
const collections: readonly Kind[] = [
  { name: 'list', own: '[] + v', make: (size: number) => indexes(size).map((index) => `t${index}`) },
  {
    name: 'list of pairs',
    own: '[] + v',
    make: (size: number) => indexes(size).map((index) => [`k${index}`, index]),
  },
  {
    name: 'dict',
    own: 'v',
    make: (size: number) => Object.fromEntries(indexes(size).map((index) => [`k${index}`, index])),
  },
].map((kind) => ({ ...kind, large: 4096, leastSteps: 100 }));

/** `v` is the large value, `w` an equal one. */
const argumentLists = ['', 'v', 'w', '"a"', '1', '"a", v', 'v, "a"', '"a", "b"', '"upper"', '"k1"'];
const others = ['w', '2', '"a"', '(1,)'];

const methodNames = [...textMethodNames, ...dictMethodNames, ...listMethodNames];
const operators = [...binaryOperators, ...compareOperators, '~'];
const testNames = [...builtInTests.keys()].filter((name) => /^\w+$/u.test(name));

/** The operations that look at the value itself. */
const withSubject: readonly string[] = [
  ...[...builtInFilters.keys()].flatMap((name) => argumentLists.map((list) => `v|${name}(${list})`)),
  ...testNames.flatMap((name) => ['', '(w)', '("a")'].map((list) => `v is ${name}${list}`)),
  ...methodNames.flatMap((name) => argumentLists.map((list) => `v.${name}(${list})`)),
  ...operators.flatMap((sign) => others.flatMap((other) => [`v ${sign} ${other}`, `${other} ${sign} v`])),
  'v[0]',
  'v[-1]',
  'v["k1"]',
  'h[v]',
  'v[1:]',
  'v[::-1]',
  'v[:2]',
  '{v: 1}',
  'dict(v)',
  'dict(**v)',
];

/** The operations that are given the value beside another, or inside a list. */
const withArgument: readonly string[] = [
  ...[...builtInFilters.keys()].flatMap((name) =>
    argumentLists.filter((list) => list.includes('v')).map((list) => `"a b"|${name}(${list})`),
  ),
  ...['sort', 'unique', 'min', 'max', 'join', 'sum(start="")', 'map("upper")'].map(
    (name) => `[v, w]|${name}`,
  ),
  ...testNames.map((name) => `"a" is ${name}(v)`),
  ...methodNames.flatMap((name) =>
    argumentLists
      .filter((list) => list.includes('v'))
      .flatMap((list) => [`"a b".${name}(${list})`, `"{} {}".${name}(${list})`]),
  ),
  ...[...builtInGlobals.keys()].flatMap((name) => [`${name}(v)`, `${name}("a", v)`, `${name}(k=v)`]),
];

/** What looks at the list or dict as a whole or at one place in it, and so takes the same time for any number of items. */
const sameForAnyNumber = new Set([
  ...['default', 'd', 'first', 'last', 'random', 'attr', 'int', 'float', 'filesizeformat'].map(
    (name) => `v|${name}`,
  ),
  ...testNames.filter((name) => !['eq', 'equalto', 'ne', 'in'].includes(name)).map((name) => `v is ${name}`),
  ...['append', 'pop', 'get', 'setdefault', 'clear'].map((name) => `v.${name}`),
  // Values of different types are unequal whatever they hold.
  'v is eq',
  'v is equalto',
  'v is ne',
  ...others
    .slice(1)
    .flatMap((other) => ['==', '!='].flatMap((sign) => [`v ${sign} ${other}`, `${other} ${sign} v`])),
  'v in (1,)',
  'v not in (1,)',
  'v[0]',
  'v[-1]',
  'v["k1"]',
  '{v: 1}',
  'v.extend("a")',
  'v.extend("upper")',
  'v.extend("k1")',
]);
/** The number of items of a list is known, of a dict it is counted; a key of a dict is found at once, an item of a list is searched. */
const knownForLists = new Set(['v|length', 'v|count']);
const foundByKey = new Set([
  ...['v', 'w', '2', '"a"', '(1,)'].flatMap((key) =>
    ['in', 'not in'].flatMap((sign) => [`${key} ${sign} v`, `v ${sign} ${key}`]),
  ),
  'v is in(w)',
  '"a" % v',
]);

function isSameForAnyNumber(kind: Kind, expression: string): boolean {
  const operation = expression.replace(/\(.*\)$/su, '');
  if (/^v is (?:eq|equalto|ne)\(w\)$/u.test(expression)) return false;
  if (sameForAnyNumber.has(expression) || sameForAnyNumber.has(operation)) return true;
  return kind.name === 'dict' ? foundByKey.has(expression) : knownForLists.has(operation);
}

/** Steps of one evaluation, or undefined where the operation does not exist for such a value. */
function stepsOf(expression: string, kind: Kind, size: number): number | undefined {
  const source = `{% set v = ${kind.own} %}{% set x = (${expression}) %}`;
  const context = { v: kind.make(size), w: kind.make(size), h: { a: 1 } };
  const rt = startRender(context, { limits: { steps: 1_000_000, timeMs: 3_600_000 } }, false);
  try {
    compileTemplateFor(source, {}, 'text').run(rt);
    return rt.steps;
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return error.kind === 'limit' ? rt.maxSteps : undefined;
  }
}

function isCharged(expression: string, kind: Kind): boolean {
  const small = stepsOf(expression, kind, 4);
  const large = small === undefined ? undefined : stepsOf(expression, kind, kind.large);
  if (small === undefined || large === undefined) return true;
  const making = (stepsOf('1', kind, kind.large) ?? 0) - (stepsOf('1', kind, 4) ?? 0);
  return large - small - making >= kind.leastSteps - 1;
}

for (const kind of texts) {
  void test(`every filter, test, operator, method and function pays for the characters it is given: ${kind.name}`, () => {
    const expressions = [...withSubject, ...withArgument].filter((expression) => expression !== 'v["k1"]');
    const free = expressions.filter((expression) => !isCharged(expression, kind));
    assert.deepEqual(free, []);
  });
}

for (const kind of collections) {
  void test(`every filter, test, operator and method pays for the items it walks over: ${kind.name}`, () => {
    const free = withSubject.filter(
      (expression) => !isSameForAnyNumber(kind, expression) && !isCharged(expression, kind),
    );
    assert.deepEqual(free, []);
  });
}

void test('the clock is looked at while one long text is worked on, not only before', () => {
  const works = ['urlencode', 'forceescape', 'tojson', 'pprint'];
  for (const name of works) {
    let looks = 0;
    const options = { now: () => (looks += 1), limits: { timeMs: 3_600_000, steps: 1e9, outputChars: 1e9 } };
    compileTemplate(`{% set x = t|${name} %}`).render({ t: '<é\n'.repeat(400_000) }, options);
    assert.ok(looks > 10, `${name} looks at the clock ${looks} times`);
  }
});

void test('percent-encoding in pieces is the percent-encoding of the whole', () => {
  const text = `${'a'.repeat(65_535)}😀/é ~!'()*${'ü'.repeat(70_000)}\ud800`;
  const encoded = compileTemplate('{{ t|urlencode }}').render({ t: text });
  assert.equal(decodeURIComponent(encoded), text.toWellFormed());
  assert.match(encoded, /%F0%9F%98%80\/%C3%A9%20~%21%27%28%29%2A/u);
});

void test('a text that must be escaped everywhere costs several times one that is copied', () => {
  const stepsOf = (filter: string, text: string): number => {
    const rt = startRender({ v: text }, {}, false);
    compileTemplateFor(`{% set x = v|${filter} %}`, {}, 'text').run(rt);
    return rt.steps;
  };
  for (const filter of ['tojson', 'forceescape', 'urlencode']) {
    const copied = stepsOf(filter, 'a'.repeat(100_000));
    const escaped = stepsOf(filter, '<'.repeat(100_000));
    assert.ok(escaped > copied * 2, `${filter}: ${copied} and ${escaped} steps`);
  }
});

/** Steps of one search for `w` in `v`. */
const stepsOfSearch = (expression: string, v: string, w: string): number => {
  const rt = startRender({ v, w }, { limits: { steps: 1e12, timeMs: 3_600_000 } }, false);
  compileTemplateFor(`{% set x = (${expression}) %}`, {}, 'text').run(rt);
  return rt.steps;
};
const searches = [
  'v.find(w)',
  'v.rfind(w)',
  'v.index(w)',
  'v.rindex(w)',
  'v.count(w)',
  'v.split(w)',
  'v.split(w, 1)',
  'v.rsplit(w, 1)',
  'v.partition(w)',
  'v.rpartition(w)',
  'v.replace(w, "")',
  'v.replace(w, "", 1)',
  'v|replace(w, "")',
  'w in v',
  'w not in v',
  'w is in(v)',
];

void test('who searches for a long text pays for each place where it may be compared, and never for a usual one', () => {
  for (const search of searches) {
    const text = `${'b'.repeat(50_000)}${'c'.repeat(1000)}`;
    const usual = stepsOfSearch(search, text, 'c'.repeat(100));
    assert.ok(usual <= stepsOfSearch(search, text, 'c'.repeat(50)) + 1, search);
    const long = stepsOfSearch(search, text, 'c'.repeat(1000));
    assert.ok(long > usual + (50_000 * 900) / 16 / 256 - 10, `${search}: ${long} after ${usual} steps`);
    // What is as long as the text is compared with it at one place only.
    assert.ok(stepsOfSearch(search, text, text) < usual + 1000, search);
  }
});

void test('a search that would take seconds is refused by the budget before it begins', () => {
  const context = { v: 'a'.repeat(1_000_000), w: `${'a'.repeat(10_000)}b${'a'.repeat(10_000)}` };
  for (const search of searches)
    assert.throws(
      () => compileTemplate(`{% set x = (${search}) %}`).render(context, { now: () => 0 }),
      { kind: 'limit', message: /more than 1000000 steps/ },
      search,
    );
});

// Looked for an opening one before each, ten million closing brackets kept a processor busy for minutes.
void test('closing brackets after a word are looked at once each', { timeout: 60_000 }, () => {
  const link = compileTemplate('{{ t|urlize }}');
  const brackets = ')'.repeat(10_000_000);
  const limits = { outputChars: 1e9, steps: 1e9, timeMs: 3_600_000 };
  assert.equal(link.render({ t: brackets }, { limits }), brackets);
  assert.match(link.render({ t: 'www.a.com)).' }), /^<a [^>]*>www\.a\.com<\/a>\)\)\.$/u);
  assert.match(link.render({ t: 'www.a.com/(b)' }), /^<a [^>]*>www\.a\.com\/\(b\)<\/a>$/u);
  const long = `www.a.com/${'b'.repeat(8182)}`;
  assert.match(link.render({ t: long }), /^<a /u);
  assert.equal(link.render({ t: `${long}b` }), `${long}b`);
});
