import { chmodSync, mkdirSync, statSync } from 'node:fs';

/**
 * Makes a folder that other accounts of this machine cannot look into, as that of the database is; of one that is there,
 * what a former version left open to everybody is closed. A folder that its owner shares with a group stays as it is.
 */
export function privateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { mode, uid } = statSync(path);
  const isOurs = process.getuid?.() === uid;
  if (isOurs && (mode & 0o777) === 0o755) chmodSync(path, 0o700);
}
