import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createFinder, heavyMax, referencesMax } from '../../../src/modules/metrics/finder.ts';
import { startPlatform, type SignedUp, type TestPlatform } from '../../support/platform.ts';

let platform: TestPlatform;
let owner: SignedUp;
const find = createFinder();
before(async () => {
  platform = await startPlatform();
  owner = await platform.signUp();
});
after(() => platform.close());

async function metric(kind: string, args: Record<string, unknown>): Promise<string> {
  const made = await platform.call('POST', '/metrics', {
    token: owner.token,
    body: { name: `A ${kind}`, backend: 'builtin', kind, args, metric_scope: ['Single-Turn'] },
  });
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}
const prepare = (references: Parameters<typeof find>[2]) =>
  platform.database.tenant(owner.organizationId, (tx) => find(tx, { ...owner, projectId: null }, references));

test('one metric with as many arguments as a run may have is found, while others are served', async () => {
  const id = await metric('contains_any', { values: ['x'] });
  let served = 0;
  const serve = setInterval(() => (served += 1), 0);
  // More than a statement may have parameters.
  const found = await prepare(
    Array.from({ length: 70_000 }, (_, place) => ({ metric: id, args: { values: [String(place)] } })),
  );
  clearInterval(serve);
  assert.equal(found.length, 70_000);
  assert.deepEqual(found[69_999]?.definition.args['values'], ['69999']);
  assert.ok(served > 10, `Others were served ${served} times.`);
});

test('arguments that take long to look at are bounded by number, and so are all', async () => {
  const id = await metric('json_schema', { schema: {} });
  const schemas = (count: number) =>
    Array.from({ length: count }, (_, place) => ({ metric: id, args: { schema: { minimum: place } } }));
  assert.equal((await prepare(schemas(heavyMax))).length, heavyMax);
  await assert.rejects(prepare(schemas(heavyMax + 1)), { code: 'metric.invalid' });
  await assert.rejects(prepare(Array.from({ length: referencesMax + 1 }, () => ({ metric: id }))), {
    code: 'metric.invalid',
  });
});
