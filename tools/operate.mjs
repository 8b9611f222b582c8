// `npm run backup -- --to /folder`, `npm run restore -- --from /folder`, `npm run rotate-key`: see docs/operating.md.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { environment, install, node, root } from './install.mjs';

install();
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
const { status } = spawnSync(
  node,
  [join(root, 'apps/platform/src/operate/main.ts'), ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: environment(),
  },
);
process.exit(status ?? 1);
