import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPlatform, type CallResult, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { joinAs } from '../tenancy/support.ts';

let platform: TestPlatform;
let owner: SignedUp;
before(async () => {
  platform = await startPlatform();
  owner = await platform.signUp();
});
after(() => platform.close());

const call = (method: string, path: string, body?: unknown, token = owner.token): Promise<CallResult> =>
  platform.call(method, path, { token, body });

async function three(): Promise<string[]> {
  const made = await call('POST', '/tests/bulk', {
    tests: ['one', 'two', 'three'].map((content) => ({
      prompt: { content },
      category: 'Before',
      tags: ['a'],
    })),
  });
  return made.body.ids;
}

test('what is named changes in all of them, the rest stays, and each has a new version', async () => {
  const ids = await three();
  const { status, body, text } = await call('PATCH', '/tests/bulk', {
    test_ids: ids,
    status: 'Approved',
    category: 'After',
  });
  assert.equal(status, 200, text);
  assert.deepEqual(body, { updated_ids: ids, not_found_ids: [] });
  for (const id of ids) {
    const { body: found } = await call('GET', `/tests/${id}`);
    assert.deepEqual(
      [found.status, found.category.name, found.tags, found.version],
      ['Approved', 'After', ['a'], 2],
    );
    assert.equal((await call('GET', `/tests/${id}/versions`)).body.length, 2);
  }
  await call('PATCH', '/tests/bulk', { test_ids: ids.slice(0, 1), category: null });
  assert.equal((await call('GET', `/tests/${ids[0]}`)).body.category, null);
});

test("what is gone or another's is told and left alone", async () => {
  const [mine = '', deleted = ''] = await three();
  await call('DELETE', `/tests/${deleted}`);
  const stranger = await platform.signUp();
  const foreign = await call('POST', '/tests', { prompt: { content: 'x' } }, stranger.token);
  const { body } = await call('PATCH', '/tests/bulk', {
    test_ids: [mine, deleted, foreign.body.id],
    priority: 5,
  });
  assert.deepEqual(body, { updated_ids: [mine], not_found_ids: [deleted, foreign.body.id] });
  assert.equal((await call('GET', `/tests/${foreign.body.id}`, undefined, stranger.token)).body.priority, 0);
});

test('an empty change, an unknown requirement and a viewer are refused', async () => {
  const ids = await three();
  const viewer = await joinAs(platform, owner, 'viewer');
  assert.equal((await call('PATCH', '/tests/bulk', { test_ids: ids })).status, 422);
  assert.equal((await call('PATCH', '/tests/bulk', { test_ids: ids, requirement_id: ids[0] })).status, 404);
  assert.equal(
    (await call('PATCH', '/tests/bulk', { test_ids: ids, status: 'Approved' }, viewer.token)).status,
    403,
  );
});
