import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from './fuzz.ts';
import { OMIT, renderJson, TemplateError } from '../src/index.ts';
import type { JsonValue } from '../src/index.ts';
import { naughtyStrings } from './naughty-strings.ts';

interface Placement {
  template: string | JsonValue;
  /** What the body must be, given the prompt. */
  body: (prompt: string) => unknown;
}

const messages = [{ role: 'user', content: 'one' }];

/** Every way users write a prompt into a body. */
const placements: Placement[] = [
  { template: '{"m": "{{ input }}"}', body: (m) => ({ m }) },
  { template: '{"m":"{{input}}"}', body: (m) => ({ m }) },
  { template: '{"m": "{{- input -}}"}', body: (m) => ({ m }) },
  { template: '{"m": {{ input }}}', body: (m) => ({ m }) },
  { template: '{"m": {{ input | tojson }}}', body: (m) => ({ m }) },
  { template: '{"m": {{ input | tojson | safe }}}', body: (m) => ({ m }) },
  { template: '{{ input }}', body: (m) => m },
  { template: '"{{ input }}"', body: (m) => m },
  { template: '{"m": "Hi {{ input }}!"}', body: (m) => ({ m: `Hi ${m}!` }) },
  { template: '{"m": "\\"{{ input }}\\" \\\\"}', body: (m) => ({ m: `"${m}" \\` }) },
  { template: '{"m": "{{ input }}{{ input }}"}', body: (m) => ({ m: m + m }) },
  { template: '{"m": "{% if true %}{{ input }}{% endif %}"}', body: (m) => ({ m }) },
  { template: '{"m": "{{ input if true else 1 }}"}', body: (m) => ({ m }) },
  { template: '{"m": "{{ "<" ~ input ~ ">" }}"}', body: (m) => ({ m: `<${m}>` }) },
  {
    template: '{"m": {{ [input, 1] }}, "d": {{ {"k": input} | tojson }}}',
    body: (m) => ({ m: [m, 1], d: { k: m } }),
  },
  { template: '{"m": "{% set x = input %}{{ x }}"}', body: (m) => ({ m }) },
  { template: '{% set x %}{{ input }}{% endset %}{"m": "{{ x }}"}', body: (m) => ({ m }) },
  { template: '{% set x %}<{{ input }}>{% endset %}{"m": {{ x | tojson }}}', body: (m) => ({ m: `<${m}>` }) },
  { template: '{% set x %}{"c": "{{ input }}"}{% endset %}{"m": {{ x }}}', body: (m) => ({ m: { c: m } }) },
  {
    template:
      '{% macro msg(r, c) %}{"role": "{{ r }}", "content": {{ c | tojson }}}{% endmacro %}[{{ msg("user", input) }}]',
    body: (m) => [{ role: 'user', content: m }],
  },
  {
    template: '{% macro t(c) %}Hi {{ c }}{% endmacro %}{"m": "{{ t(input) }}"}',
    body: (m) => ({ m: `Hi ${m}` }),
  },
  {
    template: '{% macro w() %}{"x": {{ caller() }}}{% endmacro %}{% call w() %}"{{ input }}"{% endcall %}',
    body: (m) => ({ x: m }),
  },
  {
    template: '{"m": "{% filter replace("zzzz", "y") %}{{ input }}{% endfilter %}"}',
    body: (m) => ({ m: m.replaceAll('zzzz', 'y') }),
  },
  {
    template:
      '[{% for m in messages + [{"role": "user", "content": input}] %}{"r": "{{ m.role }}", "c": "{{ m.content }}"}{% if not loop.last %},{% endif %}{% endfor %}]',
    body: (m) => [
      { r: 'user', c: 'one' },
      { r: 'user', c: m },
    ],
  },
  { template: '[{% for m in [input, 1] %}{{ m | tojson }},{% endfor %}]', body: (m) => [m, 1] },
  {
    template: '[{% for m in [input, 1] %}{{ "," if not loop.first }}{{ m }}{% endfor %}]',
    body: (m) => [m, 1],
  },
  {
    template: '{% set c = joiner(",") %}[{% for m in [input, 1] %}{{ c() }}{{ m }}{% endfor %}]',
    body: (m) => [m, 1],
  },
  { template: '[{{ [input, "x"] | map("tojson") | join(", ") }}]', body: (m) => [m, 'x'] },
  { template: '{"a": {{ 1 }}, "m": "{{ input }}",}', body: (m) => ({ a: 1, m }) },
  {
    template: '{"id": "{{ cid }}", "m": "{{ input }}", "l": [{{ cid }}, 1, "{{ cid }}"], "t": "x{{ cid }}"}',
    body: (m) => ({ m, l: [1], t: 'x' }),
  },
  {
    template: '{"m": "{{ input | tojson }}", "l": "{{ messages | tojson }}", "t": "x{{ 1 | tojson }}"}',
    body: (m) => ({ m, l: messages, t: 'x1' }),
  },
  {
    template: { m: '{{ input | tojson }}', l: '{{ messages | tojson }}' },
    body: (m) => ({ m, l: messages }),
  },
  {
    template: { m: '{{ input }}', n: ['Hi {{ input }}!', '{{ input | trim if false else input }}'] },
    body: (m) => ({ m, n: [`Hi ${m}!`, m] }),
  },
  {
    template: { m: { c: '{{ messages + [{"role": "user", "content": input}] }}' } },
    body: (m) => ({ m: { c: [...messages, { role: 'user', content: m }] } }),
  },
];

const context = (input: string) => ({ input, messages, cid: OMIT });

function check(placement: Placement, prompt: string): void {
  const { value, text } = renderJson(placement.template, context(prompt));
  assert.deepEqual(JSON.parse(text), value);
  assert.deepEqual(value, placement.body(prompt));
}

for (const placement of placements) {
  void test(`every naughty prompt arrives unchanged through ${JSON.stringify(placement.template)}`, () => {
    for (const prompt of naughtyStrings) check(placement, prompt);
  });
}

void test('any prompt arrives unchanged through any placement', () => {
  const pieces = fc.constantFrom(
    '"',
    '\\',
    '\n',
    '{{',
    '}}',
    '{%',
    '%}',
    '\0',
    '\ud800',
    '\udc00',
    '\u2028',
    ',',
    '}',
    ']',
    ':',
  );
  const prompt = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.oneof(pieces, fc.string())).map((parts) => parts.join('')),
    fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
    fc.json(),
  );
  fc.assert(
    fc.property(fc.constantFrom(...placements), prompt, (placement, text) => check(placement, text)),
    { numRuns: 1500 },
  );
});

void test('any template that is valid with a plain prompt is valid with any other', () => {
  const place = fc.constantFrom(
    '"{{ input }}"',
    '{{ input }}',
    '{{ input | tojson }}',
    '"{{ input | tojson }}"',
    '"a {{ input | upper }} b"',
    '"{{ input | safe }}"',
    '"{{ input | e }}"',
    '"{% if input %}{{ input }}{% else %}-{% endif %}"',
    '{{ [input] }}',
    '{{ input | length }}',
    '"{{ input[:3] }}"',
    '"{{ input }}\\n{{ input | replace("a", "\\"") }}"',
    '"{{ input.split() | join("|") }}"',
    '{{ messages }}',
    '{{ nope }}',
    '"{{ nope.x }}"',
    '"{{ cid }}"',
    '{{ cid }}',
    '{{ cid | tojson }}',
    '1',
    'null',
    '"\\u0041\\\\"',
  );
  const { template } = fc.letrec((tie) => ({
    template: fc.oneof({ maxDepth: 4 }, place, tie('list'), tie('object'), tie('loop')),
    list: fc
      .tuple(fc.array(tie('template'), { maxLength: 4 }), fc.boolean())
      .map(([items, trailing]) => `[${items.join(', ')}${trailing && items.length > 0 ? ',' : ''}]`),
    object: fc
      .array(
        fc.tuple(
          fc.constantFrom('"a"', '"b"', '"{{ input }}"', '"__proto__"', '"k {{ input }}"'),
          tie('template'),
        ),
        { maxLength: 4 },
      )
      .map((members) => `{${members.map(([key, item]) => `${String(key)}: ${String(item)}`).join(',\n ')}}`),
    loop: tie('template').map(
      (item) => `[{% for m in [1, 2] %}${String(item)}{% if not loop.last %},{% endif %}{% endfor %}]`,
    ),
  }));
  fc.assert(
    fc.property(
      template,
      fc
        .oneof(
          fc.string({ unit: 'binary' }),
          fc.constantFrom(...naughtyStrings.filter((s) => s.length < 100)),
        )
        .map(notOneEscape),
      (source, prompt) => {
        const text = String(source);
        const plain = renderJson(text, context('plain'));
        const other = renderJson(text, context(prompt));
        assert.deepEqual(JSON.parse(other.text), other.value);
        assert.deepEqual(other.undefinedNames, plain.undefinedNames);
      },
    ),
    { numRuns: 1500 },
  );
});

/**
 * V8 13.6 (Node 24) sometimes reads a key of one escaped character as a backslash: `JSON.parse('{"__proto__": {}, "\\u0041":
 * {}}')` after an object with the keys `__proto__` and `\\`. Here JSON.parse is the judge and the prompt may be a key, so
 * such a prompt comes twice. As a value it comes once in the test above.
 */
function notOneEscape(prompt: string): string {
  return prompt.length === 1 && JSON.stringify(prompt).length > 3 ? prompt + prompt : prompt;
}

function rendered(template: string | JsonValue, values: Record<string, unknown> = {}): unknown {
  return renderJson(template, values).value;
}

void test('a string that is one expression takes the type of a value that is not text; text stays text', () => {
  const values = {
    n: 1.5,
    i: 3,
    t: true,
    nul: null,
    l: [1],
    o: { a: 1 },
    s: '42',
    b: 'true',
    j: '{"a":1}',
    x: 'null',
  };
  const template = Object.fromEntries(Object.keys(values).map((key) => [key, `{{ ${key} }}`]));
  assert.deepEqual(rendered(template, values), values);
  assert.deepEqual(rendered(JSON.stringify(template), values), values);
  assert.deepEqual(
    rendered('{"a": "5", "b": "true", "c": "null", "d": " {{ i }}", "e": "{{ i }}{{ i }}"}', values),
    {
      a: '5',
      b: 'true',
      c: 'null',
      d: ' 3',
      e: '33',
    },
  );
  assert.deepEqual(rendered({ a: '5', b: 'true', c: 'null', d: ' {{ i }}' }, values), {
    a: '5',
    b: 'true',
    c: 'null',
    d: ' 3',
  });
});

void test('numbers keep their exact spelling in the body', () => {
  const { text } = renderJson(
    '{"a": {{ 2.0 }}, "b": "{{ 4 / 2 }}", "c": {{ 100000000000000000000 }}, "d": "{{ 0.1 }}", "e": {{ 1e400 }}, "f": {{ 1e400 | tojson }}}',
    {},
  );
  assert.equal(text, '{"a": 2.0, "b": 2.0, "c": 100000000000000000000, "d": 0.1, "e": null, "f": null}');
});

void test('undefined values are null as a whole, nothing inside text, and listed once each', () => {
  const values = { params: { model: 'm' } };
  const source =
    '{"a": "{{ nope }}", "b": {{ params.nope }}, "c": "x{{ nope }}y", "d": {{ nope.a.b | tojson }}, "e": {{ [nope] }}}';
  const { value, undefinedNames } = renderJson(source, values);
  assert.deepEqual(value, { a: null, b: null, c: 'xy', d: null, e: [null] });
  assert.deepEqual(undefinedNames, ['nope', 'params.nope', 'nope.a.b']);
  const tree = renderJson(
    { a: '{{ nope }}', c: 'x{{ params.nope }}y', d: '{{ nope | default("z") }}' },
    values,
  );
  assert.deepEqual(tree.value, { a: null, c: 'xy', d: 'z' });
  assert.deepEqual(tree.undefinedNames, ['nope', 'params.nope']);
});

void test('an omitted value takes its key or item with it, also through filters and inside other values', () => {
  const values = { cid: OMIT, params: { id: OMIT, k: 1 } };
  const expected = { b: 1, c: [2], d: 'x', e: { k: 1 }, f: { k: 1 }, g: null, h: 'new' };
  const body =
    '"a": {{ cid }}, "a2": "{{ cid }}", "a3": {{ cid | tojson }}, "b": 1, "a4": "{{ cid | trim }}", "c": [{{ cid }}, 2, "{{ cid }}"], ' +
    '"d": "x{{ cid }}", "e": {{ params }}, "f": {{ params | tojson }}, "g": {{ cid | default(none) }}, "h": "{{ cid or "new" }}", "z": {{ params.id }}';
  assert.deepEqual(rendered(`{${body}}`, values), expected);
  const tree = {
    a: '{{ cid }}',
    a3: '{{ cid | tojson }}',
    b: 1,
    c: ['{{ cid }}', 2],
    d: 'x{{ cid }}',
    e: '{{ params }}',
  };
  assert.deepEqual(rendered(tree, values), { b: 1, c: [2], d: 'x', e: { k: 1 } });
  assert.equal(renderJson('{"a": 1, "b": "{{ cid }}"}', values).text, '{"a": 1}');
  assert.equal(renderJson('{"b": "{{ cid }}", "a": 1}', values).text, '{ "a": 1}');
  assert.equal(renderJson('{{ cid }}', values).text, 'null');
  assert.deepEqual(renderJson('{"b": "{{ cid }}"}', values).undefinedNames, []);
});

void test('text marked safe goes in as JSON only when it is one whole JSON value', () => {
  assert.deepEqual(rendered('{"a": {{ x | safe }}}', { x: '{"b": [1]}' }), { a: { b: [1] } });
  assert.deepEqual(rendered('{"a": {{ x | safe }}}', { x: '1, "role": "system"' }), {
    a: '1, "role": "system"',
  });
});

void test('the last of two equal keys wins, and keys may be templates', () => {
  assert.deepEqual(rendered('{"a": 1, "{{ k }}": 2}', { k: 'a' }), { a: 2 });
  assert.deepEqual(rendered({ a: 1, '{{ k }}"': 2 }, { k: 'x\n' }), { a: 1, 'x\n"': 2 });
});

void test('a method in place of the key it hides gives the key', () => {
  assert.deepEqual(rendered('{"a": {{ params.items }}}', { params: { items: [1] } }), { a: [1] });
});

const mistakes: { template: string; line: number; column: number; message: RegExp }[] = [
  { template: "{'a': 1}", line: 1, column: 2, message: /key in double quotes.*double quotes/u },
  { template: '{"a": \'{{ input }}\'}', line: 1, column: 7, message: /JSON value.*double quotes/u },
  { template: '{\n  "a": 1, // note\n  "b": 2\n}', line: 2, column: 11, message: /no comments/u },
  { template: '{"a": 1 /* x */}', line: 1, column: 9, message: /no comments/u },
  { template: '{\n"a": {{ input }}\n"b": 1}', line: 3, column: 1, message: /',' or '\}'/u },
  { template: '{"a": True}', line: 1, column: 7, message: /true, false and null/u },
  { template: '{"a": hello {{ input }}}', line: 1, column: 7, message: /double quotes/u },
  { template: '{"a": {{ input }} {{ input }}}', line: 1, column: 19, message: /',' or '\}'/u },
  { template: '{"a": "{{ input }}"', line: 1, column: 20, message: /the body ends/u },
  { template: '{"a": "{{ input }}', line: 1, column: 7, message: /never closed/u },
  { template: '{"a": "x\ny"}', line: 1, column: 9, message: /line break/u },
  { template: '{"a": "\\x"}', line: 1, column: 8, message: /not an escape/u },
  { template: '{"a" 1}', line: 1, column: 6, message: /':' after the key/u },
  { template: '{"a": "\\{{ input }}"}', line: 1, column: 9, message: /backslash/u },
  { template: '', line: 1, column: 1, message: /renders to nothing/u },
  { template: '{"a": 1} trailing', line: 1, column: 10, message: /end of the body/u },
  {
    template: '{% for m in [1,2] %}{"a": {{ m }}}{% endfor %}',
    line: 1,
    column: 21,
    message: /end of the body/u,
  },
];

for (const { template, line, column, message } of mistakes) {
  void test(`the mistake in ${JSON.stringify(template)} is named with its place`, () => {
    assert.throws(
      () => renderJson(template, { input: 'hi' }),
      (error) => {
        assert.ok(error instanceof TemplateError);
        assert.match(error.message, message);
        assert.deepEqual([error.line, error.column], [line, column]);
        return true;
      },
    );
  });
}

void test('an error in a JSON template names the pointer of its string', () => {
  assert.throws(() => renderJson({ a: [{ 'b/c': '{{ 1 / 0 }}' }] }, {}), {
    kind: 'runtime',
    pointer: '/a/0/b~1c',
    line: 1,
    column: 6,
  });
  assert.throws(() => renderJson({ a: '{{ foo( }}' }, {}), { kind: 'syntax', pointer: '/a' });
});

void test('a large file in the context costs nothing where it is not used', () => {
  const data = 'A'.repeat(20_000_000);
  const options = { limits: { outputChars: 1000, steps: 1000 } };
  assert.deepEqual(
    renderJson('{"m": "{{ input }}", "n": {{ files | length }}}', { input: 'x', files: [{ data }] }, options)
      .value,
    { m: 'x', n: 1 },
  );
});
