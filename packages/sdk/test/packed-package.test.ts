import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const command = fileURLToPath(new URL('../../../tools/pack-sdk.mjs', import.meta.url));
let folder: string;

/** Another project, to which the package came as `npm run sdk` packs it; no registry is asked for anything, and no cache has it. */
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-packed-'));
  const { stdout: told } = await run(process.execPath, [command, folder]);
  const [, packed = ''] = /^Packed: (.+)$/m.exec(told) ?? [];
  writeFileSync(join(folder, 'package.json'), '{ "name": "elsewhere", "private": true, "type": "module" }');
  const nothing = join(folder, 'empty-cache');
  await run('npm', ['install', '--offline', '--cache', nothing, '--no-audit', '--no-fund', packed], {
    cwd: folder,
  });
});
after(() => rmSync(folder, { recursive: true, force: true }));

test('the packed package installs elsewhere, and npx finds its command', async () => {
  const { stdout } = await run('npx', ['--offline', 'sonde', '--help'], { cwd: folder });
  assert.match(stdout, /sonde run/);
});

test('the packed package is imported by its name', async () => {
  const { stdout } = await run(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      "const sdk = await import('@sonde/sdk'); console.log(typeof sdk.createClient)",
    ],
    { cwd: folder },
  );
  assert.equal(stdout.trim(), 'function');
});
