import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Database } from '#kernel/database';
import { openEmbedded } from '#kernel/embedded';
import { createJobs } from '#kernel/jobs';
import type { Log } from '#kernel/log';
import { migrate } from '#kernel/migrate';
import { openPostgres } from '#kernel/postgres';

const migrations = new URL('../../migrations/', import.meta.url);

export interface OpenedDatabase {
  readonly database: Database;
  /** Name of the database on the server; undefined when embedded. */
  readonly name: string | undefined;
  drop(): Promise<void>;
}

/** Whether this run tests on PostgreSQL rather than on the embedded database. */
export const testDatabaseUrl = process.env['TEST_DATABASE_URL'];

/** A migrated database of its own for one test file. */
export async function openTestDatabase(log: Log, existing?: string): Promise<OpenedDatabase> {
  return testDatabaseUrl ? onServer(testDatabaseUrl, log, existing) : embedded(log);
}

export const databaseUrl = (server: string, name: string): string => {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
};

async function onServer(server: string, log: Log, existing?: string): Promise<OpenedDatabase> {
  const name = existing ?? `sonde_test_${randomBytes(8).toString('hex')}`;
  if (!existing) await administer(server, `create database ${name}`);
  const database = await openPostgres({ url: databaseUrl(server, name), poolSize: 8, log });
  return {
    database,
    name,
    drop: async () => {
      if (!existing) await administer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Migrating takes seconds; a dumped folder of the migrated database is made once per version of the migrations. */
async function embedded(log: Log): Promise<OpenedDatabase> {
  const file = join(tmpdir(), `sonde-test-template-${fingerprint()}`, 'data.tar');
  if (!existsSync(file)) await makeTemplate(file, log);
  const database = await openEmbedded({ snapshot: new Blob([readFileSync(file)]), log });
  return { database, name: undefined, drop: () => Promise.resolve() };
}

async function makeTemplate(file: string, log: Log): Promise<void> {
  const database = await openEmbedded({ log });
  await migrate(database, migrations);
  const jobs = createJobs({ database, log, isWorker: false });
  await jobs.start();
  await jobs.stop(0);
  const dump = Buffer.from(await (await database.dump()).arrayBuffer());
  await database.close();
  mkdirSync(join(file, '..'), { recursive: true });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, dump);
  renameSync(fresh, file);
}

function fingerprint(): string {
  const hash = createHash('sha256').update(readFileSync(new URL('../../package.json', import.meta.url)));
  for (const name of readdirSync(migrations).sort())
    hash.update(name).update(readFileSync(new URL(name, migrations)));
  return `${process.getuid?.() ?? 0}-${hash.digest('hex').slice(0, 16)}`;
}
