import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { built, isBuilt } from '../../../../../tools/build-web.mjs';

export interface BuiltPages {
  readonly folder: string;
  remove(): Promise<void>;
}

/**
 * The pages as they ship, in a folder of the test's own, so that no other build is disturbed: a copy of those that were
 * built from these very sources, as `npm test` begins with, or else built here.
 */
export async function openPages(): Promise<BuiltPages> {
  if (!isBuilt()) return buildPages();
  const folder = await newFolder();
  await cp(built, folder, { recursive: true });
  return pagesIn(folder);
}

/** The pages as they ship, built into a folder of the test's own. */
export async function buildPages(): Promise<BuiltPages> {
  const folder = await newFolder();
  await build({
    configFile: fileURLToPath(new URL('../../../vite.config.ts', import.meta.url)),
    logLevel: 'error',
    // Whatever the surroundings say: these are the pages as they ship.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir: folder, emptyOutDir: true },
  });
  return pagesIn(folder);
}

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'sonde-pages-'));

const pagesIn = (folder: string): BuiltPages => ({
  folder,
  remove: () => rm(folder, { recursive: true, force: true }),
});
