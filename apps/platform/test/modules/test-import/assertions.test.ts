import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer } from '../../../src/modules/metrics/code/answer.ts';
import { runCode } from '../../../src/modules/metrics/code/sandbox.ts';
import { readItem } from '../../../src/modules/metrics/item.ts';
import { findKind } from '../../../src/modules/metrics/kinds.ts';
import { compare, judge, measureItem } from '../../../src/modules/metrics/verdict.ts';
import { readAssertions, shorthand } from '../../../src/modules/test-import/assertions.ts';
import { jsonOf } from '../../../src/modules/test-import/fields.ts';
import { createRoom } from '../../../src/modules/test-import/room.ts';
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
    __suffix: ' Answer in one word.',
  });
  assert.deepEqual(
    read?.metrics.map(({ threshold }) => threshold),
    [0.9],
  );
  assert.deepEqual(read?.notImported, [{ what: 'The column “__suffix” is not imported.', isOfTest: false }]);
});

test('a text that begins like a type that there is not is the expected answer', () => {
  assert.deepEqual(
    ['note: closed on Sunday', 'https://example.org', 'paris', 'is-json: no'].map(
      (text) => shorthand(text).type,
    ),
    ['equals', 'equals', 'equals', 'is-json'],
  );
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
