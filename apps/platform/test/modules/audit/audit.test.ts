import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPlatform, testPassword, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { joinAs } from '../tenancy/support.ts';

let platform: TestPlatform;
let owner: SignedUp;
before(async () => {
  platform = await startPlatform({ spread: true });
  owner = await platform.signUp();
});
after(() => platform.close());

const events = async (
  filter = '',
): Promise<{ action: string; outcome: string; actor_email: string | null }[]> =>
  (
    await platform.call(
      'GET',
      `/audit-events?limit=100${filter ? `&$filter=${encodeURIComponent(filter)}` : ''}`,
      {
        token: owner.token,
      },
    )
  ).body;

test('signing in, failing to, and what one does to members is written down with who, when and where', async () => {
  const login = (password: string) =>
    platform.call('POST', '/auth/login/email', {
      body: { email: owner.email, password },
      ip: '198.18.0.7',
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
    });
  await login('not-the-password-at-all');
  await platform.exchange((await login(testPassword)).body.auth_code);
  const member = await joinAs(platform, owner, 'member');
  await platform.call('PATCH', `/members/${member.userId}`, { token: owner.token, body: { role: 'viewer' } });
  const all = await events();
  const has = (action: string, outcome = 'success') =>
    assert.ok(
      all.some((event) => event.action === action && event.outcome === outcome),
      `${action} ${outcome}`,
    );
  has('login.password', 'refused');
  has('login.password');
  has('session.started');
  has('invitation.created');
  has('invitation.accepted');
  has('member.updated');
  const [failed] = (await events("action eq 'login.password' and outcome eq 'refused'")) as unknown as Record<
    string,
    string
  >[];
  assert.equal(failed?.['ip'], '198.18.0.7');
  assert.equal(failed?.['actor_email'], owner.email);
});

test('what was changed is called by its name then, for good; its id stays beside it', async () => {
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await platform.call(method, path, { token: owner.token, body });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const named = async (action: string) => {
    const [event] = (await events(`action eq '${action}'`)) as unknown as Record<string, unknown>[];
    return [event?.['target_id'], event?.['target_name']];
  };
  const set = await call('POST', '/test_sets', { name: 'Cover questions', test_set_type: 'Single-Turn' });
  assert.deepEqual(await named('test_set.created'), [set.id, 'Cover questions']);
  await call('PATCH', `/test_sets/${set.id}`, { name: 'Claims questions' });
  assert.deepEqual(await named('test_set.updated'), [set.id, 'Claims questions']);
  assert.deepEqual(await named('test_set.created'), [set.id, 'Cover questions']);
  await call('DELETE', `/test_sets/${set.id}`);
  assert.deepEqual(await named('test_set.deleted'), [set.id, 'Claims questions']);
  const project = await call('POST', '/projects', { name: 'Second product' });
  assert.deepEqual(await named('project.created'), [project.id, 'Second product']);
  const member = await joinAs(platform, owner, 'member');
  await platform.call('DELETE', `/members/${member.userId}`, { token: owner.token });
  assert.deepEqual(await named('member.removed'), [member.userId, member.email]);
});

test('events hold no password and no token', async () => {
  assert.doesNotMatch(JSON.stringify(await events()), new RegExp(`eyJ|${testPassword}`));
});

test('logs hold no password, no token and no line that a caller made up', async () => {
  await platform.call('POST', '/auth/login/email', {
    body: { email: owner.email, password: testPassword },
    ip: '198.18.0.8',
    headers: { 'user-agent': 'x", "level":60, "msg":"forged' },
  });
  const lines = platform.log.lines.join('');
  assert.doesNotMatch(lines, new RegExp(`${testPassword}|eyJ[A-Za-z0-9_-]+\\.`));
  for (const line of platform.log.lines) assert.notEqual((JSON.parse(line) as { msg: string }).msg, 'forged');
});

test('only owners read them', async () => {
  const admin = await joinAs(platform, owner, 'admin');
  assert.equal((await platform.call('GET', '/audit-events', { token: admin.token })).status, 403);
});
