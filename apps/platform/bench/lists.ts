import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createLog } from '#kernel/log';
import { openPostgres } from '#kernel/postgres';
import { createApp, type App } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { medianAlone, round2 } from './measure.ts';

const sizes = [1_000, 100_000] as const;
const times = 30;

/** Lists of endpoints on PostgreSQL: how long each way of asking takes at a thousand rows and at a hundred thousand. */
export async function run(): Promise<Record<string, unknown>> {
  const server = process.env['BENCH_DATABASE_URL'];
  if (!server) return {};
  const [small, large] = [await measure(server, sizes[0]), await measure(server, sizes[1])];
  const lists = Object.keys(small).map((name) => {
    const [few = 0, many = 0] = [small[name], large[name]];
    return [name, { ms_at_1000: round2(few), ms_at_100000: round2(many), ratio: round2(many / few) }];
  });
  return { lists: Object.fromEntries(lists) as unknown };
}

async function measure(server: string, rows: number): Promise<Record<string, number>> {
  const name = `sonde_bench_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const directory = mkdtempSync(join(tmpdir(), 'sonde-bench-'));
  const log = createLog('silent');
  const config = loadConfig({ DATA_DIR: directory, PORT: '0', PASSWORD_CHECK_BREACHED: 'false' });
  const database = await openPostgres({ url: url.href, poolSize: 4, log });
  const app = await createApp(config, { log, database });
  try {
    const owner = await firstOwner(app);
    await fill(app, owner.organizationId, rows);
    return await timesOf(app, owner.token);
  } finally {
    await app.close();
    await administer(server, `drop database if exists ${name} with (force)`);
    rmSync(directory, { recursive: true, force: true });
  }
}

async function timesOf(app: App, token: string): Promise<Record<string, number>> {
  const get = async (path: string) => {
    const answer = await app.http.inject({
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${token}` },
    });
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`);
    return answer;
  };
  const queries: Record<string, string> = {
    first_page: '/endpoints',
    sort_by_name: '/endpoints?sort_by=name&sort_order=asc',
    filter_by_environment: "/endpoints?$filter=environment eq 'staging'",
    search_matching_nothing: '/endpoints?search=nowhere',
    search_matching_few: '/endpoints?search=rarity',
    search_matching_a_quarter: '/endpoints?search=quarter',
    last_page_by_cursor: await lastPage(get),
  };
  const results: Record<string, number> = {};
  for (const [name, path] of Object.entries(queries)) {
    for (let warm = 0; warm < 8; warm += 1) await get(path);
    results[name] = await medianAlone(times, () => get(path));
  }
  return results;
}

type Headers = Readonly<Record<string, string | string[] | number | undefined>>;
type Get = (path: string) => Promise<{ headers: Headers }>;

/** Follows the next page from a hundred rows before the end. */
async function lastPage(get: Get): Promise<string> {
  const first = await get('/endpoints?limit=100&$select=id');
  let next = linkOf(first);
  let last = next;
  while (next) {
    last = next;
    next = linkOf(await get(next));
  }
  return last ?? '';
}

const linkOf = ({ headers }: { headers: Headers }): string | undefined =>
  /^<\/api\/v1(.+)>; rel="next"$/.exec(String(headers['link'] ?? ''))?.[1];

async function fill(app: App, organizationId: string, rows: number): Promise<void> {
  await app.database.executeSql(
    `insert into endpoints (id, organization_id, project_id, name, description, url, method, protocol, environment,
       auth_type, request_headers, query_params, request_mapping, response_mapping, created_at, updated_at)
     select gen_random_uuid(), $1, (select id from projects where organization_id = $1 limit 1), 'Endpoint ' || n,
       case when n <= 60 then 'A rarity' when n % 4 = 0 then 'One of a quarter of all' else 'One of the others' end, 'https://target.example.test/' || n,
       'POST', 'REST', (array['Development', 'Staging', 'Production'])[1 + n % 3], 'none', '{}', '{}',
       '{"text": "{}"}', '{}', now() - interval '1 second' * n, now()
     from generate_series(1, $2::int) n`,
    [organizationId, rows],
  );
  await app.database.executeSql('vacuum analyze endpoints');
}

const email = 'owner@example.test';
const password = 'violet-tractor-seventeen-moons';
type Owner = { token: string; organizationId: string };

async function post(
  app: App,
  path: string,
  payload: object,
  token?: string,
): Promise<Record<string, string>> {
  const answer = await app.http.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    payload,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  return answer.json<Record<string, string>>();
}

export async function firstOwner(app: App): Promise<Owner> {
  const link = new URL((await app.ownerLink()) ?? '').searchParams.get('token');
  const { auth_code } = await post(app, '/auth/owner-link', { token: link, email, password });
  const pair = await post(app, '/auth/exchange-code', { code: auth_code });
  const joined = await post(app, '/organizations', { name: 'Bench' }, pair['session_token']);
  return { token: joined['session_token'] ?? '', organizationId: joined['id'] ?? '' };
}

/** The owner of a database that was used before; nobody when it is new. */
export async function returning(app: App): Promise<Owner | undefined> {
  const { rows } = await app.database.executeSql('select id from organizations order by created_at limit 1');
  const organizationId = rows[0]?.['id'];
  if (typeof organizationId !== 'string') return undefined;
  const { auth_code } = await post(app, '/auth/login/email', { email, password });
  const pair = await post(app, '/auth/exchange-code', { code: auth_code });
  return { token: pair['session_token'] ?? '', organizationId };
}

export async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
