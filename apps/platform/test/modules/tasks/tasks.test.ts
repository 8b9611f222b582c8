import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPlatform, type Json, type SignedUp, type TestPlatform } from '../../support/platform.ts';
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
async function make(fields: Record<string, unknown> = {}, by: SignedUp = member): Promise<Json> {
  const made = await call('POST', '/tasks', { title: 'Look at it', ...fields }, by);
  assert.equal(made.status, 201, made.text);
  return made.body;
}
const noticesOf = async (person: SignedUp): Promise<Json[]> =>
  (await call('GET', '/notifications?limit=100', undefined, person)).body;

test('a task comes back as it was given, about a thing, with its people and what may be done with it', async () => {
  const requirement = (await call('POST', '/requirements', { name: 'Be brief' })).body;
  const task = await make({
    description: 'Soon',
    status: 'in_progress',
    priority: 'high',
    entity_type: 'Requirement',
    entity_id: requirement.id,
  });
  assert.deepEqual(
    [task.status, task.priority, task.entity_type, task.entity_id, task.entity_name, task.comment_count],
    ['In Progress', 'High', 'requirement', requirement.id, 'Be brief', 0],
  );
  assert.deepEqual([task.user.email, task.assignee, task.completed_at], [member.email, null, null]);
  assert.deepEqual(task.permitted_actions, ['read', 'update', 'delete']);
  assert.deepEqual((await call('GET', `/tasks/${task.id}`)).body, task);
  const about = await call('GET', `/tasks/requirement/${requirement.id}`);
  assert.deepEqual(
    about.body.map(({ id }: Json) => id),
    [task.id],
  );
  await call('POST', '/comments', { entity_type: 'task', entity_id: task.id, content: 'Done?' });
  assert.equal((await call('GET', `/tasks/${task.id}`)).body.comment_count, 1);
});

test('whoever gets a task from somebody else is told, once, and by mail', async () => {
  const task = await make({ assignee_id: other.userId });
  const [notice] = (await noticesOf(other)).filter(({ entity_id: id }) => id === task.id);
  assert.deepEqual(
    [notice.kind, notice.status, notice.section, notice.title, notice.link],
    ['task.assigned', 'Assigned', 'tasks', 'A task is yours: Look at it', `/tasks/${task.id}`],
  );
  assert.match((await platform.mail(other.email, /A task is yours/)).text, /Look at it/);
  await call('PATCH', `/tasks/${task.id}`, { assignee_id: other.userId, title: 'Again' });
  await call('PATCH', `/tasks/${task.id}`, { assignee_id: member.userId });
  assert.equal((await noticesOf(other)).filter(({ entity_id: id }) => id === task.id).length, 1);
  assert.equal(
    (await noticesOf(member)).filter(({ entity_id: id }) => id === task.id).length,
    0,
    'their own deed',
  );
});

test('only its maker and its assignee change it; its maker, an admin or the owner delete it', async () => {
  const task = await make({ assignee_id: other.userId });
  assert.equal((await call('PATCH', `/tasks/${task.id}`, { status: 'Completed' }, owner)).status, 403);
  assert.equal((await call('PATCH', `/tasks/${task.id}`, { status: 'Completed' }, viewer)).status, 403);
  const done = await call('PATCH', `/tasks/${task.id}`, { status: 'completed' }, other);
  assert.ok(Math.abs(Date.parse(done.body.completed_at) - Date.now()) < 60_000);
  assert.equal(
    (await call('PATCH', `/tasks/${task.id}`, { completed_at: '2026-01-01T00:00:00Z' }, other)).status,
    422,
  );
  assert.equal((await call('PATCH', `/tasks/${task.id}`, { status: 'Open' })).body.completed_at, null);
  assert.equal((await call('DELETE', `/tasks/${task.id}`, undefined, other)).status, 403);
  assert.equal((await call('DELETE', `/tasks/${task.id}`, undefined, owner)).status, 200);
  const gone = await call('GET', `/tasks/${task.id}`);
  assert.deepEqual([gone.status, gone.body.restore_url], [410, `/tasks/${task.id}/restore`]);
  assert.ok(!(await call('GET', '/tasks?limit=100')).body.some(({ id }: Json) => id === task.id));
  assert.equal((await call('POST', `/tasks/${task.id}/restore`)).status, 200);
  assert.equal((await call('PUT', `/tasks/${task.id}`, { title: 'x', version: 1 })).status, 412);
});

test('what cannot be is refused in clear words', async () => {
  const unknown = '01890a5d-ac96-774b-bcce-b302099a8057';
  const refusals: [Record<string, unknown>, number, string][] = [
    [{ assignee_id: stranger.userId }, 422, 'task.assignee_unknown'],
    [{ entity_type: 'moon', entity_id: unknown }, 404, 'comment.entity_unknown'],
    [{ entity_type: 'test', entity_id: unknown }, 404, 'test.not_found'],
    [{ entity_type: 'test' }, 422, 'request.invalid'],
    [{ title: ' ' }, 422, 'request.invalid'],
    [{ status: 'Someday' }, 422, 'request.invalid'],
  ];
  for (const [fields, status, code] of refusals) {
    const refused = await call('POST', '/tasks', { title: 'x', ...fields });
    assert.deepEqual([refused.status, refused.body.code], [status, code], JSON.stringify(fields));
  }
  assert.equal((await call('POST', '/tasks', { title: 'x' }, viewer)).status, 403);
});

test("another organization's task, and a task about its things, are unknown", async () => {
  const task = await make();
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { title: 'x' }],
    ['DELETE', '', undefined],
    ['POST', '/restore', undefined],
  ] as const)
    assert.equal((await call(method, `/tasks/${task.id}${path}`, body, stranger)).status, 404, method);
  const foreign = await call(
    'POST',
    '/tasks',
    { title: 'x', entity_type: 'task', entity_id: task.id },
    stranger,
  );
  assert.equal(foreign.status, 404);
  assert.deepEqual((await call('GET', '/tasks', undefined, stranger)).body, []);
});

test('a task about an experiment that somebody keeps to themselves is theirs, and of whoever it is given to', async () => {
  const { body: experiment } = await call('POST', '/experiments', {
    name: 'Secret plan',
    visibility: 'private',
  });
  const task = await make({ entity_type: 'experiment', entity_id: experiment.id });
  const plain = await make();
  const path = `/tasks/${task.id}`;
  const sees = async (by: SignedUp): Promise<boolean[]> => {
    const listed = (await call('GET', '/tasks?limit=100', undefined, by)).body.map(({ id }: Json) => id);
    return [
      listed.includes(plain.id),
      listed.includes(task.id),
      (await call('GET', path, undefined, by)).status === 200,
    ];
  };
  assert.deepEqual(await sees(member), [true, true, true]);
  for (const by of [other, viewer, owner]) assert.deepEqual(await sees(by), [true, false, false]);
  for (const [method, at, body] of [
    ['PUT', path, { title: 'x' }],
    ['DELETE', path, undefined],
  ] as const)
    assert.equal((await call(method, at, body, owner)).status, 404, method);
  assert.equal((await call('GET', path)).body.deleted_at, null);
  await call('PUT', path, { assignee_id: other.userId });
  assert.deepEqual(await sees(other), [true, true, true]);
  assert.deepEqual(await sees(viewer), [true, false, false]);
});
