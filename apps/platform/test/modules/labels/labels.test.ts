import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Permission } from '@sonde/contract';
import { systemClock } from '#kernel/clock';
import { createLabels } from '#labels';
import { startPlatform, type CallResult, type SignedUp, type TestPlatform } from '../../support/platform.ts';

let platform: TestPlatform;
let owner: SignedUp;
let stranger: SignedUp;
before(async () => {
  platform = await startPlatform();
  owner = await platform.signUp();
  stranger = await platform.signUp();
});
after(() => platform.close());

const call = (method: string, path: string, body?: unknown, token = owner.token): Promise<CallResult> =>
  platform.call(method, path, { token, body });
async function create(path: string, name: string): Promise<string> {
  const made = await call('POST', path, { name });
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}
const names = async (path: string, search: string): Promise<string[]> =>
  (await call('GET', `${path}?limit=100&sort_by=name&sort_order=asc&search=${search}`)).body.map(
    (row: { name: string }) => row.name,
  );

test('categories and topics are paths of words, each once whatever its case and blanks', async () => {
  const made = await call('POST', '/categories', { name: ' Safety /  Self  harm ' });
  assert.deepEqual([made.status, made.body.name, made.body.counts], [201, 'Safety/Self harm', { tests: 0 }]);
  const taken = await call('POST', '/categories', { name: 'SAFETY/self harm' });
  assert.deepEqual([taken.status, taken.body.code], [409, 'category.name_taken']);
  assert.equal((await call('POST', '/topics', { name: 'Safety/Self harm' })).status, 201, 'topics are apart');
  for (const name of ['', '/', 'a//b', '/a', 'a/', Array(11).fill('a').join('/')])
    assert.equal((await call('POST', '/topics', { name })).status, 422, name);
  assert.equal((await call('GET', `/topics/${made.body.id}`)).body.code, 'topic.not_found');
  assert.equal((await call('GET', `/categories/${made.body.id}`, undefined, stranger.token)).status, 404);
});

test('renaming takes along what lies below, also below itself and up, and nothing beside it', async () => {
  const root = await create('/topics', 'Care');
  for (const name of ['Care/Home', 'Care/Home/Fire', 'Careful']) await create('/topics', name);
  await call('PATCH', `/topics/${root}`, { name: 'Cover' });
  assert.deepEqual(await names('/topics', 'c'), ['Careful', 'Cover', 'Cover/Home', 'Cover/Home/Fire']);
  await call('PUT', `/topics/${root}`, { name: 'Cover/Home' });
  assert.deepEqual(await names('/topics', 'cover'), [
    'Cover/Home',
    'Cover/Home/Home',
    'Cover/Home/Home/Fire',
  ]);
  await call('PUT', `/topics/${root}`, { name: 'Cover' });
  assert.deepEqual(await names('/topics', 'cover'), ['Cover', 'Cover/Home', 'Cover/Home/Fire']);
  assert.equal((await call('PATCH', `/topics/${root}`, { name: 'COVER' })).body.name, 'COVER');
});

test('a taken name is refused, or the two become one, with all below and whatever is sorted by them', async () => {
  const from = await create('/categories', 'Old');
  const to = await create('/categories', 'New');
  await create('/categories', 'Old/Shared');
  await create('/categories', 'New/Shared');
  await create('/categories', 'Old/Only');
  const refused = await call('PATCH', `/categories/${from}`, { name: 'new' });
  assert.deepEqual([refused.status, refused.body.code], [409, 'category.name_taken']);
  assert.deepEqual(
    await names('/categories', 'old'),
    ['Old', 'Old/Only', 'Old/Shared'],
    'nothing was changed',
  );
  const merged = await call('PATCH', `/categories/${from}`, { name: 'New', merge: true });
  assert.deepEqual([merged.status, merged.body.id], [200, to]);
  assert.deepEqual(await names('/categories', 'new'), ['New', 'New/Only', 'New/Shared']);
  assert.equal((await call('GET', `/categories/${from}`)).status, 404);
});

test('what holds things sorted by labels counts them and follows in the same transaction', async () => {
  const { database } = platform.app;
  const labels = createLabels({
    kind: 'topic',
    database,
    clock: systemClock,
    projects: { holdUnlessNone: () => Promise.reject(new Error('No project is asked for here.')) },
  });
  const moved: (string | null)[][] = [];
  labels.heldBy({
    count: async (_tx, _principal, ids) => new Map(ids.map((id) => [id, 3])),
    move: async (_tx, _organizationId, from, to) => {
      moved.push([from, to]);
      if (to === null) throw new Error('This holder does not let go.');
    },
  });
  const place = { organizationId: owner.organizationId, projectId: null };
  const make = (name: string) =>
    database.tenant(owner.organizationId, async (tx) => {
      const [id] = (await labels.findOrMakeAll(tx, place, [name], owner.userId)).values();
      assert.ok(id);
      return { id };
    });
  const [one, same] = await Promise.all([make('Held words'), make(' HELD  words')]);
  assert.equal(one.id, same.id);
  const other = await make('Other');
  const principal = {
    ...owner,
    kind: 'session',
    role: 'owner',
    permissions: new Set<Permission>(),
    projectId: null,
    boundProjectId: null,
    credentialId: 'x',
  } as const;
  const merged = await labels.update(principal, one.id, { name: 'Other', merge: true });
  assert.deepEqual([merged.id, merged.counts, moved], [other.id, { tests: 3 }, [[one.id, other.id]]]);
  await assert.rejects(labels.remove(principal, other.id), /does not let go/);
  assert.equal((await labels.get(principal, other.id)).name, 'Other', 'all of it or nothing');
});

test('a tag is put on and taken off whatever takes tags, each once, under the permission to change it', async () => {
  const endpoint = (
    await call('POST', '/endpoints', { name: 'One', url: 'https://one.example.test/', tags: ['a', 'A '] })
  ).body;
  assert.deepEqual(endpoint.tags, ['a']);
  const requirement = await create('/requirements', 'Tagged');
  for (const [type, id] of [
    ['endpoint', endpoint.id],
    ['Requirement', requirement],
  ]) {
    const added = await call('POST', `/tags/${type}/${id}`, { name: 'Weekly run' });
    assert.deepEqual([added.status, added.body.tags.at(-1)], [200, 'Weekly run']);
    await call('POST', `/tags/${type}/${id}`, { name: ' weekly  RUN' });
    const removed = await call('DELETE', `/tags/${type}/${id}?name=WEEKLY%20run`);
    assert.ok(!removed.body.tags.includes('Weekly run'));
    assert.equal((await call('POST', `/tags/${type}/${id}`, { name: 'x' }, stranger.token)).status, 404);
  }
  assert.equal((await call('GET', `/requirements/${requirement}`)).body.version, 3);
  const unknown = await call('POST', `/tags/spaceship/${requirement}`, { name: 'x' });
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'tag.entity_unknown']);
});
