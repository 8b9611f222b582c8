import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { basePath, secretMask } from '@sonde/contract';
import { createEndpoints } from '#endpoints';
import { noParameters } from '#experiments';
import { createLog } from '#kernel/log';
import { createSealer } from '#kernel/seal';
import { Secret } from '@sonde/server-kit';
import pg from 'pg';
import { createApp, type App } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { databaseUrl, testDatabaseUrl } from './support/database.ts';
import { createTestClock, type Json } from './support/platform.ts';

const fixture = (name: string): string =>
  readFileSync(new URL(`fixtures/former/${name}`, import.meta.url), 'utf8');
const expected: Json = JSON.parse(fixture('expected.json'));
const directory = mkdtempSync(join(tmpdir(), 'sonde-former-'));
const databaseName = `sonde_test_former_${randomBytes(6).toString('hex')}`;
const clock = createTestClock(expected.madeAt + 60_000);
const log = createLog('silent');
let app: App;
let token: string;

/** What people could type into an address then: a copy of a model whose gateway wants a token in it. */
const gatewayToken = ['fake', 'gateway', 'token', 'QwErTy'].join('-');
const gatewayId = '01a20428-a2e4-7000-8000-000000000001';
const withGateway = `insert into public.ai_models (id, organization_id, name, provider, model_name, base_url, created_by, created_at, updated_at)
  select '${gatewayId}', organization_id, 'By a gateway', 'openai_compatible', model_name, 'https://gateway.example.test/v1?sig=${gatewayToken}',
    created_by, created_at, updated_at from public.ai_models limit 1;`;

/** Who came by the link of an invitation then, and one of them by a link that sets a password since. */
const [invited, resetSince] = [
  '01a20428-a2e4-7000-8000-000000000002',
  '01a20428-a2e4-7000-8000-000000000003',
];
const withInvited = [
  ...[invited, resetSince].map(
    (id) => `insert into public.users (id, email, is_email_verified, created_at, updated_at)
      values ('${id}', '${id}@example.test', true, now(), now());
    insert into public.audit_events (id, at, action, outcome, actor_id, details)
      values (gen_random_uuid(), now(), 'user.register', 'success', '${id}', '{"by":"invitation"}');`,
  ),
  `insert into public.audit_events (id, at, action, outcome, actor_id)
    values (gen_random_uuid(), now(), 'password.reset', 'success', '${resetSince}');`,
].join('\n');

/** As the former version left it: a folder of the embedded database, or a database on the server. */
async function restore(): Promise<string | undefined> {
  const role = `do $$ begin create role sonde_app nologin; exception when duplicate_object or unique_violation then null; end $$;`;
  if (!testDatabaseUrl) {
    const embedded = await PGlite.create({ dataDir: join(directory, 'database') });
    await embedded.exec(`${role}\n${fixture('data.sql')}\n${withGateway}\n${withInvited}`);
    await embedded.close();
    return undefined;
  }
  await administer(`create database ${databaseName}`);
  const url = databaseUrl(testDatabaseUrl, databaseName);
  await administer(`${role}\n${fixture('data.sql')}\n${withGateway}\n${withInvited}`, url);
  return url;
}

async function administer(statement: string, url = testDatabaseUrl): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function call(method: 'GET' | 'POST', path: string, payload?: object, bearer = token): Promise<Json> {
  const answer = await app.http.inject({
    method,
    url: `${basePath}${path}`,
    headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
    ...(payload ? { payload } : {}),
  });
  assert.ok(answer.statusCode < 300, `${path}: ${answer.statusCode} ${answer.body}`);
  return answer.json();
}

before(async () => {
  const url = await restore();
  const config = loadConfig({
    DATA_DIR: directory,
    PORT: '0',
    PASSWORD_CHECK_BREACHED: 'false',
    ENCRYPTION_KEY: expected.encryptionKey,
    ...(url ? { DATABASE_URL: url } : {}),
  });
  app = await createApp(config, { clock, log });
  const { email, password } = expected.owner;
  const { auth_code } = await call('POST', '/auth/login/email', { email, password }, '');
  assert.ok(auth_code, 'the password is still the one');
  token = (await call('POST', '/auth/exchange-code', { code: auth_code }, '')).session_token;
});
after(async () => {
  await app.close();
  rmSync(directory, { recursive: true, force: true });
  if (testDatabaseUrl) await administer(`drop database if exists ${databaseName} with (force)`);
});

/** What a former answer said and today's says too; today's may say more. */
function assertKept(now: Json, then: Json, where: string): void {
  for (const [key, value] of Object.entries(then)) assert.deepEqual(now[key], value, `${where}.${key}`);
}

test('every list of the version before shows what it showed', async () => {
  for (const [path, then] of Object.entries<Json[]>(expected.lists)) {
    const rows: Json[] = await call('GET', path);
    for (const row of then) {
      const now = rows.find((other) =>
        ['id', 'trace_id'].every((key) => row[key] === undefined || other[key] === row[key]),
      );
      assert.ok(now, `${path}: ${JSON.stringify(row)}`);
      // When somebody was last seen goes on.
      const { last_seen_at: _seen, last_used_at: _used, ...lasting } = row;
      // Whether it went well is told by the status since then, not by the kind.
      assertKept(
        now,
        path === '/notifications' ? { ...lasting, kind: 'exploration.finished' } : lasting,
        path,
      );
    }
  }
});

test('endpoints are as they were, their sealed secrets open, and a deleted one can be read and restored', async () => {
  const { called, client, gone } = expected.endpoints;
  for (const then of [called, client]) {
    const { last_tested_at: _at, last_test_success: _success, ...lasting } = then;
    assertKept(await call('GET', `/endpoints/${then.id}`), lasting, then.name);
  }
  const { database } = app;
  const sealer = createSealer({ key: new Secret(expected.encryptionKey) });
  const projects = { hold: () => Promise.reject(new Error('Not asked.')) };
  const parameters = { open: () => noParameters, forCall: async () => noParameters };
  const endpoints = createEndpoints({ database, clock, sealer, projects, parameters });
  const principal = {
    kind: 'session',
    userId: expected.owner.id,
    email: expected.owner.email,
    organizationId: expected.organizationId,
    role: 'owner',
    permissions: new Set<never>(),
    projectId: null,
    boundProjectId: null,
    credentialId: '',
  } as const;
  const target = await endpoints.getTarget(principal, called.id);
  assert.equal(target.authToken, expected.secrets.auth_token);
  assert.equal(target.requestHeaders['X-Key'], expected.secrets.secret_headers['X-Key']);
  assert.equal((await endpoints.getTarget(principal, client.id)).clientSecret, 'fake-client-secret');

  const deleted = await call('GET', `/endpoints/${gone.id}?include_deleted=true`);
  assert.deepEqual([deleted.name, deleted.url], [gone.name, gone.url]);
  await call('POST', `/endpoints/${gone.id}/restore`);
  assert.equal((await endpoints.getTarget(principal, gone.id)).authToken, expected.secrets.auth_token);
});

test('an address of a model that was kept in the clear is sealed by the start, and shows a mask', async () => {
  const model = await call('GET', `/models/${gatewayId}`);
  assert.equal(model.base_url, `https://gateway.example.test/v1?sig=${secretMask}`);
  const { rows } = await app.database.executeSql('select * from ai_models where id = $1', [gatewayId]);
  assert.ok(!JSON.stringify(rows).includes(gatewayToken));
  const sealer = createSealer({ key: new Secret(expected.encryptionKey) });
  const whole = sealer.open(String(rows[0]?.['base_url_sealed']), `model:${gatewayId}:base_url`);
  assert.equal(whole, `https://gateway.example.test/v1?sig=${gatewayToken}`);
});

test('an exploration, its findings and its turns are there', async () => {
  const { result, ...job } = expected.exploration;
  const now: Json = await call('GET', `/jobs/${job.task_id}`);
  assertKept(now, job, 'exploration');
  // Findings have a severity and quotes since then, and stand in the order of the former.
  const { findings, ...rest } = result;
  assertKept(now.result, rest, 'exploration.result');
  assert.equal(now.result.findings.length, findings.length);
  for (const finding of findings) {
    const same = now.result.findings.find(({ title }: Json) => title === finding.title);
    assertKept(same, finding, `exploration.result.findings: ${finding.title}`);
    assert.ok(same.severity);
  }
});

test('a token for programs of the version before is still good, for its project and no other', async () => {
  const rows = await call('GET', '/endpoints', undefined, expected.apiToken.join('.'));
  assert.deepEqual(
    rows.map((row: Json) => row.id),
    [expected.endpoints.client.id],
  );
  const { project_id } = expected.endpoints.client;
  assert.deepEqual(await call('GET', `/projects/${project_id}/parameters`), expected.parameters);
});

test('who came by the word of an organization is verified no more, and the others are', async () => {
  const { rows } = await app.database.executeSql(
    'select id, is_email_verified, is_vouched_for from users where id = any($1::uuid[]) order by id',
    [[invited, resetSince, expected.owner.id]],
  );
  const stands = new Map(
    rows.map((row: Json) => [row['id'], [row['is_email_verified'], row['is_vouched_for']]]),
  );
  assert.deepEqual(stands.get(invited), [false, true]);
  assert.deepEqual(stands.get(resetSince), [true, false]);
  assert.deepEqual(stands.get(expected.owner.id), [true, false]);
});
