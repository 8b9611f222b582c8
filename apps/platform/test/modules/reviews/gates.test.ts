import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeEndpoint, openWorkshop, type Workshop } from '../test-runs/support/workshop.ts';

// What people say of results decides what a run counts, and its gate is judged by those counts.
let shop: Workshop;
let endpointId: string;
let isPoor = false;
/** What the application says besides. */
let besides = '';
before(async () => {
  shop = await openWorkshop();
  shop.target.route('/echo', (request, response) => {
    const { message } = request.json as { message: string };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: isPoor ? 'poor' : message + besides }));
  });
  endpointId = await makeEndpoint(shop.call, shop.target.url('/echo'));
});
after(() => shop.close());

const run = async (set: string, options: Record<string, unknown> = {}) =>
  shop.ended((await shop.start(set, options, endpointId)).test_run_id);
const gateOf = async (id: string) => {
  const { body } = await shop.call('GET', `/test_runs/${id}`);
  return [body.counts.passed, body.gate, body.gate_reasons];
};
const download = async (id: string, format: string) =>
  (await shop.call('GET', `/test_runs/${id}/download?format=${format}`)).text;
const resultOf = async (id: string, content: string): Promise<string> =>
  (await shop.results(id)).find((result) => result.content === content)?.id;
const review = async (resultId: string, status: string, target?: Record<string, string>): Promise<string> => {
  const made = await shop.call('POST', `/test_results/${resultId}/reviews`, {
    status,
    ...(target ? { target } : {}),
  });
  assert.equal(made.status, 201, made.text);
  return made.body.id;
};

test('the gate of a run follows each review and its withdrawal, and every file of the run says the same', async () => {
  const set = await shop.makeSet(['good', 'poor'], { gates: { min_pass_rate: 100 } });
  const { id } = await run(set);
  const failed = [1, 'failed', ['The pass rate is 50 % (1 of 2 decided); at least 100 % is asked for.']];
  const passed = [2, 'passed', []];
  assert.deepEqual(await gateOf(id), failed);
  const poor = await resultOf(id, 'poor');
  const said = await review(poor, 'Pass');
  assert.deepEqual(await gateOf(id), passed);
  assert.match(await download(id, 'markdown'), /gate passed/);
  assert.match(await download(id, 'junit'), /failures="0"/);
  const path = `/test_results/${poor}/reviews/${said}`;
  assert.equal((await shop.call('PUT', path, { status: 'Fail' })).status, 200);
  assert.deepEqual(await gateOf(id), failed);
  assert.match(await download(id, 'markdown'), /gate failed/);
  assert.equal((await shop.call('PUT', path, { status: 'Pass' })).status, 200);
  assert.deepEqual(await gateOf(id), passed);
  assert.equal((await shop.call('DELETE', path)).status, 200);
  assert.deepEqual(await gateOf(id), failed);
  await review(poor, 'Pass', { type: 'metric', reference: shop.metricId });
  assert.deepEqual(await gateOf(id), passed);
  await review(await resultOf(id, 'good'), 'Fail');
  assert.deepEqual(await gateOf(id), failed);
});

test('what people decided, and what of it against the metrics, stands in the run and in every file of it', async () => {
  const { id } = await run(await shop.makeSet(['good', 'poor', 'bad']));
  assert.deepEqual((await shop.call('GET', `/test_runs/${id}`)).body.decided_by_people, {
    results: 0,
    against_metrics: 0,
  });
  const say = async (content: string, body: Record<string, unknown>): Promise<string> => {
    const path = `/test_results/${await resultOf(id, content)}/reviews`;
    const made = await shop.call('POST', path, body);
    assert.equal(made.status, 201, made.text);
    return `${path}/${made.body.id}`;
  };
  await say('good', { status: 'Pass' });
  await say('poor', { status: 'Fail' });
  await say('poor', { status: 'Pass', comment: '=all right for us' });
  // A verdict on one metric decides as well; a word on a turn or one taken back decides nothing.
  await say('bad', { status: 'Pass', target: { type: 'metric', reference: shop.metricId } });
  const told = { results: 3, against_metrics: 2 };
  assert.deepEqual((await shop.call('GET', `/test_runs/${id}`)).body.decided_by_people, told);
  assert.deepEqual((await shop.call('GET', `/test_runs/${id}?merged=true`)).body.decided_by_people, told);
  const words = '3 decided by a person, 2 of them against the metrics';
  const { name } = (await shop.call('GET', '/users/me')).body;
  const sentence = new RegExp(
    `Decided by ${name} on \\d{4}-\\d\\d-\\d\\d: passed, against the metrics, which say failed\\. Why: `,
  );
  const [html, markdown, junit, csv] = await Promise.all(
    ['html', 'markdown', 'junit', 'csv'].map((format) => download(id, format)),
  );
  assert.match(html ?? '', new RegExp(`</h1><p>[^<]*${words}`));
  assert.match(html ?? '', sentence);
  assert.match(markdown ?? '', new RegExp(`- ${words}\\.`));
  assert.match(markdown ?? '', /Decided by a person against the metrics:[^]+- poor [^]+- bad /);
  assert.match(junit ?? '', /name="decided by a person" value="3"/);
  assert.match(junit ?? '', /name="decided by a person against the metrics" value="2"/);
  assert.match(junit ?? '', sentence);
  assert.match(csv ?? '', /automated_status,decided_by,decided_at,review_comment\r?\n/);
  assert.match(csv ?? '', new RegExp(`,Fail,${name},[^,]+,'=all right for us\r?\n`));
  const withdrawn = await say('good', { status: 'Fail' });
  assert.equal((await shop.call('DELETE', withdrawn)).status, 200);
  assert.deepEqual((await shop.call('GET', `/test_runs/${id}`)).body.decided_by_people, told);
});

test('a run that is measured against a baseline is compared anew, and one that has become it with the run before it', async () => {
  const prompts = Array.from({ length: 8 }, (_, place) => `good ${place}`);
  const set = await shop.makeSet(prompts, { gates: { baseline: 'chosen' } });
  const base = await run(set);
  const choose = async (id: string) => {
    const chosen = await shop.call('PUT', `/test_sets/${set}/baseline/${endpointId}`, { test_run_id: id });
    assert.equal(chosen.status, 200, chosen.text);
  };
  await choose(base.id);
  const same = await run(set);
  for (const { id } of await shop.results(same.id)) await review(id, 'Fail');
  assert.deepEqual((await gateOf(same.id)).slice(1), ['passed', []], 'the same answers are no change');
  besides = ', by and large';
  const later = await run(set).finally(() => (besides = ''));
  assert.deepEqual([later.gate, later.gate_reasons], ['passed', []]);
  for (const { id } of await shop.results(later.id)) await review(id, 'Fail');
  const worse = ['failed', ['The run is worse than its baseline, beyond chance.']];
  assert.deepEqual((await gateOf(later.id)).slice(1), worse);
  await choose(later.id);
  await review((await shop.results(later.id))[0]?.id, 'Pass');
  assert.deepEqual(await gateOf(later.id), [1, ...worse]);
});

test('a run is judged anew against the run it was compared with, whichever was chosen, has ended or was deleted since', async () => {
  const prompts = Array.from({ length: 8 }, (_, place) => `good ${place}`);
  for (const baseline of ['last', 'chosen']) {
    const set = await shop.makeSet(prompts, { gates: { baseline } });
    const choose = async (test_run_id: string) => {
      const path = `/test_sets/${set}/baseline/${endpointId}`;
      assert.equal((await shop.call('PUT', path, { test_run_id })).status, 200);
    };
    const base = await run(set);
    await choose(base.id);
    isPoor = true;
    const worse = await run(set).finally(() => (isPoor = false));
    const failed = ['failed', ['The run is worse than its baseline, beyond chance.']];
    assert.deepEqual([worse.gate, worse.gate_reasons], failed);
    isPoor = true;
    const poor = await run(set).finally(() => (isPoor = false));
    if (baseline === 'chosen') await choose(poor.id);
    assert.equal((await shop.call('DELETE', `/test_runs/${base.id}`)).status, 200);
    await review((await shop.results(worse.id))[0]?.id, 'Pass');
    assert.deepEqual(await gateOf(worse.id), [1, ...failed]);
  }
});

test('a run that was compared with nothing stays so, whichever later one was chosen since', async () => {
  const prompts = Array.from({ length: 8 }, (_, place) => `good ${place}`);
  const set = await shop.makeSet(prompts, { gates: { baseline: 'chosen' } });
  isPoor = true;
  const first = await run(set).finally(() => (isPoor = false));
  const because = (failed: number): string[] => [
    `${failed} tests failed, and there is no run to compare with yet, so none may.`,
  ];
  assert.deepEqual([first.gate, first.gate_reasons], ['failed', because(8)]);
  const later = await run(set);
  const path = `/test_sets/${set}/baseline/${endpointId}`;
  assert.equal((await shop.call('PUT', path, { test_run_id: later.id })).status, 200);
  await review((await shop.results(first.id))[0]?.id, 'Pass');
  assert.deepEqual(await gateOf(first.id), [1, 'failed', because(7)]);
});

test('a run without a gate gets none by a review', async () => {
  const { id } = await run(await shop.makeSet(['poor']));
  await review(await resultOf(id, 'poor'), 'Pass');
  assert.deepEqual(await gateOf(id), [1, null, null]);
});
