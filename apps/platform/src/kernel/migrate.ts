import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import type { Database } from './database.ts';

/**
 * Applies the SQL files that this database has not seen, in order of name, each in a transaction. One process at a
 * time holds the lock, so several may start together. A file that changed after it was applied stops the start, and so
 * does one that this version does not have: a newer one has been here, whose data an older one would harm.
 */
export async function migrate(database: Database, folder: URL): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const files = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(new URL(name, folder), 'utf8') })),
  );
  return database.exclusively('sonde.migrations', async (run) => {
    await run(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await database.executeSql('select name, checksum from schema_migrations');
    const applied = new Map(rows.map((row) => [row['name'], row['checksum']]));
    const unknown = [...applied.keys()]
      .map(String)
      .filter((name) => !names.includes(name))
      .toSorted();
    if (unknown.length > 0)
      throw new Error(
        `This database was brought up to date by a newer version of Sonde (${String(unknown.at(-1))} is not known here). Start that version, or restore a backup made before the upgrade into a new database.`,
      );
    const done: string[] = [];
    for (const { name, text } of files) {
      const checksum = createHash('sha256').update(text).digest('hex');
      const before = applied.get(name);
      if (before === checksum) continue;
      if (before !== undefined)
        throw new Error(
          `The migration ${name} was changed after it had been applied to this database. Restore it and add a new one.`,
        );
      await run(
        `begin;\n${text}\n;insert into schema_migrations (name, checksum) values ('${name.replaceAll("'", "''")}', '${checksum}');\ncommit;`,
      );
      done.push(name);
    }
    return done;
  });
}
