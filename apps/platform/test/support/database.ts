import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Database } from '#kernel/database';
import { openEmbedded } from '#kernel/embedded';
import { createJobs } from '#kernel/jobs';
import { createLog, type Log } from '#kernel/log';
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

/** A migrated database of its own for one test file, or one that is there already. */
export async function openTestDatabase(log: Log, existing?: string): Promise<OpenedDatabase> {
  if (!testDatabaseUrl) return embedded(log);
  const server = testDatabaseUrl;
  return onServer(server, log, { existing, template: () => templateOn(server, log) });
}

/** One on the server in which nothing has run yet. */
export const openEmptyDatabase = (server: string, log: Log): Promise<OpenedDatabase> =>
  onServer(server, log, { template: async () => 'template1' });

export const databaseUrl = (server: string, name: string): string => {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
};

async function onServer(
  server: string,
  log: Log,
  { existing, template }: { existing?: string | undefined; template: () => Promise<string> },
): Promise<OpenedDatabase> {
  const name = existing ?? `sonde_test_${randomBytes(8).toString('hex')}`;
  if (!existing) {
    const from = await template();
    await administer(server, (query) => query(`create database ${name} template ${from}`));
  }
  const database = await openPostgres({ url: databaseUrl(server, name), poolSize: 8, log });
  return {
    database,
    name,
    drop: async () => {
      if (!existing)
        await administer(server, (query) => query(`drop database if exists ${name} with (force)`));
    },
  };
}

type Query = (statement: string) => Promise<{ rowCount: number | null }>;

async function administer(server: string, work: (query: Query) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await work((statement) => client.query(statement)).finally(() => client.end());
}

let templateHere: Promise<string> | undefined;

/** Migrating takes seconds; a migrated database that others are copied from is made once per version of the migrations. */
function templateOn(server: string, log: Log): Promise<string> {
  return (templateHere ??= (async () => {
    const name = `sonde_test_template_${fingerprint().replaceAll('-', '_')}`;
    await administer(server, async (query) => {
      // Several test processes may want it at once; the lock ends with the connection.
      await query("select pg_advisory_lock(hashtextextended('sonde.test.template', 0))");
      if ((await query(`select from pg_database where datname = '${name}'`)).rowCount) return;
      const unfinished = `${name}_unfinished`;
      await query(`drop database if exists ${unfinished} with (force)`);
      await query(`create database ${unfinished}`);
      const database = await openPostgres({ url: databaseUrl(server, unfinished), poolSize: 2, log });
      await prepare(database, log).finally(() => database.close());
      // Nobody's connection, not even autovacuum's, may keep it from being copied.
      await query(`alter database ${unfinished} allow_connections false`);
      await query(`alter database ${unfinished} rename to ${name}`);
    });
    return name;
  })());
}

/** A dumped folder of a migrated database, made once per version of the migrations as well. */
async function embedded(log: Log): Promise<OpenedDatabase> {
  const database = await openEmbedded({
    snapshot: new Blob([readFileSync(await embeddedTemplate(log))]),
    log,
  });
  return { database, name: undefined, drop: () => Promise.resolve() };
}

/** Puts that folder where a process with this `DATA_DIR` looks for its database, which it then need not make and migrate. */
export async function prepareFolder(dataDirectory: string): Promise<void> {
  const folder = join(dataDirectory, 'database');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = await embeddedTemplate(createLog('silent'));
  execFileSync('tar', ['--extract', '--no-same-owner', '--file', file, '--directory', folder], {
    stdio: 'pipe',
  });
}

/** The archive of that folder. */
async function embeddedTemplate(log: Log): Promise<string> {
  const file = join(tmpdir(), `sonde-test-template-${fingerprint()}`, 'data.tar');
  if (existsSync(file)) return file;
  const database = await openEmbedded({ log });
  await prepare(database, log);
  const dump = Buffer.from(await (await database.dump()).arrayBuffer());
  await database.close();
  mkdirSync(join(file, '..'), { recursive: true });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, dump);
  renameSync(fresh, file);
  return file;
}

async function prepare(database: Database, log: Log): Promise<void> {
  await migrate(database, migrations);
  const jobs = createJobs({ database, log, isWorker: false });
  await jobs.start();
  await jobs.stop(0);
}

function fingerprint(): string {
  const hash = createHash('sha256').update(readFileSync(new URL('../../package.json', import.meta.url)));
  for (const name of readdirSync(migrations).sort())
    hash.update(name).update(readFileSync(new URL(name, migrations)));
  return `${process.getuid?.() ?? 0}-${hash.digest('hex').slice(0, 16)}`;
}
