// `npm run seed -- --results 100000`: months of runs with their results, to see Sonde as it looks after a year.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { environment, install, node, root } from './install.mjs';

install();
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
const done = spawnSync(node, [join(root, 'tools', 'seed.ts'), ...process.argv.slice(2)], {
  cwd: root,
  env: environment(),
  stdio: 'inherit',
});
process.exit(done.status ?? 1);
