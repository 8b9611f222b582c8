// `npm run bench [-- name …]`: starts what it measures and prints JSON with ratios against a bare baseline of the same run.
import { spawnSync } from 'node:child_process';
import { environment, install, node, root } from './install.mjs';
import { join } from 'node:path';

install();
const done = spawnSync(node, [join(root, 'tools', 'bench.ts'), ...process.argv.slice(2)], {
  cwd: root,
  env: environment(),
  stdio: 'inherit',
});
process.exit(done.status ?? 1);
