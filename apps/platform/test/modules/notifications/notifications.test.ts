import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { notificationKinds, type NotificationKind, type NotificationStatus } from '@sonde/contract';
import { startPlatform, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { joinAs } from '../tenancy/support.ts';

let platform: TestPlatform;
let person: SignedUp;
let colleague: SignedUp;
before(async () => {
  platform = await startPlatform();
  person = await platform.signUp();
  colleague = await joinAs(platform, person, 'viewer');
});
after(() => platform.close());

interface Told {
  readonly kind: NotificationKind;
  readonly status?: NotificationStatus;
  readonly subject?: string;
  readonly itemCount?: number;
  readonly entityId?: string;
  readonly who?: SignedUp;
}

/** As a module tells it, in a transaction of its own. */
const tell = ({ kind, status = 'Completed', who = person, subject = 'Nightly', ...more }: Told) =>
  platform.app.database.tenant(who.organizationId, (tx) =>
    platform.app.notifications.create(tx, {
      organizationId: who.organizationId,
      userId: who.userId,
      kind,
      status,
      subject,
      body: 'Twelve of twenty passed.',
      link: '/runs/1',
      ...more,
    }),
  );
const call = (method: string, path: string, body?: unknown, who = person) =>
  platform.call(method, path, { token: who.token, body });
const newest = async (who = person) => (await call('GET', '/notifications', undefined, who)).body[0];
const readAll = () => call('POST', '/notifications/read-all');

test('every kind has a place and words of its own for however it ended', async () => {
  for (const kind of Object.keys(notificationKinds) as NotificationKind[])
    for (const status of ['Completed', 'Partial', 'Failed', 'Cancelled', 'Assigned'] as const) {
      await tell({ kind, status, subject: 'Claims', itemCount: 3 });
      const notice = await newest();
      assert.equal(notice.section, notificationKinds[kind].section);
      assert.match(notice.title, /Claims/, `${kind} ${status}`);
      assert.equal(notice.is_failure, status === 'Failed' || status === 'Partial');
      assert.deepEqual([notice.kind, notice.status, notice.item_count], [kind, status, 3]);
    }
  await readAll();
});

test('the summary counts what is unread in each section, and names what it is about', async () => {
  await readAll();
  const [run, other] = [randomUUID(), randomUUID()];
  await tell({ kind: 'test_run.finished', entityId: run });
  await tell({ kind: 'test_run.finished', entityId: other, itemCount: 4 });
  await tell({ kind: 'test_run.finished', entityId: run });
  await tell({ kind: 'task.assigned', status: 'Assigned', who: colleague });
  const { sections } = (await call('GET', '/notifications/summary')).body;
  assert.equal(sections['test-runs'].unread, 6);
  assert.deepEqual(sections['test-runs'].entity_ids, [run, other]);
  assert.deepEqual(sections['tasks'], { unread: 0, entity_ids: [] }, 'not those of others');
  assert.deepEqual(Object.keys(sections), ['test-sets', 'test-runs', 'explorations', 'tasks', 'architect']);
});

test('a section, some ids, or what both name is read; never what belongs to somebody else', async () => {
  await readAll();
  await tell({ kind: 'exploration.finished' });
  const exploration = await newest();
  await tell({ kind: 'test_run.finished' });
  const run = await newest();
  await tell({ kind: 'exploration.finished', who: colleague });
  const foreign = await newest(colleague);
  const read = async (body: unknown) => (await call('POST', '/notifications/read', body)).body.updated;
  assert.equal(await read({ notification_ids: [foreign.id, randomUUID()] }), 0);
  assert.equal(await read({ section: 'test-runs', notification_ids: [exploration.id] }), 0);
  assert.equal(await read({ section: 'explorations' }), 1);
  assert.equal(await read({ notification_ids: [exploration.id, run.id] }), 1, 'read once');
  assert.equal(await read({ notification_ids: [] }), 0);
  assert.equal((await call('GET', '/notifications/unread-count')).body.unread, 0);
  assert.equal((await call('POST', '/notifications/read', {})).status, 422);
  assert.equal((await call('POST', '/notifications/read', { section: 'elsewhere' })).status, 422);
});

test('preferences decide what is told in the app and by mail, for one person in one organization', async () => {
  const all = (await call('GET', '/notifications/preferences')).body;
  assert.deepEqual(Object.keys(all).sort(), Object.keys(notificationKinds).sort());
  assert.deepEqual(all['exploration.finished'], { in_app: true, email: false });
  const changed = await call('PUT', '/notifications/preferences', {
    'exploration.finished': { in_app: false },
    'test_run.finished': { email: false },
  });
  assert.deepEqual(changed.body['exploration.finished'], { in_app: false, email: false });
  await call('PUT', '/notifications/preferences', { 'exploration.finished': { email: true } });
  const later = (await call('GET', '/notifications/preferences')).body;
  assert.deepEqual(later['exploration.finished'], { in_app: false, email: true }, 'what was left out stays');
  assert.deepEqual(later['task.assigned'], all['task.assigned']);
  const others = (await call('GET', '/notifications/preferences', undefined, colleague)).body;
  assert.deepEqual(others['exploration.finished'], { in_app: true, email: false });

  const before = (await call('GET', '/notifications')).headers['x-total-count'];
  await tell({ kind: 'exploration.finished', subject: 'Mapping of Claims' });
  const mail = await platform.mail(person.email, /Mapping of Claims has finished/);
  assert.match(mail.text, /Twelve of twenty passed/);
  assert.ok(mail.links.some((link) => link.endsWith('/runs/1')));
  assert.equal((await call('GET', '/notifications')).headers['x-total-count'], before, 'not in the app');
  for (const body of [{ unknown: { email: true } }, { 'task.assigned': { sms: true } }])
    assert.equal((await call('PUT', '/notifications/preferences', body)).status, 422);
});

test('a name of several lines cannot break the subject of a mail', async () => {
  await tell({ kind: 'task.assigned', status: 'Assigned', subject: 'Evil\r\nBcc: all@example.test' });
  const mail = await platform.mail(person.email, /Evil/);
  assert.equal(mail.subject, 'A task is yours: Evil Bcc: all@example.test');
});
