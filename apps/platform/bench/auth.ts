import { argon2, createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql, type SQL } from 'drizzle-orm';
import Fastify from 'fastify';
import pg from 'pg';
import type { Audit } from '#audit';
import { systemClock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { createLog } from '#kernel/log';
import { openPostgres } from '#kernel/postgres';
import { createApp, type App } from '../src/app.ts';
import { loadConfig, type Config } from '../src/config.ts';
import { createTenancyHooks } from '../src/modules/tenancy/hooks.ts';
import { createProjects } from '../src/modules/tenancy/projects.ts';
import { startLoad, type HttpCall, type Load } from './load.ts';
import { inParallel, quantile, round2 } from './measure.ts';

const password = 'violet-tractor-seventeen-moons';
const derive = promisify(argon2);

/** Signing in, refreshing and calling over HTTP from another process, each beside its baseline, on PostgreSQL. */
export async function run(): Promise<Record<string, unknown>> {
  const server = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
  const name = `sonde_bench_${randomBytes(6).toString('hex')}`;
  const isThere = await administer(server, `create database ${name}`).then(
    () => true,
    () => false,
  );
  if (!isThere) return { skipped: 'PostgreSQL does not answer; set BENCH_DATABASE_URL' };
  const url = new URL(server);
  url.pathname = `/${name}`;
  const directory = mkdtempSync(join(tmpdir(), 'sonde-bench-'));
  const log = createLog('silent');
  const config = loadConfig({ DATA_DIR: directory, PORT: '0', PASSWORD_CHECK_BREACHED: 'false' });
  const database = await openPostgres({ url: url.href, poolSize: 10, log });
  const load = startLoad();
  try {
    const app = await createApp(config, { log, database });
    const origin = await app.listen();
    const bench = { app, origin, config, database, databaseUrl: url.href, load };
    try {
      const owner = await firstOwner(bench);
      return {
        login: await benchLogin(bench, owner),
        refresh: await benchRefresh(bench, owner),
        authenticated_get: await benchGet(bench, owner),
      };
    } finally {
      await app.close();
    }
  } finally {
    load.close();
    await administer(server, `drop database if exists ${name} with (force)`);
    rmSync(directory, { recursive: true, force: true });
  }
}

interface Bench {
  readonly app: App;
  readonly origin: string;
  readonly config: Config;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly load: Load;
}

interface Owner {
  readonly email: string;
  readonly token: string;
  readonly organizationId: string;
  readonly userId: string;
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** A call as the web server makes it, whose word on the caller's address is taken. */
const callTo = (bench: Bench, path: string, body?: object, token?: string): HttpCall => ({
  method: body ? 'POST' : 'GET',
  url: `${bench.origin}/api/v1${path}`,
  headers: {
    'x-sonde-proxy-secret': bench.config.http.proxySecret.reveal(),
    ...(body ? { 'content-type': 'application/json' } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  },
  ...(body ? { body: JSON.stringify(body) } : {}),
});

async function post(
  bench: Bench,
  path: string,
  body: object,
  token?: string,
): Promise<Record<string, string>> {
  const { url, ...call } = callTo(bench, path, body, token);
  const response = await fetch(url, call);
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, string>;
}

async function firstOwner(bench: Bench): Promise<Owner> {
  const link = new URL((await bench.app.ownerLink()) ?? '').searchParams.get('token');
  const email = 'owner@example.test';
  const { auth_code } = await post(bench, '/auth/owner-link', { token: link, email, password });
  const pair = await post(bench, '/auth/exchange-code', { code: auth_code });
  const joined = await post(bench, '/organizations', { name: 'Bench' }, pair['session_token']);
  const token = joined['session_token'] ?? '';
  const { id } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { id: string };
  return { email, token, organizationId: joined['id'] ?? '', userId: id };
}

/** Login against Argon2id alone, two at a time; and what the other routes feel of 200 logins in the queue. */
async function benchLogin(bench: Bench, owner: Owner) {
  const hash = () =>
    derive('argon2id', {
      message: password,
      nonce: randomBytes(16),
      memory: 19_456,
      passes: 2,
      parallelism: 1,
      tagLength: 32,
    });
  const login = callTo(bench, '/auth/login/email', { email: owner.email, password });
  const projects = callTo(bench, '/projects', undefined, owner.token);
  await inParallel(20, 2, hash);
  await bench.load.repeat(login, 150, 16);
  const others = await bench.load.watch(projects, { call: login, width: 200 });
  const { perSecond, rawPerSecond, cpuRatio } = await beside(
    () => bench.load.repeat(login, 60, 16),
    () => inParallel(60, 2, hash),
  );
  return {
    login_per_second: round2(perSecond),
    raw_argon2id_per_second: round2(rawPerSecond),
    ratio: round2(perSecond / rawPerSecond),
    cpu_ratio: round2(cpuRatio),
    other_route_p50_ms_with_200_queued: round2(quantile(others, 0.5)),
    other_route_p99_ms_with_200_queued: round2(quantile(others, 0.99)),
    other_route_calls: others.length,
  };
}

/**
 * Refresh over HTTP against the bare driver running the same two statements in a transaction, a round trip each. Beside
 * it, against the platform's own way to a transaction, whose named statements and joint round trips refresh uses too.
 */
async function benchRefresh(bench: Bench, owner: Owner) {
  const sessions = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { auth_code } = await post(bench, '/auth/login/email', { email: owner.email, password });
      return (await post(bench, '/auth/exchange-code', { code: auth_code }))['refresh_token'] ?? '';
    }),
  );
  let tokens: readonly string[] = sessions;
  const refreshAll = async (times: number): Promise<number> => {
    const rotated = await bench.load.rotate(callTo(bench, '/auth/refresh', {}), tokens, times);
    ({ tokens } = rotated);
    return rotated.perSecond;
  };
  const pool = new pg.Pool({ connectionString: bench.databaseUrl, max: 10 });
  const bare: Rotate = async (values) => {
    const client = await pool.connect();
    await client.query('begin');
    await client.query(claim.text, [...values.claim]);
    await client.query(succession.text, [...values.succession]);
    await client.query('commit');
    client.release();
  };
  const own: Rotate = (values) =>
    bench.database.system(async (tx) => {
      await tx.execute(claim.with(values.claim));
      await tx.execute(succession.with(values.succession));
    });
  const rotateAll = (rotate: Rotate, times: number) =>
    rawRotations({ database: bench.database, rotate, families: sessions.length, times });
  try {
    await refreshAll(60);
    await rotateAll(bare, 60);
    await rotateAll(own, 60);
    const besideBare = await beside(
      () => refreshAll(25),
      () => rotateAll(bare, 25),
    );
    const besideOwn = await beside(
      () => refreshAll(25),
      () => rotateAll(own, 25),
    );
    return {
      refresh_per_second: round2(besideBare.perSecond),
      raw_transaction_per_second: round2(besideBare.rawPerSecond),
      ratio: round2(besideBare.perSecond / besideBare.rawPerSecond),
      cpu_ratio: round2(besideBare.cpuRatio),
      own_transaction_per_second: round2(besideOwn.rawPerSecond),
      ratio_to_own_transaction: round2(besideOwn.perSecond / besideOwn.rawPerSecond),
    };
  } finally {
    await pool.end();
  }
}

interface Statement {
  readonly text: string;
  with(values: readonly unknown[]): SQL;
}

/** One text with `$1`, `$2` … for the driver, and the same with its values for the platform. */
function statement(text: string): Statement {
  return {
    text,
    with: (values) =>
      sql.join(
        text
          .split(/(\$\d+)/)
          .map((part) => (part.startsWith('$') ? sql`${values[Number(part.slice(1)) - 1]}` : sql.raw(part))),
      ),
  };
}

const claim = statement(`
  with seen as (
    select r.token_hash, r.rotated_at is not null as was_rotated, f.id as family_id, f.user_id, s.organization_id,
           f.revoked_at is null and f.expires_at > now() and s.user_id is not null as is_live
    from refresh_tokens r join session_families f on f.id = r.family_id
      left join active_subjects s on s.user_id = f.user_id
    where r.token_hash = $1
  ), claimed as (
    update refresh_tokens r set rotated_at = now() from seen
    where r.token_hash = seen.token_hash and r.rotated_at is null and seen.is_live returning r.token_hash
  )
  select family_id, user_id, organization_id, was_rotated, is_live, exists (select 1 from claimed) as won from seen`);

const succession = statement(`
  with successor as (
    insert into refresh_tokens (token_hash, family_id, created_at) values ($1, $2::uuid, now())
  ), used as (update session_families set last_used_at = now() where id = $2::uuid)
  update refresh_tokens set answer_sealed = case when token_hash = $3 then $4 end
  where family_id = $2::uuid and (token_hash = $3 or answer_sealed is not null)`);

type Rotate = (values: {
  readonly claim: readonly unknown[];
  readonly succession: readonly unknown[];
}) => Promise<void>;

interface Rotations {
  readonly database: Database;
  readonly rotate: Rotate;
  readonly families: number;
  readonly times: number;
}

async function rawRotations({ database, rotate, families, times }: Rotations): Promise<number> {
  const { rows } = await database.executeSql('select id from users limit 1');
  const userId = String(rows[0]?.['id']);
  const chains = await Promise.all(
    Array.from({ length: families }, async () => {
      const chain = { family: randomUUID(), hash: randomBytes(32) };
      await database.query.execute(
        sql`insert into session_families (id, user_id, method, device, created_at, last_used_at, expires_at) values (${chain.family}, ${userId}, 'bench', 'bench', now(), now(), now() + interval '1 day')`,
      );
      await database.query.execute(
        sql`insert into refresh_tokens (token_hash, family_id, created_at) values (${chain.hash}, ${chain.family}, now())`,
      );
      return chain;
    }),
  );
  const started = performance.now();
  await Promise.all(
    chains.map(async (chain) => {
      for (let time = 0; time < times; time += 1) {
        const next = createHash('sha256').update(randomBytes(32)).digest();
        await rotate({
          claim: [chain.hash],
          succession: [next, chain.family, chain.hash, 'x'.repeat(1000)],
        });
        chain.hash = next;
      }
    }),
  );
  return (families * times * 1000) / (performance.now() - started);
}

/** A list behind the gate against a bare route that runs the same query and asks nobody who they are. */
async function benchGet(bench: Bench, owner: Owner) {
  const { list } = createProjects({
    database: bench.database,
    clock: systemClock,
    events: { tell: () => Promise.reject(new Error('Nothing is told here.')) },
    audit: { record: () => Promise.reject(new Error('Nothing is written here.')) } as unknown as Audit,
    hooks: createTenancyHooks(),
  });
  const principal: MemberPrincipal = {
    kind: 'session',
    userId: owner.userId,
    email: owner.email,
    organizationId: owner.organizationId,
    role: 'owner',
    permissions: new Set(),
    projectId: null,
    boundProjectId: null,
    credentialId: owner.userId,
  };
  const bare = Fastify();
  bare.get('/projects', async () => (await list(principal, { skip: 0, limit: 20, sort_order: 'desc' })).rows);
  const bareOrigin = await bare.listen({ port: 0, host: '127.0.0.1' });
  const guarded = callTo(bench, '/projects', undefined, owner.token);
  const open = { ...guarded, url: `${bareOrigin}/projects` };
  const rateOf = (call: HttpCall, times: number) => () => bench.load.repeat(call, times, 8);
  try {
    await rateOf(guarded, 1_000)();
    await rateOf(open, 1_000)();
    const { perSecond, rawPerSecond, cpuRatio } = await beside(rateOf(guarded, 500), rateOf(open, 500));
    return {
      per_second: round2(perSecond),
      bare_route_per_second: round2(rawPerSecond),
      ratio: round2(perSecond / rawPerSecond),
      cpu_ratio: round2(cpuRatio),
    };
  } finally {
    await bare.close();
  }
}

const rounds = 11;

interface Beside {
  readonly perSecond: number;
  readonly rawPerSecond: number;
  /** The baseline's CPU time in this process for one operation, as a share of ours: what other programs hardly change. */
  readonly cpuRatio: number;
}

/** Takes short turns, so that whatever else the machine does falls on both; compares the medians. */
async function beside(ours: () => Promise<number>, baseline: () => Promise<number>): Promise<Beside> {
  const turn = async (work: () => Promise<number>) => {
    const [started, before] = [performance.now(), process.cpuUsage()];
    const rate = await work();
    const { user, system } = process.cpuUsage(before);
    return { rate, cpu: (user + system) / (rate * (performance.now() - started)) };
  };
  const turns: { ours: Turn; raw: Turn }[] = [];
  for (let round = 0; round < rounds; round += 1)
    turns.push({ ours: await turn(ours), raw: await turn(baseline) });
  const median = (pick: (pair: (typeof turns)[number]) => number) => quantile(turns.map(pick), 0.5);
  return {
    perSecond: median(({ ours: { rate } }) => rate),
    rawPerSecond: median(({ raw: { rate } }) => rate),
    cpuRatio: median(({ raw: { cpu } }) => cpu) / median(({ ours: { cpu } }) => cpu),
  };
}

type Turn = { rate: number; cpu: number };
