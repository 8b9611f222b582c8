import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export interface BuiltPages {
  readonly folder: string;
  remove(): Promise<void>;
}

/** The pages as they ship, built into a folder of the test's own, so that no other build is disturbed. */
export async function buildPages(): Promise<BuiltPages> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-pages-'));
  await build({
    configFile: fileURLToPath(new URL('../../../vite.config.ts', import.meta.url)),
    logLevel: 'error',
    // Whatever the surroundings say: these are the pages as they ship.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir: folder, emptyOutDir: true },
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
