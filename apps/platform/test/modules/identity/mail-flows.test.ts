import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  addressesBelow,
  createTestClock,
  startPlatform,
  testPassword,
  type SignedUp,
  type TestPlatform,
} from '../../support/platform.ts';

const clock = createTestClock();
let platform: TestPlatform;
before(async () => {
  platform = await startPlatform({ clock, spread: true });
});
after(() => platform.close());

const freshIp = addressesBelow('172.16');
const post = (path: string, body: object) => platform.call('POST', path, { body, ip: freshIp() });
const login = async (email: string, password: string): Promise<string | null> =>
  (await post('/auth/login/email', { email, password })).body.auth_code;
const otherPassword = 'harbour-ladder-quiet-ninety';
const me = (token: string) => platform.call('GET', '/users/me', { token });

/** The mail that comes after those already there. */
async function nextMail(email: string, act: () => Promise<unknown>) {
  const count = async () =>
    (await platform.call('GET', `/dev/mailbox?to=${encodeURIComponent(email)}&limit=100`)).body;
  const before = (await count()).length;
  await act();
  for (let attempt = 0; attempt < 4800; attempt += 1) {
    const now = await count();
    if (now.length > before) return now[0];
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`No further mail to ${email}.`);
}

/** Counts how many of many parallel uses of one thing succeed. */
async function race(use: () => Promise<{ status: number }>, times = 16): Promise<number> {
  const results = await Promise.all(Array.from({ length: times }, use));
  return results.filter((result) => result.status === 200).length;
}

test('an address is confirmed once, and only then does the password work', async () => {
  const email = 'confirm@example.test';
  await post('/auth/register', { email, password: testPassword });
  assert.equal(await login(email, testPassword), null);
  const token = platform.linkToken(await platform.mail(email));
  assert.equal(await race(() => post('/auth/verify-email', { token })), 1);
  assert.ok(await login(email, testPassword));
});

test('whoever confirms gets the password of their own registration', async () => {
  const email = 'planted@example.test';
  const planted = await nextMail(email, () => post('/auth/register', { email, password: otherPassword }));
  const own = await nextMail(email, () => post('/auth/register', { email, password: testPassword }));
  assert.equal((await post('/auth/verify-email', { token: platform.linkToken(own) })).status, 200);
  assert.ok(await login(email, testPassword));
  assert.equal(await login(email, otherPassword), null);
  const late = await post('/auth/verify-email', { token: platform.linkToken(planted) });
  assert.equal(late.status, 400);
  assert.equal(late.body.code, 'auth.token_invalid');
});

test('the confirmation can be sent again and ends after a day', async () => {
  const email = 'again@example.test';
  await nextMail(email, () => post('/auth/register', { email, password: testPassword }));
  const second = await nextMail(email, () => post('/auth/resend-verification', { email }));
  assert.equal((await post('/auth/verify-email', { token: platform.linkToken(second) })).status, 200);
  assert.ok(await login(email, testPassword));
  const late = 'late@example.test';
  const mail = await nextMail(late, () => post('/auth/register', { email: late, password: testPassword }));
  clock.advance(24 * 3600 * 1000 + 1000);
  assert.equal((await post('/auth/verify-email', { token: platform.linkToken(mail) })).status, 400);
});

test('a magic link works once, for fifteen minutes, and a newer one replaces it', async () => {
  const person = await platform.signUp({ organization: null });
  const ask = () => nextMail(person.email, () => post('/auth/magic-link', { email: person.email }));
  const [older, newer] = [await ask(), await ask()];
  assert.equal((await post('/auth/magic-link/verify', { token: platform.linkToken(older) })).status, 400);
  assert.equal(await race(() => post('/auth/magic-link/verify', { token: platform.linkToken(newer) })), 1);
  const late = await ask();
  clock.advance(15 * 60_000 + 1000);
  assert.equal((await post('/auth/magic-link/verify', { token: platform.linkToken(late) })).status, 400);
});

test('the six digits work on another device, once, with five tries, and the link outlives them', async () => {
  const person = await platform.signUp({ organization: null });
  const { email } = person;
  const ask = () => nextMail(email, () => post('/auth/magic-link', { email }));
  const codeOf = (mail: { text: string }): string => /Code: (\d{6})/.exec(mail.text)?.[1] ?? '';
  const wrongFor = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const use = (code: string) => post('/auth/magic-link/verify', { email, code });
  const good = codeOf(await ask());
  assert.equal((await use(wrongFor(good))).status, 400);
  assert.equal(await race(() => use(good), 4), 1);
  const mail = await ask();
  const exhausted = codeOf(mail);
  await Promise.all(Array.from({ length: 12 }, () => use(wrongFor(exhausted))));
  assert.equal((await use(exhausted)).status, 400, 'the tries are used up');
  assert.equal((await post('/auth/magic-link/verify', { token: platform.linkToken(mail) })).status, 200);
});

test('digits that are wrong are counted alike for an address that somebody has and one that nobody has', async () => {
  const person = await platform.signUp({ organization: null });
  for (const email of [person.email, 'nobody-at-all@example.test']) {
    await post('/auth/magic-link', { email });
    for (let n = 0; n < 3; n += 1) await post('/auth/magic-link/verify', { email, code: '000000' });
    const { rows } = await platform.app.database.executeSql(
      'select code_tries from single_use_tokens where recipient_hash = $1',
      [createHash('sha256').update(email).digest()],
    );
    assert.deepEqual(rows, [{ code_tries: 3 }], email);
  }
});

test('a hundred wrong digits within a day are the last, however many mails they are of; links go on', async () => {
  const person = await platform.signUp({ organization: null });
  const { email } = person;
  const ask = () => nextMail(email, () => post('/auth/magic-link', { email }));
  await ask();
  await platform.app.database.executeSql(
    'update single_use_tokens set code_tries = 100 where user_id = $1 and recipient_hash is not null',
    [person.userId],
  );
  const mail = await ask();
  const code = /Code: (\d{6})/.exec(mail.text)?.[1];
  assert.equal((await post('/auth/magic-link/verify', { email, code })).status, 400);
  assert.equal((await post('/auth/magic-link/verify', { token: platform.linkToken(mail) })).status, 200);
});

test('a reset is judged before the link is spent, ends every session, and tells the owner', async () => {
  const person = await platform.signUp({ organization: null });
  const { email } = person;
  const token = platform.linkToken(await nextMail(email, () => post('/auth/forgot-password', { email })));
  const weak = await post('/auth/reset-password', { token, new_password: 'short' });
  assert.equal(weak.status, 422);
  const pendingCode = await login(email, testPassword);
  const told = await nextMail(email, async () => {
    assert.equal(await race(() => post('/auth/reset-password', { token, new_password: otherPassword })), 1);
  });
  assert.match(told.subject, /password was changed/);
  assert.equal((await me(person.token)).status, 401);
  assert.equal((await post('/auth/refresh', { refresh_token: person.refreshToken })).status, 401);
  assert.equal((await post('/auth/exchange-code', { code: pendingCode })).status, 400, 'a code on its way');
  assert.equal(await login(email, testPassword), null);
  assert.ok(await login(email, otherPassword));
});

test('a newer reset link replaces the older one', async () => {
  const person = await platform.signUp({ organization: null });
  const ask = () => nextMail(person.email, () => post('/auth/forgot-password', { email: person.email }));
  const [older] = [await ask(), await ask()];
  const token = platform.linkToken(older);
  assert.equal((await post('/auth/reset-password', { token, new_password: otherPassword })).status, 400);
});

test('changing the password needs the current one and ends the other sessions only', async () => {
  const person = await platform.signUp({ organization: null });
  const other = await platform.exchange((await login(person.email, testPassword)) ?? '');
  const change = (body: object) =>
    platform.call('POST', '/auth/change-password', { token: person.token, body });
  for (const body of [
    { new_password: otherPassword },
    { current_password: 'wrong', new_password: otherPassword },
  ]) {
    const refused = await change(body);
    assert.equal(refused.status, 403);
    assert.equal(refused.body.code, 'auth.password_wrong');
  }
  const done = await change({ current_password: testPassword, new_password: otherPassword });
  assert.equal(done.status, 200, done.text);
  assert.equal((await me(person.token)).status, 200);
  assert.equal((await me(other.token)).status, 401);
});

test('failures in a row bring pauses, a hundred end password sign-in, and mail lets the owner in again', async () => {
  const person = await platform.signUp({ organization: null });
  for (let n = 0; n < 11; n += 1) await login(person.email, 'wrong-password-again');
  assert.equal(await login(person.email, testPassword), null, 'a pause refuses the right password too');
  clock.advance(3_000);
  assert.ok(await login(person.email, testPassword), 'after the pause');
  await platform.app.database.executeSql('update users set failed_logins = 100 where id = $1', [
    person.userId,
  ]);
  clock.advance(3600 * 1000);
  assert.equal(await login(person.email, testPassword), null);
  const mail = await nextMail(person.email, () => post('/auth/magic-link', { email: person.email }));
  assert.equal((await post('/auth/magic-link/verify', { token: platform.linkToken(mail) })).status, 200);
  assert.ok(await login(person.email, testPassword));
});

test('parallel guesses cannot outrun the pause', async () => {
  const person = await platform.signUp({ organization: null });
  await Promise.all(Array.from({ length: 40 }, () => login(person.email, 'wrong-password-again')));
  const { rows } = await platform.app.database.executeSql('select failed_logins from users where id = $1', [
    person.userId,
  ]);
  assert.ok(Number(rows[0]?.['failed_logins']) <= 11, JSON.stringify(rows));
});

test('links in mail lead to pages that ask first: opening one changes nothing', async () => {
  const person: SignedUp = await platform.signUp({ organization: null });
  const mail = await nextMail(person.email, () =>
    post('/auth/magic-link', { email: person.email, return_to: '/projects' }),
  );
  const link = new URL(mail.links[0]);
  assert.equal(link.pathname, '/auth/magic-link');
  assert.equal(link.searchParams.get('return_to'), '/projects');
  const get = await platform.call('GET', `/auth/magic-link/verify?token=${link.searchParams.get('token')}`);
  assert.ok(get.status === 404 || get.status === 405);
  assert.equal((await post('/auth/magic-link/verify', { token: platform.linkToken(mail) })).status, 200);
});

test('the queue keeps no readable letter', async () => {
  const { rows } = await platform.app.database.executeSql(
    "select data::text as data from jobs.job where name = 'send-mail'",
  );
  assert.ok(rows.length > 0);
  for (const row of rows) assert.doesNotMatch(String(row['data']), /token=|example\.test|subject/);
});

test('the first owner comes in by a printed link, once, and nobody after them', async () => {
  const fresh = await startPlatform({ spread: true });
  try {
    const links = [await fresh.app.ownerLink(), await fresh.app.ownerLink()];
    const [one = '', two = ''] = links.map((link) => new URL(link ?? '').searchParams.get('token') ?? '');
    const use = (token: string, n: number) =>
      fresh.call('POST', '/auth/owner-link', {
        body: { token, email: `owner-${n}@example.test`, name: 'Owner', password: testPassword },
      });
    assert.equal(
      (
        await fresh.call('POST', '/auth/owner-link', {
          body: { token: one, email: 'o@example.test', password: 'short' },
        })
      ).status,
      422,
    );
    const results = await Promise.all([use(one, 1), use(two, 2), use(one, 3)]);
    const [good] = results.filter((result) => result.status === 200);
    assert.equal(results.filter((result) => result.status === 200).length, 1);
    const pair = await fresh.exchange(good?.body.auth_code);
    const { body } = await fresh.call('GET', '/users/me', { token: pair.token });
    assert.equal(body.is_email_verified, true);
    assert.equal(await fresh.app.ownerLink(), undefined);
  } finally {
    await fresh.close();
  }
});

test('right passwords that come at once all succeed', async () => {
  const person = await platform.signUp({ organization: null });
  const codes = await Promise.all(Array.from({ length: 40 }, () => login(person.email, testPassword)));
  assert.ok(codes.every((code) => code !== null));
  assert.equal(new Set(codes).size, 40);
});

test('a success forgets the failures before it', async () => {
  const person = await platform.signUp({ organization: null });
  for (let n = 0; n < 6; n += 1) await login(person.email, 'wrong-password-again');
  assert.ok(await login(person.email, testPassword));
  for (let n = 0; n < 6; n += 1) await login(person.email, 'wrong-password-again');
  assert.ok(await login(person.email, testPassword), 'twelve in all, but never eleven in a row');
});

test('when two registrations wait, a confirmation that is sent again carries the password of neither', async () => {
  const email = 'two-registrations@example.test';
  await nextMail(email, () => post('/auth/register', { email, password: testPassword }));
  await nextMail(email, () => post('/auth/register', { email, password: otherPassword }));
  const again = await nextMail(email, () => post('/auth/resend-verification', { email }));
  const verified = await post('/auth/verify-email', { token: platform.linkToken(again) });
  assert.equal(verified.status, 200);
  assert.equal(await login(email, otherPassword), null);
  assert.equal(await login(email, testPassword), null);
  const { token } = await platform.exchange(verified.body.auth_code);
  assert.equal((await me(token)).body.has_password, false);
  const chosen = await platform.call('POST', '/auth/change-password', {
    token,
    body: { new_password: otherPassword },
  });
  assert.equal(chosen.status, 200, 'who has just come in may choose one');
  assert.ok(await login(email, otherPassword));
});

test('a first password is set in a fresh session only; later it takes a mail', async () => {
  const person = await platform.signUp({ organization: null });
  await platform.app.database.executeSql('update users set password_hash = null where id = $1', [
    person.userId,
  ]);
  clock.advance(14 * 60_000);
  const renewed = await post('/auth/refresh', { refresh_token: person.refreshToken });
  clock.advance(2 * 60_000);
  const late = await platform.call('POST', '/auth/change-password', {
    token: renewed.body.access_token,
    body: { new_password: otherPassword },
  });
  assert.equal(late.status, 403);
  assert.equal(late.body.code, 'auth.reauthentication_required');
});

test('invitations do not flood a mailbox either, and nobody is told', async () => {
  const owner = await platform.signUp();
  const guest = 'often-invited@example.test';
  for (let n = 0; n < 13; n += 1) {
    const made = await platform.call('POST', '/invitations', { token: owner.token, body: { email: guest } });
    assert.equal(made.status, 201, made.text);
  }
  // What comes after them in the queue has arrived, so they have, too.
  await platform.signUp({ organization: null });
  const { body } = await platform.call('GET', `/dev/mailbox?to=${guest}&limit=100`);
  assert.ok(body.length <= 10, `${body.length} letters`);
});
