import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openWorkshop, type Workshop } from '../test-runs/support/workshop.ts';

let shop: Workshop;
before(async () => {
  shop = await openWorkshop();
});
after(() => shop.close());

const long = 'a'.repeat(199_000);

test('a test is no longer than a hundred of them may be together, by whatever it is long', async () => {
  for (const more of [
    { test_configuration: { goal: 'learn', script: Array.from({ length: 6 }, () => long) } },
    { prompt: { content: 'hello' }, metadata: { notes: Array.from({ length: 6 }, () => long) } },
  ]) {
    const single = await shop.call('POST', '/tests', more);
    assert.deepEqual([single.status, single.body.errors?.[0]?.code], [422, 'too_big']);
    const bulk = await shop.call('POST', '/test_sets/bulk', {
      name: 'Long',
      test_set_type: 'prompt' in more ? 'Single-Turn' : 'Multi-Turn',
      tests: [more],
    });
    assert.deepEqual([bulk.status, bulk.body.errors?.[0]?.path], [422, 'tests.0']);
  }
  const kept = await shop.call('POST', '/tests', { prompt: { content: long, expected_response: long } });
  assert.equal(kept.status, 201);
  const changed = await shop.call('PUT', `/tests/${kept.body.id}`, {
    metadata: { notes: Array.from({ length: 4 }, () => long) },
  });
  assert.deepEqual([changed.status, changed.body.errors?.[0]?.code], [422, 'too_big']);
});
