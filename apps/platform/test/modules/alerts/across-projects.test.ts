import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Json } from '../../support/platform.ts';
import { apiToken } from '../tenancy/support.ts';
import { makeEndpoint, openWorkshop, type Workshop } from '../test-runs/support/workshop.ts';

let shop: Workshop;
before(async () => {
  shop = await openWorkshop();
});
after(() => shop.close());

test('a rule of the organization tells a project neither what it looks at in another one nor what it found there', async () => {
  const project = async (name: string): Promise<string> =>
    (await shop.call('POST', '/projects', { name })).body.id;
  const [own, other] = [await project('Own'), await project('Other')];
  const tokenOf = (projectId: string) => apiToken(shop.platform, shop.owner, { project_id: projectId });
  shop.target.route('/bad', (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: 'bad' }));
  });
  const endpoint = await makeEndpoint(shop.call, shop.target.url('/bad'), {
    project_id: own,
    name: 'Merger desk',
  });
  const set = await shop.makeSet(['a'], { project_id: own, name: 'Merger with Acme' });
  const made = await shop.call('POST', '/alert_rules', {
    name: 'Watch',
    on: 'pass_rate_below',
    threshold: 80,
    channels: ['notification'],
    test_set_id: set,
    endpoint_id: endpoint,
    project_id: null,
  });
  assert.equal(made.status, 201, made.text);
  assert.equal(made.body.project_id, null);
  await shop.ended((await shop.start(set, {}, endpoint)).test_run_id);
  const read = async (path: string, token?: string): Promise<Json> => {
    const { status, body, text } = await shop.call('GET', path, undefined, token);
    assert.equal(status, 200, text);
    return body;
  };
  const at = `/alert_rules/${made.body.id}`;
  for (let attempt = 0; (await read(`${at}/deliveries`)).length === 0; attempt += 1) {
    assert.ok(attempt < 2400, 'The rule has found nothing.');
    await pause(25);
  }
  const seen = async (token?: string) => {
    const { test_set, endpoint: called } = await read(at, token);
    return [test_set, called, (await read(`${at}/deliveries`, token)).length];
  };
  const all = [{ id: set, name: 'Merger with Acme' }, { id: endpoint, name: 'Merger desk' }, 1];
  assert.deepEqual(await seen(), all);
  assert.deepEqual(await seen(await tokenOf(own)), all);
  assert.deepEqual(await seen(await tokenOf(other)), [{ id: set, name: '' }, { id: endpoint, name: '' }, 0]);
});
