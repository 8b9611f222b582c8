import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#kernel/database';
import { openEmbedded, type DataFiles } from '#kernel/embedded';
import { createJobs } from '#kernel/jobs';
import { createLog, type Log } from '#kernel/log';
import { migrate } from '#kernel/migrate';

const migrations = new URL('../../migrations/', import.meta.url);

/**
 * Puts a migrated database where a process with this `DATA_DIR` looks for its own, which it then need not make and migrate.
 */
export async function prepareFolder(dataDirectory: string): Promise<void> {
  cpSync(await embeddedTemplate(), join(dataDirectory, 'database'), { recursive: true });
}

let filesHere: Promise<DataFiles> | undefined;

/** The same for a database in memory; read once in a process. */
export function preparedFiles(): Promise<DataFiles> {
  return (filesHere ??= (async () => {
    const folder = await embeddedTemplate();
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const files = entries.map((entry): [string, Uint8Array | undefined] => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length + 1), entry.isFile() ? readFileSync(path) : undefined];
    });
    // Parents first.
    return new Map(files.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  })());
}

/** The folder of a migrated database, made once per version of the migrations. */
async function embeddedTemplate(): Promise<string> {
  const folder = join(tmpdir(), `sonde-test-template-${fingerprint()}`, 'database');
  if (existsSync(folder)) return folder;
  mkdirSync(join(folder, '..'), { recursive: true });
  const fresh = `${folder}.${process.pid}`;
  const log = createLog('silent');
  const database = await openEmbedded({ directory: fresh, log });
  await prepare(database, log);
  await database.close();
  // Several test processes may have made it at once; the first stays.
  try {
    renameSync(fresh, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(fresh, { recursive: true });
  }
  return folder;
}

/** Brings a database to where the platform would. */
export async function prepare(database: Database, log: Log): Promise<void> {
  await migrate(database, migrations);
  const jobs = createJobs({ database, log, isWorker: false });
  await jobs.start();
  await jobs.stop(0);
}

/** Of what a migrated database is made by. */
export function fingerprint(): string {
  const hash = createHash('sha256').update(readFileSync(new URL('../../package.json', import.meta.url)));
  for (const name of readdirSync(migrations).sort())
    hash.update(name).update(readFileSync(new URL(name, migrations)));
  return `${process.getuid?.() ?? 0}-${hash.digest('hex').slice(0, 16)}`;
}
