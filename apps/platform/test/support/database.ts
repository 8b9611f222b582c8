import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Database } from '#kernel/database';
import type { Log } from '#kernel/log';
import { openPostgres } from '#kernel/postgres';
import { fingerprint, openCopy, prepare } from './database-template.ts';

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

async function embedded(log: Log): Promise<OpenedDatabase> {
  return { database: await openCopy(log), name: undefined, drop: () => Promise.resolve() };
}
