import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startPlatform, testPassword, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { joinAs } from '../tenancy/support.ts';

const newPassword = 'harbour-ladder-quiet-ninety';
const home = { agent: 'Mozilla/5.0 (Macintosh) Gecko/20100101 Firefox/130.0', ip: '192.0.2.7' };
const thief = { agent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36', ip: '198.51.100.1' };
let platform: TestPlatform;
let owner: SignedUp;
before(async () => {
  platform = await startPlatform();
  owner = await platform.signUp();
});
after(() => platform.close());

async function signIn(email: string, from: typeof home, password = testPassword) {
  const headers = { 'user-agent': from.agent };
  const login = await platform.call('POST', '/auth/login/email', {
    body: { email, password },
    headers,
    ip: from.ip,
  });
  const { body } = await platform.call('POST', '/auth/exchange-code', {
    body: { code: login.body.auth_code },
    headers,
    ip: from.ip,
  });
  return String(body.session_token);
}

/** Of how many sign-ins from there they were told. */
async function toldOf(email: string, from: typeof home): Promise<number> {
  const { body } = await platform.call('GET', `/dev/mailbox?to=${encodeURIComponent(email)}&limit=100`);
  return body.filter(
    (mail: { subject: string; text: string }) =>
      /new place/.test(mail.subject) && mail.text.includes(from.ip),
  ).length;
}

async function isTold(email: string, from: typeof home, times: number): Promise<void> {
  for (let tries = 0; (await toldOf(email, from)) < times && tries < 400; tries += 1) await pause(25);
  assert.equal(await toldOf(email, from), times);
}

/** Somebody whose password is known to a thief, at whose place they have been signed in. */
async function robbed() {
  const person = await joinAs(platform, owner, 'member');
  const own = await signIn(person.email, home);
  const stolen = await signIn(person.email, thief);
  await isTold(person.email, thief, 1);
  await signIn(person.email, thief);
  assert.equal(await toldOf(person.email, thief), 1, 'a known place');
  return { ...person, own, stolen };
}

const send = async (method: string, path: string, token: string | undefined, body?: object) => {
  const answer = await platform.call(method, path, { token, ...(body && { body }) });
  assert.equal(answer.status, 200, answer.text);
  return answer;
};

test('after a reset of the password every place is new, also where there is none left', async () => {
  const { email } = await robbed();
  await send('POST', '/auth/forgot-password', undefined, { email });
  const token = platform.linkToken(await platform.mail(email, /Set a new password/));
  await send('POST', '/auth/reset-password', undefined, { token, new_password: newPassword });
  await signIn(email, thief, newPassword);
  await isTold(email, thief, 2);
});

test('after a change of the password the places of others are new, and the one it was changed at is known', async () => {
  const { email, own } = await robbed();
  const before = await toldOf(email, home);
  await send('POST', '/auth/change-password', own, {
    current_password: testPassword,
    new_password: newPassword,
  });
  await signIn(email, home, newPassword);
  await signIn(email, thief, newPassword);
  await isTold(email, thief, 2);
  assert.equal(await toldOf(email, home), before);
});

for (const [what, end] of [
  ['ends the others', (person) => send('DELETE', '/auth/sessions', person.own)],
  [
    'ends the one that is not theirs',
    async (person) => {
      const { body } = await send('GET', '/auth/sessions', person.stolen);
      const { id } = body.find((one: { is_current: boolean }) => one.is_current);
      await send('DELETE', `/auth/sessions/${id}`, person.own);
    },
  ],
  [
    'has an admin end them all',
    (person) => send('POST', `/members/${person.userId}/end-sessions`, owner.token),
  ],
] as const satisfies readonly (readonly [string, (person: Awaited<ReturnType<typeof robbed>>) => unknown])[])
  test(`whoever ${what} of their sessions is told of the next sign-in from there`, async () => {
    const person = await robbed();
    await end(person);
    await signIn(person.email, thief);
    await isTold(person.email, thief, 2);
  });
