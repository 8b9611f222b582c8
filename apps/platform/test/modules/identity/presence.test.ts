import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createTestClock,
  startPlatform,
  testPassword,
  type SignedUp,
  type TestPlatform,
} from '../../support/platform.ts';

const clock = createTestClock();
let platform: TestPlatform;
before(async () => {
  platform = await startPlatform({ spread: true, clock });
});
after(() => platform.close());

let addresses = 0;
const signIn = async (email: string, password = testPassword): Promise<string | null> =>
  (
    await platform.call('POST', '/auth/login/email', {
      body: { email, password },
      ip: `192.0.2.${(addresses += 1)}`,
    })
  ).body.auth_code;

/** Every door at which a password is asked for again. */
const doors: readonly ((person: SignedUp, password: string) => ReturnType<TestPlatform['call']>)[] = [
  ({ token }, current_password) =>
    platform.call('POST', '/auth/change-password', {
      token,
      body: { current_password, new_password: 'harbour-ladder-quiet-ninety' },
    }),
  ({ token }, current_password) =>
    platform.call('POST', '/auth/second-factor/setup', { token, body: { current_password } }),
  ({ token }, current_password) =>
    platform.call('DELETE', '/users/me', { token, body: { current_password } }),
];
const guess = (person: SignedUp, at: number, password = 'not-the-password') =>
  doors[at % doors.length]?.(person, password) ?? assert.fail();

test('guesses where a password is asked for again bring the pauses of the sign-in, and count with them', async () => {
  const person = await platform.signUp();
  for (let tries = 0; tries < 9; tries += 1)
    assert.equal((await guess(person, tries)).body.code, 'auth.password_wrong');
  assert.equal(await signIn(person.email, 'not-the-password'), null);
  assert.equal((await guess(person, 0)).body.code, 'auth.password_wrong');
  for (const [at] of doors.entries()) {
    const paused = await guess(person, at, testPassword);
    assert.deepEqual([paused.status, paused.body.code], [429, 'rate_limited'], paused.text);
    assert.ok(Number(paused.headers['retry-after']) >= 1);
  }
  assert.equal(await signIn(person.email), null, 'the same pause');
  clock.advance(2_000);
  assert.equal((await guess(person, 1, testPassword)).status, 200);
  assert.ok(await signIn(person.email), 'a right one ends the count');
  for (let tries = 0; tries < 5; tries += 1)
    assert.equal((await guess(person, 1)).body.code, 'auth.password_wrong');
});

test('parallel guesses gain nothing over guesses in a row', async () => {
  const person = await platform.signUp();
  await platform.database.executeSql('update users set failed_logins = 9 where id = $1', [person.userId]);
  const answers = await Promise.all([0, 1, 2, 0, 1, 2].map((at) => guess(person, at)));
  for (const { status } of answers) assert.ok(status === 403 || status === 429);
  const { rows } = await platform.database.executeSql(
    'select failed_logins, locked_until from users where id = $1',
    [person.userId],
  );
  assert.ok(rows[0]?.['locked_until'], 'a pause has begun');
  assert.equal((await guess(person, 1, testPassword)).status, 429);
});
