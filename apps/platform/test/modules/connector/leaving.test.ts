import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPlatform, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { exchangedToken, joinAs } from '../tenancy/support.ts';
import { openProgram } from './program.ts';

let platform: TestPlatform;
let owner: SignedUp;
let url: string;
let projectId: string;
before(async () => {
  // Not when connections are looked at anyway, which is never here.
  platform = await startPlatform({
    env: { WS_IDLE_TIMEOUT: '3600' },
    socketTiming: { pingEveryMs: 1_000_000 },
  });
  url = await platform.listen();
  owner = await platform.signUp();
  const { body } = await platform.call('POST', '/projects', {
    token: owner.token,
    body: { name: 'Leaving' },
  });
  projectId = body.id;
});
after(() => platform.close());

async function serving(token: string, name: string) {
  const program = await openProgram(url, token);
  await program.next();
  assert.equal((await program.register(projectId, [name])).status, 'success');
  return program;
}

const newToken = async (token: string) =>
  (await platform.call('POST', '/tokens', { token, body: { name: 'of a program' } })).body;

test('the programs of a member who is disabled are cut off at once, whatever token they came with', async () => {
  const member = await joinAs(platform, owner, 'member');
  const programs = [
    await serving(member.token, 'by_session'),
    await serving((await newToken(member.token)).access_token, 'by_token'),
  ];
  const change = await platform.call('PATCH', `/members/${member.userId}`, {
    token: owner.token,
    body: { is_active: false },
  });
  assert.equal(change.status, 200, change.text);
  for (const program of programs) assert.equal((await program.ended)[0], 1008);
});

test('a revoked token cuts off its programs at once, and those of another token stay', async () => {
  const [lost, kept] = [await newToken(owner.token), await newToken(owner.token)];
  const [one, other] = [await serving(lost.access_token, 'lost'), await serving(kept.access_token, 'kept')];
  await platform.call('DELETE', `/tokens/${lost.id}`, { token: owner.token });
  assert.equal((await one.ended)[0], 1008);
  other.send({ type: 'ping' });
  assert.deepEqual(await other.next(), { type: 'pong' });
  await other.leave();
});

const connected = async (token: string) => {
  const program = await openProgram(url, (await newToken(token)).access_token);
  await program.next();
  return program;
};

test('programs go with all tokens of a person', async () => {
  const { token, email } = await platform.signUp();
  const program = await connected(token);
  await platform.call('POST', '/auth/forgot-password', { body: { email } });
  const link = platform.linkToken(await platform.mail(email, /new password/));
  const body = { token: link, new_password: 'another-horse-staple-77', revoke_api_tokens: true };
  assert.equal((await platform.call('POST', '/auth/reset-password', { body })).status, 200);
  assert.equal((await program.ended)[0], 1008);
});

test('programs go with the organization', async () => {
  const { token, organizationId } = await platform.signUp();
  const program = await connected(token);
  const gone = await platform.call('DELETE', `/organizations/${organizationId}`, { token });
  assert.equal(gone.status, 200, gone.text);
  assert.equal((await program.ended)[0], 1008);
});

test('an exchanged token cuts off its programs with the token that it was made from', async () => {
  const subject = await newToken(owner.token);
  const exchanged = await exchangedToken(platform, subject.access_token, projectId);
  const program = await serving(exchanged, 'exchanged');
  await platform.call('DELETE', `/tokens/${subject.id}`, { token: owner.token });
  assert.equal((await program.ended)[0], 1008);
});

test('nothing is registered for a session that has ended', async () => {
  const member = await joinAs(platform, owner, 'member');
  const program = await openProgram(url, member.token);
  await program.next();
  const out = await platform.call('POST', '/auth/logout', {
    token: member.token,
    body: { refresh_token: member.refreshToken },
  });
  assert.equal(out.status, 200, out.text);
  program.send({ type: 'register', project_id: projectId, functions: [{ name: 'too_late' }] });
  assert.equal((await program.ended)[0], 1008);
  const { body } = await platform.call('GET', `/connector/status/${projectId}`, { token: owner.token });
  assert.ok(!body.functions.includes('too_late'), body.functions.join());
});
