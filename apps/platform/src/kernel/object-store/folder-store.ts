import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Clock } from '../clock.ts';
import { requireKey, type ObjectStore, type StoredObject } from './object-store.ts';
import { privateFolder } from './private-folder.ts';
import { nothingThere } from './spool.ts';

/** Objects as files of one folder, which may be a network drive that several machines share. */
export function createFolderStore({ root, clock }: { root: string; clock: Clock }): ObjectStore {
  let isReady = false;
  const pathOf = (key: string): string => join(root, ...requireKey(key).split('/'));

  /** The object gets its name only when it is whole; until then it has another, which is never listed. */
  async function place(target: string, file: string): Promise<void> {
    if (!isReady) privateFolder(root);
    isReady = true;
    await mkdir(dirname(target), { recursive: true });
    try {
      await link(file, target);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return;
      // Another file system, or one without links: copy beside the target, and link or rename from there.
      await copyInto(target, file);
    }
    await syncFolder(dirname(target));
  }

  return {
    kind: 'folder',
    async put(key, file) {
      const target = pathOf(key);
      await place(target, file);
      const now = new Date(clock.now());
      await utimes(target, now, now);
    },
    async open(key, range) {
      const path = pathOf(key);
      const handle = await open(path, 'r').catch(unlessMissing);
      if (!handle) return undefined;
      return createReadStream(path, { fd: handle, ...range, highWaterMark: 256 * 1024 });
    },
    async find(key) {
      const found = await stat(pathOf(key)).catch(unlessMissing);
      return found?.isFile() ? { key, sizeBytes: found.size, modifiedAt: found.mtimeMs } : undefined;
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    list: () => walk(root, root),
    close: () => Promise.resolve(),
  };
}

const partial = '.partial-';

async function copyInto(target: string, file: string): Promise<void> {
  const copy = join(dirname(target), `${partial}${randomUUID()}`);
  try {
    await copyFile(file, copy);
    const handle = await open(copy, 'r+');
    await handle.sync().finally(() => handle.close());
    await link(copy, target).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  } finally {
    await rm(copy, { force: true });
  }
}

/** The name, too, must survive a power cut before a row may speak of it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

async function* walk(root: string, folder: string): AsyncGenerator<StoredObject> {
  for (const name of (await readdir(folder).catch(nothingThere)).sort()) {
    if (name.startsWith('.')) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(unlessMissing);
    if (found?.isDirectory()) yield* walk(root, path);
    else if (found?.isFile())
      yield {
        key: relative(root, path).split(sep).join('/'),
        sizeBytes: found.size,
        modifiedAt: found.mtimeMs,
      };
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

function unlessMissing(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
  throw error;
}
