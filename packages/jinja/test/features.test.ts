import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { compileTemplate, findVariables, TemplateError } from '../src/index.ts';

interface FeatureFile {
  context: Record<string, unknown>;
  cases: { template: string; output: string }[];
  errors: { template: string; error: string }[];
}

/** Recorded from Jinja2 3.1.6 by fixtures/jinja2-oracle.py. */
const file: FeatureFile = JSON.parse(
  readFileSync(new URL('./fixtures/feature-cases.json', import.meta.url), 'utf8'),
);

for (const { template, output } of file.cases) {
  void test(`Jinja2 and this engine print the same for ${template.slice(0, 100)}`, () => {
    assert.equal(compileTemplate(template).render(file.context), output);
  });
}

for (const { template, error } of file.errors) {
  void test(`Jinja2 (${error}) and this engine both refuse ${template.slice(0, 100)}`, () => {
    assert.throws(() => compileTemplate(template).render(file.context), TemplateError);
  });
}

void test('trim_blocks and lstrip_blocks cut what Jinja2 cuts', () => {
  const source =
    'a\n  {% if true %}\n  b\n  {%+ if true %}c{% endif +%}\n  {# x #}\nd{% endif %}\n{{ 1 }}\ne\n';
  const options = { trimBlocks: true, lstripBlocks: true };
  assert.equal(compileTemplate(source, options).render({}), 'a\n  b\n  c\nd1\ne');
  const quoted = 'x {% raw %}\n{{ a }}\n{% endraw %}\ny {% raw -%}\n z{%- endraw +%}\n';
  assert.equal(compileTemplate(quoted, options).render({}), 'x \n{{ a }}\ny z');
  assert.equal(compileTemplate('a\n', { keepTrailingNewline: true }).render({}), 'a\n');
  assert.equal(compileTemplate('a\r\n{{ 1 }}\r\n').render({}), 'a\n1');
});

void test('an error says kind, line, column, variable and shows the line', () => {
  const source = 'first\nsecond {{ params.temprature.value }} end\nthird';
  assert.throws(
    () => compileTemplate(source).render({ params: {} }),
    (error) => {
      assert.ok(error instanceof TemplateError);
      assert.equal(error.kind, 'undefined');
      assert.equal(error.line, 2);
      assert.equal(error.column, 29);
      assert.equal(error.variable, 'params.temprature');
      assert.equal(error.excerpt, 'second {{ params.temprature.value }} end\n' + ' '.repeat(28) + '^');
      return true;
    },
  );
});

void test('an error after multi-line comments, raw blocks and trimmed tags still has the right line', () => {
  const source = '{# a\nb\n#}\n{%- raw -%}\n{{\n{%- endraw -%}\n\n{% set x = "a\nb" %}\n{{ 1 / 0 }}';
  assert.throws(() => compileTemplate(source).render({}), { kind: 'runtime', line: 10, column: 6 });
});

void test('a filter or function of the host gets plain data and can read the context', () => {
  const seen: unknown[] = [];
  const output = compileTemplate('{{ [1, (2.0, "x" | e)] | show(k={"a": nope}) }}{{ ask(n, z=1) }}').render(
    { n: 3, input: 'hi' },
    {
      filters: {
        show(value, positional, named, context) {
          seen.push(value, positional, named, context.get('input'), context.get('nothing'));
          return { a: 1 };
        },
      },
      functions: { ask: ([n], named) => [n, named] },
    },
  );
  assert.deepEqual(seen, [[1, [2, 'x']], [], { k: { a: undefined } }, 'hi', undefined]);
  assert.equal(output, "{'a': 1}[3, {'z': 1}]");
});

void test('what a filter of the host throws becomes an error with a place', () => {
  const filters = {
    fail() {
      throw new Error('no such file');
    },
  };
  assert.throws(() => compileTemplate('a\n{{ 1 | fail }}').render({}, { filters }), {
    kind: 'runtime',
    message: 'no such file',
    line: 2,
  });
});

void test('the variables of a template are what it reads from the context, and only that', () => {
  const template = compileTemplate(
    '{% set m = messages + [input] %}{% for f in files %}{{ f.name }}{{ loop.index }}{% endfor %}{{ m }}' +
      '{% macro x(a) %}{{ a }}{{ params["top_p"] }}{% endmacro %}{{ x(params.temperature) }}{{ range(3) }}',
  );
  assert.deepEqual(template.variables, ['messages', 'input', 'files', 'params']);
  assert.deepEqual(
    template.references.map(({ path }) => path),
    ['messages', 'input', 'files', 'params.top_p', 'params.temperature'],
  );
  assert.deepEqual(template.references[1], { path: 'input', line: 1, column: 24 });
  const found = findVariables({ a: '{{ input }}', b: [{ c: '{{ params.x }}' }] });
  assert.deepEqual(found.variables, ['input', 'params']);
  assert.equal(found.references[1]?.pointer, '/b/0/c');
  assert.equal(findVariables('{{ broken').error?.kind, 'syntax');
});

void test('strict refuses any use of an undefined value, chainable allows reading on', () => {
  assert.throws(() => compileTemplate('{{ a }}').render({}, { undefined: 'strict' }), {
    kind: 'undefined',
    variable: 'a',
  });
  assert.throws(() => compileTemplate('{% if a %}{% endif %}').render({}, { undefined: 'strict' }), {
    kind: 'undefined',
  });
  const names: string[] = [];
  const options = { undefined: 'chainable' as const, onUndefined: (name: string) => void names.push(name) };
  assert.equal(compileTemplate('[{{ a.b["c"][0] }}{{ d | default("x") }}]').render({}, options), '[x]');
  assert.deepEqual(names, ['a.b.c[0]']);
});

void test('the same source compiles once', () => {
  assert.equal(compileTemplate('{{ once }}'), compileTemplate('{{ once }}'));
  assert.notEqual(compileTemplate('{{ once }}'), compileTemplate('{{ once }}', { trimBlocks: true }));
});
