import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFolder } from '#kernel/folder-lock';
import { createLog } from '#kernel/log';
import type { Config } from '../config.ts';
import { openDatabase } from '../mechanisms.ts';
import type { Environment } from './surroundings.ts';

type Settings = Config['database'];

export const kindOf = ({ url }: Settings): 'embedded' | 'postgres' => (url ? 'postgres' : 'embedded');

/** PostgreSQL by its own tool, while it runs; the embedded database as its folder, while nothing runs on it. */
export async function dumpDatabase(
  settings: Settings,
  folder: string,
  environment: Environment,
): Promise<void> {
  const { url, directory } = settings;
  if (url) {
    const args = ['--format=custom', '--no-owner', `--file=${join(folder, 'database.dump')}`];
    return runTool('pg_dump', args, { url: url.reveal(), environment });
  }
  if (!existsSync(join(directory, 'PG_VERSION')))
    throw new Error(`There is no database in ${directory}. Is DATA_DIR the folder Sonde runs with?`);
  await whileLocked(directory, () => cp(directory, join(folder, 'database'), { recursive: true }));
}

/** Only into an empty place: what is there is never mixed with what comes, nor removed. */
export async function loadDatabase(config: Config, folder: string, environment: Environment): Promise<void> {
  const { url, directory } = config.database;
  if (!url) {
    const there = await readdir(directory).catch(() => []);
    if (there.length > 0)
      throw new Error(`There is a database in ${directory} already; it is left as it is.`);
    return whileLocked(directory, () => cp(join(folder, 'database'), directory, { recursive: true }));
  }
  await prepareServer(config);
  const args = ['--no-owner', '--exit-on-error', '--single-transaction', join(folder, 'database.dump')];
  await runTool('pg_restore', args, { url: url.reveal(), environment });
  await countAnew(config);
}

/** A dump brings no statistics: without them the planner takes every organization for a handful of rows. */
async function countAnew(config: Config): Promise<void> {
  const database = await openDatabase(config, createLog('silent'));
  try {
    await database.exclusively('count what was restored', (script) => script('analyze'));
  } finally {
    await database.close();
  }
}

async function prepareServer(config: Config): Promise<void> {
  const database = await openDatabase(config, createLog('silent'));
  try {
    const { rows } = await database.executeSql(
      "select table_name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema') limit 1",
    );
    if (rows.length > 0)
      throw new Error('The database of DATABASE_URL has tables already; it is left as it is.');
    // A role belongs to the server, not to the database, so no dump has it. Where it is, none is made: only few may.
    await database.executeSql(
      "do $$ begin if to_regrole('sonde_app') is null then create role sonde_app nologin nobypassrls nosuperuser; end if; exception when duplicate_object or unique_violation then null; end $$; do $$ begin if not pg_has_role(current_user, 'sonde_app', 'member') then execute format('grant sonde_app to %I', current_user); end if; end $$",
    );
  } finally {
    await database.close();
  }
}

async function whileLocked(directory: string, work: () => Promise<void>): Promise<void> {
  const lock = lockFolder(directory);
  try {
    await work();
  } finally {
    lock.release();
  }
}

/** The password travels in the environment: arguments are seen by everybody on the machine. */
function runTool(
  tool: string,
  args: readonly string[],
  { url, environment }: { readonly url: string; readonly environment: Environment },
): Promise<void> {
  const address = new URL(url);
  const { password } = address;
  address.password = '';
  const child = spawn(tool, [...args, `--dbname=${address.href}`], {
    env: { ...environment, ...(password ? { PGPASSWORD: decodeURIComponent(password) } : {}) },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-4000)));
  return new Promise((settle, reject) => {
    child.once('error', () =>
      reject(
        new Error(`${tool} cannot be started. Install the PostgreSQL client tools, as new as the server.`),
      ),
    );
    child.once('close', (code) =>
      code === 0 ? settle() : reject(new Error(`${tool} has failed: ${complaint.trim()}`)),
    );
  });
}
