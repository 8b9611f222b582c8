import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Gates } from '@sonde/contract';
import { judgeGates } from '../../../src/modules/test-runs/gates.ts';
import { openWorkshop, type Workshop } from './support/workshop.ts';

let shop: Workshop;
let answer = 'good';
before(async () => {
  shop = await openWorkshop();
  shop.target.route('/chat', (_request, response) => {
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
