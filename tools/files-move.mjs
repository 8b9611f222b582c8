// `npm run files:move -- --to s3://bucket/prefix`: copies every stored file to another store; the old one stays as it is.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { environment, install, node, root } from './install.mjs';

install();
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
const done = spawnSync(node, [join(root, 'tools', 'files-move.ts'), ...process.argv.slice(2)], {
  cwd: root,
  env: environment(),
  stdio: 'inherit',
});
process.exit(done.status ?? 1);
