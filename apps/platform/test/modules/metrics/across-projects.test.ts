import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Permission } from '@sonde/contract';
import { apiToken } from '../tenancy/support.ts';
import { makeEndpoint, openWorkshop, type Workshop } from '../test-runs/support/workshop.ts';

let shop: Workshop;
/** Of the one project are results and reviews; the other one has no business with them. */
let own: string;
let other: string;
before(async () => {
  shop = await openWorkshop();
  [own, other] = [await makeProject('Own'), await makeProject('Other')];
});
after(() => shop.close());

const makeProject = async (name: string): Promise<string> =>
  (await shop.call('POST', '/projects', { name })).body.id;

const makeMetric = async (name: string, projectId: string | null = null): Promise<string> => {
  const made = await shop.call('POST', '/metrics', {
    name,
    backend: 'builtin',
    kind: 'contains_any',
    args: { values: ['refund'] },
    metric_scope: ['Single-Turn'],
    project_id: projectId,
  });
  assert.equal(made.status, 201, made.text);
  return made.body.id;
};

const tokenOf = (projectId: string | undefined, ...permissions: Permission[]): Promise<string> =>
  apiToken(shop.platform, shop.owner, {
    ...(projectId === undefined ? {} : { project_id: projectId }),
    ...(permissions.length === 0 ? {} : { permissions }),
  });

/** A metric of the organization, whose verdicts in one project people have reviewed as wrong. */
async function reviewedMetric(name: string): Promise<string> {
  shop.target.route('/ward', (request, response) => {
    const { message } = request.json as { message: string };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: `the diagnosis of Mustermann is ${message}` }));
  });
  const endpoint = await makeEndpoint(shop.call, shop.target.url('/ward'), { project_id: own });
  const metric = await makeMetric(name);
  const prompts = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
  const set = await shop.makeSet(prompts, { project_id: own, metrics: [{ metric }] });
  const run = await shop.ended((await shop.start(set, {}, endpoint)).test_run_id);
  for (const [place, { id }] of (await shop.results(run.id)).entries()) {
    // Half of them of the metric, half of a result that it alone judged.
    const target = place % 2 === 0 ? { target: { type: 'metric', reference: metric } } : {};
    const made = await shop.call('POST', `/test_results/${id}/reviews`, { status: 'Pass', ...target });
    assert.equal(made.status, 201, made.text);
  }
  return metric;
}

test('a metric is fitted to reviews of results that the caller may read, and to no others', async () => {
  const metric = await reviewedMetric('Says refund');
  const improve = (token: string | undefined, prompt = 'Agree with the reviews') =>
    shop.call('POST', `/metrics/${metric}/improve`, { prompt, dry_run: true }, token);

  const unread = await improve(await tokenOf(undefined, 'metric:update'));
  assert.deepEqual([unread.status, unread.body.detail], [403, 'This needs the permission test_result:read.']);
  const elsewhere = await tokenOf(other);
  const fitted = await improve(elsewhere);
  assert.equal(fitted.status, 422, fitted.text);
  assert.match(fitted.body.detail, /0 reviews of this metric's verdicts are there/);
  // Whoever chooses the words would learn by what flips which answer holds them.
  const told = await improve(elsewhere, 'add "diagnosis"');
  assert.equal(told.status, 200, told.text);
  assert.deepEqual([told.body.flips, told.body.agreement], [[], null]);
  for (const text of [fitted.text, told.text]) assert.doesNotMatch(text, /Mustermann/i);

  const within = await improve(await tokenOf(own));
  assert.equal(within.status, 200, within.text);
  assert.match(JSON.stringify(within.body.changes), /mustermann/i);
  assert.equal((await improve(undefined)).body.flips.length, within.body.flips.length);
});

test('how far a metric agrees with people is counted of the results that the caller may read', async () => {
  const metric = await reviewedMetric('Says refund as well');
  const reviewed = async (token?: string): Promise<number | null> => {
    const { body, text } = await shop.call('GET', `/metrics/${metric}`, undefined, token);
    const listed = await shop.call('GET', '/metrics?limit=100', undefined, token);
    const inList = listed.body.find(({ id }: { id: string }) => id === metric);
    assert.deepEqual(inList?.review_agreement, body.review_agreement, text);
    return body.review_agreement?.reviewed ?? null;
  };
  assert.equal(await reviewed(), 6);
  assert.equal(await reviewed(await tokenOf(own)), 6);
  assert.equal(await reviewed(await tokenOf(other)), null);
  assert.equal(await reviewed(await tokenOf(undefined, 'metric:read')), null);
});

test('what is linked with a thing of the organization is shown and counted as far as the caller sees it', async () => {
  const make = async (path: string, body: object): Promise<string> => {
    const made = await shop.call('POST', path, body);
    assert.equal(made.status, 201, made.text);
    return made.body.id;
  };
  const metric = await makeMetric('Shared by all');
  const theirs = await makeMetric('Of one project', own);
  const requirement = await make('/requirements', { name: 'Of no project', project_id: null });
  const secret = await make('/requirements', { name: 'Merge with Acme', project_id: own });
  const topic = await make('/topics', { name: 'Of no project', project_id: null });
  for (const [one, needed] of [
    [metric, requirement],
    [metric, secret],
    [theirs, requirement],
  ]) {
    const linked = await shop.call('POST', `/metrics/${one}/requirements/${needed}`);
    assert.equal(linked.status, 200, linked.text);
  }
  await make('/tests', {
    prompt: { content: 'a' },
    project_id: own,
    requirement_id: requirement,
    topic_id: topic,
  });
  const seen = async (token?: string) => {
    const get = async (path: string) => (await shop.call('GET', path, undefined, token)).body;
    const names = (all: readonly { name: string }[]): string[] => all.map(({ name }) => name).toSorted();
    const ofMetric = names(await get(`/metrics/${metric}/requirements`));
    assert.deepEqual(names((await get(`/metrics/${metric}`)).requirements), ofMetric);
    const ofRequirement = names(await get(`/requirements/${requirement}/metrics`));
    const shown = await get(`/requirements/${requirement}`);
    assert.deepEqual(names(shown.metrics), ofRequirement);
    return [ofMetric, ofRequirement, shown.counts, (await get(`/topics/${topic}`)).counts];
  };
  const all = [
    ['Merge with Acme', 'Of no project'],
    ['Of one project', 'Shared by all'],
    { tests: 1, metrics: 2 },
    { tests: 1 },
  ];
  assert.deepEqual(await seen(), all);
  assert.deepEqual(await seen(await tokenOf(own)), all);
  assert.deepEqual(await seen(await tokenOf(other)), [
    ['Of no project'],
    ['Shared by all'],
    { tests: 0, metrics: 1 },
    { tests: 0 },
  ]);
});

test('a set of the organization gives nobody its tests of another project, in no form', async () => {
  const made = await shop.call('POST', '/tests', { prompt: { content: 'Mustermann?' }, project_id: own });
  const set = await shop.makeSet(['Anybody?'], { project_id: null });
  const joined = await shop.call('POST', `/test_sets/${set}/associate`, { test_ids: [made.body.id] });
  assert.equal(joined.status, 200, joined.text);
  const read = async (token?: string): Promise<string[]> => {
    const file = await shop.call('GET', `/test_sets/${set}/download?format=csv`, undefined, token);
    const copy = await shop.call(
      'POST',
      `/explorer/import/${set}`,
      { name: token ? 'Theirs' : 'Copy' },
      token,
    );
    assert.ok(copy.status < 300, copy.text);
    const { id } = copy.body.test_set ?? copy.body;
    const copied = await shop.call('GET', `/explorer/${id}/tests`, undefined, token);
    return [file.text, copied.text];
  };
  for (const text of await read()) assert.match(text, /Mustermann/);
  for (const text of await read(await tokenOf(other))) {
    assert.match(text, /Anybody/);
    assert.doesNotMatch(text, /Mustermann/);
  }
});

test('a metric of another project that a set is judged by is neither named nor called deleted', async () => {
  const metric = await makeMetric('Merger with Acme', other);
  const set = await shop.makeSet(['a'], { project_id: own, metrics: [{ metric }] });
  const path = `/test_sets/${set}/metrics`;
  const seen = async (token?: string) => {
    const { body, text } = await shop.call('GET', path, undefined, token);
    return [body.map((one: { name: string; is_deleted: boolean }) => [one.name, one.is_deleted]), text];
  };
  const token = await tokenOf(own);
  assert.deepEqual((await seen())[0], [['Merger with Acme', false]]);
  assert.deepEqual((await seen(token))[0], [['', false]]);
  assert.ok(!String((await seen(token))[1]).includes('Acme'));
  assert.equal((await shop.call('DELETE', `/metrics/${metric}`)).status, 200);
  assert.deepEqual((await seen(token))[0], [['', true]]);
});
