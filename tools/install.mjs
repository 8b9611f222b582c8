// Runs on any Node from 20.19 on: it is what gets the pinned Node and everything else into place.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The pinned Node that everything of Sonde runs on. */
export const node = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);
const stamp = join(root, 'node_modules', '.sonde-installed');

/** Installs exactly what the lock file says, unless that has been done. */
export function install() {
  refuseOldNode();
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(node)) return;
  console.log('Installing dependencies (first run, or the lock file changed) …');
  const npm = process.env.npm_execpath;
  // Not `npm ci`: it refuses a lock file in which the optional binaries of other systems are missing, and a registry
  // need not serve them all. This installs what the lock file says and leaves the file as it is.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: root, stdio: 'inherit' };
  const done = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (done.status !== 0 || !existsSync(node)) {
    console.error('Installing failed; npm says why above. Is the registry reachable?');
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

/** Environment for child processes: the pinned Node comes first on the PATH. */
export function environment(extra = {}) {
  const separator = process.platform === 'win32' ? ';' : ':';
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(separator);
  return { ...process.env, ...extra, PATH: path };
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Node ${process.versions.node} is too old; Sonde needs Node 20.19 or newer to start.`);
  process.exit(1);
}
