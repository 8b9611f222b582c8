import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Thrown when another living process holds the folder. */
export class FolderLockedError extends Error {
  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by another copy of Sonde (process ${pid}). Stop it, or set DATA_DIR to another folder.`,
    );
    this.name = 'FolderLockedError';
  }
}

/**
 * An exclusive lock beside the folder. A process that died cannot release it, so a lock whose process is gone (told
 * apart from a reused process number by its start time) is taken over.
 */
export function lockFolder(folder: string): { release(): void } {
  const file = `${folder}.lock`;
  const own = `${process.pid} ${startTime(process.pid)}`;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (tryCreate(file, own)) return { release: () => releaseOwn(file, own) };
    const holder = readLock(file);
    if (holder === undefined) continue;
    const [pidText = '', started = ''] = holder.split(' ');
    const pid = Number(pidText);
    if (Number.isInteger(pid) && pid > 0 && startTime(pid) === started && isAlive(pid))
      throw new FolderLockedError(folder, pid);
    discardStale(file, holder);
  }
  throw new Error(`The lock ${file} keeps changing hands; try again.`);
}

/** The lock appears whole or not at all: a half-written one would look like that of a dead process. */
function tryCreate(file: string, content: string): boolean {
  const draft = `${file}.new.${process.pid}`;
  writeFileSync(draft, content, { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function readLock(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Moves the stale lock aside; if another process was quicker and this moved its fresh lock, puts that back. */
function discardStale(file: string, stale: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (readLock(aside) === stale) rmSync(aside, { force: true });
  else renameSync(aside, file);
}

function releaseOwn(file: string, own: string): void {
  if (readLock(file) === own) rmSync(file, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Start time in clock ticks on Linux; elsewhere a constant, so that only the process number counts. */
function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-';
  } catch {
    return '-';
  }
}
