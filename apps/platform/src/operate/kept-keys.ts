import { existsSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Environment } from './surroundings.ts';

const name = 'secrets';
const keyFile = 'encryption-key';

/** The keys that an installation has made for itself; one whose operator set them all has none. */
export async function keepKeys(dataDirectory: string, folder: string): Promise<boolean> {
  const from = join(dataDirectory, name);
  if (!existsSync(from)) return false;
  await cp(from, join(folder, name), { recursive: true });
  return true;
}

/** Puts them where the restored installation looks for them; never over those of another one. */
export async function placeKeys(folder: string, { DATA_DIR, ENCRYPTION_KEY }: Environment): Promise<void> {
  const kept = join(folder, name);
  if (!existsSync(kept)) return;
  const target = join(resolve(DATA_DIR?.trim() || '.data'), name);
  if (!existsSync(target)) return cp(kept, target, { recursive: true });
  const keyOf = (place: string): string | undefined => {
    const file = join(place, keyFile);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  if (!ENCRYPTION_KEY?.trim() && keyOf(kept) !== keyOf(target))
    throw new Error(
      `${target} holds the keys of another installation, which do not open what is restored. Restore into a new DATA_DIR, or set ENCRYPTION_KEY to the one of the backup.`,
    );
}
