import { systemClock } from '#kernel/clock';
import { moveObjects, openObjectStore } from '#kernel/object-store';
import type { Config } from '../config.ts';
import { storeIn } from './backup.ts';
import type { Manifest } from './manifest.ts';
import type { Environment, Output } from './surroundings.ts';
import { kindOf, loadDatabase } from './stored-database.ts';

interface Restore {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly environment: Environment;
  readonly output: Output;
}

/** Into the empty database and the store that the settings name. Bytes first, as with every upload. */
export async function restore(
  config: Config,
  { folder, manifest, environment, output }: Restore,
): Promise<void> {
  const kind = kindOf(config.database);
  if (manifest.database !== kind)
    throw new Error(
      `The backup is one of ${words[manifest.database]}, and the settings name ${words[kind]}. Set DATABASE_URL accordingly.`,
    );
  const from = openObjectStore(storeIn(config, folder), systemClock);
  const to = openObjectStore(config.files, systemClock);
  try {
    const moved = await moveObjects({ from, to, directory: config.files.incomingDirectory });
    const there = moved.copied + moved.alreadyThere;
    if (there < manifest.files.count)
      throw new Error(`Of ${manifest.files.count} stored files the backup has ${there}. It is not whole.`);
    await loadDatabase(config, folder, environment);
    output.write(
      `Restored: the database and ${there} stored files, of Sonde ${manifest.version}, ${manifest.made_at}. Start it with the same ENCRYPTION_KEY.\n`,
    );
  } finally {
    await from.close();
    await to.close();
  }
}

const words = { embedded: 'the embedded database', postgres: 'PostgreSQL' };
