import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { prepareFolder } from '../support/database-template.ts';
import { startService } from '../support/service-process.ts';
import { api, killedWhileWriting, platformFile, settings, signIn } from './support/lone-platform.ts';

async function newDirectory(t: TestContext): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'sonde-alone-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  await prepareFolder(directory);
  return directory;
}

test('a process killed in the middle of writing has lost nothing that it said it had saved (embedded)', async (t) =>
  killedWhileWriting(settings(await newDirectory(t))));

test('told to stop, it finishes what is under way, exits with 0 and leaves no lock', async (t) => {
  const slow = createHttpServer((_req, res) => void setTimeout(() => res.end('"late"'), 1_000));
  slow.listen(0, '127.0.0.1');
  await once(slow, 'listening');
  t.after(() => slow.closeAllConnections());
  const directory = await newDirectory(t);
  const service = await startService(platformFile, settings(directory));
  assert.ok(existsSync(join(directory, 'database.lock')));
  const token = await signIn(service);
  const arrived = once(slow, 'request');
  const underWay = api(service, 'POST', '/endpoints/test', token, {
    url: `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`,
    input_data: { input: 'x' },
  });
  await arrived;
  const stopped = service.stop();
  assert.equal((await underWay).body.raw_response, 'late');
  assert.equal(await stopped, 0);
  assert.ok(!existsSync(join(directory, 'database.lock')));
  slow.close();
});

test('a port in use, a folder in use and a wrong setting are one clear line and exit 1', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const port = String((taken.address() as AddressInfo).port);
  const directory = await newDirectory(t);
  await assert.rejects(
    startService(platformFile, { ...settings(directory), PORT: port }),
    new RegExp(`ended with 1: The platform cannot start. Port ${port} .* in use[^\n]*$`),
  );
  taken.close();
  const service = await startService(platformFile, settings(directory));
  await assert.rejects(
    startService(platformFile, settings(directory)),
    /ended with 1: .*in use by another copy[^\n]*$/,
  );
  assert.equal(await service.stop(), 0);
  await assert.rejects(
    startService(platformFile, { ...settings(directory), PORT: 'x', LOG_LEVEL: 'loud' }),
    /ended with 1: [^]*PORT[^]*LOG_LEVEL/,
  );
});
