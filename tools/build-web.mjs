import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, node, root } from './install.mjs';

const web = join(root, 'apps', 'web');
const stamp = join(web, 'dist', '.built-from');
/** Folders whose files the pages are built from. */
export const pageSources = [
  join(web, 'spa'),
  join(root, 'packages', 'contract', 'src'),
  join(root, 'packages', 'secrets', 'src'),
];

/** Builds the web app unless what is there was built from these very sources. */
export function buildWeb({ quiet = false } = {}) {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
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
  mkdirSync(join(web, 'dist'), { recursive: true });
  writeFileSync(stamp, wanted);
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
