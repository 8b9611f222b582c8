import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setImmediate as setImmediateAsync } from 'node:timers/promises';
import { sendJson, startTargetServer, type TargetServer } from '@sonde/fakes';
import { createSlowWork } from '#kernel/slow-work';
import type { TargetConfiguration } from '../../../src/modules/invocation/index.ts';
import { createAllowance, defaultAllowanceMs } from '../../../src/modules/invocation/allowance.ts';
import { configurationOf, createEngine, type Engine } from './support/engine.ts';

const COUNT = 60;
// Within the budget of one template, and far beyond what is allowed here for all of them.
const SLOW = '{% for i in range(90000) %}{% if i * i > 1e99 %}x{% endif %}{% endfor %}';
const SLOW_NULL = '{{ none if range(90000) | map("string") | map("upper") | join | length else none }}';
const many = <Value>(value: Value): Record<string, Value> =>
  Object.fromEntries(Array.from({ length: COUNT }, (_, index) => [`x${index}`, value]));

void describe('the templates of one call', () => {
  let target: TargetServer;
  let engine: Engine;

  before(async () => {
    target = await startTargetServer();
    engine = createEngine({ allowanceMs: 100 });
    target.route('/', (_request, response) => sendJson(response, 200, { reply: 'hello' }));
  });
  after(async () => {
    await engine.close();
    await target.close();
  });

  const requests: [string, Partial<TargetConfiguration>][] = [
    ['headers', { requestHeaders: many(SLOW) }],
    ['query parameters', { queryParams: many(SLOW) }],
    [
      'pairs of a form',
      {
        requestMapping: Object.keys(many(SLOW))
          .map((name) => `${name}={{ range(90000) | map("string") | map("upper") | join | length }}`)
          .join('&'),
        requestHeaders: { 'Content-Type': 'application/x-www-form-urlencoded' },
      },
    ],
    ['places of a body', { requestMapping: many(SLOW) }],
  ];
  for (const [name, changes] of requests) {
    void test(`share their time: ${name}`, async () => {
      target.requests.length = 0;
      const result = await engine.invocation.invoke(configurationOf({ url: target.url('/'), ...changes }), {
        input: 'hi',
      });
      assert.equal(result.error?.type, 'template_error');
      // A body is one template: its own budget of steps may end first.
      assert.match(result.error.message, /longer than [\d.]+ ms|more than \d+ steps/);
      assert.equal(target.requests.length, 0);
    });
  }

  const mappings: [string, Record<string, unknown>][] = [
    ['fields', many(SLOW)],
    ['nested fields', { all: many(SLOW) }],
    ['alternatives', { all: Array.from({ length: COUNT }, () => SLOW_NULL) }],
  ];
  for (const [name, responseMapping] of mappings) {
    void test(`share their time in an answer: ${name}`, async () => {
      const result = await engine.invocation.invoke(
        configurationOf({ url: target.url('/'), responseMapping: { output: '$.reply', ...responseMapping } }),
        { input: 'hi' },
      );
      assert.equal(result.output, 'hello');
      assert.ok(
        result.warnings.some((warning) => /longer than [\d.]+ ms/.test(warning)),
        result.warnings.join('\n'),
      );
    });
  }
});

void test('between the templates of two calls of one organization everybody else has their turn', async () => {
  const target = await startTargetServer();
  target.route('/', (_request, response) => sendJson(response, 200, { reply: 'hello' }));
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  // What a template is told of the time is the turn in which it was rendered.
  let now = 0;
  const engine = createEngine({
    clock: { now: () => turns },
    // Each piece of work takes ten milliseconds, however quick the machine is.
    slowWork: createSlowWork({ now: () => (now += 10), rest: () => setImmediateAsync() }),
  });
  const requestMapping = { turn: '{{ now("unix_ms") }}' };
  try {
    setImmediate(count);
    await Promise.all(
      Array.from({ length: 4 }, () =>
        engine.invocation.invoke(configurationOf({ url: target.url('/'), requestMapping }), { input: 'hi' }),
      ),
    );
  } finally {
    isOver = true;
    await engine.close();
    await target.close();
  }
  const seen = target.requests.map(({ json }) => (json as { turn: unknown }).turn);
  assert.equal(seen.length, 4);
  assert.equal(new Set(seen).size, 4, `they were rendered in the turns ${seen.join(', ')}`);
});

void test('what is left of an allowance is told, and nothing is begun when nothing is left', () => {
  let now = 0;
  const allowance = createAllowance({ ms: 100, now: () => now });
  const left: number[] = [];
  const work = (ms: number): void =>
    allowance.spend((leftMs) => {
      left.push(leftMs);
      now += ms;
    });
  work(30);
  assert.throws(() =>
    allowance.spend(() => {
      now += 50;
      throw new Error('of the work');
    }),
  );
  work(90);
  assert.deepEqual(left, [100, 20]);
  assert.throws(() => work(1), /together take longer than 100 ms/);
  assert.deepEqual(left, [100, 20]);
});

test('what a call may take on the thread that answers everybody is over before anybody notices', () => {
  const leftMs = createAllowance({ ms: defaultAllowanceMs }).spend((left) => left);
  assert.ok(leftMs <= 500, `${leftMs} ms`);
});
