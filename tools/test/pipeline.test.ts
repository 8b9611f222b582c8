import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';

/** The pipeline on a machine whose programs are the given ones, in place of those in /usr/bin. */
async function run(t: TestContext, programs: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-pipeline-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const bin = join(folder, 'bin');
  await mkdir(bin);
  await mkdir(join(folder, '.ci'));
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${text.replaceAll('BIN', bin)}\n`);
    await chmod(join(bin, name), 0o755);
  }
  const script = await readFile(new URL('../../.ci/run', import.meta.url), 'utf8');
  const moved = script.replaceAll('/usr/bin/', `${bin}/`).replace(/^#!.*/, '#!/bin/bash');
  await writeFile(join(folder, '.ci', 'run'), moved.replaceAll('/dev/tcp/127.0.0.1', '/nowhere'));
  const { status, stdout, stderr } = spawnSync('/bin/bash', [join(folder, '.ci', 'run')], {
    encoding: 'utf8',
    env: { PATH: `${bin}:/bin:/usr/bin`, HOME: folder },
  });
  return { status, stdout, stderr };
}

const npm = 'echo "ran npm $*"';

test('the pipeline is red where Chromium is missing and cannot be installed, and runs no test', async (t) => {
  const { status, stdout, stderr } = await run(t, { npm, 'apt-get': 'echo no network >&2; exit 100' });
  assert.equal(status, 1);
  assert.match(stderr, /no network[\s\S]*Chromium is missing and could not be installed/);
  assert.doesNotMatch(stdout, /ran npm/);
  const pretended = await run(t, { npm, 'apt-get': 'exit 0' });
  assert.equal(pretended.status, 1, 'an installer that installs nothing is no Chromium');
});

test('the pipeline runs the tests where Chromium is there or can be installed, and fails with them', async (t) => {
  const machines: Record<string, string>[] = [
    { npm, chromium: '' },
    { npm, 'apt-get': 'cp BIN/npm BIN/chromium' },
  ];
  for (const programs of machines) {
    const { status, stdout, stderr } = await run(t, programs);
    assert.deepEqual([status, /ran npm test/.test(stdout)], [0, true], stderr);
  }
  assert.equal((await run(t, { npm: 'exit 3', chromium: '' })).status, 3);
});
