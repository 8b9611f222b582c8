import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#kernel/database';
import { openEmbedded } from '#kernel/embedded';
import { createJobs } from '#kernel/jobs';
import { createLog, type Log } from '#kernel/log';
import { migrate } from '#kernel/migrate';

const migrations = new URL('../../migrations/', import.meta.url);

/** Puts a migrated database where a process with this `DATA_DIR` looks for its own, which it then need not make and migrate. */
export async function prepareFolder(dataDirectory: string): Promise<void> {
  const folder = join(dataDirectory, 'database');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = await embeddedTemplate(createLog('silent'));
  execFileSync('tar', ['--extract', '--no-same-owner', '--file', file, '--directory', folder], {
    stdio: 'pipe',
  });
}

/** An archive of the folder of a migrated database, made once per version of the migrations. */
export async function embeddedTemplate(log: Log): Promise<string> {
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
