import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createBrowser, fakeSecret, frontend } from './harness.ts';
import { startPlatformStandIn } from './platform-stand-in.ts';

function start(t: TestContext, env: Record<string, string>) {
  const directory = mkdtempSync(join(tmpdir(), 'sonde-web-'));
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../bff/main.ts')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: directory,
      WEB_PORT: '0',
      FRONTEND_URL: frontend,
      ...env,
    },
  });
  t.after(() => {
    child.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (part) => (output.stdout += String(part)));
  child.stderr.on('data', (part) => (output.stderr += String(part)));
  return { child, output };
}

async function portOf({
  child,
  output,
}: {
  child: ChildProcess;
  output: { stdout: string; stderr: string };
}) {
  for (;;) {
    const found = /listens at http:\/\/127\.0\.0\.1:(\d+)/.exec(output.stdout);
    if (found) return Number(found[1]);
    if (child.exitCode !== null) assert.fail(output.stderr);
    await once(child.stdout ?? child, 'data');
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  void test(`the server says in JSON where it listens, and ends with 0 on ${signal}`, async (t) => {
    const running = start(t, {});
    const port = await portOf(running);
    for (const line of running.output.stdout.trim().split('\n')) JSON.parse(line);
    assert.equal((await createBrowser(port).send('/health')).status, 200);
    const ended = once(running.child, 'exit');
    running.child.kill(signal);
    assert.deepEqual(await ended, [0, null]);
    assert.equal(running.output.stderr, '');
  });
}

void test('a busy port is one clear line and exit 1', async (t) => {
  const busy = createServer();
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
  t.after(() => busy.close());
  const { port } = busy.address() as AddressInfo;
  const { child, output } = start(t, { WEB_PORT: String(port) });
  assert.deepEqual(await once(child, 'close'), [1, null]);
  assert.match(
    output.stderr,
    new RegExp(`^The web server cannot start\\. Port ${port} .* in use[^\\n]*\\n$`),
  );
});

void test('wrong settings are listed together and exit 1', async (t) => {
  const { child, output } = start(t, { NODE_ENV: 'production', WEB_PORT: 'x' });
  assert.deepEqual(await once(child, 'close'), [1, null]);
  assert.match(output.stderr, /4 settings are wrong/);
});

void test('a session outlives a restart of the server', async (t) => {
  const platform = await startPlatformStandIn({ now: () => new Date() });
  t.after(() => platform.stop());
  const env = { BACKEND_URL: platform.origin, SESSION_SECRET: fakeSecret('session') };
  const first = start(t, env);
  const browser = createBrowser(await portOf(first));
  await browser.signIn(platform.code('ada@example.test'));
  const ended = once(first.child, 'exit');
  first.child.kill('SIGTERM');
  await ended;
  const again = browser.at(await portOf(start(t, env)));
  assert.equal((await again.session()).user?.email, 'ada@example.test');
});
