// `npm run owner-link -- person@example.org`: a way back in from the server, where no mail leaves the installation.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { environment, install, node, root } from './install.mjs';

if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
install();
const host = process.env.HOST || '127.0.0.1';
const shown = host === '0.0.0.0' || host === '127.0.0.1' ? 'localhost' : host;
const { status } = spawnSync(
  node,
  [join(root, 'apps/platform/src/owner-link/main.ts'), ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    // The same address as `npm start` gives its services.
    env: environment({
      FRONTEND_URL: process.env.FRONTEND_URL || `http://${shown}:${process.env.WEB_PORT || 3000}`,
    }),
  },
);
process.exit(status ?? 1);
