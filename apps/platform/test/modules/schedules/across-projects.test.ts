import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { apiToken } from '../tenancy/support.ts';
import { makeEndpoint, openWorkshop, type Workshop } from '../test-runs/support/workshop.ts';

let shop: Workshop;
before(async () => {
  shop = await openWorkshop();
});
after(() => shop.close());

test('a schedule names no set of another project to who sees the schedule', async () => {
  const project = async (name: string): Promise<string> =>
    (await shop.call('POST', '/projects', { name })).body.id;
  const [own, other] = [await project('Own'), await project('Other')];
  const token = await apiToken(shop.platform, shop.owner, { project_id: own });
  const endpoint = await makeEndpoint(shop.call, shop.target.url('/chat'), { project_id: own, name: 'Desk' });
  const set = await shop.makeSet(['a'], { project_id: other, name: 'Merger with Acme' });
  const made = await shop.call('POST', '/schedules', {
    test_set_id: set,
    endpoint_id: endpoint,
    cron: '0 3 1 1 *',
    timezone: 'UTC',
  });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(made.body.test_set, { id: set, name: 'Merger with Acme' });
  for (const path of ['/schedules', `/schedules/${made.body.id}`]) {
    const seen = await shop.call('GET', path, undefined, token);
    assert.equal(seen.status, 200, seen.text);
    const [schedule] = [seen.body].flat();
    assert.deepEqual(
      [schedule.name, schedule.test_set, schedule.endpoint],
      ['Tests on Desk', { id: set, name: '' }, { id: endpoint, name: 'Desk' }],
    );
    assert.ok(!seen.text.includes('Acme'), seen.text);
  }
});
