import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operations, permissionsOf, type Permission } from '@sonde/contract';
import { openWorkshop, type Workshop } from '../test-runs/support/workshop.ts';
import { apiToken } from './support.ts';

let shop: Workshop;
before(async () => {
  shop = await openWorkshop();
});
after(() => shop.close());

const tokenWith = (...permissions: Permission[]): Promise<string> =>
  apiToken(shop.platform, shop.owner, { permissions });

test('what a token may not do by the direct route it does not do by a neighbouring one', async () => {
  const setId = await shop.makeSet(['What is the code?']);
  const run = await shop.ended((await shop.start(setId)).test_run_id);
  const [held] = (await shop.call('GET', `/test_sets/${setId}/tests`)).body;
  const said = shop.target.requests.length;
  const doors: [method: 'GET' | 'POST', path: string, body: unknown, has: Permission, lacks: Permission][] = [
    ['GET', `/test_runs/${run.id}/download?format=jsonl`, undefined, 'test_run:read', 'test_result:read'],
    [
      'POST',
      '/tests/execute',
      { endpoint_id: shop.endpointId, prompt: { content: 'anything' } },
      'test_run:execute',
      'endpoint:invoke',
    ],
    ['POST', `/tests/${held.id}/duplicate`, {}, 'test:create', 'test:read'],
    ['POST', `/test_sets/${setId}/duplicate`, {}, 'test_set:create', 'test_set:read'],
    ['GET', `/test_sets/${setId}/tests`, undefined, 'test_set:read', 'test:read'],
    ['GET', `/test_sets/${setId}/download`, undefined, 'test_set:read', 'test:read'],
    ['POST', `/endpoints/${shop.endpointId}/duplicate`, {}, 'endpoint:create', 'endpoint:read'],
    [
      'POST',
      '/alert_rules',
      { name: 'Out', on: 'pass_rate_below', threshold: 100, channels: [{ notification: true }] },
      'alert_rule:create',
      'test_run:read',
    ],
  ];
  for (const [method, path, body, has, lacks] of doors) {
    const refused = await shop.call(method, path, body, await tokenWith(has));
    assert.deepEqual(
      [refused.status, refused.body.detail],
      [403, `This needs the permission ${lacks}.`],
      path,
    );
  }
  assert.equal(shop.target.requests.length, said, 'and no application is called');
  const whole = await tokenWith('test_run:read', 'test_result:read');
  const taken = await shop.call('GET', `/test_runs/${run.id}/download?format=jsonl`, undefined, whole);
  assert.equal(taken.status, 200, taken.text);
});

test('each copy of a thing asks for the right to read it, since it shows it', () => {
  for (const { id, access } of operations.filter((operation) => operation.id.endsWith('.duplicate'))) {
    const needed = permissionsOf(access);
    assert.ok(
      needed.some((permission) => permission.endsWith(':read')),
      `${id}: ${needed.join(', ')}`,
    );
  }
});
