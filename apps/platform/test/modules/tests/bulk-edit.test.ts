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

test('each is changed in its own way and others are made, all or none', async () => {
  const [first = '', second = ''] = await three();
  const set = await call('POST', '/test_sets', { name: 'Grid', test_set_type: 'Single-Turn' });
  const saved = await call('PUT', '/tests/bulk', {
    changes: [
      { id: second, version: 1, prompt: { content: 'second' }, priority: 3 },
      { id: first, version: 1, category: null },
    ],
    tests: [{ prompt: { content: 'new one' } }, { prompt: { content: 'new two' }, topic: 'Fresh' }],
    test_set_id: set.body.id,
  });
  assert.equal(saved.status, 200, saved.text);
  assert.deepEqual(
    saved.body.updated.map((found: CallResult['body']) => [found.id, found.version, found.priority]),
    [
      [second, 2, 3],
      [first, 2, 0],
    ],
  );
  assert.deepEqual(
    saved.body.created.map((found: CallResult['body']) => found.prompt.content),
    ['new one', 'new two'],
  );
  const inSet = await call('GET', `/test_sets/${set.body.id}/tests?sort_by=created_at&sort_order=asc`);
  assert.deepEqual(
    inSet.body.map(({ id }: CallResult['body']) => id),
    saved.body.created.map(({ id }: CallResult['body']) => id),
  );
});

test('null takes a requirement away, by its name or its id, as it does a category', async () => {
  for (const gone of [{ requirement: null }, { requirement_id: null }, { behavior: null }]) {
    const made = await call('POST', '/tests', { prompt: { content: 'x' }, requirement: 'Answers' });
    assert.equal(made.body.requirement.name, 'Answers');
    const changed = await call('PATCH', `/tests/${made.body.id}`, gone);
    assert.equal(changed.body.requirement, null, JSON.stringify(gone));
  }
});

test('one fault, one stale version or one foreign test leaves all of them as they were', async () => {
  const ids = await three();
  const stranger = await platform.signUp();
  const foreign = await call('POST', '/tests', { prompt: { content: 'x' } }, stranger.token);
  const talks = await call('POST', '/test_sets', { name: 'Talks', test_set_type: 'Multi-Turn' });
  const good = { id: ids[0], priority: 9 };
  for (const [body, status, code, path] of [
    [{ changes: [good, { id: ids[1], prompt: null }] }, 422, 'test.invalid', 'changes.1.prompt'],
    [{ changes: [good, { id: ids[1], priority: 'high' }] }, 422, 'request.invalid', 'changes.1.priority'],
    [
      { changes: [good], tests: [{ test_type: 'Multi-Turn' }] },
      422,
      'test.invalid',
      'tests.0.test_configuration.goal',
    ],
    [
      { changes: [good], tests: [{ prompt: { content: 'x' } }], test_set_id: talks.body.id },
      422,
      'test_set.type_differs',
      'tests.0',
    ],
    [{ changes: [good, { id: ids[2], version: 7, priority: 1 }] }, 412, 'version.stale', undefined],
    [{ changes: [good, { id: foreign.body.id, priority: 1 }] }, 404, 'test.not_found', undefined],
    [{}, 422, 'request.invalid', 'changes'],
  ] as const) {
    const answer = await call('PUT', '/tests/bulk', body);
    assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text);
    if (path !== undefined) assert.equal(answer.body.errors[0].path, path);
  }
  assert.equal((await call('GET', `/tests/${ids[0]}`)).body.version, 1);
  const viewer = await joinAs(platform, owner, 'viewer');
  assert.equal((await call('PUT', '/tests/bulk', { changes: [good] }, viewer.token)).status, 403);
});

test('a test in a set changes what it says freely, and its type only to one the set takes', async () => {
  const set = await call('POST', '/test_sets', { name: 'Typed', test_set_type: 'Single-Turn' });
  const saved = await call('PUT', '/tests/bulk', {
    tests: [{ prompt: { content: 'x' } }],
    test_set_id: set.body.id,
  });
  const [{ id }] = saved.body.created;
  const talk = { id, test_type: 'Multi-Turn', test_configuration: { goal: 'x' } };
  const refused = await call('PUT', '/tests/bulk', { changes: [talk] });
  assert.deepEqual([refused.status, refused.body.code], [422, 'test_set.type_differs'], refused.text);
  const changed = await call('PUT', '/tests/bulk', { changes: [{ id, prompt: { content: 'y' } }] });
  assert.equal(changed.body.updated[0].prompt.content, 'y', changed.text);
});

test('a test is found by all that its row shows of itself: name, prompt, expected answer, tags, and the id of its file', async () => {
  const made = await call('POST', '/tests/bulk', {
    tests: [
      {
        prompt: { content: 'What is covered?', expected_response: 'Burst pipes \u0000 and fire' },
        metadata: { description: 'Household basics' },
        tags: ['regression-pack'],
        external_id: 'HH-77',
      },
      { prompt: { content: 'Anything else' } },
    ],
  });
  assert.equal(made.status, 201, made.text);
  const [wanted] = made.body.ids;
  const set = await call('POST', '/test_sets', { name: 'Household', test_set_type: 'Single-Turn' });
  await call('POST', `/test_sets/${set.body.id}/associate`, { test_ids: made.body.ids });
  for (const path of ['/tests', `/test_sets/${set.body.id}/tests`])
    for (const word of [
      'household',
      'COVERED',
      'burst pipes',
      'regression-pack',
      'hh-77',
      'household fire',
    ]) {
      const found = await call('GET', `${path}?search=${encodeURIComponent(word)}`);
      assert.deepEqual(
        [found.status, found.body.map(({ id }: { id: string }) => id)],
        [200, [wanted]],
        `${path} ${word}`,
      );
    }
});
