import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startFakeS3 } from '@sonde/fakes';
import { systemClock } from '#kernel/clock';
import { createLog } from '#kernel/log';
import { openObjectStore } from '#kernel/object-store';
import { loadConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/mechanisms.ts';
import { stepAt, totpCode } from '../../src/modules/tokens/totp.ts';
import { testDatabaseUrl } from '../support/database.ts';
import { ask, openHouse, signUp, type House } from '../support/house-process.ts';
import { testPassword } from '../support/platform.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..');

/** The command as an operator types it, but for npm in front of it. */
function run(env: Readonly<Record<string, string>>, ...args: string[]) {
  return new Promise<{ code: number; said: string }>((settle) => {
    const program = join(root, 'apps/platform/src/operate/main.ts');
    execFile(
      process.execPath,
      [program, ...args],
      { env: { ...process.env, ...env } },
      (error, stdout, stderr) =>
        settle({ code: error ? Number(error.code ?? 1) : 0, said: `${stdout}${stderr}` }),
    );
  });
}

const tables = `select table_schema || '.' || table_name as name from information_schema.tables
  where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE' order by 1`;

/** Every row of every table, and every stored object. */
async function contentsOf(env: Readonly<Record<string, string>>) {
  const config = loadConfig(env);
  const database = await openDatabase(config, createLog('silent'));
  const rows: Record<string, unknown> = {};
  for (const { name } of (await database.executeSql(tables)).rows) {
    const text = `select to_jsonb(t)::text as row from ${String(name)} t order by 1`;
    rows[String(name)] = (await database.executeSql(text)).rows.map(({ row }) => row);
  }
  await database.close();
  const store = openObjectStore(config.files, systemClock);
  const objects: Record<string, string> = {};
  for await (const { key } of store.list()) {
    const stream = await store.open(key);
    objects[key] = stream ? (await buffer(stream)).toString('base64') : 'missing';
  }
  await store.close();
  return { rows, objects };
}

async function isCounted(env: Readonly<Record<string, string>>): Promise<unknown> {
  const database = await openDatabase(loadConfig(env), createLog('silent'));
  const { rows } = await database.executeSql(
    "select reltuples >= 0 as counted from pg_class where oid = 'public.users'::regclass",
  );
  await database.close();
  return rows[0]?.['counted'];
}

async function uploadText(house: House, token: string, text: string): Promise<string> {
  const form = new FormData();
  form.append('files', new Blob([text]), 'terms.txt');
  const answer = await fetch(`${house.current().url}/api/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const [file] = (await answer.json()) as [{ id: string }];
  return file.id;
}

function temporary(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-backup-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const hasTools = (): boolean =>
  spawnSync('pg_dump', ['--version']).status === 0 && spawnSync('pg_restore', ['--version']).status === 0;

test('what was backed up is restored elsewhere, row by row and byte by byte, and runs there', async (t) => {
  if (testDatabaseUrl && !hasTools()) return t.skip('The PostgreSQL client tools are not installed.');
  const s3 = await startFakeS3();
  t.after(() => s3.close());
  const folder = join(temporary(t), 'monday');
  // From a folder into a bucket, so that both stores are read and written.
  const [here, there] = [await openHouse(t), await openHouse(t, { s3, isNew: true })];
  await here.restart();
  const token = await signUp(here);
  const id = await uploadText(here, token, 'Hail is covered.');
  if (testDatabaseUrl) await uploadText(here, token, 'Flood is not.');
  else {
    const busy = await run(here.env, 'backup', '--to', join(folder, '..', 'while-it-runs'));
    assert.match(busy.said, /in use by another copy of Sonde/);
  }
  await here.stop();

  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const made = await run(here.env, 'backup', '--to', folder);
  assert.equal(made.code, 0, made.said);
  assert.match(made.said, /and the keys of this installation/);
  assert.equal(statSync(folder).mode & 0o77, 0, 'nobody else on the machine reads it');
  const again = await run(here.env, 'backup', '--to', folder);
  assert.match(again.said, /is not empty/);

  const restored = await run(there.env, 'restore', '--from', folder);
  assert.equal(restored.code, 0, restored.said);
  assert.deepEqual(await contentsOf(there.env), await contentsOf(here.env));
  if (testDatabaseUrl) assert.equal(await isCounted(there.env), true, 'its planner knows what came');
  const twice = await run(there.env, 'restore', '--from', folder);
  assert.notEqual(twice.code, 0);
  assert.match(twice.said, /already; it is left as it is/);

  await there.restart();
  const content = await ask(there, 'GET', `/files/${id}/content`, undefined, token);
  assert.equal(await content.text(), 'Hail is covered.');
});

test('what is no whole backup is refused before anything is touched', async (t) => {
  const folder = temporary(t);
  const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: '' };
  const nothing = await run(env, 'restore', '--from', folder);
  assert.match(nothing.said, /is no backup, or one that was broken off/);
  const manifest = { format: 1, version: '0.1.0', made_at: new Date(0).toISOString(), database: 'postgres' };
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify({ ...manifest, files: { count: 0, bytes: 0 } }),
  );
  assert.match(
    (await run(env, 'restore', '--from', folder)).said,
    /one of PostgreSQL, and the settings name/,
  );
  assert.equal(existsSync(join(folder, 'data', 'database')), false);
  assert.match((await run(env, 'backup', '--to', join(folder, 'to'))).said, /There is no database in/);
  assert.match((await run(env, 'restore')).said, /Say where from/);
});

/** A second factor and a secret parameter, which rotation must carry over as well. */
async function moreSecrets(house: House, token: string): Promise<void> {
  const made = async (method: string, path: string, body?: unknown) => {
    const answer = await ask(house, method, path, body, token);
    assert.ok(answer.ok, `${path}: ${answer.status}`);
    return (await answer.json()) as Record<string, string>;
  };
  const [project] = (await (await ask(house, 'GET', '/projects', undefined, token)).json()) as {
    id: string;
  }[];
  const projectId = project?.id ?? '';
  await made('PUT', `/projects/${projectId}/parameters/schema`, {
    fields: [{ name: 'api_key', type: 'secret' }],
  });
  await made('PUT', `/projects/${projectId}/parameters`, { api_key: { default: 'stays-what-it-was' } });
  const { secret = '' } = await made('POST', '/auth/second-factor/setup', {
    current_password: testPassword,
  });
  await made('POST', '/auth/second-factor/enable', { code: totpCode(secret, stepAt(Date.now())) });
}

test('after a rotation nothing that lasts needs the former key', async (t) => {
  const house = await openHouse(t);
  await house.restart();
  const token = await signUp(house);
  const endpoint = { name: 'Garden', url: 'http://127.0.0.1:9/', auth_token: 'stays-what-it-was' };
  const mapping = { request_mapping: { m: '{{ input }}' }, response_mapping: { output: '$.a' } };
  await ask(house, 'POST', '/endpoints', { ...endpoint, ...mapping }, token);
  const model = { name: 'Reader', provider: 'openai', model_name: 'm', api_key: 'a-key-for-tests' };
  await ask(house, 'POST', '/models', model, token);
  const webhook = { webhook: 'https://hooks.example.test/', secret: 'whsec_c2lnbmVkLWJ5LXRlc3Rz' };
  const rule = { name: 'Falls', on: 'pass_rate_below', threshold: 90, channels: [webhook] };
  await ask(house, 'POST', '/alert_rules', rule, token);
  await moreSecrets(house, token);
  await house.stop();
  assert.match((await run(house.env, 'rotate-key')).said, /Set ENCRYPTION_KEY to the new key/);
  const former = readFileSync(join(house.directory, 'secrets', 'encryption-key'), 'utf8').trim();
  const ENCRYPTION_KEY = randomBytes(32).toString('base64url');
  const both = { ...house.env, ENCRYPTION_KEY, ENCRYPTION_KEY_PREVIOUS: former };
  const done = await run(both, 'rotate-key');
  assert.equal(done.code, 0, done.said);
  for (const what of [
    /second factors \(1\)/,
    /credentials of endpoints \([1-9]\d*\)/,
    /keys of models \(1\)/,
    /secret parameters of projects \([1-9]\d*\)/,
    /webhooks of alert rules \(1\)/,
  ])
    assert.match(done.said, what);
  assert.match(done.said, /Nothing that lasts is sealed with the former key/);
  Object.assign(house.env, { ENCRYPTION_KEY });
  await house.restart();
  const models = await (await ask(house, 'GET', '/models', undefined, token)).text();
  assert.match(models, /"has_api_key":true/);
  const endpoints = await (await ask(house, 'GET', '/endpoints', undefined, token)).text();
  assert.doesNotMatch(endpoints, /"needs_credentials":true/);
});
