import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Json } from '../../support/platform.ts';
import { joinAs } from '../tenancy/support.ts';
import { makeEndpoint, openWorkshop, type Workshop } from '../test-runs/support/workshop.ts';

let shop: Workshop;
/** What the application does not answer well just now. */
let flawed = /nothing/;
let endpoint: string;
before(async () => {
  shop = await openWorkshop();
  shop.target.route('/versions', (request, response) => {
    const { message } = request.json as { message: string };
    response.setHeader('content-type', 'application/json');
    if (message.includes('crash') && flawed.test(message)) response.statusCode = 500;
    response.end(JSON.stringify({ answer: flawed.test(message) ? 'no idea' : 'a good answer' }));
  });
  endpoint = await makeEndpoint(shop.call, shop.target.url('/versions'));
});
after(() => shop.close());

const run = async (set: string, of: RegExp, more: Json = {}): Promise<Json> => {
  flawed = of;
  return shop.ended((await shop.start(set, more, endpoint)).test_run_id);
};
const ask = async (query: string, token = shop.owner.token): Promise<Json> => {
  const { status, body, text } = await shop.call('GET', `/insights/regressions?${query}`, undefined, token);
  assert.equal(status, 200, text);
  return body;
};

test('a test that passed in the run before and fails or ends in an error in the newest is a regression, until a person says otherwise', async () => {
  const set = await shop.makeSet(['flood', 'fire', 'theft', 'storm', 'crash']);
  assert.deepEqual(await ask(`test_set_ids=${set}`), { compared: [], tests: [], is_truncated: false });
  const first = await run(set, /storm/);
  const second = await run(set, /flood|theft|crash/);
  const found = await ask(`test_set_ids=${set}`);
  const [pair] = found.compared;
  assert.deepEqual(
    [pair.test_run.id, pair.base_run.id, pair.regressed, pair.improved],
    [second.id, first.id, 3, 1],
  );
  assert.deepEqual(found.tests.map(({ text, ends_in }: Json) => [text, ends_in]).toSorted(), [
    ['crash', 'error'],
    ['flood', 'fail'],
    ['theft', 'fail'],
  ]);
  const lost = found.tests.find(({ ends_in }: Json) => ends_in === 'fail');
  const now = await shop.call('GET', `/test_results/${lost.result_id}`);
  const then = await shop.call('GET', `/test_results/${lost.base_result_id}`);
  assert.deepEqual(
    [now.body.test_run_id, now.body.status, then.body.test_run_id, then.body.status],
    [second.id, 'Fail', first.id, 'Pass'],
  );
  assert.deepEqual(await ask(`test_set_ids=${set}&limit=1`), {
    ...found,
    tests: found.tests.slice(0, 1),
    is_truncated: true,
  });
  const corrected = await shop.call('POST', `/test_results/${lost.result_id}/reviews`, { status: 'Pass' });
  assert.equal(corrected.status, 201, corrected.text);
  const after = await ask(`test_set_ids=${set}`);
  assert.deepEqual([after.compared[0].regressed, after.tests.length], [2, 2]);
});

test('of repeats most decide, and of sets and endpoints each newest run is held against its own', async () => {
  const set = await shop.makeSet(['one', 'two']);
  await run(set, /nothing/, { repeat: 3 });
  await run(set, /two/, { repeat: 3 });
  const elsewhere = await shop.ended((await shop.start(set)).test_run_id);
  const found = await ask(`test_set_ids=${set}`);
  assert.deepEqual([found.compared.length, found.compared[0].regressed, found.tests.length], [1, 1, 1]);
  await shop.ended((await shop.start(set)).test_run_id);
  const both = await ask(`test_set_ids=${set}`);
  assert.deepEqual(
    both.compared.map(({ regressed }: Json) => regressed),
    [0, 1],
  );
  assert.equal(both.compared[0].base_run.id, elsewhere.id);
  assert.deepEqual((await ask(`test_set_ids=${set}&endpoint_ids=${endpoint}`)).compared.length, 1);
});

test('a deleted run is not compared with; a viewer asks, and another organization sees nothing', async () => {
  const set = await shop.makeSet(['gone']);
  await run(set, /nothing/);
  const last = await run(set, /gone/);
  assert.equal((await ask(`test_set_ids=${set}`)).tests.length, 1);
  const viewer = await joinAs(shop.platform, shop.owner, 'viewer');
  assert.equal((await ask(`test_set_ids=${set}`, viewer.token)).tests.length, 1);
  const stranger = await shop.platform.signUp();
  assert.deepEqual((await ask(`test_set_ids=${set}`, stranger.token)).compared, []);
  await shop.call('DELETE', `/test_runs/${last.id}`);
  assert.deepEqual((await ask(`test_set_ids=${set}`)).compared, []);
  for (const query of ['months=0', 'limit=201', 'endpoint_ids=x', 'status=Fail'])
    assert.equal((await shop.call('GET', `/insights/regressions?${query}`)).status, 422, query);
});

test('a test is told until it passes again, since when, however often the version that broke it is run', async () => {
  const set = await shop.makeSet(['early', 'late', 'well']);
  const first = await run(set, /nothing/);
  const second = await run(set, /early/);
  const third = await run(set, /early|late/);
  const newest = await run(set, /early|late/);
  const told = async (): Promise<Json> => {
    const { compared, tests } = await ask(`test_set_ids=${set}`);
    const [{ test_run, base_run, regressed, improved }] = compared;
    return {
      runs: [base_run.id, test_run.id],
      counts: [regressed, improved],
      tests: tests.map(({ text, since, test_run_id }: Json) => [text, since.id, test_run_id]),
    };
  };
  const broken = {
    runs: [second.id, newest.id],
    counts: [2, 0],
    tests: [
      ['late', third.id, newest.id],
      ['early', second.id, newest.id],
    ],
  };
  assert.deepEqual(await told(), broken);

  // Neither a repetition of the failed nor answers that are scored again are runs of the set.
  for (const [path, body] of [
    ['retry', { only: 'failed' }],
    ['rescore', {}],
  ] as const) {
    const again = await shop.call('POST', `/test_runs/${newest.id}/${path}`, body);
    assert.equal(again.status, 202, again.text);
    await shop.ended(again.body.test_run_id);
    assert.deepEqual(await told(), broken, path);
  }
  await run(set, /late/, { only: 'failed', of_run: newest.id });
  assert.deepEqual(await told(), broken);

  const mended = await run(set, /late/);
  assert.deepEqual(await told(), {
    runs: [second.id, mended.id],
    counts: [1, 1],
    tests: [['late', third.id, mended.id]],
  });
  assert.notEqual(first.id, second.id);
});

test('another question under the same test is no regression of the former one', async () => {
  const set = await shop.makeSet(['asked']);
  const before = await run(set, /nothing/);
  const [{ test_id: id }] = (await shop.results(before.id)) as [Json];
  const edited = await shop.call('PUT', `/tests/${id}`, { prompt: { content: 'asked otherwise' } });
  assert.equal(edited.status, 200, edited.text);
  await run(set, /otherwise/);
  const { compared, tests } = await ask(`test_set_ids=${set}`);
  assert.deepEqual([compared[0].regressed, tests], [0, []]);
});

test('an application that answers nothing any more has lost what passed, until it passes again', async () => {
  const set = await shop.makeSet(['crash one', 'crash two']);
  await run(set, /nothing/);
  const broken = await run(set, /crash/);
  assert.equal(broken.status, 'Failed');
  const found = await ask(`test_set_ids=${set}`);
  assert.deepEqual([found.compared[0].test_run.id, found.compared[0].regressed], [broken.id, 2]);
  await run(set, /nothing/);
  const { compared } = await ask(`test_set_ids=${set}`);
  assert.deepEqual([compared[0].regressed, compared[0].improved], [0, 2]);
});

test('a test that fails since an earlier run names the run that decided it last, where newer ones did not', async () => {
  const set = await shop.makeSet(['hail', 'frost']);
  await run(set, /nothing/);
  const failed = await run(set, /hail/);
  const at = await ask(`test_set_ids=${set}`);
  assert.deepEqual([at.tests[0].decided_in.id, at.tests[0].test_run_id], [failed.id, failed.id]);
  const lacking = await shop.call('POST', '/metrics', {
    name: 'Needs an expected answer',
    backend: 'builtin',
    kind: 'exact',
    metric_scope: ['Single-Turn'],
  });
  assert.equal(lacking.status, 201, lacking.text);
  const undecided = await run(set, /nothing/, { metrics: [{ metric: lacking.body.id }] });
  assert.equal(undecided.counts.not_evaluated, 2);
  const { tests } = await ask(`test_set_ids=${set}`);
  assert.deepEqual(
    tests.map(({ decided_in, since, test_run_id }: Json) => [decided_in.id, since.id, test_run_id]),
    [[failed.id, failed.id, undecided.id]],
  );
});
