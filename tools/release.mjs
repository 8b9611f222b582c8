// `npm run release -- 0.2.0`: writes VERSION, the versions of what has changed and docs/releases, from the commits.
import { spawnSync } from 'node:child_process';
import { environment, install, node, root } from './install.mjs';
import { join } from 'node:path';

install();
const done = spawnSync(node, [join(root, 'tools', 'release.ts'), ...process.argv.slice(2)], {
  cwd: root,
  env: environment(),
  stdio: 'inherit',
});
process.exit(done.status ?? 1);
