import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sendJson, startTargetServer, type TargetServer } from '@sonde/fakes';
import { startPlatform, type Json, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { apiToken, exchangedToken, joinAs } from './support.ts';

const secret = 'The key of the garden is under the third stone.';
let target: TargetServer;
let platform: TestPlatform;
let owner: SignedUp;
let endpoint: { id: string; project_id: string };
const held: (() => void)[] = [];
/** Requests that the platform gave up before they were answered. */
let givenUp = 0;
before(async () => {
  target = await startTargetServer();
  target.route('/held', async (_request, response) => {
    response.on('close', () => (givenUp += response.writableFinished ? 0 : 1));
    await new Promise<void>((settle) => held.push(settle));
    sendJson(response, 200, { message: secret });
  });
  target.route('/held/fails', async (_request, response) => {
    await new Promise<void>((settle) => held.push(settle));
    sendJson(response, 500, { error: secret });
  });
  platform = await startPlatform();
  owner = await platform.signUp();
  endpoint = await make('/held');
});
after(async () => {
  for (const release of held) release();
  await platform.close();
  await target.close();
});

async function make(path: string): Promise<Json> {
  const made = await platform.call('POST', '/endpoints', {
    token: owner.token,
    body: {
      name: 'Held',
      url: target.url(path),
      request_mapping: { message: '{{ input }}' },
      response_mapping: { output: '$.message' },
    },
  });
  assert.equal(made.status, 201, made.text);
  return made.body;
}

/** A call whose question is with the target, which answers when told to. */
async function ask(token: string, path: string, body: object) {
  const before = held.length;
  const answer = platform.call('POST', path, { token, body });
  void answer.then(({ text }) => assert.ok(held.length > before, text));
  while (held.length === before) await pause(5);
  return {
    async answer() {
      held[before]?.();
      return answer;
    },
  };
}

const invoke = (token: string) => ask(token, `/endpoints/${endpoint.id}/invoke`, { input: 'Where is it?' });

const change = async (method: string, path: string, body?: object): Promise<void> => {
  const { status, text } = await platform.call(method, path, { token: owner.token, ...(body && { body }) });
  assert.ok(status < 300, text);
};

/** What ends the right of a member to what they wait for, and what they are told. */
const endings: Record<string, readonly [end: (member: SignedUp) => Promise<void>, status: number]> = {
  'is removed': [(member) => change('DELETE', `/members/${member.userId}`), 401],
  'is disabled': [(member) => change('PATCH', `/members/${member.userId}`, { is_active: false }), 401],
  'may only read from now on': [
    (member) => change('PATCH', `/members/${member.userId}`, { role: 'viewer' }),
    403,
  ],
  'is signed out by an admin': [(member) => change('POST', `/members/${member.userId}/end-sessions`), 401],
};
for (const [what, [end, status]] of Object.entries(endings))
  test(`what a target answers is kept from whoever ${what} while they wait for it`, async () => {
    const member = await joinAs(platform, owner, 'member');
    const token = await apiToken(platform, member);
    const waiting = [
      await invoke(member.token),
      await invoke(token),
      await invoke(await exchangedToken(platform, member.token, endpoint.project_id)),
      await ask(member.token, `/endpoints/${endpoint.id}/test`, { input_data: { input: 'Where is it?' } }),
    ];
    const others = await invoke(owner.token);
    await end(member);
    for (const call of waiting) {
      const answer = await call.answer();
      assert.equal(answer.status, status, answer.text);
      assert.doesNotMatch(answer.text, /third stone/);
    }
    assert.match((await others.answer()).text, /third stone/);
  });

test('a token that is revoked takes no answer, its person does by another, and nothing more is asked for it', async () => {
  const { body: made } = await platform.call('POST', '/tokens', {
    token: owner.token,
    body: { name: 'Lost' },
  });
  const [lost, kept] = [await invoke(made.access_token), await invoke(owner.token)];
  const before = givenUp;
  await change('DELETE', `/tokens/${made.id}`);
  while (givenUp === before) await pause(5);
  assert.equal((await lost.answer()).status, 401);
  assert.match((await kept.answer()).text, /third stone/);
});

test('without the word that rights have ended they are asked for when the answer is there', async () => {
  const member = await joinAs(platform, owner, 'member');
  const waiting = await invoke(member.token);
  await platform.app.database.executeSql('update memberships set is_active = false where user_id = $1', [
    member.userId,
  ]);
  const answer = await waiting.answer();
  assert.equal(answer.status, 401, answer.text);
});

test('the failure of a target is kept from them as well', async () => {
  const failing = await make('/held/fails');
  const member = await joinAs(platform, owner, 'member');
  const waiting = await ask(member.token, `/endpoints/${failing.id}/invoke`, { input: 'Where is it?' });
  await change('DELETE', `/members/${member.userId}`);
  const answer = await waiting.answer();
  assert.equal(answer.status, 401, answer.text);
  assert.doesNotMatch(answer.text, /third stone/);
});
