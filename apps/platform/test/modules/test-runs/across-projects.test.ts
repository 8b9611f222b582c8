import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { apiToken } from '../tenancy/support.ts';
import { makeEndpoint, openWorkshop, type Workshop } from './support/workshop.ts';

let shop: Workshop;
/** Two projects of one organization; the endpoint and the token are of the second. */
let first: string;
let second: string;
let endpoint: string;
let token: string;
before(async () => {
  shop = await openWorkshop();
  first = await make('/projects', { name: 'First' });
  second = await make('/projects', { name: 'Second' });
  endpoint = await makeEndpoint(shop.call, shop.target.url('/chat'), { project_id: second });
  token = await apiToken(shop.platform, shop.owner, { project_id: second });
});
after(() => shop.close());

async function make(path: string, body: object): Promise<string> {
  const made = await shop.call('POST', path, body);
  assert.ok(made.status < 300, `${path}: ${made.text}`);
  return made.body.id;
}

const asks = (content: string, more: object = {}) => ({
  test_type: 'Single-Turn',
  prompt: { content },
  ...more,
});

/** A set of no project with a test of all projects, one of the first and one of the second. */
async function sharedSet(prompts = ['of all', 'of the first', 'of the second']): Promise<string> {
  const set = await make('/test_sets', {
    name: 'Of all',
    test_set_type: 'Single-Turn',
    project_id: null,
    metrics: [{ metric: shop.metricId }],
  });
  const ids = [
    await make('/tests', asks(prompts[0] ?? '', { project_id: null })),
    await make('/tests', asks(prompts[1] ?? '', { project_id: first })),
    await make('/tests', asks(prompts[2] ?? '', { project_id: second })),
  ];
  const added = await shop.call('POST', `/test_sets/${set}/associate`, { test_ids: ids });
  assert.equal(added.status, 200, added.text);
  return set;
}

const preflight = (set: string) =>
  shop.call('POST', '/preflight-checks', { test_set_id: set, endpoint_id: endpoint });

test('a run takes of a shared set what all projects share and what is of its own project, and says what it left out', async () => {
  const set = await sharedSet();
  const checked = await preflight(set);
  assert.equal(checked.body.tests, 2, checked.text);
  const said = checked.body.checks.find(({ name }: { name: string }) => name === 'other_projects');
  assert.equal(
    said?.message,
    '1 test of the set is of another project than the endpoint and is left out of the run.',
  );

  const run = await shop.ended((await shop.start(set, {}, endpoint)).test_run_id);
  assert.deepEqual([run.counts.total, run.left_out], [2, 1]);
  assert.deepEqual(
    (await shop.results(run.id)).map(({ content }) => content),
    ['of all', 'of the second'],
  );
});

test('a run of a set that is wholly of its project leaves nothing out', async () => {
  const set = await shop.makeSet(['a', 'b'], { project_id: second });
  const run = await shop.ended((await shop.start(set, {}, endpoint)).test_run_id);
  assert.deepEqual([run.counts.total, run.left_out], [2, 0]);
  const checked = await preflight(set);
  assert.ok(!checked.body.checks.some(({ name }: { name: string }) => name === 'other_projects'));
});

test('a set of which every test is of another project is refused, and told why', async () => {
  const set = await shop.makeSet(['a', 'b'], { project_id: first });
  const refused = await shop.call('POST', `/test_sets/${set}/execute/${endpoint}`, {});
  assert.deepEqual([refused.status, refused.body.code], [422, 'test_set.empty']);
  assert.match(refused.body.detail, /2 tests of the set are of another project than the endpoint/);
});

test('a sample is drawn from what the run may take', async () => {
  const set = await sharedSet();
  for (const seed of [1, 2, 3, 4]) {
    const run = await shop.ended((await shop.start(set, { sample: 2, seed }, endpoint)).test_run_id);
    assert.deepEqual(
      (await shop.results(run.id)).map(({ content }) => content),
      ['of all', 'of the second'],
    );
  }
});

test('a set counts the tests that its reader is shown', async () => {
  const set = await sharedSet();
  assert.equal((await shop.call('GET', `/test_sets/${set}`)).body.test_count, 3);
  assert.equal((await shop.call('GET', `/test_sets/${set}`, undefined, token)).body.test_count, 2);
  assert.equal((await shop.call('GET', `/test_sets/${set}/tests`, undefined, token)).body.length, 2);
});

test('a test of all projects shows the labels of another project to nobody of this one, and keeps them', async () => {
  const labels = {
    requirement_id: await make('/requirements', { name: 'Hush requirement', project_id: first }),
    category_id: await make('/categories', { name: 'Hush category', project_id: first }),
    topic_id: await make('/topics', { name: 'Hush topic', project_id: first }),
  };
  const shared = await make('/tests', asks('What is shared?', { project_id: null, ...labels }));
  const set = await make('/test_sets', {
    name: 'Labelled',
    test_set_type: 'Single-Turn',
    project_id: null,
    metrics: [{ metric: shop.metricId }],
  });
  await shop.call('POST', `/test_sets/${set}/associate`, { test_ids: [shared] });
  const runs = [
    (await shop.ended((await shop.start(set, {}, endpoint)).test_run_id)).id,
    (await shop.ended((await shop.start(set, {}, endpoint)).test_run_id)).id,
  ];
  const [result] = await shop.results(runs[0]);
  for (const path of [
    `/tests/${shared}`,
    '/tests',
    '/tests?search=hush',
    `/test_sets/${set}/tests`,
    `/test_sets/${set}/download?format=jsonl`,
    `/test_results/${result?.id}`,
    `/test_runs/compare?runs=${runs.join(',')}`,
  ]) {
    const { status, text } = await shop.call('GET', path, undefined, token);
    assert.equal(status, 200, `${path}: ${text}`);
    assert.ok(!text.includes('Hush'), `${path}: ${text}`);
  }
  assert.deepEqual((await shop.call('GET', '/tests?search=hush', undefined, token)).body, []);
  const seen = { 'x-project-id': second };
  for (const dimension of ['requirement', 'category', 'topic']) {
    const { status, text } = await shop.platform.call('POST', '/insights/query', {
      token: shop.owner.token,
      headers: seen,
      body: {
        results: { entity: 'test_result', group_by: [dimension] },
        tests: { entity: 'test', group_by: [dimension] },
      },
    });
    assert.equal(status, 200, text);
    assert.ok(!text.includes('Hush'), `${dimension}: ${text}`);
  }

  // Whoever is not shown them does not take them away by sending back what they are shown.
  const saved = await shop.platform.call('PUT', `/tests/${shared}`, {
    token: shop.owner.token,
    headers: seen,
    body: { priority: 2, requirement_id: null, category: null, topic_id: null },
  });
  assert.equal(saved.status, 200, saved.text);
  const { body } = await shop.call('GET', `/tests/${shared}`);
  assert.deepEqual(
    [body.priority, body.requirement?.name, body.category?.name, body.topic?.name],
    [2, 'Hush requirement', 'Hush category', 'Hush topic'],
  );
});
