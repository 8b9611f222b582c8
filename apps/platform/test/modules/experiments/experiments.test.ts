import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { secretMask } from '@sonde/contract';
import { joinAs } from '../tenancy/support.ts';
import { makeEndpoint, openWorkshop, type Workshop } from '../test-runs/support/workshop.ts';
import type { CallResult, Json, SignedUp } from '../../support/platform.ts';

let shop: Workshop;
let project: string;
let people: Record<'admin' | 'member' | 'viewer' | 'stranger', SignedUp>;
const received: Json[] = [];
before(async () => {
  shop = await openWorkshop();
  const { platform, owner } = shop;
  people = {
    admin: await joinAs(platform, owner, 'admin'),
    member: await joinAs(platform, owner, 'member'),
    viewer: await joinAs(platform, owner, 'viewer'),
    stranger: await platform.signUp(),
  };
  shop.target.route('/params', (request, response) => {
    received.push({ ...(request.json as Json), key: request.headers['x-key'] });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: `good, ${(request.json as Json).tone}` }));
  });
  project = await newProject();
});
after(() => shop.close());

const call = (
  method: string,
  path: string,
  body?: unknown,
  who: SignedUp = shop.owner,
): Promise<CallResult> => shop.call(method, path, body, who.token);
async function ok(method: string, path: string, body?: unknown, who?: SignedUp): Promise<Json> {
  const answer = await call(method, path, body, who);
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}
const fields = [
  { name: 'tone', type: 'string', required: true, default: 'plain' },
  { name: 'temperature', type: 'number', default: { type: 'number', value: 0.5 } },
  { name: 'model', type: 'enum', options: ['small', 'large'], default: 'small' },
  { name: 'api_key', type: 'Secret-Ref' },
];
async function newProject(schema: unknown[] = fields): Promise<string> {
  const { id } = await ok('POST', '/projects', { name: 'With parameters' });
  await ok('PUT', `/projects/${id}/parameters/schema`, { fields: schema });
  return id;
}
const newExperiment = (more: Record<string, unknown> = {}, who?: SignedUp): Promise<Json> =>
  ok('POST', `/projects/${project}/experiments`, { name: 'Tone', ...more }, who);
const addVersion = (id: string, values: Json, more: Json = {}): Promise<CallResult> =>
  call('POST', `/experiments/${id}/versions`, { values, ...more });
const resolve = async (query = ''): Promise<Json> =>
  ok('GET', `/projects/${project}/parameters/resolve${query}`);
const bareOf = ({ values }: Json): Json =>
  Object.fromEntries(Object.entries<Json>(values).map(([name, { value }]) => [name, value]));

test('a schema is kept with its version, and each fault of a wrong one is told at its place', async () => {
  const { fields: kept, version } = await ok('GET', `/projects/${project}/parameters/schema`);
  assert.deepEqual(
    [version, kept.map(({ name, type }: Json) => [name, type])],
    [
      1,
      [
        ['tone', 'string'],
        ['temperature', 'number'],
        ['model', 'enum'],
        ['api_key', 'secret'],
      ],
    ],
  );
  assert.deepEqual(kept[1].default, { type: 'number', value: 0.5 });
  const wrong = await call('PUT', `/projects/${project}/parameters/schema`, {
    fields: [
      { name: 'a', type: 'enum' },
      { name: 'a', type: 'integer', default: 0.5 },
      { name: 'b', type: 'secret', default: 'never' },
      { name: 'c', type: 'text', options: ['x'] },
    ],
  });
  assert.equal(wrong.status, 422);
  assert.deepEqual(
    wrong.body.errors.map(({ path }: Json) => path),
    ['fields.0.options', 'fields.1.name', 'fields.1.default', 'fields.2.default', 'fields.3.options'],
  );
  for (const name of ['Upper', '1st', 'a-b', ''])
    assert.equal(
      (await call('PUT', `/projects/${project}/parameters/schema`, { fields: [{ name, type: 'text' }] }))
        .status,
      422,
      name,
    );
  const stale = await call('PUT', `/projects/${project}/parameters/schema`, { fields: [], version: 7 });
  assert.deepEqual([stale.status, stale.body.code], [412, 'version.stale']);
  const huge = Array.from({ length: 201 }, (_, place) => ({ name: `f${place}`, type: 'text' }));
  assert.equal((await call('PUT', `/projects/${project}/parameters/schema`, { fields: huge })).status, 422);
});

test('a version is complete, immutable, numbered, and made once for the same contents', async () => {
  const { id, latest_version } = await newExperiment();
  assert.equal(latest_version, null);
  const first = await addVersion(
    id,
    { tone: 'warm', temperature: { type: 'number', value: 1 } },
    { message: 'Warm' },
  );
  assert.equal(first.status, 201, first.text);
  assert.deepEqual(bareOf(first.body), { tone: 'warm', temperature: 1, model: 'small' });
  assert.deepEqual([first.body.version, first.body.parent_version, first.body.message], ['v1', null, 'Warm']);
  const same = await addVersion(id, { model: 'small', temperature: 1, tone: 'warm' });
  assert.deepEqual([same.status, same.body.version], [200, 'v1']);
  const second = await addVersion(id, { tone: 'cold' });
  assert.deepEqual([second.body.version, second.body.parent_version], ['v2', 'v1']);
  assert.deepEqual(Object.keys(second.body.diff), ['temperature', 'tone']);
  assert.deepEqual(second.body.diff.tone, {
    before: { type: 'string', value: 'warm' },
    after: { type: 'string', value: 'cold' },
  });
  const branch = await addVersion(id, { tone: 'hot' }, { parent_version: 'v1' });
  assert.equal(branch.body.parent_version, 'v1');
  const { content_hash } = first.body;
  assert.equal((await ok('GET', `/experiments/${id}/versions/${content_hash}`)).version, 'v1');
  assert.deepEqual(
    (await ok('GET', `/experiments/${id}/versions`)).map(({ version }: Json) => version),
    ['v3', 'v2', 'v1'],
  );
  for (const values of [
    { tone: 5 },
    { model: 'huge' },
    { unknown: 1 },
    { temperature: 'hot' },
    { tone: { a: 1 } },
  ])
    assert.equal((await addVersion(id, values)).status, 422, JSON.stringify(values));
  assert.equal((await addVersion(id, { tone: 'x' }, { parent_version: 'v99' })).status, 404);
  const atOnce = await Promise.all(['a', 'b', 'c'].map((tone) => addVersion(id, { tone })));
  assert.deepEqual(new Set(atOnce.map(({ body }) => body.version)), new Set(['v4', 'v5', 'v6']));
});

test('of what is named the version counts first, then the experiment, then the environment, then default', async () => {
  const [a, b] = [await newExperiment({ name: 'A' }), await newExperiment({ name: 'B' })];
  for (const tone of ['a1', 'a2']) await addVersion(a.id, { tone });
  await addVersion(b.id, { tone: 'b1' });
  const toneOf = async (query: string): Promise<Json[]> => {
    const found = await resolve(query);
    return [found.values.tone?.value, found.version, found.source];
  };
  assert.deepEqual(await toneOf(''), ['plain', null, 'parameters']);
  await ok('PUT', `/projects/${project}/parameters/environments/DEFAULT`, {
    experiment_id: a.id,
    version: 'v1',
  });
  await ok('PUT', `/projects/${project}/parameters/environments/Staging`, { experiment_id: b.id });
  assert.deepEqual(await toneOf(''), ['a1', 'v1', 'environment']);
  assert.deepEqual(await toneOf('?environment=STAGING'), ['b1', 'v1', 'environment']);
  assert.deepEqual(await toneOf('?environment=development'), ['a1', 'v1', 'environment']);
  assert.deepEqual(await toneOf('?environment=production'), ['plain', null, 'parameters']);
  assert.deepEqual(await toneOf(`?environment=staging&experiment_id=${a.id}`), ['a2', 'v2', 'experiment_id']);
  assert.deepEqual(await toneOf(`?experiment_id=${a.id}&version=v1`), ['a1', 'v1', 'version']);
  const { content_hash } = await ok('GET', `/experiments/${b.id}/versions/v1`);
  assert.deepEqual(await toneOf(`?version=${content_hash}&environment=default`), ['b1', 'v1', 'version']);
  for (const query of ['?environment=unknown', '?version=v1', `?experiment_id=${a.id}&version=v9`])
    assert.equal((await call('GET', `/projects/${project}/parameters/resolve${query}`)).status, 404, query);
  await ok('PUT', `/projects/${project}/parameters/environments/default`, { experiment_id: null });
  await ok('DELETE', `/projects/${project}/parameters/environments/staging`);
  assert.deepEqual(await toneOf('?environment=staging'), ['plain', null, 'parameters']);
});

test('the values of PUT /projects/{id}/parameters hold where no version says otherwise', async () => {
  const { id } = await newExperiment({ name: 'Over the values' });
  await ok('PUT', `/projects/${project}/parameters`, {
    tone: { default: 'from the project', Staging: 'staged' },
    free: { default: { any: ['json'] }, description: 'Of no schema' },
  });
  await addVersion(id, { temperature: 2 });
  const resolved = bareOf(await resolve(`?experiment_id=${id}&environment=staging`));
  assert.deepEqual(resolved, { tone: 'staged', temperature: 2, model: 'small', free: { any: ['json'] } });
  const wrong = await call('PUT', `/projects/${project}/parameters`, { tone: { Staging: 5 } });
  assert.deepEqual([wrong.status, wrong.body.errors[0].path], [422, 'tone.Staging']);
  await ok('PUT', `/projects/${project}/parameters`, {});
});

test('environments are compared without case; members move them, production wants an admin, and every move is kept', async () => {
  const { id } = await newExperiment({ name: 'Moved' });
  await addVersion(id, { tone: 'one' });
  await addVersion(id, { tone: 'two' });
  const at = `/projects/${project}/parameters/environments`;
  assert.equal((await ok('POST', at, { name: 'Canary' }, people.member)).name, 'canary');
  for (const name of ['CANARY', 'Production'])
    assert.equal((await call('POST', at, { name })).status, 409, name);
  for (const name of ['-x', 'a b', 'x'.repeat(64)])
    assert.equal((await call('POST', at, { name })).status, 422, name);
  await ok('PUT', `${at}/Canary`, { experiment_id: id, version: 'v1', message: 'Try it' }, people.member);
  await ok('PUT', `${at}/canary`, { experiment_id: id }, people.member);
  const refused = await call('PUT', `${at}/PRODUCTION`, { experiment_id: id }, people.member);
  assert.deepEqual([refused.status, refused.body.code], [403, 'auth.permission_denied']);
  assert.equal((await call('PUT', `${at}/canary`, { experiment_id: id }, people.viewer)).status, 403);
  await ok('PUT', `${at}/Production`, { experiment_id: id, version: 'v2' }, people.admin);
  const { environments } = await ok('GET', at, undefined, people.viewer);
  assert.deepEqual(environments, {
    default: null,
    development: null,
    staging: null,
    production: { experiment_id: id, version: 'v2' },
    canary: { experiment_id: id, version: 'v2' },
  });
  const history = await ok('GET', `${at}/canary/history`);
  assert.deepEqual(
    history.map(({ from, to, message, moved_by }: Json) => [from?.version, to?.version, message, moved_by]),
    [
      ['v1', 'v2', null, people.member.userId],
      [undefined, 'v1', 'Try it', people.member.userId],
    ],
  );
  assert.equal((await call('PUT', `${at}/nowhere`, { experiment_id: id })).status, 404);
  assert.equal((await call('PATCH', `/experiments/${id}`, { visibility: 'private' })).status, 409);
  await ok('DELETE', `${at}/production`, undefined, people.admin);
  await ok('DELETE', `${at}/canary`);
  await ok('DELETE', `${at}/canary`);
});

test('a member cannot take production away by deleting; deleting unbinds, and restoring binds nothing', async () => {
  const made = await newExperiment({ name: 'Of a member' }, people.member);
  await addVersion(made.id, { tone: 'deleted' });
  const at = `/projects/${project}/parameters/environments/production`;
  await ok('PUT', at, { experiment_id: made.id });
  assert.equal((await call('DELETE', `/experiments/${made.id}`, undefined, people.member)).status, 403);
  assert.equal((await ok('DELETE', `/experiments/${made.id}`)).environments.length, 0);
  assert.equal((await resolve('?environment=production')).source, 'parameters');
  const gone = await call('GET', `/experiments/${made.id}`);
  assert.deepEqual([gone.status, gone.body.restore_url], [410, `/experiments/${made.id}/restore`]);
  assert.equal((await call('POST', `/experiments/${made.id}/versions`, { values: {} })).status, 410);
  await ok('POST', `/experiments/${made.id}/restore`, undefined, people.member);
  assert.equal((await resolve('?environment=production')).source, 'parameters');
  assert.equal((await ok('GET', `${at}/history`))[0].message, 'The experiment was deleted.');
});

test('a private experiment is unknown to others, and no environment points at it', async () => {
  const { id } = await newExperiment({ name: 'Mine', visibility: 'private' }, people.member);
  await ok('POST', `/experiments/${id}/versions`, { values: {} }, people.member);
  for (const who of [people.admin, people.viewer])
    assert.equal((await call('GET', `/experiments/${id}`, undefined, who)).status, 404);
  assert.ok(!(await ok('GET', '/experiments?limit=100')).some((one: Json) => one.id === id));
  assert.ok(
    (await ok('GET', `/projects/${project}/experiments?limit=100`, undefined, people.member)).some(
      (one: Json) => one.id === id,
    ),
  );
  const pointed = await call(
    'PUT',
    `/projects/${project}/parameters/environments/staging`,
    { experiment_id: id },
    people.member,
  );
  assert.deepEqual([pointed.status, pointed.body.code], [409, 'experiment.not_shared']);
});

test("another organization's experiment, and one of another project, is one that does not exist", async () => {
  const { id } = await newExperiment({ name: 'Mine' });
  await addVersion(id, {});
  for (const [method, path, body] of [
    ['GET', `/experiments/${id}`],
    ['PATCH', `/experiments/${id}`, { name: 'x' }],
    ['DELETE', `/experiments/${id}`],
    ['POST', `/experiments/${id}/restore`],
    ['POST', `/experiments/${id}/versions`, { values: {} }],
    ['GET', `/experiments/${id}/versions`],
    ['GET', `/experiments/${id}/versions/v1`],
    ['GET', `/experiments/${id}/results`],
    ['GET', `/projects/${project}/experiments`],
    ['GET', `/projects/${project}/parameters`],
    ['GET', `/projects/${project}/parameters/schema`],
    ['GET', `/projects/${project}/parameters/environments`],
    ['GET', `/projects/${project}/parameters/resolve`],
    ['PUT', `/projects/${project}/parameters/schema`, { fields: [] }],
  ] as const)
    assert.equal((await call(method, path, body, people.stranger)).status, 404, `${method} ${path}`);
  const elsewhere = await newProject();
  const pointed = await call('PUT', `/projects/${elsewhere}/parameters/environments/staging`, {
    experiment_id: id,
  });
  assert.equal(pointed.status, 404);
});

test('a run sends the values of the version it names, snapshots them, and is found by version', async () => {
  const secret = ['fake', 'parameter', 'secret', '1'].join('-');
  const { id } = await newExperiment({ name: 'Run' });
  for (const values of [
    { tone: 'kind', api_key: secret },
    { tone: 'rude', temperature: 2, api_key: secretMask },
  ])
    assert.equal((await addVersion(id, values)).status, 201);
  const { values, diff } = await ok('GET', `/experiments/${id}/versions/v2`);
  assert.deepEqual([values.api_key.value, Object.keys(diff)], [secretMask, ['temperature', 'tone']]);
  const endpoint = await makeEndpoint(shop.call, shop.target.url('/params'), {
    project_id: project,
    environment: 'Staging',
    request_mapping: { message: '{{ input }}', tone: '{{ params.tone }}', heat: '{{ params.temperature }}' },
    request_headers: { 'X-Key': '{{ params.api_key }}' },
  });
  const set = await shop.makeSet(['one'], { project_id: project });
  const runWith = async (options: Json): Promise<[Json, Json]> => {
    received.length = 0;
    const run = await shop.ended((await shop.start(set, options, endpoint)).test_run_id);
    assert.equal(run.status, 'Completed', JSON.stringify(run));
    return [run, received[0]];
  };
  const [first, sentFirst] = await runWith({ experiment_id: id, version: 'v1' });
  assert.deepEqual([sentFirst.tone, sentFirst.heat, sentFirst.key], ['kind', 0.5, secret]);
  assert.deepEqual(
    [
      first.snapshot.parameters.tone,
      first.snapshot.parameters.api_key,
      first.snapshot.parameter_source.version,
    ],
    ['kind', secretMask, 'v1'],
  );
  assert.ok(!JSON.stringify(first).includes(secret));
  const [second, sentSecond] = await runWith({ experiment_id: id });
  assert.deepEqual(
    [sentSecond.tone, sentSecond.key, second.snapshot.parameter_source.version],
    ['rude', secret, 'v2'],
  );

  // Nothing named: the endpoint's own environment.
  await ok('PUT', `/projects/${project}/parameters/environments/staging`, {
    experiment_id: id,
    version: 'v1',
  });
  const [own, sentOwn] = await runWith({});
  assert.deepEqual(
    [sentOwn.tone, own.snapshot.environment, own.snapshot.parameter_source.source],
    ['kind', 'Staging', 'environment'],
  );
  const [named, sentNamed] = await runWith({ environment: 'PRODUCTION' });
  assert.deepEqual([sentNamed.tone, named.snapshot.parameter_source.version], ['plain', null]);
  const tested = await ok('POST', `/endpoints/${endpoint}/invoke`, { input: 'hello' });
  assert.equal(received.at(-1)?.tone, 'kind');
  assert.ok(!JSON.stringify(tested).includes(secret));
  const preview = await ok('POST', `/endpoints/${endpoint}/test`, {
    input_data: { input: 'x' },
    preview_only: true,
  });
  assert.ok(!JSON.stringify(preview).includes(secret));

  const { items } = await ok('GET', `/experiments/${id}/results?group_by=version`);
  assert.deepEqual(
    items.map(({ version, passed, runs }: Json) => [version, passed, runs.length]),
    [
      ['v2', 1, 1],
      ['v1', 2, 2],
    ],
  );
  const byRun = await ok('GET', `/experiments/${id}/results?group_by=run&limit=2`);
  assert.deepEqual(
    byRun.items.map(({ version }: Json) => version),
    ['v1', 'v2'],
  );
  const listed = await ok('GET', `/test_runs?$filter=experiment_id eq '${id}' and experiment_version eq 2`);
  assert.deepEqual(
    listed.map((run: Json) => run.id),
    [second.id],
  );
  const compared = await ok('GET', `/test_runs/compare?runs=${first.id},${second.id}`);
  assert.ok(JSON.stringify(compared).includes('The parameters are v2 of Run instead of v1 of Run.'));

  // Scoring again calls nothing and is shown with the values of then.
  const { test_run_id } = await ok('POST', `/test_runs/${first.id}/rescore`, {});
  assert.equal((await shop.ended(test_run_id)).snapshot.parameter_source.version, 'v1');
  const counted = await ok('GET', `/experiments/${id}/results?group_by=version`);
  assert.deepEqual(counted.items, items, 'answers that are scored again are not counted again');
  for (const options of [{ experiment_id: shop.owner.userId }, { version: 'v1' }, { environment: 'nowhere' }])
    assert.equal((await call('POST', `/test_sets/${set}/execute/${endpoint}`, options)).status, 404);
});

test('a secret of the project is sealed, masked and kept by its mask; one that is none any more is forgotten', async () => {
  const secret = ['fake', 'project', 'secret', '2'].join('-');
  const other = await newProject();
  const at = `/projects/${other}/parameters`;
  const put = await ok('PUT', at, { api_key: { default: secret, Staging: 's2', description: 'Key' } });
  assert.deepEqual(put.api_key, { description: 'Key', default: secretMask, Staging: secretMask });
  const { rows } = await shop.platform.app.database.executeSql(
    `select entries::text || sealed::text as stored from project_parameters where project_id = '${other}'`,
  );
  assert.ok(!String(rows[0]?.['stored']).includes(secret));
  assert.deepEqual(await ok('PUT', at, put), put);
  const kept = await ok('GET', `${at}/resolve`);
  assert.deepEqual(kept.values.api_key, { type: 'secret', value: secretMask });
  assert.equal((await call('PUT', at, { api_key: { Production: secretMask } })).status, 422);

  await ok('PUT', `${at}/schema`, { fields: [{ name: 'api_key', type: 'string' }] });
  assert.deepEqual(await ok('GET', at), { api_key: { description: 'Key' } });
  await ok('PUT', at, { api_key: { default: 'open' } });
  await ok('PUT', `${at}/schema`, { fields: [{ name: 'api_key', type: 'secret' }] });
  assert.deepEqual(await ok('GET', at), { api_key: { default: secretMask } });
});

test('a secret that is taken over makes no new version; one typed again does, so that guesses are told nothing', async () => {
  const { id } = await newExperiment({ name: 'Secrets' });
  const [one, two] = ['a', 'b'].map((end) => ['fake', 'version', 'secret', end].join('-'));
  assert.equal((await addVersion(id, { api_key: one })).status, 201);
  const first = (await call('GET', `/experiments/${id}/versions`)).body[0];
  assert.equal((await addVersion(id, { api_key: secretMask })).status, 200);
  const guessed = await addVersion(id, { api_key: one });
  assert.equal(guessed.status, 201);
  assert.notEqual(guessed.body.content_hash, first.content_hash);
  assert.ok(guessed.body.diff.api_key);
  const changed = await addVersion(id, { api_key: two });
  assert.deepEqual(changed.body.diff.api_key, {
    before: { type: 'secret', value: secretMask },
    after: { type: 'secret', value: secretMask },
  });
  const { rows } = await shop.platform.app.database.executeSql(
    `select string_agg(contents::text, '') as stored from experiment_versions where experiment_id = '${id}'`,
  );
  assert.ok(![one, two].some((secret) => String(rows[0]?.['stored']).includes(String(secret))));
});

test('viewers read and change nothing; members leave the schema alone', async () => {
  const { id } = await newExperiment({ name: 'Rights' });
  for (const [method, path, body] of [
    ['POST', `/projects/${project}/experiments`, { name: 'x' }],
    ['PATCH', `/experiments/${id}`, { name: 'x' }],
    ['DELETE', `/experiments/${id}`],
    ['POST', `/experiments/${id}/versions`, { values: {} }],
    ['POST', `/projects/${project}/parameters/environments`, { name: 'x' }],
    ['PUT', `/projects/${project}/parameters/schema`, { fields: [] }],
    ['PUT', `/projects/${project}/parameters`, {}],
  ] as const)
    assert.equal((await call(method, path, body, people.viewer)).status, 403, `${method} ${path}`);
  assert.equal((await ok('GET', `/experiments/${id}`, undefined, people.viewer)).name, 'Rights');
  const put = await call('PUT', `/projects/${project}/parameters/schema`, { fields: [] }, people.member);
  assert.equal(put.status, 403);
  assert.equal((await call('DELETE', `/experiments/${id}`, undefined, people.member)).status, 403);
});

test('what all values of a version come to is bounded', async () => {
  const other = await newProject(
    Array.from({ length: 8 }, (_, place) => ({ name: `t${place}`, type: 'text' })),
  );
  const { id } = await ok('POST', `/projects/${other}/experiments`, { name: 'Large' });
  const values = Object.fromEntries(
    Array.from({ length: 8 }, (_, place) => [`t${place}`, 'x'.repeat(49_000)]),
  );
  const refused = await addVersion(id, values);
  assert.deepEqual([refused.status, refused.body.code], [422, 'parameters.invalid']);
  assert.equal((await addVersion(id, { t0: 'x'.repeat(50_001) })).status, 422);
  assert.equal((await addVersion(id, { t0: 'x'.repeat(50_000) })).status, 201);
});

test('a number that the schema has come to call a secret is shown nowhere any more', async () => {
  const id = await newProject([{ name: 'pin', type: 'integer' }]);
  const { id: experiment } = await ok('POST', `/projects/${id}/experiments`, { name: 'Pins' });
  await addVersion(experiment, { pin: 47_110_815 });
  await ok('PUT', `/projects/${id}/parameters/schema`, { fields: [{ name: 'pin', type: 'secret' }] });
  const shown = await ok('GET', `/projects/${id}/parameters/resolve?experiment_id=${experiment}`);
  assert.deepEqual(shown.values.pin, { type: 'secret', value: secretMask });
});

test('nobody talks about, or learns the name of, the private experiment of somebody else', async () => {
  const { id } = await newExperiment({ name: 'Under wraps', visibility: 'private' }, people.member);
  const about = { entity_type: 'experiment', entity_id: id };
  for (const [path, body] of [
    ['/tasks', { title: 'Look', ...about }],
    ['/comments', { content: 'What is this?', ...about }],
  ] as const) {
    const refused = await call('POST', path, body, people.admin);
    assert.deepEqual([refused.status, refused.text.includes('Under wraps')], [404, false], path);
    await ok('POST', path, body, people.member);
  }
});

test('a run shows the values and the name of a private experiment to its maker alone, and so does each comparison', async () => {
  const { id } = await newExperiment({ name: 'Under wraps', visibility: 'private' });
  for (const tone of ['whispered', 'muttered']) assert.equal((await addVersion(id, { tone })).status, 201);
  const endpoint = await makeEndpoint(shop.call, shop.target.url('/params'), { project_id: project });
  const set = await shop.makeSet(['one'], { project_id: project });
  const runs: string[] = [];
  for (const version of ['v1', 'v2']) {
    const started = await shop.start(set, { experiment_id: id, version }, endpoint);
    assert.equal(
      (await shop.ended(started.test_run_id)).snapshot.parameters.tone,
      version === 'v1' ? 'whispered' : 'muttered',
    );
    runs.push(started.test_run_id);
  }
  const [first, second] = runs;
  const paths = [
    `/test_runs/${first}`,
    `/test_runs/${first}?merged=true`,
    '/test_runs?limit=50',
    `/test_runs/compare?runs=${first},${second}`,
    `/test_runs/${second}/download?format=markdown`,
  ];
  const secrets = ['whispered', 'muttered', 'Under wraps'];
  for (const path of paths) {
    const mine = await call('GET', path);
    assert.ok(
      secrets.some((secret) => mine.text.includes(secret)),
      `${path}: ${mine.text}`,
    );
    const theirs = await call('GET', path, undefined, people.member);
    assert.equal(theirs.status, 200, theirs.text);
    for (const secret of secrets) assert.ok(!theirs.text.includes(secret), `${path}: ${secret}`);
  }
  // Who may score it again learns no more by it.
  const again = await ok('POST', `/test_runs/${first}/rescore`, {}, people.member);
  const rescored = await shop.endedAs(again.test_run_id, people.member.token);
  assert.deepEqual([rescored.counts.passed, rescored.snapshot.parameters], [1, {}]);
  await ok('PATCH', `/experiments/${id}`, { visibility: 'shared' });
  const shared = await ok('GET', `/test_runs/${first}`, undefined, people.member);
  assert.equal(shared.snapshot.parameters.tone, 'whispered');
});
