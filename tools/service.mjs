// `npm start -w @sonde/platform -- --role=api`, and the same for `@sonde/chatbot`, `@sonde/generation` and `@sonde/web`: one service alone, on
// any Node that npm runs on, with the settings `npm start` would give it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { environment, install, node, root } from './install.mjs';
import { derivedSettings } from './settings.mjs';

const files = {
  platform: 'apps/platform/src/main.ts',
  chatbot: 'apps/chatbot/src/main.ts',
  generation: 'apps/generation/src/main.ts',
  web: 'apps/web/bff/main.ts',
};
const [name = '', ...args] = process.argv.slice(2);
if (!Object.hasOwn(files, name)) {
  console.error(`Say which service: ${Object.keys(files).join(', ')}.`);
  process.exit(1);
}

install();
if (name === 'web') buildWeb();
const child = spawn(node, [join(root, files[name]), ...args], {
  cwd: root,
  env: environment(derivedSettings()),
  stdio: 'inherit',
});
// A terminal tells the whole group, everything else tells us alone; the service takes a second signal for impatience.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    if (!process.stdin.isTTY) child.kill(signal);
  });
child.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
