// `npm run sdk`: the SDK and its command as one file, which other projects install. It is on no registry, so whoever
// installed it by name would get nothing, or what a stranger has put there.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { environment, install, node, root } from './install.mjs';

install();
const folder = resolve(process.argv[2] ?? root);
const built = mkdtempSync(join(tmpdir(), 'sonde-sdk-'));
process.once('exit', () => rmSync(built, { recursive: true, force: true }));
run(node, [join(root, 'packages', 'sdk', 'build.ts'), built]);
const npm = process.env.npm_execpath;
const pack = ['pack', built, '--pack-destination', folder, '--silent'];
if (npm) run(process.execPath, [npm, ...pack]);
else run('npm', pack, { shell: process.platform === 'win32' });
const { version } = JSON.parse(readFileSync(join(root, 'packages', 'sdk', 'package.json'), 'utf8'));
const file = join(folder, `sonde-sdk-${version}.tgz`);
console.log(`Packed: ${file}\nIn the project it is for: npm install --save-dev ${file}`);

function run(command, args, options = {}) {
  const done = spawnSync(command, args, {
    cwd: root,
    env: environment(),
    stdio: ['ignore', 'ignore', 'inherit'],
    ...options,
  });
  if (done.status === 0) return;
  console.error('The SDK could not be packed; the messages above say why.');
  process.exit(1);
}
