import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeEndpoint, openWorkshop, type Workshop } from '../test-runs/support/workshop.ts';
import { apiToken, exchangedToken } from './support.ts';

let shop: Workshop;
/** Where the work lies that is not to change, and the one that the tokens are bound to. */
let first: string;
let second: string;
let tokens: string[];
before(async () => {
  shop = await openWorkshop();
  first = await make('/projects', { name: 'First' });
  second = await make('/projects', { name: 'Second' });
  tokens = [
    await apiToken(shop.platform, shop.owner, { project_id: second }),
    await exchangedToken(shop.platform, shop.owner.token, second),
  ];
});
after(() => shop.close());

async function make(path: string, body: object, token?: string): Promise<string> {
  const made = await shop.call('POST', path, body, token);
  assert.ok(made.status < 300, `${path}: ${made.text}`);
  return made.body.id;
}

const metric = (name: string, more: object = {}) => ({
  name,
  backend: 'builtin',
  kind: 'contains_any',
  args: { values: ['nothing of the kind'] },
  metric_scope: ['Single-Turn'],
  ...more,
});

const ofAll = { project_id: null };
const single = { test_type: 'Single-Turn', prompt: { content: 'What is it called?' } };
const setOf = (name: string, more: object = {}) => ({
  name,
  test_set_type: 'Single-Turn',
  tests: [single],
  ...more,
});

test('a project-bound token reads what every project shares and changes nothing of it', async () => {
  const judge = await make('/metrics', metric('Of all', ofAll));
  const gone = await make('/metrics', metric('Of all, deleted', ofAll));
  await shop.call('DELETE', `/metrics/${gone}`);
  const requirement = await make('/requirements', { name: 'Of all', ...ofAll });
  const category = await make('/categories', { name: 'Of all' });
  const topic = await make('/topics', { name: 'Of all' });
  const shared = await make('/tests', { ...single, ...ofAll });
  const set = await make('/test_sets/bulk', setOf('Of all', { ...ofAll, metrics: [{ metric: judge }] }));
  const explored = await make('/explorer', { name: 'Of all', ...ofAll });
  const comment = await make('/comments', { entity_type: 'metric', entity_id: judge, content: 'Strict.' });
  const task = await make('/tasks', { title: 'Of all' });
  const endpoint = await makeEndpoint(shop.call, shop.target.url('/chat'), { project_id: first });
  const judged = await shop.makeSet(['q'], {
    project_id: first,
    metrics: [{ metric: judge }],
    gates: { min_pass_rate: 100 },
  });
  const filed = await make('/tests', { ...single, project_id: first, category_id: category });
  const gate = async () => (await shop.ended((await shop.start(judged, {}, endpoint)).test_run_id)).gate;
  assert.equal(await gate(), 'failed');

  for (const token of tokens) {
    const own = await make('/tests', single, token);
    const ownMetric = await make('/metrics', metric(`Own ${tokens.indexOf(token)}`), token);
    for (const [method, path, body] of [
      ['PUT', `/metrics/${judge}`, { args: { values: ['good'] } }],
      ['POST', `/metrics/${judge}/improve`, { prompt: 'also accept "good"' }],
      ['POST', `/metrics/${judge}/versions/1/restore`, {}],
      ['DELETE', `/metrics/${judge}`, undefined],
      ['POST', `/metrics/${gone}/restore`, {}],
      ['POST', `/tags/metric/${judge}`, { name: 'mine' }],
      ['DELETE', `/tags/requirement/${requirement}?name=mine`, undefined],
      ['PUT', `/requirements/${requirement}`, { description: 'Otherwise' }],
      ['DELETE', `/requirements/${requirement}`, undefined],
      ['POST', `/requirements/${requirement}/metrics/${ownMetric}`, {}],
      ['DELETE', `/requirements/${requirement}/metrics/${judge}`, undefined],
      ['POST', `/metrics/${ownMetric}/requirements/${requirement}`, {}],
      ['PUT', `/categories/${category}`, { name: 'Otherwise' }],
      ['DELETE', `/categories/${category}`, undefined],
      ['PUT', `/topics/${topic}`, { name: 'Otherwise' }],
      ['DELETE', `/topics/${topic}`, undefined],
      ['PUT', `/tests/${shared}`, { priority: 2 }],
      ['DELETE', `/tests/${shared}`, undefined],
      ['PATCH', '/tests/bulk', { test_ids: [own, shared], priority: 2 }],
      ['PUT', '/tests/bulk', { changes: [{ id: shared, priority: 2 }], tests: [] }],
      ['DELETE', '/tests/bulk', { test_ids: [own, shared] }],
      ['PUT', `/test_sets/${set}`, { gates: { min_pass_rate: 1 } }],
      ['DELETE', `/test_sets/${set}`, undefined],
      ['POST', `/test_sets/${set}/associate`, { test_ids: [own] }],
      ['POST', `/test_sets/${set}/disassociate`, { test_ids: [shared] }],
      ['POST', `/test_sets/${set}/metrics/${ownMetric}`, {}],
      ['DELETE', `/test_sets/${set}/metrics/${judge}`, undefined],
      ['POST', '/tests/bulk', { tests: [single], test_set_id: set }],
      ['PUT', '/tests/bulk', { changes: [], tests: [single], test_set_id: set }],
      ['PUT', `/explorer/${explored}`, { name: 'Otherwise' }],
      ['DELETE', `/explorer/${explored}`, undefined],
      ['POST', `/explorer/${explored}/tests`, { input: 'And this?' }],
      ['PUT', `/comments/${comment}`, { content: 'Lax.' }],
      ['DELETE', `/comments/${comment}`, undefined],
      ['POST', `/comments/${comment}/emoji/👍`, {}],
      ['PUT', `/tasks/${task}`, { status: 'Completed' }],
      ['DELETE', `/tasks/${task}`, undefined],
    ] as const) {
      const { status, body: answer, text } = await shop.call(method, path, body, token);
      assert.deepEqual([status, answer.code], [403, 'project.shared'], `${method} ${path}: ${text}`);
      assert.match(answer.detail, /bound to one project reads it and does not change it/);
    }
    assert.equal((await shop.call('GET', `/tests/${own}`, undefined, token)).body.priority, 0, 'all or none');
    const tried = await shop.call(
      'POST',
      `/metrics/${judge}/improve`,
      { prompt: 'also accept "good"', dry_run: true },
      token,
    );
    assert.notEqual(tried.body.code, 'project.shared', 'what is only worked out changes nothing');
  }
  assert.equal(await gate(), 'failed', 'the other project is judged as before');
  assert.equal((await shop.call('GET', `/tests/${filed}`)).body.category.name, 'Of all');
});

test('what a project-bound token may do with a thing is what the thing says it may', async () => {
  const actions = async (id: string, token?: string, headers: Record<string, string> = {}) =>
    (
      await shop.platform.call('GET', `/metrics?$filter=id eq '${id}'`, {
        token: token ?? shop.owner.token,
        headers,
      })
    ).body[0].permitted_actions;
  const shared = await make('/metrics', metric('Shown to all', ofAll));
  for (const token of tokens) {
    const own = await make('/metrics', metric(`Shown to its own ${tokens.indexOf(token)}`), token);
    assert.deepEqual(await actions(shared, token), ['read']);
    assert.deepEqual(await actions(own, token), ['read', 'update', 'delete']);
  }
  const said = await make('/comments', { entity_type: 'metric', entity_id: shared, content: 'Strict.' });
  const asked = await make('/tasks', { title: 'Of all' });
  for (const token of tokens)
    for (const path of [`/comments/${said}`, `/tasks/${asked}`])
      assert.deepEqual(
        (await shop.call('GET', path, undefined, token)).body.permitted_actions,
        ['read'],
        path,
      );
  // A header narrows what is seen and takes no right: whoever sends it may leave it off.
  const narrowed = { 'x-project-id': second };
  assert.deepEqual(await actions(shared, undefined, narrowed), ['read', 'update', 'delete']);
  const changed = await shop.platform.call('PUT', `/metrics/${shared}`, {
    token: shop.owner.token,
    headers: narrowed,
    body: { description: 'Of all projects' },
  });
  assert.equal(changed.status, 200, changed.text);
});

test('what a project-bound token makes is of its project, also of and about what every project shares', async () => {
  const set = await make('/test_sets/bulk', setOf('To be copied', ofAll));
  const shared = await make('/tests', { ...single, ...ofAll });
  const judge = await make('/metrics', metric('To be talked about', ofAll));
  const requirement = await make('/requirements', { name: 'To be judged', project_id: second });
  const about = { entity_type: 'metric', entity_id: judge };
  for (const token of tokens) {
    const nth = tokens.indexOf(token);
    for (const [path, body] of [
      ['/metrics', metric(`Made ${nth}`, ofAll)],
      ['/requirements', { name: `Made ${nth}`, ...ofAll }],
      ['/categories', { name: `Made ${nth}` }],
      ['/tests', { ...single, ...ofAll }],
      ['/test_sets', { name: 'Made', test_set_type: 'Single-Turn', ...ofAll }],
      [`/tests/${shared}/duplicate`, {}],
      [`/test_sets/${set}/duplicate`, {}],
      ['/comments', { ...about, content: 'Ours.' }],
      ['/tasks', { ...about, title: 'Ours.' }],
    ] as const) {
      const made = await shop.call('POST', path, body, token);
      assert.ok(made.status < 300, `${path}: ${made.text}`);
      assert.equal(made.body.project_id, second, path);
    }
    const copied = await shop.call('POST', `/explorer/import/${set}`, {}, token);
    assert.equal(copied.body.test_set.project_id, second, copied.text);
    // Nothing of the metric changes when something of the token's own project is judged by it.
    const own = await make('/test_sets/bulk', setOf('Own'), token);
    for (const path of [
      `/requirements/${requirement}/metrics/${judge}`,
      `/test_sets/${own}/metrics/${judge}`,
    ]) {
      const linked = await shop.call('POST', path, {}, token);
      assert.equal(linked.status, 200, `${path}: ${linked.text}`);
    }
    assert.ok(await make('/tests', { ...single, metrics: [{ metric: judge }] }, token));
  }
});

test('of a shared set the baseline against an endpoint of another project is not there for a project-bound token', async () => {
  const endpoint = await makeEndpoint(shop.call, shop.target.url('/chat'), { project_id: first });
  const set = await shop.makeSet(['q'], ofAll);
  const run = await shop.ended((await shop.start(set, {}, endpoint)).test_run_id);
  const path = `/test_sets/${set}/baseline/${endpoint}`;
  const chosen = await shop.call('PUT', path, { test_run_id: run.id });
  assert.equal(chosen.status, 200, chosen.text);
  for (const token of tokens)
    for (const method of ['GET', 'DELETE']) {
      const refused = await shop.call(method, path, undefined, token);
      assert.deepEqual([refused.status, refused.body.code], [404, 'baseline.not_found'], refused.text);
    }
  assert.equal((await shop.call('GET', path)).body.test_run.id, run.id);
});
