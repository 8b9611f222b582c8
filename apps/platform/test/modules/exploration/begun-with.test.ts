import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sendJson, startTargetServer, type TargetServer } from '@sonde/fakes';
import {
  startPlatform,
  testPassword,
  type Json,
  type SignedUp,
  type TestPlatform,
} from '../../support/platform.ts';
import { exchangedToken, joinAs } from '../tenancy/support.ts';

let target: TargetServer;
let platform: TestPlatform;
let owner: SignedUp;
let endpoint: Json;
const held: (() => void)[] = [];
before(async () => {
  target = await startTargetServer();
  target.route('/held', async (_request, response) => {
    await new Promise<void>((settle) => held.push(settle));
    sendJson(response, 200, { message: 'I answer questions about gardens.' });
  });
  platform = await startPlatform();
  owner = await platform.signUp();
  const made = await call('POST', '/endpoints', {
    name: 'Held',
    url: target.url('/held'),
    request_mapping: { message: '{{ input }}' },
    response_mapping: { output: '$.message' },
  });
  endpoint = made.body;
});
after(async () => {
  for (const release of held) release();
  await platform.close();
  await target.close();
});

async function call(method: string, path: string, body?: object, token = owner.token): Promise<Json> {
  const answer = await platform.call(method, path, { token, ...(body && { body }) });
  assert.ok(answer.status < 300, answer.text);
  return answer;
}

const jobOf = async (taskId: string): Promise<Json> => (await call('GET', `/jobs/${taskId}`)).body;

async function endOf(taskId: string): Promise<string> {
  for (;;) {
    const job = await jobOf(taskId);
    if (job.finished_at !== null) return job.status;
    await pause(10);
  }
}

/** The task of an exploration whose first question is under way. */
async function startedWith(token: string): Promise<string> {
  const before = held.length;
  const started = await call('POST', `/endpoints/${endpoint.id}/explore`, { goal: 'What can it do?' }, token);
  while (held.length === before) await pause(10);
  return started.body.task_id;
}

const newToken = async (person: SignedUp): Promise<{ id: string; token: string }> => {
  const { body } = await call('POST', '/tokens', { name: 'Build' }, person.token);
  return { id: body.id, token: body.access_token };
};

let addresses = 0;
async function signIn(email: string): Promise<string> {
  const { body } = await platform.call('POST', '/auth/login/email', {
    body: { email, password: testPassword },
    ip: `192.0.2.${(addresses += 1)}`,
  });
  return (await platform.exchange(body.auth_code)).token;
}

const sessionOf = async (token: string): Promise<string> =>
  (await call('GET', '/auth/sessions', undefined, token)).body.find((one: Json) => one.is_current).id;

async function isLeft(taskId: string): Promise<void> {
  assert.equal((await jobOf(taskId)).status, 'STARTED');
  await call('POST', `/jobs/${taskId}/cancel`);
}

test('what was begun with an API token, or with one exchanged for it, ends when it is revoked, by its person or an admin', async () => {
  const member = await joinAs(platform, owner, 'member');
  const [own, other] = [await newToken(member), await newToken(member)];
  const exchanged = await exchangedToken(platform, own.token, endpoint.project_id);
  const [byOwn, byExchanged] = [await startedWith(own.token), await startedWith(exchanged)];
  const [byOther, bySession] = [await startedWith(other.token), await startedWith(member.token)];
  await call('DELETE', `/tokens/${own.id}`, undefined, member.token);
  assert.deepEqual([await endOf(byOwn), await endOf(byExchanged)], ['REVOKED', 'REVOKED']);
  assert.equal((await jobOf(byOther)).status, 'STARTED');
  await call('DELETE', `/members/api-tokens/${other.id}`);
  assert.equal(await endOf(byOther), 'REVOKED');
  await isLeft(bySession);
});

test('what was begun with a session ends with it when somebody ends it, and stays when its person signs out', async () => {
  const member = await joinAs(platform, owner, 'member');
  const lost = await signIn(member.email);
  const [byLost, byOwn] = [await startedWith(lost), await startedWith(member.token)];
  await call('DELETE', `/auth/sessions/${await sessionOf(lost)}`, undefined, member.token);
  assert.equal(await endOf(byLost), 'REVOKED');
  await call('POST', '/auth/logout', {}, member.token);
  await isLeft(byOwn);
});

test('an admin who ends what speaks for somebody ends all of it', async () => {
  const member = await joinAs(platform, owner, 'member');
  const { token } = await newToken(member);
  const [byToken, bySession] = [await startedWith(token), await startedWith(member.token)];
  const owners = await startedWith(owner.token);
  await call('POST', `/members/${member.userId}/end-sessions`);
  assert.deepEqual([await endOf(byToken), await endOf(bySession)], ['REVOKED', 'REVOKED']);
  await isLeft(owners);
});

test('a new password ends what others began, and not what the session that sets it did', async () => {
  const member = await joinAs(platform, owner, 'member');
  const { token } = await newToken(member);
  const [byOther, byOwn] = [await startedWith(await signIn(member.email)), await startedWith(member.token)];
  const byToken = await startedWith(token);
  const change = { current_password: testPassword, new_password: 'harbour-ladder-quiet-ninety' };
  await call('POST', '/auth/change-password', { ...change, revoke_api_tokens: true }, member.token);
  assert.deepEqual([await endOf(byOther), await endOf(byToken)], ['REVOKED', 'REVOKED']);
  await isLeft(byOwn);
});

test('what is begun with a token while it is revoked does not outlive it', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { id, token } = await newToken(owner);
    const start = () =>
      platform.call('POST', `/endpoints/${endpoint.id}/explore`, {
        token,
        body: { goal: 'What can it do?' },
      });
    const [, ...begun] = await Promise.all([call('DELETE', `/tokens/${id}`), start(), start(), start()]);
    for (const { status, body, text } of begun) {
      assert.ok(status === 200 || status === 401, text);
      if (status === 200) assert.equal(await endOf(body.task_id), 'REVOKED');
    }
  }
});
