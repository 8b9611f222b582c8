import assert from 'node:assert/strict';
import { datedName, undated } from '@sonde/contract/dated-name';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import type { Json } from '../../support/platform.ts';
import { createLedger } from '../../../src/modules/test-runs/execution/ledger.ts';
import { makeEndpoint, openWorkshop, type Workshop } from './support/workshop.ts';

// What is run or scored again says no more than was said before.
let shop: Workshop;
before(async () => {
  shop = await openWorkshop();
});
after(() => shop.close());

const rescored = async (runId: string, body: Record<string, unknown> = {}) =>
  shop.ended((await shop.call('POST', `/test_runs/${runId}/rescore`, body)).body.test_run_id);

test('a conversation that a ceiling cut short is not judged by scoring it again', async () => {
  const set = await shop.makeSet([], {
    test_set_type: 'Multi-Turn',
    tests: [{ test_configuration: { goal: 'learn the price', script: ['a', 'b', 'c', 'd'] } }],
  });
  const run = await shop.ended((await shop.start(set, { max_calls: 2 })).test_run_id);
  assert.deepEqual([run.status, run.counts.not_evaluated], ['Partial', 1]);
  const again = await rescored(run.id);
  assert.deepEqual([again.counts.not_evaluated, again.counts.passed], [1, 0]);
  const [result] = await shop.results(again.id);
  assert.equal(result.reason_code, 'max_calls');
});

test('what no metric had judged is judged when it is scored again', async () => {
  const set = await shop.makeSet([], {
    metrics: [],
    tests: [
      { prompt: { content: 'one' } },
      { prompt: { content: 'two' }, metrics: [{ metric: shop.metricId }] },
    ],
  });
  const run = await shop.ended((await shop.start(set)).test_run_id);
  assert.equal(run.counts.not_evaluated, 1);
  const again = await rescored(run.id, { metrics: [{ metric: shop.metricId }] });
  assert.equal(again.counts.passed, 2);
});

test('the runs that only score another again are found by that', async () => {
  const run = await shop.ended((await shop.start(await shop.makeSet(['one']))).test_run_id);
  const again = await rescored(run.id);
  const filter = `reference_test_run_id ne null and created_at ge '2020-01-01T00:00:00.000Z' and test_set_id eq '${run.test_set.id}'`;
  const listed = await shop.call('GET', `/test_runs?$filter=${encodeURIComponent(filter)}`);
  assert.deepEqual(
    listed.body.map(({ id }: { id: string }) => id),
    [again.id],
    'it is found among the runs',
  );
});

test('the report of a run that was scored again says what that is', async () => {
  const run = await shop.ended((await shop.start(await shop.makeSet(['one']))).test_run_id);
  const again = await rescored(run.id);
  for (const format of ['html', 'markdown']) {
    const report = async (id: string) =>
      (await shop.call('GET', `/test_runs/${id}/download?format=${format}`)).text;
    assert.match(
      await report(again.id),
      /judged the answers of an earlier run once more, and the application was not called/,
    );
    assert.doesNotMatch(await report(run.id), /once more/);
  }
});

test('what is scored again is what the run had, and not the rest of its set', async () => {
  const set = await shop.makeSet(['one', 'two', 'three', 'four'], { gates: { max_not_evaluated: 0 } });
  const sample = await shop.ended((await shop.start(set, { sample: 2, seed: 3 })).test_run_id);
  const again = await rescored(sample.id);
  assert.deepEqual(
    [again.counts.total, again.counts.passed, again.counts.not_evaluated, again.gate],
    [2, 2, 0, 'passed'],
  );
  const tests = async (id: string) => (await shop.results(id)).map(({ test_id }) => test_id);
  assert.deepEqual(await tests(again.id), await tests(sample.id));
});

test('of a run that is under way nobody takes the failed ones yet', async () => {
  shop.target.route('/waits', () => undefined);
  const endpoint = await makeEndpoint(shop.call, shop.target.url('/waits'));
  const set = await shop.makeSet(['one', 'two']);
  const { test_run_id: id } = await shop.start(set, {}, endpoint);
  const refused = await shop.call('POST', `/test_sets/${set}/execute/${endpoint}`, {
    only: 'failed',
    of_run: id,
  });
  assert.deepEqual([refused.status, refused.body.code], [409, 'test_run.not_finished'], refused.text);
  await shop.call('POST', `/test_runs/${id}/cancel`);
});

test('what one endpoint has said is never scored as the answers of another', async () => {
  const set = await shop.makeSet(['one']);
  const other = await makeEndpoint(shop.call, shop.target.url('/nowhere'));
  const run = await shop.ended((await shop.start(set)).test_run_id);
  const refused = await shop.call('POST', `/test_sets/${set}/execute/${other}`, {
    reference_test_run_id: run.id,
  });
  assert.deepEqual([refused.status, refused.body.code], [422, 'test_run.other_endpoint']);
  const checked = await shop.call('POST', '/preflight-checks', {
    test_set_id: set,
    endpoint_id: other,
    reference_test_run_id: run.id,
  });
  assert.deepEqual([checked.body.ok, checked.body.checks[0].name], [false, 'test_run.other_endpoint']);
});

test('which results to run again is refused without the run they are of, and never taken for all', async () => {
  const set = await shop.makeSet(['one']);
  const run = await shop.ended((await shop.start(set)).test_run_id);
  for (const body of [{ only: 'failed' }, { of_run: run.id }, { execution_options: { only: 'errors' } }]) {
    const refused = await shop.call('POST', `/test_sets/${set}/execute/${shop.endpointId}`, body);
    assert.deepEqual([refused.status, refused.body.errors?.[0]?.path], [422, 'body.only'], refused.text);
  }
});

test('a repetition of a repetition counts for every run of its family', async () => {
  let bad = 2;
  shop.target.route('/flip', (_request, response) => {
    bad -= 1;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: bad >= 0 ? 'bad' : 'good' }));
  });
  const endpointId = await makeEndpoint(shop.call, shop.target.url('/flip'));
  const first = await shop.ended((await shop.start(await shop.makeSet(['one']), {}, endpointId)).test_run_id);
  const retry = async (id: string) =>
    shop.ended((await shop.call('POST', `/test_runs/${id}/retry`, { only: 'failed' })).body.test_run_id);
  const second = await retry(first.id);
  const third = await retry(second.id);
  assert.deepEqual([second.counts.failed, third.counts.passed], [1, 1]);
  for (const { id } of [first, second, third]) {
    const merged = await shop.call('GET', `/test_runs/${id}?merged=true`);
    assert.deepEqual([merged.body.counts.total, merged.body.counts.passed], [1, 1]);
    const results = await shop.call('GET', `/test_runs/${id}/results?merged=true`);
    assert.deepEqual(
      results.body.map((result: { test_run_id: string }) => result.test_run_id),
      [third.id],
    );
  }
});

test('a repetition that was cancelled hides no earlier result, and counts where there is none', async () => {
  let [asked, isHeld] = [0, false];
  shop.target.route('/then-held', (request, response) => {
    asked += 1;
    const { message } = request.json as { message: string };
    // The second of the repetition is never answered.
    if (isHeld && message === 'two') return;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: isHeld ? 'good' : 'bad' }));
  });
  const endpointId = await makeEndpoint(shop.call, shop.target.url('/then-held'));
  const set = await shop.makeSet(['one', 'two']);
  const first = await shop.ended((await shop.start(set, {}, endpointId)).test_run_id);
  assert.equal(first.counts.failed, 2);
  [asked, isHeld] = [0, true];
  const again = await shop.call('POST', `/test_runs/${first.id}/retry`, { only: 'failed' });
  const { test_run_id: id } = again.body;
  while (asked < 2 || (await shop.call('GET', `/test_runs/${id}`)).body.counts.passed < 1) await pause(20);
  assert.equal((await shop.call('POST', `/test_runs/${id}/cancel`)).status, 200);
  for (const run of [first.id, id]) {
    const { counts } = (await shop.call('GET', `/test_runs/${run}?merged=true`)).body;
    assert.deepEqual([counts.total, counts.passed, counts.failed, counts.cancelled], [2, 1, 1, 0]);
    const results = (await shop.call('GET', `/test_runs/${run}/results?merged=true`)).body;
    assert.deepEqual(
      results.map((result: Json) => [result.test_run_id, result.status]),
      [
        [id, 'Pass'],
        [first.id, 'Fail'],
      ],
    );
  }
  isHeld = false;
  await shop.call('DELETE', `/test_runs/${first.id}`);
  const alone = (await shop.call('GET', `/test_runs/${id}?merged=true`)).body.counts;
  assert.deepEqual([alone.total, alone.passed, alone.cancelled], [2, 1, 1]);
});

test('an answer of which only the beginning is left is not taken for the whole', async () => {
  shop.target.route('/long', (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: `${'a long answer. '.repeat(20_000)}and a secret` }));
  });
  const endpointId = await makeEndpoint(shop.call, shop.target.url('/long'));
  const metric = await shop.call('POST', '/metrics', {
    name: 'Keeps the secret',
    backend: 'builtin',
    kind: 'contains_none',
    args: { values: ['secret'] },
    metric_scope: ['Single-Turn'],
  });
  const set = await shop.makeSet(['tell'], { metrics: [{ metric: metric.body.id }] });
  const run = await shop.ended((await shop.start(set, {}, endpointId)).test_run_id);
  assert.equal(run.counts.failed, 1);
  const [result] = await shop.results(run.id);
  const stored = await shop.call('GET', `/test_results/${result.id}`);
  const gone = await shop.call('DELETE', `/files/${stored.body.output.file_id}`);
  assert.ok(gone.status < 300, gone.text);
  const again = await rescored(run.id);
  assert.deepEqual([again.counts.passed, again.counts.not_evaluated], [0, 1]);
});

test('whoever takes a run over counts the calls of the lost worker toward its ceiling', async () => {
  let arrived = 0;
  shop.target.route('/never', () => void (arrived += 1));
  const endpointId = await makeEndpoint(shop.call, shop.target.url('/never'));
  const set = await shop.makeSet(['one', 'two', 'three']);
  const { test_run_id: runId } = await shop.start(set, { concurrency: 2, max_calls: 2 }, endpointId);
  while (arrived < 2) await pause(20);
  const ledger = createLedger({
    database: shop.platform.database,
    clock: Date,
    organizationId: shop.owner.organizationId,
    runId,
    owner: randomUUID(),
  });
  const run = await ledger.takeOver(() => false);
  assert.deepEqual([run?.targetCalls, run?.errors], [2, 2]);
  await shop.call('POST', `/test_runs/${runId}/cancel`);
});

test('the JUnit file of a cancelled run is no green one, and counts the cases that it has', async () => {
  let calls = 0;
  shop.target.route('/hang', (_request, response) => {
    calls += 1;
    if (calls > 1) return;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: 'good' }));
  });
  const endpointId = await makeEndpoint(shop.call, shop.target.url('/hang'));
  const set = await shop.makeSet(['one', 'two', 'three']);
  const { test_run_id: id } = await shop.start(set, { concurrency: 1 }, endpointId);
  for (;;) {
    const { body } = await shop.call('GET', `/test_runs/${id}`);
    if (body.counts.passed === 1) break;
    await pause(20);
  }
  const cancelled = await shop.call('POST', `/test_runs/${id}/cancel`);
  assert.equal(cancelled.status, 200, cancelled.text);
  const { text } = await shop.call('GET', `/test_runs/${id}/download?format=junit`);
  const counted = (name: string): number => Number(new RegExp(` ${name}="(\\d+)"`).exec(text)?.[1]);
  assert.match(text, /<error message="The run was cancelled\."\/>/);
  assert.equal(counted('tests'), text.split('<testcase').length - 1);
  assert.equal(counted('errors'), text.split('<error').length - 1);
  assert.equal(counted('skipped'), text.split('<skipped').length - 1);
});

test('runs that nobody named can be told apart, and what is done again says of what', async () => {
  const set = await shop.makeSet(['good', 'better']);
  const first = await shop.ended((await shop.start(set)).test_run_id);
  const again = await shop.call('POST', `/test_runs/${first.id}/rescore`, {});
  assert.equal(again.status, 202, again.text);
  const second = await shop.ended(again.body.test_run_id);
  assert.match(first.name, /^Set · \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
  assert.match(second.name, /^Set · scored again · \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
  const copies = [];
  for (let number = 0; number < 2; number += 1) {
    const copy = await shop.call('POST', `/test_sets/${set}/duplicate`, {});
    assert.ok(copy.status < 300, copy.text);
    copies.push(copy.body.name);
  }
  for (const name of copies) assert.match(name, /^Set \(copy\) · \d{4}-/);
});

test('a name without its time keeps what else it says, and a long one keeps its time', () => {
  assert.equal(undated('Set · 2026-01-02 03:04 · failed again · 2026-01-02 03:05:06'), 'Set · failed again');
  assert.equal(
    undated('Set · 2026-01-02 03:04:05 UTC · failed again · 2026-01-02 03:05:06 UTC'),
    'Set · failed again',
  );
  assert.equal(undated('Born on 2026-01-02 03:04'), 'Born on 2026-01-02 03:04');
  const long = datedName('x'.repeat(300), new Date(Date.UTC(2026, 0, 2, 3, 4, 5)));
  assert.deepEqual([long.length, long.endsWith('x · 2026-01-02 03:04:05 UTC')], [200, true]);
});

test('what is scored again is scored several at a time, and stands in the order of its tests', async () => {
  const second = Promise.withResolvers<void>();
  let asked = 0;
  shop.target.route('/v1/chat/completions', async (_request, response) => {
    asked += 1;
    // The first is answered only once another is asked about: one after the other it would never be.
    if (asked === 1) await second.promise;
    else second.resolve();
    response.setHeader('content-type', 'application/json');
    const message = { role: 'assistant', content: JSON.stringify({ reason: 'It is.', passed: true }) };
    response.end(
      JSON.stringify({
        id: 'one',
        object: 'chat.completion',
        created: 1,
        model: 'stand-in',
        choices: [{ index: 0, finish_reason: 'stop', message }],
      }),
    );
  });
  const model = await shop.call('POST', '/models', {
    name: 'Judge of many',
    provider: 'openai_compatible',
    model_name: 'stand-in',
    base_url: shop.target.url('/v1'),
  });
  const judge = await shop.call('POST', '/metrics', {
    name: 'Judged side by side',
    backend: 'judge',
    evaluation_prompt: 'Is it good?',
    score_type: 'binary',
    metric_scope: ['Single-Turn'],
  });
  const prompts = ['one', 'two', 'three', 'four', 'five', 'six'];
  const run = await shop.ended((await shop.start(await shop.makeSet(prompts))).test_run_id);
  const again = await rescored(run.id, {
    metrics: [{ metric: judge.body.id }],
    evaluation_model_id: model.body.id,
  });
  assert.equal(again.counts.passed, prompts.length);
  assert.deepEqual(
    (await shop.results(again.id)).map(({ content }) => content),
    prompts,
  );
});
