import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer } from '../../../src/modules/metrics/code/answer.ts';
import { runCode } from '../../../src/modules/metrics/code/sandbox.ts';
import { readItem } from '../../../src/modules/metrics/item.ts';
import { findKind } from '../../../src/modules/metrics/kinds.ts';
import { compare, judge, measureItem } from '../../../src/modules/metrics/verdict.ts';
import { readAssertions } from '../../../src/modules/test-import/assertions.ts';
import { shorthand } from '../../../src/modules/test-import/shorthand.ts';
import { jsonOf } from '../../../src/modules/test-import/fields.ts';
import { createRoom } from '../../../src/modules/test-import/room.ts';
import { unreadOfFrame } from '../../../src/modules/test-import/promptfoo-frame.ts';
import { adapt } from '../../../src/modules/test-import/shapes.ts';

// What promptfoo fails must not pass here because it came over as something else.
const one = (assertion: object, vars: Record<string, unknown> = {}) => {
  const { metrics, notImported } = readAssertions([assertion], { vars });
  return { metric: metrics[0], notImported: notImported.map(({ type }) => type) };
};

test('a value that no answer can hold makes no metric, whose denial would pass on every answer', () => {
  for (const type of ['contains', 'icontains', 'starts-with', 'regex', 'contains-any', 'icontains-all'])
    for (const value of [undefined, null, { a: 1 }, [{ a: 1 }]]) {
      const denied = one({ type: `not-${type}`, value });
      assert.deepEqual(denied.notImported, [`not-${type}`], JSON.stringify([type, value]));
      assert.equal(denied.metric, undefined);
    }
  assert.deepEqual(one({ type: 'not-contains', value: ['a', 'b'] }).notImported, ['not-contains']);
  assert.deepEqual(one({ type: 'contains', value: 42 }).metric?.args?.['values'], ['42']);
});

test('a type that is called as something of every object is one that is not known', () => {
  for (const type of ['constructor', 'toString', '__proto__', 'not-constructor', 'not-__proto__']) {
    const { metrics, notImported } = readAssertions([{ type, value: 'a' }]);
    assert.deepEqual(
      [metrics.length, notImported.map(({ why }) => why)],
      [0, ['nothing here judges the same']],
      type,
    );
  }
  assert.equal(shorthand('constructor: a').type, 'equals');
});

test('a part of a list may be in quotes, and then holds its commas', () => {
  const parts = (value: unknown) => one({ type: 'contains-any', value }).metric?.args?.['values'];
  assert.deepEqual(parts('a, b ,c'), ['a', 'b', 'c']);
  assert.deepEqual(parts('"Hello, world", "a" ,b'), ['Hello, world', 'a', 'b']);
  assert.deepEqual(parts('a "quoted" word, b'), ['a "quoted" word', 'b']);
  assert.deepEqual(parts('"never closed, b'), ['"never closed', 'b']);
});

test('an object is compared as JSON, however it is written', async () => {
  const { metric } = one({ type: 'not-equals', value: { a: 1, b: [2] } });
  const kind = findKind('json_path');
  assert.ok(kind && metric?.negate);
  const measure = await kind.open(metric.args);
  const measured = measureItem(kind, measure, readItem({ output: '{"b":[2],\n"a":1}' }));
  assert.equal(judge(measured, { threshold: 1, operator: '>=', negate: true }).verdict, 'fail');
  assert.deepEqual(one({ type: 'not-equals', value: { a: '{{x}}' } }).notImported, ['not-equals']);
});

test('what of a value is not filled in, or stands in another file, leaves the test open whatever its type', () => {
  const values = [
    '{{ user.name }}',
    '{{ name | upper }}',
    '{% if x %}a{% endif %}',
    '{# a #}',
    'package:a:b',
  ];
  for (const type of ['contains', 'equals', 'regex', 'llm-rubric', 'javascript', 'contains-any'])
    for (const value of [...values, `!output.includes('${values[0]}')`, 'file://a.js'])
      for (const each of type === 'contains-any' ? [value, ['a', value]] : [value]) {
        const denied = one({ type: `not-${type}`, value: each });
        assert.deepEqual(
          [denied.metric, denied.notImported],
          [undefined, [`not-${type}`]],
          JSON.stringify([type, each]),
        );
      }
  const [read] = adapt(
    'promptfoo',
    {
      vars: { user: { name: 'Ann' } },
      assert: [{ type: 'javascript', value: "!output.includes('{{ user.name }}')" }],
    },
    null,
    createRoom(),
  );
  assert.deepEqual(
    [read?.metrics.map(({ metric }) => metric), read?.notImported.map(({ isOfTest }) => isOfTest)],
    [['Not imported from a file: for a person'], [true]],
  );
});

test('what an answer may not be is nothing that the test expects', () => {
  const { metrics, expected, notImported } = readAssertions([
    { type: 'not-equals', value: "I don't know." },
    { type: 'not-levenshtein', value: 'a' },
    { type: 'not-rouge-n', value: 'a' },
    { type: 'not-bleu', value: 'a' },
    { type: 'not-equals', value: 'a'.repeat(3000) },
    { type: 'equals', value: 'Yes.' },
  ]);
  assert.deepEqual(
    metrics.map(({ made, negate }) => [
      made?.backend === 'builtin' && made.kind,
      made?.backend === 'builtin' && made.args['pattern'],
      negate,
    ]),
    [
      ['regex', String.raw`^I don't know\.$`, true],
      ['exact', undefined, undefined],
    ],
  );
  assert.equal(expected, 'Yes.');
  assert.deepEqual(
    [...new Set(notImported.map(({ why }) => why))],
    ['it compares with a text that is not to be said, and that is no expected answer'],
  );
  assert.equal(notImported.length, 4);
});

test('what is asked of a judge beside its value is kept, or leaves the test open', () => {
  const made = (assertion: object) => one(assertion).metric?.made;
  const judge = { backend: 'judge', evaluation_prompt: 'polite' };
  const polite = { type: 'llm-rubric', value: 'polite' };
  assert.deepEqual(made({ ...polite, threshold: 0.9 }), { ...judge, threshold: 0.9 });
  assert.deepEqual(made({ ...polite, type: 'g-eval', threshold: 0.3 }), { ...judge, threshold: 0.3 });
  // Where it says no itself the test fails there whatever the score is.
  assert.deepEqual(made({ ...polite, threshold: 0.3 }), judge);
  assert.deepEqual(made({ ...polite, type: 'factuality', threshold: 0.9 }), judge);
  assert.deepEqual(one({ ...polite, threshold: 7 }).notImported, ['llm-rubric']);
  const open = (assertion: object, options: Record<string, unknown> = {}) =>
    readAssertions([assertion], { options }).notImported.map(({ why }) => why.split(' (')[0]);
  const inWords = ['its judge is asked in words of its own'];
  assert.deepEqual(open({ ...polite, rubricPrompt: 'Fail unless {{output}} rhymes.' }), inWords);
  assert.deepEqual(open(polite, { rubricPrompt: [{ role: 'user', content: '{{rubric}}' }] }), inWords);
  assert.deepEqual(open({ type: 'contains', value: 'a' }, { rubricPrompt: 'a' }), []);
  assert.deepEqual(open({ ...polite, type: 'factuality' }, { factuality: { differButFactual: 0 } }), [
    'what counts as right is said by itself',
  ]);
});

test('JSON is asked for of the whole answer, which a program reads', async () => {
  const verdictOf = async (assertion: object, output: string) => {
    const { made } = one(assertion).metric ?? {};
    assert.ok(made?.backend === 'builtin');
    const kind = findKind(made.kind);
    assert.ok(kind);
    const measure = await kind.open(kind.args.parse(made.args) as Record<string, unknown>);
    const measured = measureItem(kind, measure, readItem({ output }));
    return judge(measured, { threshold: 1, operator: '>=', negate: false }).verdict;
  };
  const fenced = 'Sure, here you go:\n```json\n{"a": 1}\n```\nAnything else?';
  for (const assertion of [
    { type: 'is-json' },
    { type: 'is-json', value: { type: 'object', required: ['a'] } },
    { type: 'equals', value: { a: 1 } },
  ]) {
    assert.equal(await verdictOf(assertion, fenced), 'fail', assertion.type);
    assert.equal(await verdictOf(assertion, '{"a": 1}'), 'pass', assertion.type);
  }
});

test('a threshold that promptfoo does not know softens nothing', () => {
  const { metric } = one({ type: 'contains-all', value: 'a,b,c', threshold: 0.3 });
  assert.equal(metric?.threshold, undefined);
  assert.equal(one({ type: 'bleu', value: 'a', threshold: 0.9 }).metric?.threshold, 0.9);
});

/** The share of a metric in a weighted mean is its verdict where no end of its scale passes. */
const inMean = (row: Record<string, unknown>) => adapt('promptfoo', row, null, createRoom())[0];

test('in a mean, what promptfoo tells by yes and no counts as yes or no', () => {
  const weighed = inMean({
    vars: { q: 'x' },
    threshold: 0.5,
    assert: [
      { type: 'contains-all', value: 'a,b,c' },
      { type: 'not-contains-any', value: 'a,b,c' },
      { type: 'levenshtein', value: 'abc' },
      { type: 'bleu', value: 'abc' },
    ],
  });
  assert.equal(weighed?.weighedThreshold, 0.5);
  assert.deepEqual(
    weighed.metrics.map(({ metric, made }) => [
      metric,
      made && 'threshold_operator' in made ? made.threshold_operator : null,
    ]),
    [
      ['Contains all values, in the same case, counted as yes or no, from a file', '='],
      ['Contains none of the values, in the same case, counted as yes or no, from a file', '='],
      ['Letters to change (edit distance), counted as yes or no, from a file', '='],
      ['Likeness to a translation (BLEU), from a file', null],
    ],
  );
  const plain = inMean({ vars: { q: 'x' }, assert: [{ type: 'contains-all', value: 'a,b' }] });
  assert.equal(plain?.metrics[0]?.metric, 'Contains all values, in the same case, from a file');
});

test('a metric is called by what its assertion asks, and no two that ask otherwise share a name', async () => {
  const types = ['contains', 'icontains', 'contains-all', 'contains-any'];
  const { metrics } = readAssertions(
    [...types, ...types.map((type) => `not-${type}`)].map((type) => ({ type, value: 'BREW-42' })),
  );
  assert.deepEqual(
    metrics.map(({ metric, negate }) => [metric.replace(', from a file', ''), negate === true]),
    [
      ['Contains the value, in the same case', false],
      ['Contains the value', false],
      ['Contains all values, in the same case', false],
      ['Contains one of the values, in the same case', false],
      ['Does not contain the value, in the same case', false],
      ['Does not contain the value', false],
      // That not all of them stand in an answer is less than that none does.
      ['Contains all values, in the same case (2)', true],
      ['Contains none of the values, in the same case', false],
    ],
  );
  const denied = one({ type: 'not-icontains', value: 'brew-42' }).metric;
  const kind = findKind('contains_none');
  assert.ok(kind && denied?.made?.backend === 'builtin' && denied.made.kind === kind.kind);
  const measure = await kind.open(kind.args.parse(denied.args) as Record<string, unknown>);
  const verdictOf = (output: string) =>
    judge(measureItem(kind, measure, readItem({ output })), { threshold: 1, operator: '>=', negate: false });
  assert.deepEqual(
    ['The code is BREW-42.', 'I cannot tell.', ''].map((output) => verdictOf(output).verdict),
    ['fail', 'pass', 'not_evaluated'],
  );
});

test('a threshold of nought is none, so every assertion must hold', () => {
  for (const threshold of [0, -1, Number.NaN]) {
    const read = inMean({ vars: { q: 'x' }, threshold, assert: [{ type: 'contains', value: 'a' }] });
    assert.equal(read?.weighedThreshold, null, String(threshold));
  }
});

test('columns of a CSV file say the threshold of their assertion; what is not read is told', () => {
  const read = inMean({
    q: 'x',
    __expected: 'bleu:abc',
    '__config:__expected:threshold': '0.9',
    '__config:__expected:provider': 'other',
    __suffix: ' Answer in one word.',
    __metric: 'tone',
  });
  assert.equal(read?.fields.prompt, 'x Answer in one word.');
  assert.deepEqual(
    read?.metrics.map(({ threshold }) => threshold),
    [0.9, undefined],
  );
  assert.deepEqual(
    read?.notImported.map(({ what, isOfTest }) => [what.split('”')[0], isOfTest]),
    [
      ['“__config:__expected:provider', true],
      ['The column “__metric', false],
    ],
  );
});

const opened = (row: Record<string, unknown>, frame: Record<string, unknown> | null = null) =>
  adapt('promptfoo', row, frame, createRoom()).map(({ metrics, notImported }) => [
    metrics.some(({ metric }) => metric === 'Not imported from a file: for a person'),
    notImported.map(({ what }) => what.split(' is not')[0]),
  ]);

test('what judges a test and is not understood is told, and leaves the test open', () => {
  const q = { vars: { q: 'x' } };
  const has = { type: 'contains', value: 'a' };
  for (const [row, left] of [
    [
      { ...q, assert: [{ type: 'is-json', value: 'type: object\nrequired: [answer]' }] },
      'The assertion “is-json”',
    ],
    [{ ...q, assert: 'file://asserts.yaml' }, '“assert”'],
    [{ ...q, assert: 'contains: a' }, '“assert”'],
    [{ vars: 'file://vars.yaml', assert: [has] }, '“vars”'],
    [{ vars: { q: 'file://question.txt' }, assert: [has] }, '“vars.q”'],
    [{ ...q, assert: [{ ...has, transform: 'output.trim()' }] }, 'The assertion “contains”'],
    [{ ...q, assert: [{ ...has, contextTransform: 'output.context' }] }, 'The assertion “contains”'],
    [{ ...q, assert: [{ ...has, config: { a: 1 } }] }, 'The assertion “contains”'],
    [{ ...q, options: { transform: 'output.trim()' }, assert: [has] }, '“options.transform”'],
    [{ ...q, options: 'file://options.yaml', assert: [has] }, '“options”'],
    [{ ...q, assertScoringFunction: 'file://score.js', assert: [has] }, '“assertScoringFunction”'],
    [{ ...q, threshold: 'most', assert: [has] }, '“threshold”'],
    [
      { ...q, assert: [{ type: 'word-count', value: { min: 'few', max: 10 } }] },
      'The assertion “word-count”',
    ],
    [{ ...q, assert: [{ type: 'word-count', value: { least: 2, max: 10 } }] }, 'The assertion “word-count”'],
    [{ ...q, assert: [{ type: 'word-count', value: {} }] }, 'The assertion “word-count”'],
    [{ ...q, assert: [{ type: 'word-count', value: '' }] }, 'The assertion “word-count”'],
    [
      { ...q, assert: [{ type: 'levenshtein', value: 'a', threshold: 'few' }] },
      'The assertion “levenshtein”',
    ],
    [{ ...q, assert: [{ ...has, weight: -1 }] }, 'The assertion “contains”'],
    [{ ...q, assert: [{ ...has, weight: 'much' }] }, 'The assertion “contains”'],
  ] as const)
    assert.deepEqual(opened(row), [[true, [left]]], JSON.stringify(row));
});

test('a single assertion need not be a list, and numbers may be written as texts', () => {
  assert.deepEqual(one({ type: 'word-count', value: { min: '5', max: 10 } }).metric?.made, {
    backend: 'builtin',
    kind: 'length',
    args: { unit: 'words', min: 5, max: 10 },
  });
  assert.deepEqual(one({ type: 'levenshtein', value: 'a', threshold: '1' }).metric?.made, {
    backend: 'builtin',
    kind: 'edit_distance',
    args: { max_distance: 1 },
  });
  const frame = { prompts: ['{{q}}'], defaultTest: { assert: { type: 'contains', value: 'a' } } };
  const [read] = adapt(
    'promptfoo',
    { vars: { q: 'x' }, assert: { type: 'contains', value: 'b' } },
    frame,
    createRoom(),
  );
  assert.deepEqual(
    read?.metrics.map(({ args }) => args?.['values']),
    [['a'], ['b']],
  );
});

test('what all tests share and stands in another file, or changes all their answers, leaves them open', () => {
  const row = { vars: { q: 'x' }, assert: [{ type: 'contains', value: 'a' }] };
  const prompts = ['{{q}}'];
  assert.deepEqual(opened(row, { prompts, defaultTest: 'file://shared.yaml' }), [[true, ['“defaultTest”']]]);
  assert.deepEqual(opened(row, { prompts, defaultTest: { assert: 'file://shared.yaml' } }), [
    [true, ['“defaultTest.assert”']],
  ]);
  assert.deepEqual(opened(row, { prompts, defaultTest: { options: { transform: 'output.x' } } }), [
    [true, ['“options.transform”']],
  ]);
  assert.deepEqual(
    opened(
      { ...row, options: { disableDefaultAsserts: true } },
      { prompts, defaultTest: { assert: [{ type: 'cost' }] } },
    ),
    [[false, []]],
  );
});

test('a variable with several values makes a test of each, within bounds', () => {
  const asked = (row: Record<string, unknown>) =>
    adapt('promptfoo', row, { prompts: ['{{who}} {{what}}'] }, createRoom()).map(
      ({ fields }) => fields.prompt,
    );
  const vars = { who: ['I', 'you'], what: ['go', 'stay'] };
  assert.deepEqual(asked({ vars }), ['I go', 'I stay', 'you go', 'you stay']);
  assert.deepEqual(asked({ vars: { who: 'I', what: [] } }), ['I []']);
  assert.deepEqual(asked({ vars, options: { disableVarExpansion: true } }), ['["I","you"] ["go","stay"]']);
  const many = Array.from({ length: 11 }, (_, place) => `${place}`);
  assert.throws(() => asked({ vars: { who: many, what: many } }), /more than 100 tests/);
});

test('what stands beside the tests and is not read is told once for the file', () => {
  assert.deepEqual(unreadOfFrame({ prompts: ['{{q}}'] }), []);
  assert.deepEqual(
    unreadOfFrame({
      prompts: ['file://p.txt', { id: 'file://q.txt' }],
      scenarios: [{}],
      extensions: ['file://e.js'],
    }),
    [
      'Scenarios are not imported: write what they test as tests.',
      'Extensions are programs and are not imported.',
      'Prompts that stand in other files are not read (file://p.txt, file://q.txt): their tests ask what the variables say.',
    ],
  );
});

test('prompts in a map, and tests and prompts in other files by any of their names, are read or told', () => {
  assert.deepEqual(
    unreadOfFrame({
      prompts: ['prompts.txt', 'prompts/*.txt', 'prompts.py:make', 'exec: ./a.sh', 'Say {{q}} in a.txt'],
      tests: 'file://more.csv',
    }),
    [
      'Tests that stand in other files are not read (file://more.csv): import these files by themselves.',
      'Prompts that stand in other files are not read (prompts.txt, prompts/*.txt, prompts.py:make, exec: ./a.sh): their tests ask what the variables say.',
    ],
  );
  const frame = {
    prompts: { 'prompts/a.txt': 'first', 'Say {{q}}.': 'second' },
    tests: ['file://a.yaml', {}],
  };
  assert.equal(unreadOfFrame(frame).length, 2);
  assert.deepEqual(
    adapt('promptfoo', { vars: { q: 'yes' } }, frame, createRoom()).map(({ fields }) => fields.prompt),
    ['Say yes.'],
  );
});

test('a test that names its prompts is made for these alone', () => {
  const frame = {
    prompts: [{ raw: 'A {{q}}', label: 'la' }, { id: 'b', raw: 'B {{q}}' }, 'C {{q}}', 'file://d.txt'],
  };
  const asked = (prompts: unknown) =>
    adapt('promptfoo', { vars: { q: 'x' }, prompts, assert: [] }, frame, createRoom()).map(
      ({ fields }) => fields.prompt,
    );
  assert.deepEqual(asked(['la']), ['A x']);
  assert.deepEqual(asked(['b', 'C {{q}}']), ['B x', 'C x']);
  assert.deepEqual(asked(undefined), ['A x', 'B x', 'C x']);
  assert.deepEqual(opened({ vars: { q: 'x' }, prompts: ['other'], assert: [] }, frame), [
    [true, ['“prompts”']],
  ]);
});

test('a chat is filled in text by text, and a question with a template that is left is not asked unseen', () => {
  const chat = '[{"role":"system","content":"Be {{how}}"},{"role":"user","content":"{{q}}"}]';
  const read = (q: string, prompt = chat) =>
    adapt('promptfoo', { vars: { q, how: 'nice' }, assert: [] }, { prompts: [prompt] }, createRoom())[0];
  for (const q of ['He said "hi"', 'one\ntwo', 'plain', '\\']) {
    const { fields } = read(q) ?? {};
    assert.deepEqual(
      [fields?.prompt, fields?.metadata],
      [q, { system_message: 'Be nice', vars: { q, how: 'nice' } }],
    );
  }
  const row = { vars: { q: 'x' }, assert: [{ type: 'contains', value: 'a' }] };
  for (const prompt of ['Say {{ q | upper }}', '{% if q %}Say{% endif %} {{q}}', 'Say {{other}}'])
    assert.deepEqual(opened(row, { prompts: [prompt] }), [[true, ['“prompt”']]], prompt);
});

test('a text that begins like a type that there is not is the expected answer', () => {
  assert.deepEqual(
    ['note: closed on Sunday', 'https://example.org', 'paris', 'is-json: no'].map(
      (text) => shorthand(text).type,
    ),
    ['equals', 'equals', 'equals', 'is-json'],
  );
  // A type alone is one as well, as it is there; what only a person or a file may be is no type.
  const alone = ['is-xml', 'contains-json', 'not-contains-json', 'guardrails', 'is-valid-openai-tools-call'];
  for (const text of [...alone, 'tool-call-f1: a', 'similar:cosine(0.8): a', 'trajectory:tool-used: a'])
    assert.deepEqual(
      readAssertions([text]).notImported.map(({ type }) => text.startsWith(type)),
      [true],
      text,
    );
  assert.deepEqual(
    ['human', 'file'].map((text) => shorthand(text).type),
    ['equals', 'equals'],
  );
  // A letter may differ only where the text says so.
  assert.deepEqual(one(shorthand('levenshtein: a')).metric?.args, { max_distance: 0 });
  assert.deepEqual(one(shorthand('levenshtein(2.5): a')).metric?.args, { max_distance: 2 });
  assert.deepEqual(
    ['python: x', 'similar(0.8): x', 'fn: true', 'not-contains: x', 'grade: polite'].map(
      (text) => shorthand(text).type,
    ),
    ['python', 'similar', 'javascript', 'not-contains', 'llm-rubric'],
  );
});

async function verdictOfCode(
  value: string,
  { threshold, output = 'abc', vars = {} }: { threshold?: number; output?: string; vars?: object } = {},
) {
  const { metric } = one({ type: 'javascript', value, threshold }, { ...vars });
  assert.equal(metric?.made?.backend, 'code');
  const inputJson = JSON.stringify({ input: 'q', output, expected: null, metadata: null, args: metric.args });
  const outcome = await runCode({ source: metric.made.source, inputJson, seed: 1 });
  assert.ok(outcome.ok, JSON.stringify(outcome));
  const measured = readAnswer(JSON.parse(outcome.text), readItem({ output }), 'code');
  assert.equal(measured.outcome, 'scored');
  return compare(measured.score, metric.made.threshold_operator, metric.made.threshold) ? 'pass' : 'fail';
}

test('code passes where promptfoo lets it pass', async () => {
  assert.equal(await verdictOfCode('({ pass: false, score: 0.9, reason: "no" })'), 'fail');
  assert.equal(await verdictOfCode('return { pass: true, score: 0.1 };'), 'pass');
  assert.equal(await verdictOfCode('({ pass: true })'), 'pass');
  assert.equal(await verdictOfCode('0.2'), 'pass');
  assert.equal(await verdictOfCode('0'), 'fail');
  assert.equal(await verdictOfCode('0.6', { threshold: 0.7 }), 'fail');
  assert.equal(await verdictOfCode('output.includes("b")'), 'pass');
});

test('a line of code is an expression whatever words stand in it, and code of several lines is a body', async () => {
  const output = 'Our return policy; it’s 30 days';
  for (const [value, verdict] of [
    ["output.includes('return policy')", 'pass'],
    ["!output.includes('return policy')", 'fail'],
    ["output.split(';').every(l => { return l.length < 80 })", 'pass'],
    ['output.length > 3; // return nothing', 'pass'],
    ['{ pass: false, score: 1, reason: "a" }', 'fail'],
    ['const n = output.length; n > 3', 'pass'],
    ["const parts = output.split(';'); parts.some((p) => { return p === 'a;b'; });", 'fail'],
    ['let found = /[;/]"/.test(output); const n = 4 / 2; /* ; */ !found && n === 2', 'pass'],
    ['const n = output.length; return n < 3', 'fail'],
    ['if (output.length > 3) { return true } return false', 'pass'],
    ['const n = output.length;\nif (n < 3) return true;\nreturn false;', 'fail'],
    ['output.length > 3\n', 'pass'],
  ] as const)
    assert.equal(await verdictOfCode(value, { output }), verdict, value);
});

test('what of the context of code is not known here is an error, and never nothing', async () => {
  const failureOf = async (value: string): Promise<string> => {
    const { metric } = one({ type: 'javascript', value });
    assert.equal(metric?.made?.backend, 'code');
    const inputJson = JSON.stringify({ input: 'q', output: 'a' });
    const outcome = await runCode({ source: metric.made.source, inputJson, seed: 1 });
    return outcome.ok ? outcome.text : outcome.reason;
  };
  for (const value of [
    '!context.trace?.spans',
    '!context.metadata?.blocked',
    'const { test } = context; !test',
  ])
    assert.match(await failureOf(value), /What context\.\w+ is in promptfoo is not known here/, value);
  assert.equal(await failureOf("context.prompt === 'q'"), 'true');
});

test('code knows the variables of its test', async () => {
  const vars = { secret: 'abc' };
  assert.equal(await verdictOfCode('!output.includes(context.vars.secret)', { vars }), 'fail');
  assert.equal(await verdictOfCode('!output.includes(context.vars.secret)', { vars, output: 'x' }), 'pass');
  assert.equal(one({ type: 'javascript', value: 'true' }, vars).metric?.args, undefined);
});

test('a cell of JSON that is nested without end is a text, and no test is made of what it holds', () => {
  assert.deepEqual(jsonOf('{"a":[1]}'), { a: [1] });
  assert.equal(jsonOf(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`), undefined);
});

test('what a file asserts of refusals passes or fails its test, also where the metric was only to flag before', () => {
  for (const [type, negate] of [
    ['is-refusal', undefined],
    ['not-is-refusal', true],
  ] as const) {
    const { metric } = one({ type });
    assert.deepEqual(metric?.made, { backend: 'builtin', kind: 'refusal', args: { decides: true } });
    assert.deepEqual([metric?.args, metric?.negate], [{ decides: true }, negate]);
  }
});
