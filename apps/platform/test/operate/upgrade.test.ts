import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { createLog } from '#kernel/log';
import { migrate } from '#kernel/migrate';
import pg from 'pg';
import { loadConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/mechanisms.ts';
import { testDatabaseUrl } from '../support/database.ts';
import { ask, openHouse, type House } from '../support/house-process.ts';
import type { Json } from '../support/platform.ts';

const platform = resolve(import.meta.dirname, '../..');
const former = (name: string): string =>
  readFileSync(join(platform, 'test', 'fixtures', 'former', name), 'utf8');
const expected = JSON.parse(former('expected.json')) as Json;
const migrations = join(platform, 'migrations');

function temporary(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-upgrade-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The command as an operator types it, but for npm in front of it. */
const operate = (house: House, ...args: string[]) =>
  new Promise<{ code: number; said: string }>((settle) => {
    const program = join(platform, 'src', 'operate', 'main.ts');
    execFile(
      process.execPath,
      [program, ...args],
      { env: { ...process.env, ...house.env } },
      (error, out, complaint) =>
        settle({ code: error ? Number(error.code ?? 1) : 0, said: `${out}${complaint}` }),
    );
  });

/** A house with the keys of the version before, in which nothing has run yet. */
async function openKeyed(t: TestContext): Promise<House> {
  const house = await openHouse(t, { isNew: true });
  Object.assign(house.env, { ENCRYPTION_KEY: expected.encryptionKey });
  return house;
}

/** Puts there what the version before left in its database. */
async function fillAsFormer({ env, directory }: House): Promise<void> {
  const role =
    'do $$ begin create role sonde_app nologin; exception when duplicate_object or unique_violation then null; end $$;';
  const text = `${role}\n${former('data.sql')}`;
  if (env.DATABASE_URL) {
    const client = new pg.Client({ connectionString: env.DATABASE_URL });
    await client.connect();
    return void (await client.query(text).finally(() => client.end()));
  }
  const embedded = await PGlite.create({ dataDir: join(directory, 'database') });
  await embedded.exec(text);
  await embedded.close();
}

async function appliedIn(house: House): Promise<string[]> {
  const database = await openDatabase(loadConfig(house.env), createLog('silent'));
  const { rows } = await database.executeSql('select name from schema_migrations order by name');
  await database.close();
  return rows.map(({ name }) => String(name));
}

/** What people and programs find, over the routes of the version that runs. */
async function opened(house: House): Promise<Json> {
  const read = async (method: string, path: string, body?: object, token?: string): Promise<Json> =>
    (await ask(house, method, path, body, token)).json() as Promise<Json>;
  const { email, password } = expected.owner;
  const { auth_code: code } = await read('POST', '/auth/login/email', { email, password });
  const { session_token: token } = await read('POST', '/auth/exchange-code', { code });
  const idsOf = (rows: Json[]): string[] => rows.map(({ id }): string => String(id)).toSorted();
  const { called, client, gone } = expected.endpoints;
  const deleted = await read('GET', `/endpoints/${gone.id}?include_deleted=true`, undefined, token);
  const job = await read('GET', `/jobs/${expected.exploration.task_id}`, undefined, token);
  const endpoints = await read('GET', '/endpoints?limit=100', undefined, token);
  return {
    endpoints: idsOf(endpoints),
    lostKeys: endpoints.filter(({ needs_credentials: needs }: Json) => needs),
    kept: [called, client].every(({ id }: Json) => idsOf(endpoints).includes(id)),
    deleted: [deleted.id, deleted.name],
    findings: job.result.findings.length,
    projects: idsOf(await read('GET', '/projects?limit=100', undefined, token)),
    members: idsOf(await read('GET', '/members?limit=100', undefined, token)),
    models: (await read('GET', '/models?limit=100', undefined, token)).map((row: Json) => [
      row.id,
      row.has_api_key,
    ]),
    ofProgram: idsOf(await read('GET', '/endpoints', undefined, expected.apiToken.join('.'))),
  };
}

test('a backup of the version before is restored, upgraded and opened, and is the way back', async (t) => {
  if (testDatabaseUrl && spawnSync('pg_dump', ['--version']).status !== 0)
    return t.skip('The PostgreSQL client tools are not installed.');
  const folder = join(temporary(t), 'before-the-upgrade');
  const [old, upgraded, again] = [await openKeyed(t), await openKeyed(t), await openKeyed(t)];
  await fillAsFormer(old);
  const before = await appliedIn(old);
  const known = readdirSync(migrations)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  assert.deepEqual(before, known.slice(0, before.length));
  assert.ok(before.length < known.length, 'it is one of a version before');
  const made = await operate(old, 'backup', '--to', folder);
  assert.equal(made.code, 0, made.said);
  assert.deepEqual(await appliedIn(old), before, 'a backup changes nothing');

  const restored = await operate(upgraded, 'restore', '--from', folder);
  assert.equal(restored.code, 0, restored.said);
  assert.deepEqual(await appliedIn(upgraded), before, 'nor does a restore');
  await upgraded.restart();
  const found = await opened(upgraded);
  assert.ok(found.kept);
  assert.deepEqual(found.lostKeys, []);
  assert.deepEqual(found.deleted, [expected.endpoints.gone.id, 'Deleted']);
  assert.equal(found.findings, expected.exploration.result.findings.length);
  assert.deepEqual(found.models, [[expected.model.id, true]]);
  assert.deepEqual(found.ofProgram, [expected.endpoints.client.id]);
  await upgraded.stop();
  assert.deepEqual(await appliedIn(upgraded), known);

  // The code of the version before, met with what is upgraded: it knows its own migrations and no more.
  const itsOwn = join(temporary(t), 'migrations');
  mkdirSync(itsOwn);
  for (const name of before) cpSync(join(migrations, name), join(itsOwn, name));
  const formerCode = async (house: House): Promise<string[]> => {
    const database = await openDatabase(loadConfig(house.env), createLog('silent'));
    return migrate(database, pathToFileURL(`${itsOwn}/`)).finally(() => database.close());
  };
  await assert.rejects(
    formerCode(upgraded),
    /brought up to date by a newer version of Sonde.*restore a backup/s,
  );
  assert.deepEqual(await appliedIn(upgraded), known, 'and has changed nothing');

  // The way back: never over what is upgraded, always beside it.
  const over = await operate(upgraded, 'restore', '--from', folder);
  assert.notEqual(over.code, 0);
  assert.match(over.said, /already; it is left as it is/);
  assert.deepEqual(await appliedIn(upgraded), known);
  const back = await operate(again, 'restore', '--from', folder);
  assert.equal(back.code, 0, back.said);
  assert.deepEqual(await formerCode(again), [], 'the version before finds its own database');
  assert.deepEqual(await appliedIn(again), before);
  await again.restart();
  assert.deepEqual(await opened(again), found, 'and a second upgrade ends as the first did');
});
