import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import type { Gates } from '@sonde/contract';
import { judgeGates } from '../../../src/modules/test-runs/gates.ts';
import { makeEndpoint, openWorkshop, type Workshop } from './support/workshop.ts';

let shop: Workshop;
let answer = 'good';
/** To questions that say “down”; an error where there is none. */
let answerOfDown: string | undefined;
/** Of how many calls more the answers come back. */
let answered = Infinity;
before(async () => {
  shop = await openWorkshop();
  shop.target.route('/chat', (request, response) => {
    answered -= 1;
    if (answered < 0) return;
    const isOfDown = request.text.includes('down');
    if (isOfDown && answerOfDown === undefined) response.statusCode = 500;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: (isOfDown ? answerOfDown : undefined) ?? answer }));
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

test('an application that is down for most of the tests passes no gate by the few that it answered', async () => {
  answer = 'good';
  const first = [{ min_pass_rate: 90 }, { baseline: 'last' }, { max_not_evaluated: 0 }];
  for (const limits of [...first, { min_pass_rate: 90, baseline: 'last' }]) {
    const setId = await shop.makeSet(['1', 'down 2', 'down 3'], { gates: limits });
    const run = await runOf(setId);
    assert.deepEqual([run.counts.passed, run.counts.errors, run.gate], [1, 2, 'failed']);
    assert.deepEqual(run.gate_reasons, [
      '2 tests ended in an error; the gate does not say how many may, so none may.',
    ]);
    assert.match(await download(run.id, 'junit'), /errors="2" skipped="0"/);
    const told = await runOf(setId, { gates: { min_pass_rate: 90, max_errors: 2 } });
    assert.equal(told.gate, 'passed', 'whoever lets two end in an error says so');
  }
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

test('what an outage or a ceiling left open is held against the run that decided it last', async () => {
  let spared = 'all';
  let status = 200;
  shop.target.route('/moody', (request, response) => {
    const { message } = request.json as { message: string };
    const isSpared = spared === 'all' || message === spared;
    response.statusCode = isSpared ? 200 : status;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: isSpared ? 'good' : 'bad' }));
  });
  const endpoint = await makeEndpoint(shop.call, shop.target.url('/moody'));
  const prompts = ['0', '1', '2', '3', '4', '5', '6', '7'];
  const asked = async (setId: string, how: { spared: string; status: number; options?: object }) => {
    ({ spared, status } = how);
    return shop.ended((await shop.start(setId, { ...how.options }, endpoint)).test_run_id);
  };
  const worse =
    '7 tests got worse than in the baseline, 7 of them than when last decided, which was not in the baseline; at most 0 may.';
  const outage = await shop.makeSet(prompts, { gates: { baseline: 'last', max_worse: 0 } });
  assert.equal((await asked(outage, { spared: 'all', status: 200 })).gate, 'passed');
  assert.equal((await asked(outage, { spared: '0', status: 400 })).counts.errors, 7);
  const still = await asked(outage, { spared: '0', status: 400 });
  assert.deepEqual(
    [still.gate, still.gate_reasons],
    ['failed', [worse.replace('baseline, 7', 'baseline, by ending in an error now, 7')]],
  );
  const wrong = await asked(outage, { spared: '0', status: 200 });
  assert.deepEqual([wrong.counts.failed, wrong.gate, wrong.gate_reasons], [7, 'failed', [worse]]);
  const next = await asked(outage, { spared: '0', status: 200 });
  assert.equal(next.gate, 'passed', 'what was told is the baseline of the next one');

  const lax = await shop.makeSet(prompts, { gates: { baseline: 'last' } });
  await asked(lax, { spared: 'all', status: 200 });
  await asked(lax, { spared: '0', status: 400 });
  const unlimited = await asked(lax, { spared: '0', status: 200 });
  assert.deepEqual(unlimited.gate_reasons, [
    '7 tests passed in the baseline, or when last decided, and did not this time; at most 5 may.',
  ]);

  const short = await shop.makeSet(prompts, { gates: { baseline: 'last', max_worse: 0 } });
  const whole = await asked(short, { spared: 'all', status: 200 });
  const cut = await asked(short, {
    spared: 'all',
    status: 200,
    options: { max_calls: 1, concurrency: 1 },
  });
  assert.equal(cut.stop_reason, 'max_calls');
  const after = await asked(short, { spared: '0', status: 200 });
  assert.deepEqual(after.gate_reasons, [
    'The run is worse than its baseline, beyond chance.',
    '7 tests got worse than in the baseline; at most 0 may.',
  ]);
  const compared = await shop.call('GET', `/test_runs/compare?runs=last,${after.id}`);
  assert.equal(compared.body.base.id, whole.id, 'the last run is the last that came to its end');
});

test('where there is no run to compare with yet no test may fail, and a chosen one that is deleted is told', async () => {
  for (const baseline of ['last', 'chosen']) {
    answer = 'bad';
    const setId = await shop.makeSet(['1', '2'], { gates: { baseline, max_worse: 0 } });
    const first = await runOf(setId);
    assert.deepEqual(
      [first.gate, first.gate_reasons],
      ['failed', ['2 tests failed, and there is no run to compare with yet, so none may.']],
    );
    const allowed = await runOf(setId, { gates: { baseline: 'chosen', min_pass_rate: 0 } });
    assert.equal(allowed.gate, 'passed', 'whoever lets all of them fail says so');
  }
  answer = 'good';
  const setId = await shop.makeSet(['1', '2'], { gates: { baseline: 'chosen', max_worse: 0 } });
  const base = await runOf(setId);
  assert.equal(base.gate, 'passed');
  const path = `/test_sets/${setId}/baseline/${shop.endpointId}`;
  assert.equal((await shop.call('PUT', path, { test_run_id: base.id })).status, 200);
  assert.ok((await shop.call('DELETE', `/test_runs/${base.id}`)).status < 300);
  const later = await runOf(setId);
  assert.deepEqual(
    [later.gate, later.gate_reasons],
    ['failed', ['The run that was chosen as the baseline is deleted, so nothing was compared.']],
  );
});

test('a stored answer is not judged by what its test expects of another question', async () => {
  answer = 'no';
  const judging = (value: string) => [{ metric: shop.metricId, args: { values: [value] } }];
  const setId = await shop.makeSet([], {
    metrics: [],
    gates,
    tests: [{ prompt: { content: 'Open on Sunday?' }, metrics: judging('yes') }],
  });
  const run = await runOf(setId);
  assert.equal(run.gate, 'failed');
  const [result] = await shop.results(run.id);
  const path = `/tests/${result?.test_id}`;
  const changed = await shop.call('PUT', path, {
    prompt: { content: 'Closed at ten?' },
    metrics: judging('no'),
    version: 1,
  });
  assert.equal(changed.status, 200, changed.text);
  const other = await rescored(run.id);
  assert.deepEqual([other.counts.failed, other.gate], [1, 'failed']);
  // The same question again: what it expects today holds for what was answered then.
  const back = await shop.call('PUT', path, {
    prompt: { content: 'Open on Sunday?' },
    version: changed.body.version,
  });
  assert.equal(back.status, 200, back.text);
  assert.equal((await rescored(run.id)).gate, 'passed');
});

test('what a test is filed under hides no failure from a gate, and another question is told as such', async () => {
  answer = 'good';
  const setId = await shop.makeSet(['1', '2', '3'], { gates: { baseline: 'last', max_worse: 0 } });
  const first = await runOf(setId);
  const ids = (await shop.results(first.id)).map(({ test_id }) => test_id);
  const change = async (fields: Record<string, unknown>) => {
    for (const id of ids.slice(0, 2)) {
      const { version } = (await shop.call('GET', `/tests/${id}`)).body;
      const changed = await shop.call('PUT', `/tests/${id}`, { ...fields, version });
      assert.deepEqual([changed.status, changed.body.version], [200, version + 1], changed.text);
    }
  };
  await change({ category: 'delivery', tags: ['x'], metadata: { description: 'Where it is' } });
  answer = 'bad';
  const worse = await runOf(setId);
  assert.deepEqual(worse.gate_reasons, ['3 tests got worse than in the baseline; at most 0 may.']);
  const { body } = await shop.call('GET', `/test_runs/compare?runs=${first.id},${worse.id}`);
  const { counts } = body.comparisons[0];
  assert.deepEqual([counts.regressed, counts.changed_version], [3, 0]);
  await change({ prompt: { content: 'Something else?' } });
  const told = await runOf(setId);
  assert.deepEqual(told.gate_reasons, [
    '2 tests failed that the baseline does not have, has in another version, or left undecided like every run before it; at most 0 may.',
  ]);
  assert.equal((await runOf(setId)).gate, 'passed', 'they are in the baseline of the next one');
});

test('a gate counts what passed in the baseline and was not decided, with and without a limit of its own', () => {
  const counts = { passed: 2, failed: 0, errors: 0, notEvaluated: 8, onlyFlagged: 0 };
  const ended = {
    status: 'Completed',
    stopReason: null,
    comparison: 'other',
    regressed: 0,
    stopped: 0,
    broke: 0,
    improved: 0,
    decidedInBoth: 10,
    since: { failed: 0, errors: 0, unheld: 0 },
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

test('what a baseline left open or met as an error may not fail unseen, nor break where it failed there', async () => {
  const setId = await shop.makeSet(['down 1', 'down 2', '3'], { gates: { baseline: 'last', max_worse: 0 } });
  answer = 'good';
  const base = await runOf(setId);
  assert.deepEqual([base.counts.passed, base.counts.errors, base.gate], [1, 2, 'failed']);
  answerOfDown = 'no';
  const again = await runOf(setId);
  assert.deepEqual([again.counts.failed, again.gate], [2, 'failed']);
  assert.match(again.gate_reasons[0], /^2 tests failed that the baseline .*; at most 0 may\.$/);
  const compared = await shop.call('GET', `/test_runs/compare?runs=${base.id},${again.id}`);
  assert.match(
    compared.body.comparisons[0].sentence,
    /2 tests that ended in an error before are answered now, and fail\./,
  );
  answerOfDown = undefined;
  const broken = await runOf(setId);
  assert.deepEqual(broken.gate_reasons, [
    '2 tests that did not pass in the baseline either ended in an error this time; at most 0 may.',
  ]);
});

test('a set in which chance would hide any loss may have none against its baseline', async () => {
  answer = 'good';
  const against = (id: string, more = {}) => runOf(id, { gates: { baseline: 'last', ...more } });
  for (const size of [1, 3, 5]) {
    const small = await shop.makeSet(Array.from({ length: size }, (_, place) => `small ${size} ${place}`));
    assert.equal((await against(small)).gate, 'passed');
    answer = 'no';
    const { gate, gate_reasons: reasons } = await against(small);
    const tests = size === 1 ? '1 test' : `${size} tests`;
    assert.deepEqual(
      [gate, reasons],
      [
        'failed',
        [
          `${tests} got worse than in the baseline; with only ${tests} decided in both, chance would hide any loss, so none may.`,
        ],
      ],
    );
    assert.equal((await against(small)).gate, 'passed', 'nothing got worse than in that one');
    answer = 'good';
    await against(small);
    answer = 'no';
    assert.equal(
      (await against(small, { max_worse: size })).gate,
      'passed',
      'who lets them fail has said so',
    );
    answer = 'good';
  }
});

test('what chance hides is one allowance, however the tests were lost', () => {
  const counts = { passed: 15, failed: 10, errors: 5, notEvaluated: 0, onlyFlagged: 0 };
  const ended = {
    status: 'Completed',
    stopReason: null,
    comparison: 'other',
    regressed: 10,
    stopped: 5,
    broke: 0,
    improved: 0,
    decidedInBoth: 20,
    opened: 0,
    since: { failed: 0, errors: 0, unheld: 5 },
  } as const;
  const reasonsOf = (gates: Gates, more: Partial<Parameters<typeof judgeGates>[2]> = {}) =>
    judgeGates(gates, counts, { ...ended, ...more }).reasons;
  assert.deepEqual(reasonsOf({ baseline: 'last' }), [
    '15 tests were lost against the baseline: 5 failed, 5 passed there, or when last decided, and did not this time, 5 failed that it does not have, has in another version, or left undecided like every run before it; at most 5 may.',
  ]);
  assert.deepEqual(
    reasonsOf({ baseline: 'last' }, { improved: 4, since: { failed: 0, errors: 0, unheld: 0 } }),
    [
      '6 tests were lost against the baseline: 5 failed (and 4 got better), 5 passed there, or when last decided, and did not this time; at most 5 may.',
    ],
  );
  const few = { regressed: 2, stopped: 1, opened: 1, since: { failed: 0, errors: 1, unheld: 1 } };
  assert.deepEqual(reasonsOf({ baseline: 'last' }, few), []);
  assert.deepEqual(reasonsOf({ baseline: 'last' }, { ...few, broke: 2 }), [
    '7 tests were lost against the baseline: 1 failed, 3 passed there, or when last decided, and did not this time, 1 failed that it does not have, has in another version, or left undecided like every run before it, 2 that did not pass there ended in an error; at most 5 may.',
  ]);
  const onlyFailed = { regressed: 5, stopped: 0, since: { failed: 0, errors: 0, unheld: 0 } };
  assert.deepEqual(
    reasonsOf({ baseline: 'last' }, onlyFailed),
    [],
    'these alone are judged by the exact test',
  );
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

test('what is laid over a whole set must pass however a test combines its own metrics', async () => {
  answer = 'good, and secret';
  const never = await shop.call('POST', '/metrics', {
    name: 'Keeps it secret',
    backend: 'builtin',
    kind: 'contains_none',
    args: { values: ['secret'] },
    metric_scope: ['Single-Turn'],
  });
  assert.equal(never.status, 201, never.text);
  const guard: string = never.body.id;
  const own = { metrics: [{ metric: shop.metricId }] };
  for (const combine of ['all', 'any', { weights: { [shop.metricId]: 1 }, threshold: 0.5 }]) {
    const tests = [{ prompt: { content: 'Hello' }, ...own, combine }];
    const setId = await shop.makeSet([], { metrics: [{ metric: guard }], gates, tests });
    const run = await runOf(setId);
    assert.deepEqual([run.counts.failed, run.gate], [1, 'failed'], JSON.stringify(combine));
    // Without metrics of its own, what a test says of them is said of those it is given.
    if (combine !== 'any') continue;
    const given = [{ metric: guard }, { metric: shop.metricId }];
    const bare = await shop.makeSet([], {
      metrics: given,
      gates,
      tests: [{ prompt: { content: 'Hi' }, combine }],
    });
    assert.equal((await runOf(bare)).gate, 'passed');
  }
  const weighed = { weights: { [shop.metricId]: 1, [guard]: 1 }, threshold: 0.5 };
  const named = await shop.makeSet([], {
    metrics: [{ metric: guard }],
    gates,
    tests: [{ prompt: { content: 'Hello' }, ...own, combine: weighed }],
  });
  assert.equal((await runOf(named)).gate, 'passed', 'a weight names the metric of the set');
});
