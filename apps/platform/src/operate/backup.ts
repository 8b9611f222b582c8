import { readFileSync } from 'node:fs';
import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemClock } from '#kernel/clock';
import { moveObjects, openObjectStore } from '#kernel/object-store';
import type { Config } from '../config.ts';
import { keepKeys } from './kept-keys.ts';
import { writeManifest } from './manifest.ts';
import type { Environment, Output } from './surroundings.ts';
import { dumpDatabase, kindOf } from './stored-database.ts';

interface Backup {
  /** Where it is made; new, or empty. */
  readonly folder: string;
  readonly withKeys: boolean;
  readonly environment: Environment;
  readonly output: Output;
}

/**
 * Files before the database and once more after it: bytes that a row of the dump names were either there at the first
 * time, or have come since and are too young to be swept at the second.
 */
export async function backUp(
  config: Config,
  { folder, withKeys, environment, output }: Backup,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty. Say a folder of its own.`);
  // One that was there already may be open to everybody on the machine, and pg_dump writes for everybody as well.
  await chmod(folder, 0o700);
  const from = openObjectStore(config.files, systemClock);
  const to = openObjectStore(storeIn(config, folder), systemClock);
  const directory = join(folder, '.incoming');
  try {
    const first = await moveObjects({ from, to, directory });
    await dumpDatabase(config.database, folder, environment);
    const second = await moveObjects({ from, to, directory });
    const keys = withKeys && (await keepKeys(config.dataDirectory, folder));
    await rm(directory, { recursive: true, force: true });
    const files = { count: first.copied + second.copied, bytes: first.bytes + second.bytes };
    const made_at = new Date(systemClock.now()).toISOString();
    await writeManifest(folder, { format: 1, version, made_at, database: kindOf(config.database), files });
    output.write(
      `The backup is in ${folder}: the database, ${files.count} stored files${keys ? ', and the keys of this installation, so keep it as you keep those' : '; the keys are not in it'}.\n`,
    );
  } catch (error) {
    // Nothing was in it: what is now is no backup, and would refuse the next one.
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
    throw error;
  } finally {
    await from.close();
    await to.close();
  }
}

export const storeIn = ({ files }: Config, folder: string) => ({
  ...files,
  url: pathToFileURL(join(folder, 'files')).href,
});

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
