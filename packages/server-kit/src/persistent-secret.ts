import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A random secret that survives restarts: read from `directory/name`, or made once with mode 0600. Two processes that
 * start together agree: the file appears whole, under its name only if nobody was quicker, and the loser reads the
 * winner's.
 */
export function persistentSecret(directory: string, name: string): string {
  const file = join(directory, name);
  const read = (): string | undefined => {
    try {
      return readFileSync(file, 'utf8').trim() || undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  };
  const existing = read();
  if (existing) return existing;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const made = read();
  if (!made) throw new Error(`The secret file ${file} is empty; delete it and start again.`);
  return made;
}
