import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const Manifest = z.object({
  format: z.literal(1),
  version: z.string(),
  made_at: z.iso.datetime(),
  database: z.enum(['embedded', 'postgres']),
  files: z.object({ count: z.number().int(), bytes: z.number().int() }),
});
export type Manifest = z.output<typeof Manifest>;

const fileIn = (folder: string): string => join(folder, 'manifest.json');

/** Written last, so that a backup that was broken off is none. */
export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(fileIn(folder), `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx', mode: 0o600 });

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(fileIn(folder), 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new Error(`${folder} is no backup, or one that was broken off: it has no manifest.json.`);
  const read = Manifest.safeParse(JSON.parse(text));
  if (!read.success) throw new Error(`${folder} was made by another version of the backup.`);
  return read.data;
}
