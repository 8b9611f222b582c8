import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLog } from '../../../src/kernel/log.ts';
import { givenDescriptions } from '../../../src/modules/metrics/given-descriptions.ts';
import { kinds } from '../../../src/modules/metrics/kinds.ts';
import { meaningOf } from '../../../src/modules/metrics/plain-words.ts';
import { renewDescriptions } from '../../../src/modules/metrics/renew-descriptions.ts';
import { startPlatform, type Json, type SignedUp, type TestPlatform } from '../../support/platform.ts';

let platform: TestPlatform;
let owner: SignedUp;
before(async () => {
  platform = await startPlatform();
  owner = await platform.signUp();
});
after(() => platform.close());

const log = createLog('silent');
const call = (method: string, path: string, body?: unknown) =>
  platform.call(method, path, { token: owner.token, body });

async function made(name: string, kind: string, args: Json, description: string): Promise<string> {
  const metric = await call('POST', '/metrics', {
    name,
    backend: 'builtin',
    kind,
    args,
    description,
    metric_scope: ['Single-Turn'],
  });
  assert.equal(metric.status, 201, metric.text);
  return metric.body.id;
}
const shown = async (id: string): Promise<[string, number]> => {
  const { body } = await call('GET', `/metrics/${id}`);
  return [body.description, body.version];
};

test('the sentence of each kind is among those that its metrics were given, so that it is known once it is another', () => {
  for (const { kind } of kinds)
    assert.ok(
      givenDescriptions[kind]?.includes(meaningOf(kind, {})),
      `${kind}: “${meaningOf(kind, {})}” is missing in given-descriptions.ts`,
    );
});

test('a built-in metric of a former version gets the description of today, and one that somebody wrote stays', async () => {
  const former = givenDescriptions['behaves']?.[1] ?? '';
  const old = await made('Declines', 'behaves', { as: 'declines' }, former);
  const values = { values: ['£12'] };
  const own = await made('Price', 'contains_any', values, 'Our price, by hand.');
  // Words of another kind are nobody's of ours.
  const foreign = await made('Other', 'contains_any', values, former);
  assert.equal(await renewDescriptions({ database: platform.app.database, log }), 1);
  assert.deepEqual(await shown(old), [meaningOf('behaves', { as: 'declines' }), 1]);
  assert.match((await shown(old))[0], /^Passes where the answer is said to be unable/);
  assert.deepEqual(await shown(own), ['Our price, by hand.', 1]);
  assert.deepEqual(await shown(foreign), [former, 1]);
  assert.equal(await renewDescriptions({ database: platform.app.database, log }), 0);
});
