import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { endpointResource } from '#endpoints';
import { purgeDeleted } from '#kernel/resource';
import { requirementResource } from '#requirements';
import { startPlatform, type CallResult, type SignedUp, type TestPlatform } from '../../support/platform.ts';

let platform: TestPlatform;
let owner: SignedUp;
let stranger: SignedUp;
let projects: { first: string; second: string };
before(async () => {
  platform = await startPlatform();
  owner = await platform.signUp();
  stranger = await platform.signUp();
  const first = (await call('GET', '/projects')).body[0].id;
  const second = (await call('POST', '/projects', { name: 'Second' })).body.id;
  projects = { first, second };
});
after(() => platform.close());

const call = (
  method: string,
  path: string,
  body?: unknown,
  { token = owner.token, project }: { token?: string; project?: string } = {},
): Promise<CallResult> =>
  platform.call(method, path, {
    token,
    body,
    ...(project ? { headers: { 'x-project-id': project } } : {}),
  });
async function create(fields: Record<string, unknown>): Promise<CallResult['body']> {
  const made = await call('POST', '/requirements', fields);
  assert.equal(made.status, 201, made.text);
  return made.body;
}

test('a requirement comes back as it was given, with what may be done with it', async () => {
  const given = { name: 'Refuses advice on law', description: 'Always', tags: ['Safety', ' law ', 'SAFETY'] };
  const made = await create({ ...given, project_id: projects.second });
  assert.deepEqual(
    [made.name, made.description, made.tags, made.project_id, made.version],
    [given.name, given.description, ['Safety', 'law'], projects.second, 1],
  );
  assert.deepEqual([made.metrics, made.counts], [[], { tests: 0, metrics: 0 }]);
  assert.deepEqual(made.permitted_actions, ['read', 'update', 'delete']);
  assert.deepEqual((await call('GET', `/requirements/${made.id}`)).body, made);
  const changed = await call('PATCH', `/requirements/${made.id}`, { tags: [], version: 1 });
  assert.deepEqual([changed.body.tags, changed.body.name, changed.body.version], [[], given.name, 2]);
  assert.equal((await call('PUT', `/requirements/${made.id}`, { name: 'x', version: 1 })).status, 412);
  assert.equal((await call('POST', '/requirements', { name: 'x', colour: 'red' })).status, 422);
});

test('a name is taken once in a project, whatever its case, its blanks and how its letters are encoded', async () => {
  const { id } = await create({ name: 'Straße  ﬁnden', project_id: projects.first });
  for (const name of [' STRASSE finden', 'straße\u00a0FINDEN', 'Stra\u200bße finden']) {
    const taken = await call('POST', '/requirements', { name, project_id: projects.first });
    assert.deepEqual([taken.status, taken.body.code], [409, 'requirement.name_taken'], name);
  }
  const elsewhere = await create({ name: 'strasse finden', project_id: projects.second });
  const other = await create({ name: 'Other', project_id: projects.first });
  const renamed = await call('PATCH', `/requirements/${other.id}`, { name: 'STRASSE FINDEN' });
  assert.equal(renamed.status, 409);
  assert.equal(
    (await call('PATCH', `/requirements/${id}`, { name: 'STRASSE FINDEN' })).status,
    200,
    'its own',
  );

  await call('DELETE', `/requirements/${id}`);
  const again = await create({ name: 'Straße finden', project_id: projects.first });
  const refused = await call('POST', `/requirements/${id}/restore`);
  assert.deepEqual([refused.status, refused.body.code], [409, 'requirement.name_taken']);
  await call('DELETE', `/requirements/${again.id}`);
  assert.equal((await call('POST', `/requirements/${id}/restore`)).status, 200);
  assert.notEqual(elsewhere.id, id);
});

test('of two who take a name at once one gets it', async () => {
  const made = await Promise.all(
    ['Twice', 'TWICE', 'twice '].map((name) => call('POST', '/requirements', { name })),
  );
  assert.deepEqual(
    made.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409, 409],
  );
});

test('a list of requirements is made as a whole, and its ids come back in its order', async () => {
  const { id } = (await call('POST', '/projects', { name: 'Bulk' })).body;
  const bulk = (requirements: unknown, options = {}): Promise<CallResult> =>
    call('POST', '/requirements/bulk', { requirements, project_id: id }, options);
  const named = async (): Promise<string[]> =>
    (await call('GET', '/requirements?sort_by=name&sort_order=asc', undefined, { project: id })).body.flatMap(
      (row: { name: string; project_id: string }) => (row.project_id === id ? [row.name] : []),
    );
  const many = Array.from({ length: 500 }, (_, index) => ({
    name: `Rule ${String(index).padStart(3, '0')}`,
  }));
  const made = await bulk(many);
  assert.equal(made.status, 201, made.text);
  assert.equal(made.body.ids.length, 500);
  for (const at of [0, 250, 499])
    assert.equal((await call('GET', `/requirements/${made.body.ids[at]}`)).body.name, many[at]?.name);
  assert.equal((await bulk([...many, { name: 'One more' }])).status, 422);
  assert.equal((await bulk([])).status, 422);

  const written = { name: 'Is polite', description: 'Always', tags: ['Tone', 'TONE'] };
  const refused = await bulk([written, { name: 'rule  007' }, { name: 'New' }, { name: 'NEW ' }]);
  assert.deepEqual([refused.status, refused.body.code], [409, 'requirement.name_taken']);
  assert.deepEqual(
    refused.body.errors.map(({ path }: { path: string }) => path),
    ['requirements.1.name', 'requirements.3.name'],
  );
  assert.ok(!(await named()).includes('Is polite'), 'none of them was made');
  const [first] = (await bulk([written, { name: 'New' }])).body.ids;
  const shown = (await call('GET', `/requirements/${first}`)).body;
  assert.deepEqual([shown.name, shown.description, shown.tags], ['Is polite', 'Always', ['Tone']]);

  assert.equal((await bulk([{ name: 'Foreign' }], { token: stranger.token })).status, 404);
  assert.equal((await bulk([{ name: 'Elsewhere' }], { project: projects.first })).status, 404);
  assert.equal((await bulk([{ name: 'x', colour: 'red' }])).status, 422);
});

test('of two lists with one name in common that come at once, one is made and the other not at all', async () => {
  const answers = await Promise.all(
    ['a', 'b'].map((list) =>
      call('POST', '/requirements/bulk', { requirements: [{ name: `Only ${list}` }, { name: 'Common' }] }),
    ),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409],
  );
  const found = await call('GET', '/requirements?search=Only');
  const made = found.body.filter(({ name }: { name: string }) => /^Only [ab]$/.test(name));
  assert.equal(made.length, 1);
});

test('what has no project is seen from every project; what has one only from there, and without one by all', async () => {
  const shared = await create({ name: 'Everywhere' });
  const second = await create({ name: 'Only second', project_id: projects.second });
  const seen = async (project?: string): Promise<string[]> =>
    (await call('GET', '/requirements?limit=100', undefined, project ? { project } : {})).body.map(
      (row: { id: string }) => row.id,
    );
  assert.equal(shared.project_id, null);
  for (const project of [projects.first, projects.second, undefined])
    assert.ok((await seen(project)).includes(shared.id));
  assert.ok((await seen()).includes(second.id));
  assert.ok((await seen(projects.second)).includes(second.id));
  assert.ok(!(await seen(projects.first)).includes(second.id));
  const hidden = await call('GET', `/requirements/${second.id}`, undefined, { project: projects.first });
  assert.deepEqual([hidden.status, hidden.body.code], [404, 'requirement.not_found']);
  const inside = await call('POST', '/requirements', { name: 'Inside' }, { project: projects.first });
  assert.equal(inside.body.project_id, projects.first);
  const outside = { name: 'Outside', project_id: projects.second };
  assert.equal((await call('POST', '/requirements', outside, { project: projects.first })).status, 404);
});

test("another organization's requirement answers as one that does not exist", async () => {
  const { id } = await create({ name: 'Mine' });
  const unknown = '01890a5d-ac96-774b-bcce-b302099a8057';
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { name: 'x' }],
    ['DELETE', '', undefined],
    ['POST', '/restore', undefined],
  ] as const) {
    const foreign = await call(method, `/requirements/${id}${path}`, body, { token: stranger.token });
    const missing = await call(method, `/requirements/${unknown}${path}`, body, { token: stranger.token });
    assert.deepEqual([foreign.status, foreign.body], [404, missing.body], method);
  }
});

test('lists filter by tag, search names and descriptions, and sort by name', async () => {
  await create({ name: 'Zebra rule', tags: ['animal'], description: 'stripes' });
  await create({ name: 'Ape rule', tags: ['animal', 'tree'] });
  const names = async (query: string): Promise<string[]> =>
    (await call('GET', `/requirements?${query}`)).body.map((row: { name: string }) => row.name);
  assert.deepEqual(await names(`$filter=tags eq 'animal'&sort_by=name&sort_order=asc`), [
    'Ape rule',
    'Zebra rule',
  ]);
  assert.deepEqual(await names(`$filter=tags eq 'animal' and tags ne 'tree'`), ['Zebra rule']);
  assert.deepEqual(await names('search=STRIPES zebra'), ['Zebra rule']);
  assert.equal((await call('GET', `/requirements?$filter=tags gt 'a'`)).status, 422);
  assert.equal((await call('GET', '/requirements?sort_by=name_key')).status, 422);
});

test('after thirty days a deleted thing goes for good, and its tombstone says what it was', async () => {
  const { id } = await create({ name: 'Old' });
  const kept = await create({ name: 'Kept' });
  const endpoint = (
    await call('POST', '/endpoints', { name: 'Old target', url: 'https://old.example.test/' })
  ).body;
  await call('DELETE', `/requirements/${id}`);
  await call('DELETE', `/endpoints/${endpoint.id}`);
  const purgeAfter = (days: number) =>
    purgeDeleted({
      database: platform.app.database,
      clock: { now: () => Date.now() + days * 86_400_000 },
      retentionDays: 30,
      purged: [{ resource: requirementResource }, { resource: endpointResource }],
    });
  assert.equal((await purgeAfter(29))['endpoint'], 0);
  assert.equal((await call('GET', `/requirements/${id}`)).body.restore_url, `/requirements/${id}/restore`);
  assert.equal((await purgeAfter(31))['endpoint'], 1);
  for (const [method, path] of [
    ['GET', `/requirements/${id}`],
    ['GET', `/requirements/${id}?include_deleted=true`],
    ['POST', `/requirements/${id}/restore`],
    ['GET', `/endpoints/${endpoint.id}`],
  ] as const) {
    const gone = await call(method, path);
    assert.deepEqual([gone.status, gone.body.restore_url], [410, undefined], path);
  }
  assert.equal((await call('GET', `/requirements/${id}`, undefined, { token: stranger.token })).status, 404);
  assert.equal((await call('GET', `/requirements/${kept.id}`)).status, 200);
  const { rows } = await platform.app.database.executeSql(
    'select name, entity from tombstones order by name',
  );
  assert.deepEqual(
    rows.filter(({ name }) => name === 'Old' || name === 'Old target'),
    [
      { name: 'Old', entity: 'requirement' },
      { name: 'Old target', entity: 'endpoint' },
    ],
  );
});

test('the former name leads to requirements, method and query kept', async () => {
  for (const [method, path] of [
    ['GET', '?limit=3'],
    ['POST', ''],
    ['PATCH', '/01890a5d-ac96-774b-bcce-b302099a8057'],
    ['POST', '/01890a5d-ac96-774b-bcce-b302099a8057/restore'],
  ] as const) {
    const moved = await call(method, `/behaviors${path}`, method === 'GET' ? undefined : {});
    assert.deepEqual([moved.status, moved.headers['location']], [308, `/api/v1/requirements${path}`]);
  }
});

test('requirements are sorted by name as people count, from page to page, whatever their case', async () => {
  const { id: project } = (await call('POST', '/projects', { name: 'Counted' })).body;
  const names = ['VA-1', 'VA-2', 'va-3', 'VA-10', 'VA-10.2', 'VA-10.11', 'VA-100', 'VA-12345678901', 'Voice'];
  for (const name of names.toReversed())
    assert.equal((await call('POST', '/requirements', { name }, { project })).status, 201);
  const pages = async (order: string): Promise<string[]> => {
    const found: string[] = [];
    let path: string | undefined =
      `/requirements?$filter=${encodeURIComponent(`project_id eq '${project}'`)}&sort_by=name&sort_order=${order}&limit=2`;
    while (path !== undefined) {
      const page = await call('GET', path, undefined, { project });
      assert.equal(page.status, 200, page.text);
      found.push(...page.body.map(({ name }: { name: string }) => name));
      const next = /<([^>]+)>; rel="next"/.exec(String(page.headers['link'] ?? ''))?.[1];
      path = next?.replace(/^.*\/requirements/, '/requirements');
    }
    return found;
  };
  assert.deepEqual(await pages('asc'), names);
  assert.deepEqual(await pages('desc'), names.toReversed());
});
