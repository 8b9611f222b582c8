import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { databaseUrl, testDatabaseUrl } from '../../support/database.ts';
import { createTestClock, startPlatform, testPassword, type TestPlatform } from '../../support/platform.ts';
import { startService, type RunningService } from '../../support/service-process.ts';

const random = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
const newPassword = 'harbour-ladder-quiet-ninety';
const email = 'boss@example.test';
/** Production as it is when its operator has set nothing but what is mandatory. */
const environment = {
  NODE_ENV: 'production',
  TRUSTED_PROXIES: 'none',
  ENCRYPTION_KEY: random(),
  PROXY_SECRET: random(),
  FRONTEND_URL: 'https://sonde.example.test',
};
const clock = createTestClock();
let platform: TestPlatform;
/** The same, and people may come by Google. */
let withGoogle: TestPlatform;
before(async () => {
  platform = await startPlatform({ env: environment, clock });
  const google = {
    GOOGLE_CLIENT_ID: 'sonde-test',
    GOOGLE_CLIENT_SECRET: 'not-a-real-client-secret-for-tests',
  };
  withGoogle = await startPlatform({ env: { ...environment, ...google } });
});
after(async () => {
  await platform.close();
  await withGoogle.close();
});

let calls = 0;
const post = (path: string, body: object) =>
  platform.call('POST', path, { body, ip: `192.0.2.${(calls += 1)}` });
const login = async (password: string): Promise<string | null> =>
  (await post('/auth/login/email', { email, password })).body.auth_code;
const tokenOf = (text: string): string =>
  new URL(/https?:\S+/.exec(text)?.[0] ?? '').searchParams.get('token') ?? '';

test('without mail and without a provider the first owner must choose a password', async () => {
  const isSetUp = async () => (await platform.call('GET', '/auth/providers')).body.is_set_up;
  assert.equal(await isSetUp(), false);
  const token = tokenOf((await platform.app.ownerLink()) ?? '');
  const refused = await post('/auth/owner-link', { token, email });
  assert.equal(refused.status, 422);
  assert.equal(refused.body.code, 'auth.password_policy');
  assert.deepEqual(
    refused.body.errors.map((fault: { path: string }) => fault.path),
    ['password'],
  );
  const made = await post('/auth/owner-link', { token, email, password: testPassword });
  assert.equal(made.status, 200, made.text);
  assert.equal(await isSetUp(), true);
  await platform.exchange(made.body.auth_code);
});

test('with a provider to come back by, the password may be left out', async () => {
  const token = tokenOf((await withGoogle.app.ownerLink()) ?? '');
  const made = await withGoogle.call('POST', '/auth/owner-link', { body: { token, email } });
  assert.equal(made.status, 200, made.text);
});

test('where nothing else lets a person in, failures bring pauses and never the end', async () => {
  await platform.app.database.executeSql('update users set failed_logins = 100, locked_until = null');
  assert.ok(await login(testPassword), 'the right password opens');
  await platform.app.database.executeSql('update users set failed_logins = 5000');
  assert.equal(await login('wrong-password-again'), null);
  assert.equal(await login(testPassword), null, 'a pause');
  clock.advance(901_000);
  assert.ok(await login(testPassword));
});

test('an account with a provider that works here keeps its end after a hundred failures', async () => {
  const executeSql = (text: string, values?: unknown[]) => withGoogle.app.database.executeSql(text, values);
  const [known] = (await platform.app.database.executeSql('select password_hash from users')).rows;
  const fail = () =>
    executeSql('update users set failed_logins = 100, password_hash = $1', [known?.['password_hash']]);
  const sign = async (): Promise<string | null> =>
    (await withGoogle.call('POST', '/auth/login/email', { body: { email, password: testPassword } })).body
      .auth_code;
  await fail();
  assert.ok(await sign(), 'a provider that is not linked lets nobody in');
  await executeSql(
    `insert into provider_accounts (issuer, subject, user_id, created_at, last_used_at)
     select 'https://accounts.google.com', 's', id, now(), now() from users`,
  );
  await fail();
  assert.equal(await sign(), null);
});

const command = (env: Record<string, string>, ...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [new URL('../../../src/owner-link/main.ts', import.meta.url).pathname, ...words],
    { env: { PATH: process.env['PATH'], ...env }, encoding: 'utf8' },
  );
  return { status, text: stdout + stderr };
};

if (testDatabaseUrl)
  test('npm run owner-link prints a way in beside running processes on PostgreSQL', async () => {
    const env = {
      ...environment,
      DATA_DIR: platform.directory,
      DATABASE_URL: databaseUrl(testDatabaseUrl ?? '', platform.databaseName ?? ''),
    };
    const unknown = command(env, 'nobody@example.test');
    assert.equal(unknown.status, 1);
    assert.match(unknown.text, /Nobody has an account with this address/);
    const made = command(env, 'BOSS@example.test');
    assert.equal(made.status, 0, made.text);
    const use = () => post('/auth/reset-password', { token: tokenOf(made.text), new_password: newPassword });
    assert.equal((await use()).status, 200);
    assert.equal((await use()).status, 400, 'once');
    assert.ok(await login(newPassword));
    const { rows } = await platform.app.database.executeSql(
      "select target_id from audit_events where action = 'password.reset_link_printed'",
    );
    assert.equal(rows.length, 1);
  });
else
  test('npm run owner-link prints a way in while the embedded database is stopped, and says so while it is not', async (t) => {
    const directory = mkdtempSync(join(tmpdir(), 'sonde-owner-'));
    const env = { ...environment, DATA_DIR: directory, PORT: '0', PASSWORD_CHECK_BREACHED: 'false' };
    let service: RunningService = await startService('apps/platform/src/main.ts', env);
    t.after(async () => {
      await service.kill();
      rmSync(directory, { recursive: true, force: true });
    });
    const send = async (path: string, body: object) => {
      const response = await fetch(`${service.url}/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as { auth_code?: string | null } };
    };
    const first = tokenOf(String(service.ready['owner_link']));
    await send('/auth/owner-link', { token: first, email, password: testPassword });
    const busy = command(env, email);
    assert.equal(busy.status, 1);
    assert.match(busy.text, /is in use by another copy of Sonde/);
    await service.stop();
    const made = command(env, email);
    assert.equal(made.status, 0, made.text);
    assert.match(made.text, /https:\/\/sonde\.example\.test\/auth\/reset-password\?token=/);
    service = await startService('apps/platform/src/main.ts', env);
    const reset = { token: tokenOf(made.text), new_password: newPassword };
    assert.equal((await send('/auth/reset-password', reset)).status, 200);
    assert.ok((await send('/auth/login/email', { email, password: newPassword })).body.auth_code);
  });

test('npm run owner-link without an address says how it is used', () => {
  const { status, text } = command({});
  assert.equal(status, 1);
  assert.match(text, /npm run owner-link -- person@example\.org/);
});

test('npm run owner-link on a database that Sonde has never been in says so, and makes none', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'sonde-owner-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const { status, text } = command({ ...environment, DATA_DIR: directory, DATABASE_URL: '' }, email);
  assert.equal(status, 1);
  assert.match(text, /There is nothing of Sonde in this database yet\. Start Sonde once/);
  assert.ok(!existsSync(join(directory, 'database')));
});
