import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import type { Gates } from '@sonde/contract';
import { judgeGates } from '../../../src/modules/test-runs/gates.ts';
import { makeEndpoint, openWorkshop, type Workshop } from './support/workshop.ts';

let shop: Workshop;
let answer = 'good';
/** Of how many calls more the answers come back. */
let answered = Infinity;
before(async () => {
  shop = await openWorkshop();
  shop.target.route('/chat', (_request, response) => {
    answered -= 1;
    if (answered < 0) return;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer }));
  });
});
after(() => shop.close());

const runOf = async (setId: string, options: Record<string, unknown> = {}) =>
  shop.ended((await shop.start(setId, options)).test_run_id);
const download = async (runId: string, format: string): Promise<string> =>
  (await shop.call('GET', `/test_runs/${runId}/download?format=${format}`)).text;

test('a gate without any limit is none, whether a set keeps it or a run is given it', async () => {
  answer = 'bad';
  const setId = await shop.makeSet(['1', '2'], { gates: {} });
  const set = await shop.call('GET', `/test_sets/${setId}`);
  assert.equal(set.body.gates, null);
  const run = await runOf(setId);
  assert.deepEqual([run.counts.failed, run.gates, run.gate], [2, null, null]);
  assert.match(await download(run.id, 'junit'), /failures="2"/);
  const given = await runOf(setId, { gates: {} });
  assert.deepEqual([given.gates, given.gate], [null, null]);
  const changed = await shop.call('PUT', `/test_sets/${setId}`, {
    gates: { max_errors: 0 },
    version: set.body.version,
  });
  assert.deepEqual(changed.body.gates, { max_errors: 0 });
  const emptied = await shop.call('PUT', `/test_sets/${setId}`, { gates: {}, version: changed.body.version });
  assert.equal(emptied.body.gates, null);
});

test('a gate that names neither a pass rate nor a baseline is failed by any test that failed', async () => {
  answer = 'bad';
  const setId = await shop.makeSet(['1', '2'], { gates: { max_errors: 0 } });
  const failed = await runOf(setId);
  assert.equal(failed.gate, 'failed');
  assert.deepEqual(failed.gate_reasons, [
    '2 tests failed; the gate names neither a pass rate nor a baseline, so none may.',
  ]);
  const allowed = await runOf(setId, { gates: { max_errors: 0, min_pass_rate: 0 } });
  assert.equal(allowed.gate, 'passed', 'whoever lets all of them fail says so');
  answer = 'good';
  assert.equal((await runOf(setId)).gate, 'passed');
});

test('a run that its ceiling ended passes no gate, and its files and reports say that it left tests out', async () => {
  answer = 'good';
  const setId = await shop.makeSet(['1', '2', '3']);
  const sentence =
    'The run was ended before its last test. The run had made as many calls as it was allowed to.';
  const gates = { min_pass_rate: 100, max_errors: 0 };
  const gated = await runOf(setId, { max_calls: 1, concurrency: 1, gates });
  assert.deepEqual([gated.counts.passed, gated.gate, gated.gate_reasons], [1, 'failed', [sentence]]);
  const plain = await runOf(setId, { max_calls: 1, concurrency: 1 });
  assert.equal(plain.gate, null);
  const junit = await download(plain.id, 'junit');
  assert.match(junit, /errors="1"/);
  assert.ok(junit.includes(`name="The run came to its end"><error message="${sentence}"/>`), junit);
  for (const format of ['markdown', 'html'])
    assert.ok((await download(plain.id, format)).replaceAll('\\', '').includes(sentence), format);
});

test('what is scored again is the whole run, whatever has left its set or was deleted since', async () => {
  const setId = await shop.makeSet(['1', '2', '3', '4'], { gates: { min_pass_rate: 100 } });
  answer = 'bad';
  const run = await runOf(setId);
  assert.deepEqual([run.counts.failed, run.gate], [4, 'failed']);
  const results = await shop.results(run.id);
  const [left, deleted] = results.map(({ test_id }) => test_id);
  const out = await shop.call('POST', `/test_sets/${setId}/disassociate`, { test_ids: [left] });
  assert.ok(out.status < 300, out.text);
  assert.ok((await shop.call('DELETE', `/tests/${deleted}`)).status < 300);
  const again = await shop.ended(
    (await shop.call('POST', `/test_runs/${run.id}/rescore`, {})).body.test_run_id,
  );
  assert.deepEqual([again.counts.total, again.counts.failed, again.gate], [4, 4, 'failed']);
  assert.deepEqual(
    (await shop.results(again.id)).map(({ test_id }) => test_id),
    results.map(({ test_id }) => test_id),
  );
});

const rescored = async (runId: string, body: Record<string, unknown> = {}) =>
  shop.ended((await shop.call('POST', `/test_runs/${runId}/rescore`, body)).body.test_run_id);
const gates = { min_pass_rate: 100 };

test('what scores a run again that a ceiling ended is no more whole than it, and passes no gate', async () => {
  answer = 'good';
  const setId = await shop.makeSet(['1', '2', '3'], { gates });
  const run = await runOf(setId, { max_calls: 1, concurrency: 1 });
  const again = await rescored(run.id);
  assert.deepEqual(
    [again.status, again.stop_reason, again.gate, again.counts.passed, again.counts.not_evaluated],
    ['Partial', 'max_calls', 'failed', 1, 2],
  );
  assert.deepEqual(again.gate_reasons, run.gate_reasons);
  assert.match(await download(again.id, 'junit'), /name="The run came to its end"><error /);
  const results = await shop.results(again.id);
  assert.deepEqual(
    results.map(({ reason_code }) => reason_code),
    [null, 'max_calls', 'max_calls'],
  );
  const twice = await rescored(again.id);
  assert.deepEqual([twice.stop_reason, twice.gate], ['max_calls', 'failed']);
});

test('a cancelled run fails its gate, and so does what scores it again', async () => {
  answer = 'good';
  answered = 1;
  const setId = await shop.makeSet(['1', '2', '3'], { gates });
  const { test_run_id: id } = await shop.start(setId, { concurrency: 1 });
  while ((await shop.call('GET', `/test_runs/${id}`)).body.counts.passed < 1) await pause(20);
  const cancelled = await shop.call('POST', `/test_runs/${id}/cancel`);
  answered = Infinity;
  assert.deepEqual(
    [cancelled.status, cancelled.body.gate, cancelled.body.gate_reasons],
    [200, 'failed', ['The run was cancelled.']],
  );
  const again = await rescored(id);
  assert.deepEqual(
    [again.status, again.gate, again.gate_reasons],
    [
      'Partial',
      'failed',
      ['The run was ended before its last test. It scores the answers of a run that was cancelled.'],
    ],
  );
  assert.match(await download(again.id, 'junit'), /name="The run came to its end"><error /);
});

test('what ended in an error and left no answer is an error still when its run is scored again', async () => {
  answer = 'good';
  const endpoint = await makeEndpoint(shop.call, 'http://127.0.0.1:9/nobody');
  const setId = await shop.makeSet(['1', '2'], { gates: { max_errors: 0 } });
  const run = await shop.ended((await shop.start(setId, {}, endpoint)).test_run_id);
  const again = await rescored(run.id);
  assert.deepEqual(
    [again.status, again.counts.errors, again.counts.not_evaluated],
    ['Failed', 2, 0],
    JSON.stringify(again.counts),
  );
});

test('a set of which a run has asked only some tests passes no gate by the answers of it', async () => {
  answer = 'good';
  const small = await shop.makeSet(['shared', 'other'], { gates });
  const run = await runOf(small);
  const [shared] = (await shop.results(run.id)).map(({ test_id }) => test_id);
  const setId = await shop.makeSet(['own'], { gates });
  const own = (await shop.results((await runOf(setId)).id))[0]?.test_id;
  const added = await shop.call('POST', `/test_sets/${setId}/associate`, { test_ids: [shared] });
  assert.ok(added.status < 300, added.text);
  const part = await runOf(setId, { reference_test_run_id: run.id });
  assert.deepEqual(
    [part.counts.total, part.counts.passed, part.gate, part.gate_reasons],
    [
      1,
      1,
      'failed',
      [
        'The run was ended before its last test. It scores the answers of a run that asked only some of the tests of this set.',
      ],
    ],
  );
  const removed = await shop.call('POST', `/test_sets/${setId}/disassociate`, { test_ids: [own] });
  assert.ok(removed.status < 300, removed.text);
  assert.equal(
    (await runOf(setId, { reference_test_run_id: run.id })).gate,
    'passed',
    'it has asked them all',
  );
});

test('a gate counts what passed in the baseline and was not decided, with and without a limit of its own', () => {
  const counts = { passed: 2, failed: 0, errors: 0, notEvaluated: 8, onlyFlagged: 0 };
  const ended = {
    status: 'Completed',
    stopReason: null,
    comparison: 'other',
    regressed: 0,
    stopped: 0,
  } as const;
  const reasonsOf = (gates: Gates, opened: number, stopped = 0) =>
    judgeGates(gates, counts, { ...ended, opened, stopped }).reasons;
  assert.deepEqual(reasonsOf({ baseline: 'last', max_worse: 0 }, 1), [
    '1 test passed in the baseline and was not decided this time; at most 0 may.',
  ]);
  assert.deepEqual(reasonsOf({ baseline: 'last', max_worse: 1 }, 1), []);
  assert.deepEqual(reasonsOf({ baseline: 'last' }, 5), []);
  assert.deepEqual(reasonsOf({ baseline: 'last' }, 4, 2), [
    '6 tests passed in the baseline and were not decided, or ended in an error, this time; at most 5 may.',
  ]);
  assert.deepEqual(reasonsOf({ min_pass_rate: 100 }, 0), []);
});

test('a test is left open where a metric that has a weight did not judge it', async () => {
  answer = 'good';
  const made = await shop.call('POST', '/metrics', {
    name: 'Says never',
    backend: 'builtin',
    kind: 'contains_any',
    args: { values: ['never'] },
    metric_scope: ['Single-Turn'],
  });
  assert.equal(made.status, 201, made.text);
  const other: string = made.body.id;
  const tests = (weights: Record<string, number>) => ({
    tests: [{ prompt: { content: 'Hello' }, combine: { weights, threshold: 0.9 } }],
  });
  const setId = await shop.makeSet([], {
    metrics: [{ metric: shop.metricId }],
    ...tests({ [shop.metricId]: 1, [other]: 99 }),
  });
  const run = await runOf(setId);
  assert.deepEqual([run.counts.passed, run.counts.not_evaluated], [0, 1]);
  const [result] = await shop.results(run.id);
  assert.equal(
    result?.reason,
    '1 metric with 99 % of the weight did not judge this answer, so there is no mean. Weights of the metrics that do judge, or a review by a person, would decide it.',
  );
  const both = await shop.makeSet([], {
    metrics: [{ metric: shop.metricId }, { metric: other }],
    ...tests({ [shop.metricId]: 1, [other]: 9 }),
  });
  assert.equal((await runOf(both)).counts.failed, 1);
  const narrowed = await runOf(both, { metrics: [{ metric: shop.metricId }] });
  assert.deepEqual([narrowed.counts.passed, narrowed.counts.not_evaluated], [0, 1]);
  const unweighed = await shop.makeSet([], tests({ [shop.metricId]: 1, [other]: 0 }));
  assert.equal((await runOf(unweighed)).counts.passed, 1);
});
