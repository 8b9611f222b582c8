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
import { joinAs } from '../tenancy/support.ts';

let target: TargetServer;
let platform: TestPlatform;
let owner: SignedUp;
const held: (() => void)[] = [];
before(async () => {
  target = await startTargetServer();
  target.route('/held', async (_request, response) => {
    await new Promise<void>((settle) => held.push(settle));
    sendJson(response, 200, { message: 'I answer questions about gardens.' });
  });
  platform = await startPlatform();
  owner = await platform.signUp();
});
after(async () => {
  for (const release of held) release();
  await platform.close();
  await target.close();
});

const jobOf = async (taskId: string): Promise<Json> =>
  (await platform.call('GET', `/jobs/${taskId}`, { token: owner.token })).body;

async function endOf(taskId: string): Promise<string> {
  for (;;) {
    const job = await jobOf(taskId);
    if (job.finished_at !== null) return job.status;
    await pause(10);
  }
}

/** The task of an exploration whose first question is under way. */
async function startedBy(person: SignedUp): Promise<string> {
  const made = await platform.call('POST', '/endpoints', {
    token: owner.token,
    body: {
      name: 'Held',
      url: target.url('/held'),
      request_mapping: { message: '{{ input }}' },
      response_mapping: { output: '$.message' },
    },
  });
  assert.equal(made.status, 201, made.text);
  const before = held.length;
  const started = await platform.call('POST', `/endpoints/${made.body.id}/explore`, {
    token: person.token,
    body: { strategy: 'domain_probing' },
  });
  assert.equal(started.status, 200, started.text);
  while (held.length === before) await pause(10);
  return started.body.task_id;
}

for (const [what, leave] of [
  ['is disabled', (id: string) => ['PATCH', `/members/${id}`, { is_active: false }] as const],
  ['may only read from now on', (id: string) => ['PATCH', `/members/${id}`, { role: 'viewer' }] as const],
  ['is removed', (id: string) => ['DELETE', `/members/${id}`, undefined] as const],
] as const)
  test(`the exploration of a member who ${what} stops, and nobody else's does`, async () => {
    const member = await joinAs(platform, owner, 'member');
    const [theirs, owners] = [await startedBy(member), await startedBy(owner)];
    const [method, path, body] = leave(member.userId);
    const left = await platform.call(method, path, { token: owner.token, ...(body && { body }) });
    assert.equal(left.status, 200, left.text);
    assert.equal(await endOf(theirs), 'REVOKED');
    assert.equal((await jobOf(owners)).status, 'STARTED');
  });

test('whoever deletes their own account leaves no exploration running', async () => {
  const member = await joinAs(platform, owner, 'member');
  const task = await startedBy(member);
  const gone = await platform.call('DELETE', '/users/me', {
    token: member.token,
    body: { current_password: testPassword },
  });
  assert.ok(gone.status < 300, gone.text);
  assert.equal(await endOf(task), 'REVOKED');
});
