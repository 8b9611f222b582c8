import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createUsage } from '#usage';
import { uploadOne } from '../files/support/uploads.ts';
import { createTestClock, startPlatform, type SignedUp, type TestPlatform } from '../../support/platform.ts';

const clock = createTestClock(Date.UTC(2031, 4, 20, 12));
let platform: TestPlatform;
let owner: SignedUp;
before(async () => {
  platform = await startPlatform({ clock, spread: true });
  owner = await platform.signUp();
});
after(() => platform.close());

async function used(): Promise<Record<string, number>> {
  const { body } = await platform.call('GET', '/usage', { token: owner.token });
  return Object.fromEntries(
    body.resources.map((row: { resource: string; used: number }) => [row.resource, row.used]),
  );
}

test('stock is what there is, flow is what was counted this month', async () => {
  assert.deepEqual(await used(), {
    test_executions: 0,
    tracing_spans: 0,
    test_generation: 0,
    model_tokens: 0,
    seats: 1,
    projects: 1,
    endpoints: 1,
    storage_bytes: 0,
  });
  const usage = createUsage({ database: platform.app.database, clock });
  await usage.recordUsage(owner.organizationId, 'model_tokens', 1200);
  await usage.recordUsage(owner.organizationId, 'model_tokens', 34);
  await platform.call('POST', '/projects', { token: owner.token, body: { name: 'Second' } });
  const now = await used();
  assert.equal(now['model_tokens'], 1234);
  assert.equal(now['projects'], 2);
});

test('storage is what the bytes of files take, the same bytes once, and deleted ones until they are gone', async () => {
  const { id } = await uploadOne(platform, owner.token, { bytes: 'a'.repeat(1000) });
  await uploadOne(platform, owner.token, { bytes: 'a'.repeat(1000), name: 'same.txt' });
  await uploadOne(platform, owner.token, { bytes: 'b'.repeat(500) });
  assert.equal((await used())['storage_bytes'], 1500);
  await platform.call('DELETE', `/files/${id}`, { token: owner.token });
  assert.equal((await used())['storage_bytes'], 1500);
});

test('what another organization uses is not ours', async () => {
  const stranger = await platform.signUp();
  const { body } = await platform.call('GET', '/usage/history', { token: stranger.token });
  assert.deepEqual(body, []);
});

test('history comes by day and resource', async () => {
  const { body } = await platform.call('GET', '/usage/history?days=7&resource=model_tokens', {
    token: owner.token,
  });
  assert.deepEqual(body, [{ day: '2031-05-20', resource: 'model_tokens', amount: 1234 }]);
});

test('a new month begins at nothing', async () => {
  clock.advance(12 * 24 * 3600 * 1000);
  const next = await platform.signUp();
  owner = { ...next, organizationId: owner.organizationId };
  assert.equal((await used())['model_tokens'], 0);
});
