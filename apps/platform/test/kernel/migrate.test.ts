import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Database } from '#kernel/database';
import { createLog } from '#kernel/log';
import { migrate } from '#kernel/migrate';
import { openPostgres } from '#kernel/postgres';
import { databaseUrl, openTestDatabase, testDatabaseUrl } from '../support/database.ts';

const log = createLog('silent');
const opened = await openTestDatabase(log);
const { database } = opened;
after(async () => {
  await database.close();
  await opened.drop();
});

// Each test is the first to bring this database up to date.
beforeEach(() => database.executeSql('drop table if exists schema_migrations'));

let count = 0;
function folderWith(files: Readonly<Record<string, string>>): URL {
  const directory = mkdtempSync(join(tmpdir(), 'sonde-migrations-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  return pathToFileURL(`${directory}/`);
}
const fresh = (): string => `m${(count += 1)}_${process.pid}`;
const exists = async (table: string): Promise<boolean> =>
  (await database.executeSql(`select to_regclass('${table}') as found`)).rows[0]?.['found'] !== null;

test('files are applied once, in order of name', async () => {
  const name = fresh();
  const folder = folderWith({
    [`${name}_2.sql`]: `alter table ${name} add column b int`,
    [`${name}_1.sql`]: `create table ${name} (a int) -- a comment at the end`,
  });
  assert.deepEqual(await migrate(database, folder), [`${name}_1.sql`, `${name}_2.sql`]);
  assert.deepEqual(await migrate(database, folder), []);
});

test('a file that changed after it was applied stops the start and is named', async () => {
  const name = fresh();
  await migrate(database, folderWith({ [`${name}.sql`]: `create table ${name} (a int)` }));
  const edited = folderWith({ [`${name}.sql`]: `create table ${name} (a text)` });
  await assert.rejects(migrate(database, edited), new RegExp(`${name}.sql was changed`));
});

test('a database that a newer version has been in is refused, and nothing of it is changed', async () => {
  const name = fresh();
  const newer = { [`${name}_1.sql`]: `create table ${name} (a int)`, [`${name}_2.sql`]: 'select 1' };
  await migrate(database, folderWith(newer));
  const older = folderWith({
    [`${name}_1.sql`]: `create table ${name} (a int)`,
    [`${name}_1a.sql`]: `drop table ${name}`,
  });
  await assert.rejects(migrate(database, older), new RegExp(`newer version of Sonde \\(${name}_2.sql`));
  assert.equal(await exists(name), true);
});

test('a file that fails half-way leaves nothing behind, and the database goes on', async () => {
  const name = fresh();
  const folder = folderWith({
    [`${name}.sql`]: `create table ${name} (a int); select 1 / 0; create table ${name}_b (a int)`,
  });
  await assert.rejects(migrate(database, folder), /division by zero/);
  assert.equal(await exists(name), false);
  const mended = folderWith({ [`${name}.sql`]: `create table ${name} (a int)` });
  assert.deepEqual(await migrate(database, mended), [`${name}.sql`]);
});

// Two processes need a database that serves two: this runs when the suite runs on PostgreSQL.
if (testDatabaseUrl)
  test('two processes that start at once apply every file once', async () => {
    const name = fresh();
    const folder = folderWith({
      [`${name}_1.sql`]: `create table ${name} (a int); select pg_sleep(0.2)`,
      [`${name}_2.sql`]: `insert into ${name} values (1)`,
    });
    const url = databaseUrl(testDatabaseUrl ?? '', opened.name ?? '');
    const others: Database[] = [
      await openPostgres({ url, poolSize: 2, log }),
      await openPostgres({ url, poolSize: 2, log }),
    ];
    const applied = await Promise.all(others.map((other) => migrate(other, folder)));
    assert.deepEqual(
      applied.map((names) => names.length).toSorted((a, b) => a - b),
      [0, 2],
    );
    assert.equal((await database.executeSql(`select * from ${name}`)).rows.length, 1);
    await Promise.all(others.map((other) => other.close()));
  });
