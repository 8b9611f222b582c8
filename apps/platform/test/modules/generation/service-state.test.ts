import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { listenOnLoopback } from '@sonde/fakes';
import { startPlatform } from '../../support/platform.ts';
import { startService } from '../../support/service-process.ts';
import { joinAs } from '../tenancy/support.ts';

test('everybody sees whether the generation service runs, where, and how much of it a caller may use', async (t) => {
  const service = await startService('apps/generation/src/main.ts', { GENERATION_PORT: '0' });
  t.after(() => service.kill());
  const platform = await startPlatform({ env: { GENERATION_URL: `${service.url}/` } });
  t.after(() => platform.close());
  const owner = await platform.signUp();
  const viewer = await joinAs(platform, owner, 'viewer');
  const look = () => platform.call('GET', '/models/generation-service', { token: viewer.token });
  const running = await look();
  assert.equal(running.status, 200, running.text);
  const { version, ...shown } = running.body;
  assert.match(version, /^\d+\.\d+\.\d+$/);
  const limits = { per_minute: 100, per_day: 10_000, per_batch: 50 };
  assert.deepEqual(shown, { url: service.url, is_running: true, ...limits });
  await service.kill();
  assert.deepEqual((await look()).body, { url: service.url, is_running: false, version: null, ...limits });
  assert.equal((await platform.call('GET', '/models/generation-service')).status, 401);
});

test('another program at its address is not taken for it', async (t) => {
  const other = createServer((_request, response) => response.end('{"service":"other","version":"1"}'));
  t.after(() => other.close());
  const url = `http://127.0.0.1:${await listenOnLoopback(other)}`;
  const platform = await startPlatform({ env: { GENERATION_URL: url } });
  t.after(() => platform.close());
  const { token } = await platform.signUp();
  const { body } = await platform.call('GET', '/models/generation-service', { token });
  assert.deepEqual([body.is_running, body.version], [false, null]);
});
