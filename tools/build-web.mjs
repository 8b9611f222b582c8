import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, node, root } from './install.mjs';

const web = join(root, 'apps', 'web');
/** Where the built pages are. */
export const built = join(web, 'dist');
const stamp = join(built, '.built-from');
/** Folders whose files the pages are built from. */
export const pageSources = [
  join(web, 'spa'),
  join(root, 'packages', 'contract', 'src'),
  join(root, 'packages', 'paste-reader', 'src'),
  join(root, 'packages', 'secrets', 'src'),
];

/** Builds the web app unless what is there was built from these very sources. */
export function buildWeb({ quiet = false } = {}) {
  if (isBuilt()) return;
  const wanted = fingerprint();
  if (!quiet) console.log('Building the web app …');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const done = spawnSync(node, [vite, 'build', '--logLevel', 'error'], {
    cwd: web,
    env: environment({ NODE_ENV: 'production' }),
    stdio: 'inherit',
  });
  if (done.status !== 0) {
    console.error('The web app could not be built; the messages above say why.');
    process.exit(1);
  }
  mkdirSync(built, { recursive: true });
  writeFileSync(stamp, wanted);
}

/** Whether the built pages are those of these very sources. */
export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint();
}

function fingerprint() {
  const hash = createHash('sha256');
  const files = [
    join(root, 'package-lock.json'),
    join(web, 'vite.config.ts'),
    join(web, 'build-plugins.ts'),
    ...pageSources.flatMap(walk),
  ];
  for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest('hex');
}

function walk(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? walk(join(folder, entry.name)) : [join(folder, entry.name)]));
}
