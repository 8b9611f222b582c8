import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { stepAt, totpCode } from '../../../src/modules/tokens/totp.ts';
import { testPassword } from '../../support/platform.ts';
import { joinAs } from '../tenancy/support.ts';
import { addsUp, makeEndpoint, openWorkshop, type Workshop } from './support/workshop.ts';

let shop: Workshop;
let endpointId: string;
const held: (() => void)[] = [];
before(async () => {
  shop = await openWorkshop();
  shop.target.route('/held', async (_request, response) => {
    await new Promise<void>((settle) => held.push(settle));
    response.end(JSON.stringify({ answer: 'a good answer' }));
  });
  endpointId = await makeEndpoint(shop.call, shop.target.url('/held'));
});
after(async () => {
  for (const release of held) release();
  await shop.close();
});

/** A run of three tests, one after another, whose first question is under way. */
async function startedBy(token: string, endpoint = endpointId): Promise<string> {
  const set = await shop.makeSet(['one', 'two', 'three']);
  const asked = held.length;
  const started = await shop.call(
    'POST',
    `/test_sets/${set}/execute/${endpoint}`,
    { execution_mode: 'Sequential' },
    token,
  );
  assert.equal(started.status, 202, started.text);
  while (held.length === asked) await pause(10);
  return started.body.test_run_id;
}

for (const [what, lose] of [
  ['is disabled', (id: string) => ['PATCH', `/members/${id}`, { is_active: false }] as const],
  ['may only read from now on', (id: string) => ['PATCH', `/members/${id}`, { role: 'viewer' }] as const],
  ['is removed', (id: string) => ['DELETE', `/members/${id}`, undefined] as const],
  ['deletes their account', () => ['DELETE', '/users/me', { current_password: testPassword }] as const],
] as const)
  test(`the run of a member who ${what} is cancelled: nothing more is asked, and nobody else's run stops`, async () => {
    const member = await joinAs(shop.platform, shop.owner, 'member');
    const owners = await startedBy(shop.owner.token);
    const theirs = await startedBy(member.token);
    const asked = held.length;
    const [method, path, body] = lose(member.userId);
    const isTheirs = path === '/users/me';
    const lost = await shop.call(method, path, body, isTheirs ? member.token : undefined);
    assert.equal(lost.status, 200, lost.text);
    const run = await shop.ended(theirs);
    assert.deepEqual([run.status, run.counts.cancelled, run.counts.passed], ['Cancelled', 3, 0]);
    assert.ok(addsUp(run));
    // The owner's next question is the only one that comes when everything held is let go.
    for (const release of held) release();
    while (held.length === asked) await pause(10);
    const statuses = (await shop.results(theirs)).map(({ status }) => status);
    assert.deepEqual(statuses, ['Cancelled', 'Cancelled', 'Cancelled']);
    assert.equal((await shop.call('GET', `/test_runs/${owners}`)).body.status, 'Progress');
    const releasing = setInterval(() => {
      for (const release of held) release();
    }, 10);
    const ended = await shop.ended(owners);
    clearInterval(releasing);
    assert.deepEqual([ended.status, ended.counts.passed], ['Completed', 3]);
    assert.equal(held.length, asked + 2);
  });

test('what is under way with an endpoint ends when it is deleted, and what is with another goes on', async () => {
  const doomed = await makeEndpoint(shop.call, shop.target.url('/held'));
  const other = await startedBy(shop.owner.token);
  const run = await startedBy(shop.owner.token, doomed);
  const asked = held.length;
  const explored = await shop.call('POST', `/endpoints/${doomed}/explore`, { goal: 'What can it do?' });
  assert.equal(explored.status, 200, explored.text);
  while (held.length === asked) await pause(10);
  const deleted = await shop.call('DELETE', `/endpoints/${doomed}`);
  assert.equal(deleted.status, 200, deleted.text);
  assert.equal((await shop.ended(run)).status, 'Cancelled');
  const exploration = async () => (await shop.call('GET', `/jobs/${explored.body.task_id}`)).body;
  while ((await exploration()).finished_at === null) await pause(10);
  assert.equal((await exploration()).status, 'REVOKED');
  assert.equal((await shop.call('GET', `/test_runs/${other}`)).body.status, 'Progress');
  await shop.call('POST', `/test_runs/${other}/cancel`);
});

/** Sets a second factor up, which makes a session of its own. */
async function enrol(token: string): Promise<string> {
  const begun = await shop.call(
    'POST',
    '/auth/second-factor/setup',
    { current_password: testPassword },
    token,
  );
  assert.equal(begun.status, 200, begun.text);
  const code = totpCode(begun.body.secret, stepAt(Date.now()));
  const enabled = await shop.call('POST', '/auth/second-factor/enable', { code }, token);
  assert.equal(enabled.status, 200, enabled.text);
  return enabled.body.session_token;
}

test('what a member without a second factor has under way ends when everybody needs one, or theirs is taken away', async () => {
  const member = await joinAs(shop.platform, shop.owner, 'member');
  const made = await shop.call('POST', '/tokens', { name: 'build' }, member.token);
  const theirs = await startedBy(made.body.access_token);
  // The session of before ends with it, and what was begun in that as well.
  const owner = await enrol(shop.owner.token);
  const ask = (wish: boolean) =>
    shop.call('PUT', `/organizations/${shop.owner.organizationId}`, { require_second_factor: wish }, owner);
  assert.equal((await ask(true)).status, 200);
  const seen = async (id: string) => {
    for (;;) {
      const run = (await shop.call('GET', `/test_runs/${id}`, undefined, owner)).body;
      if (run.finished_at !== null) return run;
      await pause(10);
    }
  };
  const run = await seen(theirs);
  assert.deepEqual([run.status, run.counts.cancelled], ['Cancelled', 3]);

  await enrol(member.token);
  const again = await startedBy(made.body.access_token);
  const reset = await shop.call('POST', `/members/${member.userId}/reset-second-factor`, undefined, owner);
  assert.equal(reset.status, 200, reset.text);
  assert.equal((await seen(again)).status, 'Cancelled');
  assert.equal((await ask(false)).status, 200);
});
