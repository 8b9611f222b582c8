import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { runCode } from '../../../src/modules/metrics/code/sandbox.ts';
import { createScoringThreads, type ThreadsOptions } from '../../../src/modules/metrics/scoring-threads.ts';

const threads = createScoringThreads({ count: 1 });
after(() => threads.close());

/** What the code came to: its answer as text, or the code of its refusal. */
async function run(source: string, input: unknown = {}, seed = 1, at = threads): Promise<string> {
  const given = await at.run(
    { task: 'code', code: { source, inputJson: JSON.stringify(input), seed } },
    { organizationId: 'a' },
  );
  if (given === 'given up' || given === 'held up') return given;
  assert.equal(given.answer, 'code', JSON.stringify(given));
  if (given.answer !== 'code') return '';
  return given.outcome.ok ? given.outcome.text : given.outcome.code;
}
const body = (text: string): string => `export default function (item) { ${text} }`;

test('code sees the item and answers a number, true, false or a score with its reason', async () => {
  assert.equal(await run(body('return item.output.length / 10;'), { output: 'hello' }), '0.5');
  assert.equal(
    await run('export default ({ output, expected }) => output === expected;', {
      output: 'a',
      expected: 'a',
    }),
    'true',
  );
  assert.equal(
    await run(body("return { score: 1, reason: 'said', evidence: ['x'] };")),
    '{"score":1,"reason":"said","evidence":["x"]}',
  );
  assert.equal(await run(body('return undefined;')), 'code_no_answer');
  assert.equal(await run('const a = 1;'), 'code_no_function');
  assert.equal(await run('export default function ({ {'), 'code_failed');
});

test('chance is a seed and there is no clock', async () => {
  const roll = body('return Math.random();');
  assert.equal(await run(roll, {}, 5), await run(roll, {}, 5));
  assert.notEqual(await run(roll, {}, 5), await run(roll, {}, 6));
  assert.equal(
    await run(
      body(
        'return [typeof Date, typeof performance, typeof fetch, typeof process, typeof require, typeof setTimeout].join();',
      ),
    ),
    '"undefined,undefined,undefined,undefined,undefined,undefined"',
  );
});

const attacks: Readonly<Record<string, readonly [source: string, refusals: readonly string[]]>> = {
  'a loop without end': [body('for (;;);'), ['code_timeout']],
  'a loop that catches its interruption': [body('for (;;) { try { for (;;); } catch {} }'), ['code_timeout']],
  'a sort of millions': [
    body('return Array.from({ length: 1e7 }, (_, i) => -i).sort((a, b) => a - b).length;'),
    ['code_timeout', 'code_memory', 'given up'],
  ],
  'one search that takes minutes': [
    body("return 'a'.repeat(2e6).includes('a'.repeat(1e6) + 'b');"),
    ['given up', 'code_timeout'],
  ],
  'a list that doubles for ever': [
    body('let a = [1]; for (;;) a = a.concat(a);'),
    ['code_memory', 'code_timeout', 'given up'],
  ],
  'a text that doubles for ever': [
    body("let a = 'x'; for (;;) a += a;"),
    ['code_memory', 'code_failed', 'code_timeout'],
  ],
  'lists within lists': [
    body('let a = []; for (;;) a = [a, a.slice()];'),
    ['code_memory', 'code_timeout', 'given up'],
  ],
  'an error that is null': [body('throw null;'), ['code_memory']],
  'an array buffer of gigabytes': [
    body('return new ArrayBuffer(4e9).byteLength;'),
    ['code_memory', 'code_failed'],
  ],
  'recursion without end': [body('const f = () => f() + 1; return f();'), ['code_stack', 'code_failed']],
  'a getter that throws while an error is read': [
    body('throw { get message() { for (;;); } };'),
    ['code_timeout', 'code_failed'],
  ],
  'a toJSON that never returns': [body('return { toJSON() { for (;;); } };'), ['code_timeout']],
  'an answer that is too large': [
    body("return { score: 1, reason: 'x'.repeat(1e6) };"),
    ['code_answer_too_large'],
  ],
  'an answer that holds itself': [body('const a = {}; a.a = a; return a;'), ['code_failed']],
  'a constructor that leads out': [
    body(
      "return this?.constructor?.constructor?.('return process')?.() ?? (() => {}).constructor('return typeof process')();",
    ),
    ['code_failed', '"undefined"'],
  ],
  'an import of a module': ["import fs from 'node:fs'; export default () => 1;", ['code_failed']],
  'an import at run time': [
    body("import('node:fs').then((fs) => { globalThis.fs = fs; }); return typeof globalThis.fs;"),
    ['"undefined"', 'code_failed'],
  ],
  'a pattern that backtracks for ever': [
    body("return /^(a+)+$/.test('a'.repeat(40) + 'b');"),
    ['code_timeout', 'code_failed', 'given up'],
  ],
  'a number of a million digits': [
    body('let a = 2n; for (;;) a = a * a;'),
    ['code_timeout', 'code_memory', 'code_failed', 'given up'],
  ],
  'promises that make promises': [
    body('const f = () => Promise.resolve().then(f); f(); return 1;'),
    ['1', 'code_timeout'],
  ],
  'other people’s tools': [
    body(
      "JSON.stringify = () => '1'; Object.prototype.toJSON = () => 1; Array.prototype.join = () => 'x'; return { score: 0 };",
    ),
    ['1', '{"score":0}'],
  ],
  'a proxy that answers everything': [
    body('return new Proxy({}, { get() { for (;;); } });'),
    ['code_timeout'],
  ],
  'a thenable that never settles': [body('return { then() { for (;;); } };'), ['{}', 'code_timeout']],
};

for (const [name, [source, refusals]] of Object.entries(attacks))
  test(`code that tries ${name} is contained, and the next one is scored`, async () => {
    const came = await run(source);
    assert.ok(refusals.includes(came), `${name}: ${came}`);
    assert.equal(await run(body('return 1;')), '1');
  });

async function runIn(options: ThreadsOptions, source: string): Promise<string> {
  const others = createScoringThreads({ count: 1, ...options });
  try {
    return await run(source, {}, 1, others);
  } finally {
    await others.close();
  }
}
/** Nothing ends it from within. */
// A million places, at each of which a million letters are compared.
const minutes = body("return 'a'.repeat(2e6).includes('a'.repeat(1e6) + 'b');");

test('a task on a machine that is busy with other things is measured by what it computes, not by the clock', async () => {
  const limits = { computingMs: { measure: 1, code: 1 } };
  const busy = body('let sum = 0; for (let at = 0; at < 1e6; at += 1) sum += at; return sum > 0;');
  assert.equal(await runIn({ ...limits, computedMs: async () => 0 }, busy), 'true');
  let computed = 0;
  assert.equal(await runIn({ ...limits, computedMs: async () => (computed += 1) }, minutes), 'given up');
});

test('a task that does not end and computes nothing is ended by the clock', async () => {
  assert.equal(await runIn({ clockMs: 1, computedMs: async () => 0 }, minutes), 'held up');
});

test('code has a second of computing, however long the clock says it took', async () => {
  const request = { source: body('for (;;);'), inputJson: '{}', seed: 1 };
  let computed = 0;
  const outcome = await runCode(request, () => (computed += 600));
  assert.equal(outcome.ok ? '' : outcome.code, 'code_timeout');
  assert.ok(computed > 1600, `it asked until ${computed}`);
});

test('nothing that one run leaves behind is seen by the next', async () => {
  await run(body('globalThis.left = 1; Object.prototype.left = 1; Math.max = () => 7; return 1;'));
  assert.equal(
    await run(body('return [typeof left, ({}).left === undefined, Math.max(1, 2)].join();')),
    '"undefined,true,2"',
  );
});

test('an organization whose work computes for minutes keeps no other from being scored', async () => {
  const hourMs = 3_600_000;
  const few = createScoringThreads({
    count: 1,
    clockMs: hourMs,
    computingMs: { measure: hourMs, code: hourMs },
  });
  const ended: string[] = [];
  const busy = ['one', 'two', 'three'].map((name) =>
    few
      .run({ task: 'code', code: { source: minutes, inputJson: '{}', seed: 1 } }, { organizationId: 'busy' })
      .catch(() => undefined)
      .finally(() => ended.push(name)),
  );
  try {
    assert.equal(await run(body('return 1 + 1;'), {}, 1, few), '2');
    assert.equal(await run(body('return 2 + 2;'), {}, 1, few), '4');
    assert.deepEqual(ended, [], 'theirs goes on meanwhile');
  } finally {
    await few.close();
    await Promise.all(busy);
  }
});
