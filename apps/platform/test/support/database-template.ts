import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { MemoryFS, PGlite } from '@electric-sql/pglite';
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
  for (const { path, content } of await templateFiles(createLog('silent'))) {
    if (content) writeFileSync(join(folder, path), content, { mode: 0o600 });
    else mkdirSync(join(folder, path), { mode: 0o700 });
  }
}

/** A migrated database in memory. */
export async function openCopy(log: Log): Promise<Database> {
  return openEmbedded({ memory: new FilledMemory(await templateFiles(log)), log });
}

interface TemplateFile {
  /** From the folder of the database. */
  readonly path: string;
  /** Undefined for a folder. */
  readonly content: Buffer | undefined;
}

/** Given to the engine file by file: a copy in a fraction of the time that its own way, an archive, takes. */
class FilledMemory extends MemoryFS {
  readonly #files: readonly TemplateFile[];

  constructor(files: readonly TemplateFile[]) {
    super();
    this.#files = files;
  }

  override async initialSyncFs(): Promise<void> {
    const fs = this.pg?.Module.FS;
    assert.ok(fs);
    fs.mkdirTree(PGlite.paths.PGDATA, 0o700);
    for (const { path, content } of this.#files) {
      const place = `${PGlite.paths.PGDATA}/${path}`;
      // The engine writes into what it is given.
      if (content) fs.writeFile(place, new Uint8Array(content), { canOwn: true });
      else fs.mkdir(place, 0o700);
    }
  }
}

let filesHere: Promise<readonly TemplateFile[]> | undefined;

/** The files of a migrated database, read once per process; folders before what they hold. */
function templateFiles(log: Log): Promise<readonly TemplateFile[]> {
  return (filesHere ??= templateFolder(log).then((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .map((entry) => {
        const place = join(entry.parentPath, entry.name);
        return {
          path: relative(folder, place),
          content: entry.isDirectory() ? undefined : readFileSync(place),
        };
      })
      .toSorted((one, other) => (one.path < other.path ? -1 : 1)),
  ));
}

/** The folder of a migrated database that was closed, made once per version of the migrations. */
async function templateFolder(log: Log): Promise<string> {
  const folder = join(tmpdir(), `sonde-test-database-${fingerprint()}`);
  if (existsSync(folder)) return folder;
  const fresh = mkdtempSync(`${folder}-`);
  const directory = join(fresh, 'database');
  const database = await openEmbedded({ directory, log });
  await prepare(database, log);
  // Nobody connects to those beside it, which are two fifths of all files.
  const { rows } = await database.executeSql(
    'select oid from pg_database where datname <> current_database()',
  );
  await database.close();
  for (const { oid } of rows) rmSync(join(directory, 'base', String(oid)), { recursive: true, force: true });
  try {
    renameSync(directory, folder);
  } catch (error) {
    // Another process was quicker.
    if (!existsSync(folder)) throw error;
  }
  rmSync(fresh, { recursive: true, force: true });
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
