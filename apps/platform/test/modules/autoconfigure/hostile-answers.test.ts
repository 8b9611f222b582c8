import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { InvocationResult } from '@sonde/contract';
import { beginningOf, beginningOfResult } from '../../../src/modules/autoconfigure/answer-beginning.ts';
import { fields } from '../../../src/modules/autoconfigure/correct-fields.ts';
import { readErrorDetails } from '../../../src/modules/autoconfigure/error-details.ts';
import { containersOf, leavesOf, type Hypothesis, type Json } from '@sonde/paste-reader';
import { createThreadedReader } from '../../../src/modules/autoconfigure/threaded-reader.ts';
import { createService, startTarget } from './support.ts';

const many = Array.from({ length: 3_000 }, (_, index) => `field${index}`);
const issues = (said: (name: string) => object): object[] =>
  many.map((name) => ({ loc: ['body', name], ...said(name) }));
const missing = issues(() => ({ msg: 'field required', type: 'value_error.missing' }));
const kinds: Readonly<Record<string, object[]>> = {
  missing,
  extra: issues(() => ({ msg: 'extra fields not permitted', type: 'extra_forbidden' })),
  wrongType: issues(() => ({ msg: 'value is not a valid list', type: 'list_type' })),
  allowed: issues(() => ({
    msg: `must be one of ${many.map((name) => `'${name}'`).join(', ')}`,
    type: 'literal_error',
  })),
};
/** Every place where a refusal may list what is wrong. */
const placed: Readonly<Record<string, (list: object[]) => Json>> = {
  alone: (list) => list as Json,
  detail: (detail) => ({ detail }) as Json,
  errors: (errors) => ({ errors }) as Json,
  issues: (list) => ({ issues: list }) as Json,
  details: (details) => ({ details }) as Json,
  'error.issues': (list) => ({ error: { issues: list } }) as Json,
  'error.details': (details) => ({ error: { details } }) as Json,
};
const written: Readonly<Record<string, Json>> = {
  'a map of errors': { errors: Object.fromEntries(many.map((name) => [name, ['is required']])) },
  'missing, in words': many.map((name) => `missing field ${name}`).join('\n'),
  'extra, in words': many.map((name) => `unknown field ${name}`).join('\n'),
  'types, in words': many.map((name) => `${name} must be an array`).join('\n'),
  'allowed, in words': many.map((name) => `${name} must be one of 'a', 'b'`).join('\n'),
  'allowed values, in words': `kind must be one of ${many.map((name) => `'${name}'`).join(', ')}`,
};

const hypothesis = (template: Json): Hypothesis => ({
  method: 'POST',
  url: 'https://bot.test/chat',
  bodyKind: 'json',
  headers: {},
  template,
  input: ['message'],
  candidates: [],
  responseMapping: { output: '$.reply' },
  outputSource: 'guess',
  usesToken: false,
  isAsynchronous: false,
  needsParams: [],
  warnings: [],
  reasons: [],
});

const result = (raw: unknown, status = 200): InvocationResult =>
  ({
    status_code: status,
    success: true,
    raw_response: raw,
    output: null,
    warnings: [],
  }) as unknown as InvocationResult;

describe('what a refusal lists', () => {
  const refusals = [
    ...Object.entries(placed).flatMap(([place, put]) =>
      Object.entries(kinds).map(([kind, list]) => [`${kind} at ${place}`, put(list)] as const),
    ),
    ...Object.entries(written),
  ];
  for (const [name, raw] of refusals)
    test(`is read to its twentieth entry: ${name}`, () => {
      const { text, ...lists } = readErrorDetails(raw, new Set());
      assert.ok(text.length <= 4_000);
      const sizes = Object.values(lists).map((list) => list.length);
      assert.ok(Math.max(...sizes) > 0, 'something of it is understood');
      assert.ok(Math.max(...sizes) <= 20, sizes.join());
      assert.ok(lists.allowed.every(({ values }) => values.length <= 20));
    });

  test('and no place that it names makes a template enormous', () => {
    const loc = ['body', 'messages', 2_000_000_000, 'role'];
    const deep = ['body', ...many];
    const long = ['body', 'x'.repeat(100_000)];
    const detail = [loc, deep, long].map((place) => ({ loc: place, msg: 'field required', type: 'missing' }));
    const corrected = fields(
      hypothesis({ message: '{{ input }}' }),
      readErrorDetails({ detail }, new Set()),
      {},
    );
    assert.ok(JSON.stringify(corrected).length < 2_000);
  });
});

describe('an answer is judged by its beginning', () => {
  const nested = (depth: number): Json => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as Json;
  const hostile: Readonly<Record<string, Json>> = {
    'many names': Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`k${index}`, 'x'])),
    'many events': Array.from({ length: 50_000 }, () => ({ delta: 'word ' })),
    'many empty objects': { list: Array.from({ length: 50_000 }, () => ({})) },
    'one long text': { text: 'x'.repeat(3_000_000) },
    'long names': Object.fromEntries([1, 2, 3].map((index) => [`${index}`.repeat(200_000), 1])),
    'deep lists': nested(5_000),
  };
  for (const [name, answer] of Object.entries(hostile))
    test(name, () => {
      const kept = beginningOf(answer);
      assert.ok(JSON.stringify(kept).length <= 300_000);
      assert.ok(leavesOf(kept, 10_000).length <= 2_000);
      assert.ok(containersOf(kept, 10_000).length <= 2_100);
      assert.ok(!Array.isArray(kept) || kept.length <= 200);
    });

  test('a usual answer is judged whole', () => {
    const answer = { reply: 'Hi.', sources: [{ title: 'a', page: 1 }], usage: null, tags: [], meta: {} };
    assert.deepEqual(beginningOf(answer), answer);
    assert.deepEqual(beginningOfResult(result(answer)).raw_response, answer);
  });
});

test('a judgement and a correction that take too long are ended, and the next one is made', async () => {
  const givenUp: string[] = [];
  const reader = createThreadedReader({ computingMs: 50, onGivenUp: (step) => givenUp.push(step) });
  after(() => reader.close());
  await reader.warm();
  const judgements = reader.judgementsFor({ organizationId: 'one' });
  const huge = Object.fromEntries(
    Array.from({ length: 200_000 }, (_, index) => [`k${index}`, `text ${index}.`]),
  );
  const message = { text: 'Hello?', marker: 'mark' };
  const hints = { codePaths: [], alternatives: [] };
  const slow = { hypothesis: hypothesis(huge), result: result({ detail: missing }, 422) };
  assert.equal(await judgements.judge({ ...slow, result: result(huge), message, hints }), undefined);
  assert.equal(
    await judgements.correct({
      ...slow,
      otherUrl: undefined,
      evidence: { names: [], values: {} },
      others: [],
      tried: new Set(),
    }),
    undefined,
  );
  assert.deepEqual(givenUp, ['judge', 'correct']);
  const patient = createThreadedReader();
  after(() => patient.close());
  const quick = { hypothesis: hypothesis({ message: '{{ input }}' }), message, hints };
  const judged = await patient
    .judgementsFor({ organizationId: 'one' })
    .judge({ ...quick, result: result({ reply: 'Hello, mark!' }) });
  assert.equal(judged?.kind, 'remapped');
});

describe('a hostile target', () => {
  const service = createService();
  after(() => service.close());

  test('that misses 20,000 fields gets twenty of them', async () => {
    const detail = Array.from({ length: 20_000 }, (_, index) => ({
      loc: ['body', `f${index}`],
      msg: 'field required',
      type: 'value_error.missing',
    }));
    const target = await startTarget(() => ({ status: 422, body: { detail } }));
    after(() => target.close());
    const answer = await service.run({ input_text: `curl ${target.url}/chat -d '{"message":"Hi?"}'` });
    assert.equal(Object.keys(target.received[1]?.json ?? {}).length, 21);
    assert.ok(JSON.stringify(answer).length < 600_000);
  });

  test('that answers with 50,000 names is judged by the first of them', async () => {
    const names = Object.fromEntries(
      many.flatMap((name) => many.slice(0, 16).map((other) => [name + other, 'x y'])),
    );
    const target = await startTarget(() => ({
      body: { reply: 'Hello there, this is the answer.', ...names },
    }));
    after(() => target.close());
    const answer = await service.run({ input_text: `curl ${target.url}/chat -d '{"message":"Hi?"}'` });
    assert.equal(answer.response_mapping['output'], '$.reply');
    assert.ok(JSON.stringify(answer.probe_response).length < 300_000);
  });
});
