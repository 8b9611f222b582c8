// `npm run owner-link -- person@example.org`: a way back in from the server, where no mail leaves the installation.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { environment, install, node, root } from './install.mjs';
import { derivedSettings } from './settings.mjs';

install();
const { status } = spawnSync(
  node,
  [join(root, 'apps/platform/src/owner-link/main.ts'), ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: environment(derivedSettings()),
  },
);
process.exit(status ?? 1);
