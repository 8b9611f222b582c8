import { argon2, createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
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
import { createProjects } from '../src/modules/tenancy/projects.ts';

const password = 'violet-tractor-seventeen-moons';
const derive = promisify(argon2);

/** Signing in, refreshing and calling, each beside its baseline in the same process, on PostgreSQL. */
export async function run(): Promise<Record<string, unknown>> {
  const server = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
  const name = `sonde_bench_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const directory = mkdtempSync(join(tmpdir(), 'sonde-bench-'));
  const log = createLog('silent');
  const config = loadConfig({ DATA_DIR: directory, PORT: '0', PASSWORD_CHECK_BREACHED: 'false' });
  const database = await openPostgres({ url: url.href, poolSize: 10, log });
  try {
    const app = await createApp(config, { log, database });
    const origin = await app.listen();
    const bench = { app, origin, config, database };
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
    await administer(server, `drop database if exists ${name} with (force)`);
    rmSync(directory, { recursive: true, force: true });
  }
}

interface Bench {
  readonly app: App;
  readonly origin: string;
  readonly config: Config;
  readonly database: Database;
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

/** A call as the web server makes it: with an address of its own, so that limits do not count it with the others. */
async function post(
  bench: Bench,
  path: string,
  body: object,
  token?: string,
): Promise<Record<string, string>> {
  const text = await call('POST', `${bench.origin}/api/v1${path}`, JSON.stringify(body), {
    'content-type': 'application/json',
    'x-sonde-proxy-secret': bench.config.http.proxySecret.reveal(),
    'x-sonde-client-address': `10.${[...randomBytes(3)].join('.')}`,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  });
  return JSON.parse(text) as Record<string, string>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** A light client: it runs in the process that it measures, so that what it costs is taken from the result. */
function call(method: string, url: string, body: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        response.statusCode && response.statusCode < 300
          ? resolve(text)
          : reject(new Error(`${url} answered ${response.statusCode}: ${text}`)),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
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
  const login = () => post(bench, '/auth/login/email', { email: owner.email, password });
  await inParallel(20, 2, hash);
  await inParallel(10, 4, login);
  const others: number[] = [];
  let isOver = false;
  const observer = (async () => {
    while (!isOver) {
      const started = performance.now();
      await call('GET', `${bench.origin}/api/v1/projects`, '', { authorization: `Bearer ${owner.token}` });
      others.push(performance.now() - started);
    }
  })();
  await inParallel(200, 200, login);
  isOver = true;
  await observer;
  const [perSecond, rawPerSecond] = await beside(
    () => inParallel(150, 16, login),
    () => inParallel(150, 2, hash),
  );
  return {
    login_per_second: round(perSecond),
    raw_argon2id_per_second: round(rawPerSecond),
    ratio: round(perSecond / rawPerSecond),
    other_route_p50_ms_with_200_queued: round(quantile(others, 0.5)),
    other_route_p99_ms_with_200_queued: round(quantile(others, 0.99)),
    other_route_calls: others.length,
  };
}

/** Refresh over HTTP against a bare transaction that runs the same two statements. */
async function benchRefresh(bench: Bench, owner: Owner) {
  const sessions = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { auth_code } = await post(bench, '/auth/login/email', { email: owner.email, password });
      return (await post(bench, '/auth/exchange-code', { code: auth_code }))['refresh_token'] ?? '';
    }),
  );
  const refreshAll = async (times: number): Promise<number> => {
    const started = performance.now();
    await Promise.all(
      sessions.map(async (_, n) => {
        for (let time = 0; time < times; time += 1)
          sessions[n] =
            (await post(bench, '/auth/refresh', { refresh_token: sessions[n] }))['refresh_token'] ?? '';
      }),
    );
    return (sessions.length * times * 1000) / (performance.now() - started);
  };
  await refreshAll(10);
  const [perSecond, rawPerSecond] = await beside(
    () => refreshAll(40),
    () => rawRotations(bench.database, sessions.length, 40),
  );
  return {
    refresh_per_second: round(perSecond),
    raw_transaction_per_second: round(rawPerSecond),
    ratio: round(perSecond / rawPerSecond),
  };
}

async function rawRotations(database: Database, families: number, times: number): Promise<number> {
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
  const rotate = async (chain: { family: string; hash: Buffer }): Promise<void> => {
    const next = createHash('sha256').update(randomBytes(32)).digest();
    await database.system(async (tx) => {
      await tx.execute(sql`
        with seen as (
          select r.token_hash, r.rotated_at is not null as was_rotated, f.id as family_id, f.user_id, s.organization_id,
                 f.revoked_at is null and f.expires_at > now() and s.user_id is not null as is_live
          from refresh_tokens r join session_families f on f.id = r.family_id
            left join active_subjects s on s.user_id = f.user_id
          where r.token_hash = ${chain.hash}
        ), claimed as (
          update refresh_tokens r set rotated_at = now() from seen
          where r.token_hash = seen.token_hash and r.rotated_at is null and seen.is_live returning r.token_hash
        )
        select family_id, user_id, organization_id, was_rotated, is_live, exists (select 1 from claimed) as won from seen`);
      await tx.execute(sql`
        with successor as (
          insert into refresh_tokens (token_hash, family_id, created_at) values (${next}, ${chain.family}, now())
        ), used as (update session_families set last_used_at = now() where id = ${chain.family})
        update refresh_tokens set answer_sealed = case when token_hash = ${chain.hash} then ${'x'.repeat(1000)} end
        where family_id = ${chain.family} and (token_hash = ${chain.hash} or answer_sealed is not null)`);
    });
    chain.hash = next;
  };
  const started = performance.now();
  await Promise.all(
    chains.map(async (chain) => {
      for (let time = 0; time < times; time += 1) await rotate(chain);
    }),
  );
  return (families * times * 1000) / (performance.now() - started);
}

/** A list behind the gate against a bare route that runs the same query and asks nobody who they are. */
async function benchGet(bench: Bench, owner: Owner) {
  const { list } = createProjects({
    database: bench.database,
    clock: systemClock,
    audit: { record: () => Promise.reject(new Error('Nothing is written here.')) } as unknown as Audit,
  });
  const principal: MemberPrincipal = {
    kind: 'session',
    userId: owner.userId,
    email: owner.email,
    organizationId: owner.organizationId,
    role: 'owner',
    permissions: new Set(),
    projectId: null,
    credentialId: owner.userId,
  };
  const bare = Fastify();
  bare.get('/projects', async () => (await list(principal, { skip: 0, limit: 20, sort_order: 'desc' })).rows);
  const bareOrigin = await bare.listen({ port: 0, host: '127.0.0.1' });
  const get = (url: string) => () => call('GET', url, '', { authorization: `Bearer ${owner.token}` });
  const guarded = get(`${bench.origin}/api/v1/projects`);
  const open = get(`${bareOrigin}/projects`);
  try {
    await inParallel(200, 8, guarded);
    await inParallel(200, 8, open);
    const [perSecond, rawPerSecond] = await beside(
      () => inParallel(1_000, 8, guarded),
      () => inParallel(1_000, 8, open),
    );
    return {
      per_second: round(perSecond),
      bare_route_per_second: round(rawPerSecond),
      ratio: round(perSecond / rawPerSecond),
    };
  } finally {
    await bare.close();
  }
}

/** Takes turns, so that whatever else the machine does falls on both; gives the median rates. */
async function beside(
  ours: () => Promise<number>,
  baseline: () => Promise<number>,
): Promise<[number, number]> {
  const rates: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round += 1) {
    rates[0].push(await ours());
    rates[1].push(await baseline());
  }
  return [quantile(rates[0], 0.5), quantile(rates[1], 0.5)];
}

/** Runs work so many times, so many at once; gives the rate per second. */
async function inParallel(times: number, width: number, work: () => Promise<unknown>): Promise<number> {
  let left = times;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (left > 0) {
        left -= 1;
        await work();
      }
    }),
  );
  return (times * 1000) / (performance.now() - started);
}

const quantile = (sample: readonly number[], q: number): number =>
  [...sample].sort((a, b) => a - b)[Math.min(sample.length - 1, Math.floor(sample.length * q))] ?? 0;

const round = (value: number): number => Math.round(value * 100) / 100;
