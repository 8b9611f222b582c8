import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileTemplate, renderJson, TemplateError } from '../src/index.ts';

class Account {
  secret = 'hidden';
  reveal(): string {
    return this.secret;
  }
}

let hostCodeRan = 0;
const context = {
  text: 'abc',
  list: [1, 2, 3],
  dict: { a: 1 },
  account: new Account(),
  date: new Date(0),
  run: () => {
    hostCodeRan++;
    return 'ran';
  },
  lazy: Object.defineProperty({}, 'value', {
    enumerable: true,
    get() {
      hostCodeRan++;
      return 'ran';
    },
  }),
  coerced: {
    toJSON: () => {
      hostCodeRan++;
      return 'ran';
    },
    toString: () => {
      hostCodeRan++;
      return 'ran';
    },
    plain: 1,
  },
};

const unreachable = [
  '{{ text.constructor }}',
  '{{ text["constructor"] }}',
  "{{ ''.constructor.constructor('return process')() }}",
  '{{ dict.__proto__ }}',
  '{{ dict["__proto__"] }}',
  '{{ dict.constructor }}',
  '{{ dict.hasOwnProperty }}',
  '{{ dict.toString }}',
  '{{ list.constructor }}',
  '{{ list.length }}',
  '{{ list.map }}',
  '{{ list["__proto__"] }}',
  '{{ run.constructor }}',
  '{{ run.call }}',
  '{{ run() }}',
  '{{ account.secret }}',
  '{{ account.reveal }}',
  '{{ date.getTime }}',
  '{{ lazy.value }}',
  '{{ range.constructor }}',
  '{{ range.call }}',
  '{{ namespace().constructor }}',
  '{{ (dict|items|list)[0].constructor }}',
  '{{ text.upper.constructor }}',
  '{{ text | attr("constructor") }}',
  '{{ dict | attr("__proto__") }}',
  '{{ [dict] | map(attribute="constructor") | first }}',
  '{{ [dict] | map(attribute="__proto__.constructor") | first }}',
  '{{ [dict] | groupby("constructor.name") | length }}',
  '{{ "{0.constructor}".format(dict) }}',
  '{{ "{0[__proto__]}".format(dict) }}',
  '{{ "%(constructor)s" % dict }}',
  '{{ self }}',
  '{{ this }}',
  '{{ globalThis }}',
  '{{ process }}',
  '{{ toString }}',
  '{{ __proto__ }}',
  '{{ constructor }}',
  '{{ dict.get("constructor") }}',
  '{{ dict.get("__proto__") }}',
  '{{ cycler("a").constructor }}',
  '{% for x in [1] %}{{ loop.constructor }}{% endfor %}',
  '{% macro m() %}{% endmacro %}{{ m.constructor }}{{ m.call }}',
  '{% set ns = namespace() %}{% set ns.__proto__ = 1 %}{{ ns.toString }}{{ dict.__proto__ }}',
  '{{ dict(__proto__=5).toString }}',
];

for (const source of unreachable) {
  void test(`nothing of the host is reached by ${source}`, () => {
    hostCodeRan = 0;
    for (const mode of ['lenient', 'chainable'] as const) {
      let shown = '';
      try {
        shown = compileTemplate(source).render(context, { undefined: mode });
      } catch (error) {
        assert.ok(error instanceof TemplateError, String(error));
      }
      assert.doesNotMatch(shown, /function|native|hidden|ran|\[object|\d{4,}(?!381200)/u);
    }
    assert.equal(hostCodeRan, 0);
  });
}

void test('no code of the host runs when its values are printed or serialised', () => {
  hostCodeRan = 0;
  for (const name of ['coerced', 'lazy', 'account', 'run', 'date']) {
    for (const filter of [
      '',
      '| string',
      '| tojson',
      '| list',
      '| upper',
      '| length',
      '~ ""',
      '| urlencode',
      '| pprint',
    ]) {
      try {
        compileTemplate(`{{ ${name} ${filter} }}`).render(context);
        renderJson(`{"a": {{ ${name} ${filter} }}}`, context);
      } catch (error) {
        assert.ok(error instanceof TemplateError, String(error));
      }
    }
  }
  assert.equal(hostCodeRan, 0);
});

void test('prototypes stay clean whatever keys a template makes', () => {
  const body = renderJson(
    '{"__proto__": {"polluted": {{ 1 }}}, "a": {{ {"__proto__": {"polluted": 1}} | tojson }}}',
    {},
  );
  assert.equal(Object.getOwnPropertyDescriptor(Object.prototype, 'polluted'), undefined);
  assert.equal(Object.hasOwn(Object(body.value), '__proto__'), true);
});

const expensive = [
  "{{ 'a' * 2000000000 }}",
  "{{ 2000000000 * 'a' }}",
  '{{ [1] * 2000000000 }}',
  '{{ (1,) * 2000000000 }}',
  '{{ [[1] * 100000] * 100000 }}',
  '{% for i in range(1000000000) %}{% endfor %}',
  '{{ range(1000000000) | list }}',
  '{{ range(1000000000) | sum }}',
  '{{ range(1000000000) | tojson }}',
  '{{ range(10**30) | list }}',
  '{% for i in range(100000) %}{% for j in range(100000) %}{% endfor %}{% endfor %}',
  '{{ 9 ** (9 ** 9) }}',
  '{{ 2 ** 100000000 }}',
  '{% set ns = namespace(n=2) %}{% for i in range(100) %}{% set ns.n = ns.n * ns.n %}{% endfor %}',
  "{% set ns = namespace(s='aaaaaaaaaa') %}{% for i in range(100) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}",
  "{% set ns = namespace(s='aaaaaaaaaa') %}{% for i in range(100) %}{% set ns.s = ns.s + ns.s %}{% endfor %}",
  "{% set ns = namespace(s=['a']) %}{% for i in range(100) %}{% set ns.s = ns.s + ns.s %}{% endfor %}",
  '{% set ns = namespace(s=[1]) %}{% for i in range(60) %}{% set ns.s = [ns.s, ns.s] %}{% endfor %}{{ ns.s }}',
  '{% set ns = namespace(s=[1]) %}{% for i in range(60) %}{% set ns.s = [ns.s, ns.s] %}{% endfor %}{{ ns.s | tojson }}',
  '{% set a = namespace(s=[1]) %}{% set b = namespace(s=[1]) %}{% for i in range(60) %}{% set a.s = [a.s, a.s] %}{% set b.s = [b.s, b.s] %}{% endfor %}{{ a.s == b.s }}',
  '{{ range(1000000000) == range(1000000001) }}',
  '{% set l = [1] %}{% for i in range(100000000) %}{% do l.append(i) %}{% endfor %}',
  '{% set l = [1] %}{% for i in range(60) %}{% do l.extend(l) %}{% endfor %}',
  '{% set l = [] %}{% do l.append(l) %}{{ l | tojson }}',
  '{% set l = [1] %}{% do l.append(l) %}{{ l == [1, l] }}{{ l | join | length }}{{ l | tojson }}',
  '{% set l = [] %}{% for i in range(500) %}{% do l.append(1) %}{% endfor %}{% for a in l %}{% for b in l %}{% for c in l %}{{ c }}{% endfor %}{% endfor %}{% endfor %}',
  "{{ 'a'.center(1000000000) }}",
  "{{ 'a' | center(1000000000) }}",
  "{{ 'a'.ljust(1000000000) }}{{ 'a'.zfill(1000000000) }}",
  "{{ '%1000000000d' % 1 }}",
  "{{ '%.1000000000f' % 1 }}",
  "{{ '%*d' % (1000000000, 1) }}",
  "{{ '{:1000000000}'.format(1) }}",
  "{{ '{:.1000000000f}'.format(1.5) }}",
  "{{ '{:{w}}'.format(1, w=1000000000) }}",
  "{{ ('a\\n' * 100000) | indent(100000) }}",
  "{{ 'a' | indent(1000000000, true) }}",
  "{{ ('a' * 100000) | replace('', 'b' * 100000) }}",
  "{{ ('a' * 100000).replace('a', 'b' * 100000) }}",
  "{{ ('a' * 1000).join(range(100000) | map('string') | list) }}",
  "{{ [1, 2] | batch(1000000000, 'x') }}",
  '{{ [1, 2] | slice(1000000000) }}',
  "{{ '\\t'.expandtabs(1000000000) }}",
  '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}',
  '{% macro m(n) %}{{ m(n) }}{{ m(n) }}{% endmacro %}{{ m(1) }}',
  '{% for x in [[]] recursive %}{{ loop([[]]) }}{% endfor %}',
  '{{ ' + '('.repeat(100000) + '1' + ')'.repeat(100000) + ' }}',
  '{{ ' + '['.repeat(100000) + ']'.repeat(100000) + ' }}',
  '{{ ' + 'not '.repeat(100000) + '1 }}',
  '{{ ' + '-'.repeat(100000) + '1 }}',
  '{{ 1' + ' + 1'.repeat(100000) + ' }}',
  '{{ 1' + ' if 1 else 1'.repeat(100000) + ' }}',
  '{{ 1' + ' and 1'.repeat(100000) + ' }}',
  '{{ a' + '.a'.repeat(100000) + ' }}',
  '{{ a' + '|upper'.repeat(100000) + ' }}',
  '{% if 1 %}'.repeat(100000),
  "{% set s %}{% for i in range(100000) %}{{ 'a' * 1000 }}{% endfor %}{% endset %}",
  "{{ ('a b ' * 10000000) | wordwrap(1) }}",
  "{{ ('a b' * 3000000) | wordwrap(1) | wordwrap(1) }}",
  "{{ ('aB' * 10000000) | title }}",
  "{{ ('aB' * 10000000).swapcase() }}",
  "{{ ('aB' * 10000000).istitle() }}",
  "{{ ('aB' * 10000000) | striptags }}",
  "{{ ('x' * 20000000) | list | length }}",
];

for (const source of expensive) {
  const name = source.length > 90 ? `${source.slice(0, 90)}…` : source;
  void test(`the budget stops ${name}`, () => {
    for (const render of [() => compileTemplate(source).render({}), () => renderJson(`[${source}]`, {})]) {
      assert.throws(render, (error) => {
        assert.ok(error instanceof TemplateError, String(error));
        assert.match(error.kind, /limit|syntax|runtime|undefined/u);
        return true;
      });
    }
  });
}

void test('captured blocks that repeat one another cannot multiply without bound', () => {
  const source = `{% set a %}x{{ 1 }}{% endset %}${'{% set a %}{{ a }}{{ a }}{% endset %}'.repeat(60)}`;
  assert.throws(() => compileTemplate(`${source}{{ a }}`).render({}), { kind: 'limit' });
  assert.throws(() => renderJson(`${source}{"a": "{{ a }}"}`, {}), { kind: 'limit' });
  assert.throws(() => renderJson(`${source}{"a": {{ a | length }}}`, {}), { kind: 'limit' });
});

void test('each limit can be set and is named in its error', () => {
  const endless = compileTemplate('{% for i in range(100000) %}x{% endfor %}');
  assert.throws(() => endless.render({}, { limits: { steps: 100 } }), {
    kind: 'limit',
    message: /100 steps/u,
  });
  assert.throws(() => endless.render({}, { limits: { outputChars: 10 } }), {
    kind: 'limit',
    message: /10 characters/u,
  });
  let clock = 0;
  assert.throws(() => endless.render({}, { limits: { timeMs: 5 }, now: () => clock++ * 3 }), {
    kind: 'limit',
    message: /5 ms/u,
  });
  const macro = compileTemplate(
    '{% macro m(n) %}{% if n %}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(9) }}',
  );
  assert.throws(() => macro.render({}, { limits: { depth: 5 } }), { kind: 'limit', message: /5 levels/u });
  assert.equal(macro.render({}, { limits: { depth: 10 } }), '');
});

void test('a list or dict of the caller cannot be changed by a template', () => {
  const data = { list: [1], dict: { a: 1 } };
  for (const source of [
    '{% do list.append(2) %}',
    '{% do list.clear() %}',
    '{% do dict.update({"b": 2}) %}',
    '{% do dict.pop("a") %}',
  ]) {
    assert.throws(() => compileTemplate(source).render(data), {
      kind: 'runtime',
      message: /cannot be changed/u,
    });
  }
  assert.deepEqual(data, { list: [1], dict: { a: 1 } });
});

void test('a value that contains itself gives an error or Python’s dots, never a crash', () => {
  const cyclic: Record<string, unknown> = { a: 1 };
  cyclic['self'] = cyclic;
  assert.equal(compileTemplate('{{ c }}').render({ c: cyclic }), "{'a': 1, 'self': {...}}");
  assert.throws(() => compileTemplate('{{ c | tojson }}').render({ c: cyclic }), { kind: 'limit' });
  assert.throws(() => renderJson('{"a": {{ c }}}', { c: cyclic }), { kind: 'limit' });
  assert.throws(() => renderJson({ a: '{{ c }}' }, { c: cyclic }), { kind: 'limit' });
});

const long = 200_000;
const wrapped: [what: string, text: string, lines: number][] = [
  ['letters', 'a'.repeat(long), long],
  ['blanks', ' '.repeat(long), 0],
  ['blanks behind a word', `a${' '.repeat(long)}`, 1],
  ['characters of two units', '😀'.repeat(long), long],
  ['hyphens', 'aa-'.repeat(long), 3 * long],
];
// Ten times the usual time: a busy machine is no fault, and work that grows with the square of the text takes minutes.
const unhurried = { limits: { timeMs: 20_000 } };
for (const [what, text, lines] of wrapped) {
  void test(`one word of ${long} ${what} is wrapped within the budget`, () => {
    const shown = compileTemplate('{{ text | wordwrap(1) }}').render({ text }, unhurried);
    assert.equal(shown === '' ? 0 : shown.split('\n').length, lines);
  });
}

void test('a text of many words is split from its end within the budget', () => {
  const text = 'a  '.repeat(long);
  const shown = compileTemplate('{{ text.rsplit(none, 100000) | length }}').render({ text }, unhurried);
  assert.equal(shown, '100001');
});
