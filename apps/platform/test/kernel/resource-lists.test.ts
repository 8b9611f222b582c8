import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { planList } from '../../src/kernel/resource/list-plan.ts';
import { startPlatform, type CallResult, type SignedUp, type TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;
let owner: SignedUp;
let other: SignedUp;
let projectId: string;
before(async () => {
  platform = await startPlatform();
  owner = await platform.signUp();
  other = await platform.signUp();
  projectId = (await list('/projects')).body[0].id;
  await insert(owner.organizationId, projectId, 12);
});
after(() => platform.close());

const list = (path: string, token = owner.token, headers = {}): Promise<CallResult> =>
  platform.call('GET', path, { token, headers });

/** Rows as they are after a while: equal names, equal times, empty columns. */
async function insert(organizationId: string, project: string, rows: number): Promise<void> {
  await platform.app.database.executeSql(
    `insert into endpoints (id, organization_id, project_id, name, description, url, method, protocol, environment,
       auth_type, request_headers, query_params, request_mapping, response_mapping, created_at, updated_at, last_tested_at)
     select gen_random_uuid(), $1, $2, 'Row ' || n / 3, case when n % 2 = 0 then 'Even' end, 'https://row.example.test/' || n,
       'POST', 'REST', case when n % 4 = 0 then 'Staging' else 'Development' end, 'none', '{}', '{}', '{"text": ""}', '{}',
       now() - interval '1 microsecond' * (n / 2), now(), case when n % 3 = 0 then now() - interval '1 microsecond' * n end
     from generate_series(1, $3::int) n`,
    [organizationId, project, rows],
  );
}

const nextOf = ({ headers }: CallResult): string | undefined =>
  /^<\/api\/v1(.+)>; rel="next"$/.exec(String(headers['link'] ?? ''))?.[1];

async function idsByCursor(path: string): Promise<string[]> {
  const ids: string[] = [];
  for (let next: string | undefined = path; next;) {
    const page = await list(next);
    assert.equal(page.status, 200, page.text);
    ids.push(...page.body.map((row: { id: string }) => row.id));
    next = nextOf(page);
  }
  return ids;
}

test('following the next page shows each row once, in the order that skip shows, also where values are equal or missing', async () => {
  for (const sort of ['created_at', 'name', 'last_tested_at', 'last_test_success', 'description', 'id'])
    for (const order of ['asc', 'desc']) {
      const query = `/endpoints?sort_by=${sort}&sort_order=${order}`;
      const whole = (await list(`${query}&limit=100`)).body.map((row: { id: string }) => row.id);
      assert.equal(whole.length, 13);
      assert.deepEqual(await idsByCursor(`${query}&limit=5`), whole, query);
      assert.deepEqual(await idsByCursor(`${query}&limit=1&skip=11`), whole.slice(11), query);
    }
});

test('a filter, a selection and the total go along with the next page, and the last one has none', async () => {
  const first = await list(`/endpoints?$filter=environment eq 'Staging'&$select=name&limit=2`);
  assert.deepEqual([first.headers['x-total-count'], first.headers['x-total-count-exact']], ['3', undefined]);
  const second = await list(nextOf(first) ?? '');
  assert.equal(second.headers['x-total-count'], '3');
  assert.deepEqual(Object.keys(second.body[0]).toSorted(), ['id', 'name']);
  assert.equal(nextOf(second), undefined);
});

test('a cursor that is forged or belongs to another order, filter, project, list or organization is refused', async () => {
  const next = nextOf(await list('/endpoints?limit=2')) ?? '';
  const cursor = new URLSearchParams(next.split('?')[1]).get('cursor') ?? '';
  const altered = Buffer.from(cursor, 'base64url').toString('latin1').replace(/\d/, '9');
  for (const query of [
    `cursor=${cursor}&sort_order=asc`,
    `cursor=${cursor}&sort_by=name`,
    `cursor=${cursor}&search=row`,
    `cursor=${cursor}&$filter=name eq 'x'`,
    `cursor=${cursor}&include_deleted=true`,
    `cursor=${cursor}&skip=1`,
    `cursor=${Buffer.from(`${altered}x`, 'latin1').toString('base64url')}`,
    'cursor=',
    'cursor=eyJ4IjoxfQ',
  ]) {
    const refused = await list(`/endpoints?${query}`);
    assert.equal(refused.status, 422, query);
    assert.equal(refused.body.code, 'request.invalid');
  }
  assert.equal((await list(`/projects?cursor=${cursor}`)).status, 422);
  assert.equal((await list(`/endpoints?cursor=${cursor}`, other.token)).status, 422);
  assert.equal(
    (await list(`/endpoints?cursor=${cursor}`, owner.token, { 'x-project-id': projectId })).status,
    422,
  );
  assert.equal(
    (await list(`/endpoints?cursor=${cursor}&limit=7&$select=name`)).status,
    200,
    'pages may change size',
  );
});

test('search finds every word anywhere in what is searched, in any case, and takes patterns for text', async () => {
  const found = async (text: string): Promise<number> =>
    (await list(`/endpoints?limit=100&search=${encodeURIComponent(text)}`)).body.length;
  assert.equal(await found('EVEN'), 6);
  assert.equal(await found('even row.example'), 6);
  assert.equal(await found('even nothing'), 0);
  assert.equal(await found('%'), 0);
  assert.equal(await found('  '), 13);
  const projects = async (text: string): Promise<unknown> =>
    (await list(`/projects?search=${encodeURIComponent(text)}`)).headers['x-total-count'];
  const { name } = (await list('/projects')).body[0];
  assert.equal(await projects(`${name.slice(1, 3).toUpperCase()} ${name.slice(-2)}`), '1');
  for (const text of ['zzz', `${name} zzz`, `${name} %`]) assert.equal(await projects(text), '0', text);
});

test('what a search puts together of a row is put together once, however many words it looks for', () => {
  const { search } = planList(
    { skip: 0, limit: 20, sort_order: 'asc', search: 'a b c d e f' },
    {
      id: { column: sql`id`, type: 'id' },
      name: { column: sql`taken_apart(definition)`, type: 'text', isSearched: true },
    },
    'id',
  );
  assert.ok(search);
  const { sql: written } = new PgDialect().sqlToQuery(search);
  assert.equal(written.match(/taken_apart/g)?.length, 1, written);
});

test('words are found in any case and with any joint, by eq, ne and in', async () => {
  const count = async (filter: string): Promise<unknown> =>
    (await list(`/endpoints?$filter=${encodeURIComponent(filter)}`)).headers['x-total-count'];
  for (const text of ['staging', 'STAGING', 'Staging'])
    assert.equal(await count(`environment eq '${text}'`), '3');
  assert.equal(await count("environment ne 'staging'"), '10');
  assert.equal(await count("environment in ('staging','DEVELOPMENT')"), '13');
  assert.equal(await count("auth_type eq 'Bearer-Token' or protocol eq 'rest'"), '13');
  assert.equal(await count("name eq 'row 1'"), '0', 'names are no words');
});

test('a total is exact to ten thousand, of a search to a thousand; beyond, it is an estimate and says so', async () => {
  await insert(other.organizationId, (await list('/projects', other.token)).body[0].id, 10_000);
  await platform.app.database.executeSql('analyze endpoints');
  const many = await list('/endpoints?limit=1', other.token);
  assert.equal(many.headers['x-total-count-exact'], 'false');
  const total = Number(many.headers['x-total-count']);
  assert.ok(total > 10_000 && total < 10_100, `${total}`);
  const exact = await list(`/endpoints?limit=1&$filter=name ne 'Insurance Chatbot'`, other.token);
  assert.deepEqual(
    [exact.headers['x-total-count'], exact.headers['x-total-count-exact']],
    ['10000', undefined],
  );
  assert.equal((await list('/endpoints')).headers['x-total-count'], '13', 'others are not counted');
  assert.equal((await list('/endpoints?search=row')).headers['x-total-count'], '12', 'nor found');
  const found = await list('/endpoints?limit=1&search=row', other.token);
  assert.equal(found.headers['x-total-count-exact'], 'false', 'of a search a thousand are counted');
  assert.ok(Number(found.headers['x-total-count']) > 1_000);
  const few = await list('/endpoints?limit=1&search=row');
  assert.deepEqual([few.headers['x-total-count'], few.headers['x-total-count-exact']], ['12', undefined]);
  const next = await list(nextOf(many) ?? '', other.token);
  assert.deepEqual(
    [next.headers['x-total-count'], next.headers['x-total-count-exact']],
    [String(total), 'false'],
    'the estimate goes along',
  );
});
