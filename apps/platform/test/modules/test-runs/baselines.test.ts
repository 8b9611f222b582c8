import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { judgeGates } from '../../../src/modules/test-runs/gates.ts';
import type { Json } from '../../support/platform.ts';
import { joinAs } from '../tenancy/support.ts';
import { makeEndpoint, openWorkshop, type Workshop } from './support/workshop.ts';

let shop: Workshop;
let isGood = true;
let endpointId: string;
let setId: string;
before(async () => {
  shop = await openWorkshop();
  shop.target.route('/turning', (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: isGood ? 'good' : 'no' }));
  });
  endpointId = await makeEndpoint(shop.call, shop.target.url('/turning'));
  const prompts = Array.from({ length: 8 }, (_, place) => `p${place}`);
  setId = await shop.makeSet(prompts, { project_id: null, gates: { baseline: 'chosen' } });
});
after(() => shop.close());

const path = (set = setId, endpoint = endpointId): string => `/test_sets/${set}/baseline/${endpoint}`;
const run = async (): Promise<Json> => shop.ended((await shop.start(setId, {}, endpointId)).test_run_id);

test('a chosen run is what gates and comparisons measure later ones against, however many lie between', async () => {
  const none = await shop.call('GET', path());
  assert.deepEqual([none.status, none.body.code], [404, 'baseline.not_found']);
  const base = await run();
  assert.deepEqual([base.is_baseline, base.gate], [false, 'passed']);
  const set = await shop.call('PUT', path(), { test_run_id: base.id });
  assert.equal(set.status, 200, set.text);
  assert.deepEqual(
    [set.body.test_run, set.body.set_by],
    [{ id: base.id, name: base.name }, shop.owner.userId],
  );
  assert.deepEqual((await shop.call('GET', path())).body, set.body);
  assert.equal((await shop.call('GET', `/test_runs/${base.id}`)).body.is_baseline, true);

  isGood = false;
  const worse = await run();
  const stillWorse = await run();
  isGood = true;
  for (const { gate, gate_reasons } of [worse, stillWorse])
    assert.deepEqual(
      [gate, gate_reasons],
      ['failed', ['The run is worse than its baseline, beyond chance.']],
    );
  const compared = await shop.call('GET', `/test_runs/compare?runs=baseline,${stillWorse.id}`);
  assert.deepEqual([compared.body.base.id, compared.body.comparisons[0].conclusion], [base.id, 'worse']);
  const { sentence } = compared.body.comparisons[0];
  const report = await shop.call(
    'GET',
    `/test_runs/compare/report?runs=baseline,${stillWorse.id}&format=markdown`,
  );
  const [said = ''] = sentence.split(':');
  assert.equal(report.text.split(said).length, 2, 'one comparison has its sentence once');
  assert.match(report.text, /passed → failed[^\n]*p0/);
  assert.match(report.text, /Judged otherwise by “Says good” \\\(passed → failed\\\)\./);
  assert.deepEqual(compared.body.comparisons[0].changes[0].metrics, [
    { name: 'Says good', shown_name: 'Says good', base: 'pass', other: 'fail' },
  ]);
  const summary = (await shop.call('GET', `/test_runs/${stillWorse.id}/download?format=markdown`)).text;
  assert.match(summary, /Compared with \*\*Set [^\n]*\*\*: Worse: 8 of 8/);
  assert.match(summary, /(- Got worse: p\d\n){3}- and 5 more got worse\n/);
  const whole = (await shop.call('GET', `/test_runs/${stillWorse.id}/download?format=html`)).text;
  assert.match(whole, /Why the gate failed<[^]{0,80}The run is worse than its baseline, beyond chance\./);
  assert.match(whole, /Compared with Set [^]{0,200}Worse: 8 of 8[^]+Got worse: p\d/);
  assert.match(
    whole,
    /By the test set’s gate: not worse than the run chosen as its baseline, to be compared with\./,
  );
  const [change] = compared.body.comparisons[0].changes;
  assert.ok(change.base_answer && change.other_answer && change.base_answer !== change.other_answer);
  const page = await shop.call('GET', `/test_runs/compare/report?runs=baseline,${stillWorse.id}&format=html`);
  for (const { text } of [report, page])
    for (const answer of [change.base_answer, change.other_answer]) assert.ok(text.includes(answer), answer);
  const last = await shop.call('GET', `/test_runs/compare?runs=${worse.id},${stillWorse.id}`);
  assert.notEqual(last.body.comparisons[0].conclusion, 'worse');
  const before = await shop.call('GET', `/test_runs/compare?runs=last,${stillWorse.id}`);
  assert.deepEqual(before.body, last.body);
  const first = await shop.call('GET', `/test_runs/compare?runs=last,${base.id}`);
  assert.deepEqual([first.status, first.body.code], [404, 'baseline.not_found']);

  const moved = await shop.call('PUT', path(), { test_run_id: worse.id });
  assert.equal(moved.body.test_run.id, worse.id);
  assert.equal((await shop.call('GET', `/test_runs/${base.id}`)).body.is_baseline, false);
  assert.equal((await shop.call('DELETE', path())).status, 200);
  assert.equal((await shop.call('DELETE', path())).status, 404);
  const lacking = await shop.call('GET', `/test_runs/compare?runs=baseline,${base.id}`);
  assert.deepEqual([lacking.status, lacking.body.code], [404, 'baseline.not_found']);
});

test('a baseline that is named and not there fails the gate: nothing was compared', async () => {
  const gates = { baseline: '0197b2f0-0000-7000-8000-000000000000' };
  const started = await shop.start(setId, { gates }, endpointId);
  const { gate, gate_reasons: reasons } = await shop.ended(started.test_run_id);
  assert.equal(gate, 'failed');
  assert.deepEqual(reasons, ['The run that is named as the baseline is not there, so nothing was compared.']);
});

const notComparable = {
  unpaired: 'The run and its baseline have no test of the same version in common, so nothing was compared.',
  undecided: 'No test was decided in both the run and its baseline, so nothing was compared.',
  absent: 'The run that is named as the baseline is not there, so nothing was compared.',
};
const against = async (set: string, baseline: string, endpoint = endpointId): Promise<Json> =>
  shop.ended((await shop.start(set, { gates: { baseline } }, endpoint)).test_run_id);
const failsWith = ({ gate, gate_reasons: reasons }: Json, reason: string): void =>
  assert.deepEqual([gate, reasons], ['failed', [reason]]);

test('a baseline that shares no test with the run fails the gate, whether it is named, chosen or the last one', async () => {
  const elsewhere = await shop.makeSet(['a', 'b']);
  const other = await against(elsewhere, 'last');
  assert.equal(other.gate, 'passed', 'the first run of a set has none to be compared with');
  failsWith(await against(setId, other.id), notComparable.unpaired);

  const put = await shop.call('PUT', path(elsewhere), { test_run_id: other.id });
  assert.equal(put.status, 200, put.text);
  for (const { test_id: id } of await shop.results(other.id)) {
    const edited = await shop.call('PUT', `/tests/${id}`, { prompt: { content: `${id} anew` } });
    assert.equal(edited.status, 200, edited.text);
  }
  failsWith(await against(elsewhere, 'last'), notComparable.unpaired);
  failsWith(await against(elsewhere, 'chosen'), notComparable.unpaired);
  assert.equal((await against(elsewhere, 'last')).gate, 'passed', 'the last one has the new versions');
});

test('a baseline in which nothing was decided fails the gate', async () => {
  const dead = await makeEndpoint(shop.call, shop.target.url('/nowhere'));
  const undecided = await shop.ended((await shop.start(setId, {}, dead)).test_run_id);
  assert.equal(undecided.counts.errors, 8);
  failsWith(await against(setId, undecided.id), notComparable.undecided);
});

test('a gate does not say that nothing was compared where it counts tests that end in an error now', () => {
  const { reasons } = judgeGates(
    { baseline: 'last', max_worse: 0 },
    { passed: 0, failed: 0, errors: 18, notEvaluated: 0, onlyFlagged: 0 },
    {
      status: 'Completed',
      stopReason: null,
      comparison: 'undecided',
      regressed: 18,
      stopped: 18,
      broke: 0,
      improved: 0,
      decidedInBoth: 0,
      opened: 0,
      since: { failed: 0, errors: 0, unheld: 0 },
    },
  );
  assert.deepEqual(reasons, [
    'No test was decided.',
    'No test was decided in both the run and its baseline, so their pass rates were not compared.',
    '18 tests got worse than in the baseline, by ending in an error now; at most 0 may.',
  ]);
});

test('a named baseline that was deleted, or is of another project, is not there', async () => {
  const base = await run();
  assert.equal((await against(setId, base.id)).gate, 'passed');
  assert.equal((await shop.call('DELETE', `/test_runs/${base.id}`)).status, 200);
  failsWith(await against(setId, base.id), notComparable.absent);

  const project = await shop.call('POST', '/projects', { name: 'Elsewhere' });
  assert.equal(project.status, 201, project.text);
  const foreign = await makeEndpoint(shop.call, shop.target.url('/turning'), {
    project_id: project.body.id,
  });
  const theirs = await shop.ended((await shop.start(setId, {}, foreign)).test_run_id);
  assert.equal(theirs.project_id, project.body.id);
  failsWith(await against(setId, theirs.id), notComparable.absent);
  assert.equal((await against(setId, theirs.id, foreign)).gate, 'passed');
});

test('only a run of the same two that has ended is a baseline, and a deleted one is none', async () => {
  const other = await shop.makeSet(['a']);
  const elsewhere = await shop.ended((await shop.start(other, {}, endpointId)).test_run_id);
  const refused = await shop.call('PUT', path(), { test_run_id: elsewhere.id });
  assert.deepEqual([refused.status, refused.body.code], [422, 'baseline.other_pair']);
  const unknown = await shop.call('PUT', path(), { test_run_id: crypto.randomUUID() });
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'test_run.not_found']);
  assert.equal(
    (await shop.call('PUT', path(crypto.randomUUID()), { test_run_id: elsewhere.id })).status,
    404,
  );
  await shop.call('PUT', path(other), { test_run_id: elsewhere.id });
  await shop.call('DELETE', `/test_runs/${elsewhere.id}`);
  const again = await shop.ended((await shop.start(other, {}, endpointId)).test_run_id);
  const compared = await shop.call('GET', `/test_runs/compare?runs=baseline,${again.id}`);
  assert.deepEqual([compared.status, compared.body.code], [404, 'baseline.not_found']);
});

test('who only looks chooses no baseline, and that of another organization is unknown', async () => {
  const base = await run();
  const viewer = await joinAs(shop.platform, shop.owner, 'viewer');
  const stranger = await shop.platform.signUp();
  const body = { test_run_id: base.id };
  assert.equal((await shop.call('PUT', path(), body, viewer.token)).status, 403);
  assert.equal((await shop.call('DELETE', path(), undefined, viewer.token)).status, 403);
  for (const method of ['GET', 'PUT', 'DELETE'])
    assert.equal(
      (await shop.call(method, path(), method === 'PUT' ? body : undefined, stranger.token)).status,
      404,
    );
});

test('no run is held against one that only repeats or scores again a part of its set', async () => {
  const set = await shop.makeSet(
    Array.from({ length: 12 }, (_, place) => (place === 0 ? 'odd' : `q${place}`)),
  );
  const gates = { baseline: 'last' };
  const runOf = async (more: Json = {}): Promise<Json> =>
    shop.ended((await shop.start(set, { gates, ...more }, endpointId)).test_run_id);
  shop.target.route('/turning', (request, response) => {
    const { message } = request.json as { message: string };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: isGood && message !== 'odd' ? 'good' : 'no' }));
  });
  const whole = await runOf();
  // There is none to compare it with yet, and one test fails.
  assert.deepEqual([whole.counts.passed, whole.counts.failed, whole.gate], [11, 1, 'failed']);
  const after = async (path: string, body: Json): Promise<Json> => {
    const { status, body: started, text } = await shop.call('POST', path, body);
    assert.equal(status, 202, text);
    return shop.ended(started.test_run_id);
  };
  const retried = await after(`/test_runs/${whole.id}/retry`, { only: 'failed' });
  const chosen = await runOf({ only: 'failed', of_run: whole.id });
  const drawn = await runOf({ sample: 1 });
  for (const { counts } of [retried, chosen, drawn]) assert.equal(counts.total, 1);
  const rescored = await after(`/test_runs/${whole.id}/rescore`, {});
  assert.equal(rescored.counts.total, 12);
  isGood = false;
  const broken = await runOf();
  const drawnAgain = await runOf({ sample: 1 });
  isGood = true;
  assert.deepEqual(
    [broken.gate, broken.gate_reasons],
    ['failed', ['The run is worse than its baseline, beyond chance.']],
  );
  const compared = async (id: string): Promise<string> =>
    (await shop.call('GET', `/test_runs/compare?runs=last,${id}`)).body.base.id;
  assert.equal(await compared(broken.id), whole.id);
  assert.equal(await compared(drawnAgain.id), broken.id, 'a draw is held against the whole set');
  assert.equal(await compared((await runOf({ sample: 1 })).id), drawnAgain.id, 'or against the same draw');
});

test('a gate may be failed by any test that got worse, and what gets worse needs a baseline', async () => {
  const set = await shop.makeSet(['steady', 'turning']);
  let isTurned = false;
  shop.target.route('/one-of-two', (request, response) => {
    const { message } = request.json as { message: string };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: isTurned && message === 'turning' ? 'no' : 'good' }));
  });
  const endpoint = await makeEndpoint(shop.call, shop.target.url('/one-of-two'));
  const gates = { baseline: 'chosen', max_worse: 0 };
  const runOf = async (more: Json = {}): Promise<Json> =>
    shop.ended((await shop.start(set, { gates: { ...gates, ...more } }, endpoint)).test_run_id);
  const base = await runOf();
  assert.equal(base.gate, 'passed');
  await shop.call('PUT', path(set, endpoint), { test_run_id: base.id });
  isTurned = true;
  const turned = await runOf();
  failsWith(turned, '1 test got worse than in the baseline; at most 0 may.');
  // Which one is told in the sentence itself, wherever it stands.
  const compared = await shop.call('GET', `/test_runs/compare?runs=baseline,${turned.id}`);
  assert.match(
    compared.body.comparisons[0].sentence,
    /^1 test got worse: “turning”\. Both runs decided 2 tests\. With so few, that may be chance/,
  );
  for (const path of [
    `/test_runs/compare/report?runs=baseline,${turned.id}&format=html`,
    `/test_runs/${turned.id}/download?format=markdown`,
  ])
    assert.match((await shop.call('GET', path)).text, /1 test got worse: “turning”\./);
  const back = await shop.call('GET', `/test_runs/compare?runs=${turned.id},${base.id}`);
  assert.match(
    back.body.comparisons[0].sentence,
    /^1 test got better: “turning”\. Both runs decided 2 tests\. With so few, that may be chance/,
  );
  assert.equal((await runOf({ max_worse: 1 })).gate, 'passed');
  failsWith(
    await runOf({ max_worse: undefined }),
    '1 test got worse than in the baseline; with only 2 tests decided in both, chance would hide any loss, so none may.',
  );
  const lax = await runOf({ max_worse: undefined, min_pass_rate: 50 });
  assert.equal(lax.gate, 'passed', 'who names a pass rate has said what may fail');
  const refused = await shop.call('PUT', `/test_sets/${set}`, { gates: { max_worse: 0 } });
  assert.equal(refused.status, 422, refused.text);
  assert.match(refused.text, /Tests get worse than in a baseline: say which\./);
});

test('what nothing decided, and fails now by a metric that passed it, got worse for gates and comparisons', async () => {
  const left = await shop.call('POST', '/metrics', {
    name: 'Somebody looks',
    backend: 'builtin',
    kind: 'for_a_person',
    args: { what: 'Its tone' },
    metric_scope: ['Single-Turn'],
  });
  const set = await shop.makeSet(['kept', 'lost', 'never'], {
    metrics: [{ metric: shop.metricId }, { metric: left.body.id }],
  });
  let isLost = false;
  shop.target.route('/half-open', (request, response) => {
    const { message } = request.json as { message: string };
    const isBad = message === 'never' || (isLost && message === 'lost');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: isBad ? 'no' : 'good' }));
  });
  const endpoint = await makeEndpoint(shop.call, shop.target.url('/half-open'));
  const runOf = async (): Promise<Json> =>
    shop.ended((await shop.start(set, { gates: { baseline: 'last', max_worse: 0 } }, endpoint)).test_run_id);
  const base = await runOf();
  assert.deepEqual([base.counts.failed, base.counts.not_evaluated], [1, 2]);
  isLost = true;
  const worse = await runOf();
  failsWith(worse, '1 test got worse than in the baseline; at most 0 may.');
  const { body } = await shop.call('GET', `/test_runs/compare?runs=${base.id},${worse.id}`);
  const [{ counts, changes, sentence }] = body.comparisons;
  assert.deepEqual(
    [counts.decided, counts.regressed, counts.undecided_then_fail, counts.undecided],
    [1, 0, 1, 2],
    'the statistics are of what both decided',
  );
  assert.deepEqual(
    changes.map((change: Json) => [change.content, change.base, change.other, change.is_worse_by_metric]),
    [['lost', 'undecided', 'fail', true]],
  );
  assert.match(
    sentence,
    /^1 test that was not decided before fails now by a metric that passed it then: “lost”\. No change in 1 test/,
  );
  // What a person decides on one side alone is no change of a metric.
  const again = await runOf();
  assert.deepEqual([again.gate, again.counts.failed], ['passed', 2]);
  const [kept] = (await shop.results(again.id)).filter(({ content }) => content === 'kept');
  const said = { status: 'Fail', target: { type: 'metric', reference: shop.metricId } };
  const made = await shop.call('POST', `/test_results/${kept?.id}/reviews`, said);
  assert.equal(made.status, 201, made.text);
  const judged = await shop.call('GET', `/test_runs/compare?runs=${worse.id},${again.id}`);
  assert.equal(judged.body.comparisons[0].counts.undecided_then_fail, 0);
  // It fails all the same, and the sentence must not stand above it as if nothing had changed.
  assert.match(
    judged.body.comparisons[0].sentence,
    /^1 test that was not decided before fails now: “kept”\. No change in 2 tests/,
  );
});
