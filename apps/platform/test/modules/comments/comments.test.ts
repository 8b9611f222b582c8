import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPlatform, type Json, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { uploadOne } from '../files/support/uploads.ts';
import { joinAs } from '../tenancy/support.ts';

let platform: TestPlatform;
let owner: SignedUp;
let member: SignedUp;
let other: SignedUp;
let viewer: SignedUp;
let stranger: SignedUp;
before(async () => {
  platform = await startPlatform();
  owner = await platform.signUp();
  member = await joinAs(platform, owner, 'member');
  other = await joinAs(platform, owner, 'member');
  viewer = await joinAs(platform, owner, 'viewer');
  stranger = await platform.signUp();
});
after(() => platform.close());

const call = (method: string, path: string, body?: unknown, by: SignedUp = member) =>
  platform.call(method, path, { token: by.token, body });

/** One of each kind that can be made without calling anything. */
async function things(): Promise<[string, string][]> {
  const made = async (path: string, body: unknown): Promise<string> => {
    const answer = await call('POST', path, body, owner);
    assert.ok(answer.status < 300, answer.text);
    return answer.body.id ?? answer.body.ids?.[0];
  };
  const traceId = 'ab'.repeat(16);
  await made('/telemetry/traces', {
    spans: [{ trace_id: traceId, span_id: 'cd'.repeat(8), name: 'x', started_at: new Date().toISOString() }],
  });
  return [
    ['Endpoint', await made('/endpoints', { name: 'E', url: 'http://127.0.0.1:9' })],
    ['Requirement', await made('/requirements', { name: 'R' })],
    ['Test', await made('/tests', { prompt: { content: 'Hi' } })],
    ['TestSet', await made('/test_sets', { name: 'S', test_set_type: 'Single-Turn' })],
    ['test-set', await made('/test_sets', { name: 'S2', test_set_type: 'Single-Turn' })],
    [
      'Metric',
      await made('/metrics', { name: 'M', backend: 'builtin', kind: 'exact', metric_scope: ['Single-Turn'] }),
    ],
    ['Source', await made('/sources', { title: 'T', content: 'Text' })],
    ['Task', await made('/tasks', { title: 'Do' })],
    ['Trace', (await call('GET', `/traces/${traceId}/summary`, undefined, owner)).body.id],
  ];
}

const say = async (content: string, entityId: string, type = 'requirement', by = member): Promise<Json> => {
  const made = await call('POST', '/comments', { entity_type: type, entity_id: entityId, content }, by);
  assert.equal(made.status, 201, made.text);
  return made.body;
};
const requirement = async (): Promise<string> =>
  (await call('POST', '/requirements', { name: `R ${Math.random()}` })).body.id;

test('every kind of thing can be talked about, and is told apart from things of other kinds', async () => {
  for (const [type, id] of await things()) {
    const comment = await say(`About ${type}`, id, type);
    const { body } = await call('GET', `/comments/entity/${type.toLowerCase()}/${id}`, undefined, viewer);
    assert.deepEqual(
      body.map((row: Json) => [row.id, row.user.email]),
      [[comment.id, member.email]],
      type,
    );
  }
  const unknown = await call('POST', '/comments', {
    entity_type: 'moon',
    entity_id: await requirement(),
    content: 'x',
  });
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'comment.entity_unknown']);
});

test('who is mentioned is told, once, and nobody outside is', async () => {
  const id = await requirement();
  const comment = await say(
    `Look, @${other.email.toUpperCase()}, and @${stranger.email} and @${member.email}.`,
    id,
  );
  assert.deepEqual(
    comment.mentions.map((person: Json) => person.email).toSorted(),
    [member.email, other.email].toSorted(),
  );
  const told = async (person: SignedUp): Promise<Json[]> =>
    (await call('GET', '/notifications?limit=100', undefined, person)).body.filter(
      (row: Json) => row.entity_id === id,
    );
  const [notice] = await told(other);
  assert.deepEqual(
    [notice.kind, notice.section, notice.link, notice.entity_type],
    ['comment.mentioned', 'tasks', `/comments/${comment.id}`, 'requirement'],
  );
  await call('PATCH', `/comments/${comment.id}`, { content: `Again, @${other.email} and @${viewer.email}` });
  assert.deepEqual(
    [(await told(other)).length, (await told(viewer)).length, (await told(member)).length],
    [1, 1, 0],
  );
  await call('PATCH', `/comments/${comment.id}`, { content: 'Nobody' });
  await call('PATCH', `/comments/${comment.id}`, {
    content: `Once more, @${other.email} and @${viewer.email}`,
  });
  assert.deepEqual([(await told(other)).length, (await told(viewer)).length], [1, 1]);
});

test('only its author changes a comment; an admin may take it away; a viewer says nothing', async () => {
  const id = await requirement();
  const comment = await say('First', id);
  assert.deepEqual(comment.permitted_actions, ['read', 'update', 'delete']);
  for (const by of [other, owner])
    assert.equal((await call('PATCH', `/comments/${comment.id}`, { content: 'x' }, by)).status, 403);
  assert.equal((await call('DELETE', `/comments/${comment.id}`, undefined, other)).status, 403);
  assert.equal(
    (await call('POST', '/comments', { entity_type: 'requirement', entity_id: id, content: 'x' }, viewer))
      .status,
    403,
  );
  assert.equal((await call('PUT', `/comments/${comment.id}`, { content: 'Second' })).body.content, 'Second');
  assert.equal((await call('DELETE', `/comments/${comment.id}`, undefined, owner)).status, 200);
  assert.equal((await call('GET', `/comments/${comment.id}`)).status, 404);
});

test("a file that its uploader alone sees is nobody else's to talk about", async () => {
  const { id } = await uploadOne(platform, member.token, { bytes: 'mine', name: 'mine.txt' });
  for (const by of [other, owner]) {
    const refused = await call('POST', '/comments', { entity_type: 'file', entity_id: id, content: 'x' }, by);
    assert.deepEqual([refused.status, refused.body.code], [404, 'file.not_found']);
    const task = await call('POST', '/tasks', { title: 'Read', entity_type: 'file', entity_id: id }, by);
    assert.deepEqual([task.status, task.body.code], [404, 'file.not_found']);
  }
});

test('what is said of an experiment that somebody keeps to themselves is there for them alone', async () => {
  const { body: experiment } = await call('POST', '/experiments', {
    name: 'Secret plan',
    visibility: 'private',
  });
  const comment = await say('My own thoughts', experiment.id, 'experiment');
  const shared = await say('Of something shared', await requirement());
  const ids = async (by: SignedUp): Promise<string[]> =>
    (await call('GET', '/comments?limit=100', undefined, by)).body.map(({ id }: Json) => id);
  const path = `/comments/${comment.id}`;
  const emoji = `${path}/emoji/${encodeURIComponent('👍')}`;
  assert.ok((await ids(member)).includes(comment.id));
  assert.equal((await call('GET', path)).status, 200);
  // Also admins: they do not see the experiment either.
  for (const by of [other, viewer, owner]) {
    const seen = await ids(by);
    assert.deepEqual([seen.includes(comment.id), seen.includes(shared.id)], [false, true]);
    assert.equal((await call('GET', path, undefined, by)).status, 404);
  }
  for (const [method, at] of [
    ['POST', emoji],
    ['DELETE', emoji],
    ['DELETE', path],
  ] as const)
    assert.equal((await call(method, at, undefined, owner)).status, 404, `${method} ${at}`);
  await call('PUT', `/experiments/${experiment.id}`, { visibility: 'shared' });
  assert.ok((await ids(other)).includes(comment.id));
});

test('emojis count once a person, however many nod at once', async () => {
  const comment = await say('Well?', await requirement());
  const path = `/comments/${comment.id}/emoji/${encodeURIComponent('👍')}`;
  await Promise.all([member, other, owner, member].map((by) => call('POST', path, undefined, by)));
  const { body } = await call('GET', `/comments/${comment.id}`);
  assert.equal(body.emojis['👍'].length, 3);
  assert.equal((await call('DELETE', path, undefined, other)).body.emojis['👍'].length, 2);
  assert.equal((await call('POST', `/comments/${comment.id}/emoji/text`)).status, 422);
});

test('what is deleted is not talked about, and strangers hear and say nothing', async () => {
  const id = await requirement();
  const comment = await say('Here', id);
  const foreign = [
    call('GET', `/comments/${comment.id}`, undefined, stranger),
    call('PATCH', `/comments/${comment.id}`, { content: 'x' }, stranger),
    call('DELETE', `/comments/${comment.id}`, undefined, stranger),
    call('GET', `/comments/entity/requirement/${id}`, undefined, stranger),
    call('POST', '/comments', { entity_type: 'requirement', entity_id: id, content: 'x' }, stranger),
    call('POST', `/comments/${comment.id}/emoji/${encodeURIComponent('👍')}`, undefined, stranger),
  ];
  assert.deepEqual(
    (await Promise.all(foreign)).map(({ status }) => status),
    [404, 404, 404, 404, 404, 404],
  );
  assert.deepEqual((await call('GET', '/comments', undefined, stranger)).body, []);
  await call('DELETE', `/requirements/${id}`);
  const late = await call('POST', '/comments', { entity_type: 'requirement', entity_id: id, content: 'x' });
  assert.deepEqual([late.status, late.body.code], [410, 'requirement.deleted']);
});
