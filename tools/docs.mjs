// `npm run docs`: writes docs/reference and the table of operations from the code. A test says when that was forgotten.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { environment, install, node, root } from './install.mjs';

install();
const done = spawnSync(node, [join(root, 'tools', 'docs.ts')], {
  cwd: root,
  env: environment(),
  stdio: 'inherit',
});
process.exit(done.status ?? 1);
