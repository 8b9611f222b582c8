import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { databaseUrl, testDatabaseUrl } from '../../support/database.ts';
import {
  addressesBelow,
  startPlatform,
  testPassword,
  type SignedUp,
  type TestPlatform,
} from '../../support/platform.ts';
import { joinAs } from '../tenancy/support.ts';

let platform: TestPlatform;
let owner: SignedUp;
before(async () => {
  platform = await startPlatform({ spread: true });
  owner = await platform.signUp();
});
after(() => platform.close());

const freshIp = addressesBelow('10.61');
const post = (path: string, body: object) => platform.call('POST', path, { body, ip: freshIp() });
const newCode = async (email: string): Promise<string> =>
  (await post('/auth/login/email', { email, password: testPassword })).body.auth_code;
const resetToken = async (email: string): Promise<string> => {
  await post('/auth/forgot-password', { email });
  return platform.linkToken(await platform.mail(email, /Set a new password/));
};
const reset = (token: string) =>
  post('/auth/reset-password', { token, new_password: 'harbour-ladder-quiet-ninety' });
const isIn = async (token: string): Promise<boolean> =>
  (await platform.call('GET', '/users/me', { token })).status === 200;

test('an admin who ends the sessions of somebody ends the codes that would become some, too', async () => {
  const member = await joinAs(platform, owner, 'member');
  const code = await newCode(member.email);
  const ended = await platform.call('POST', `/members/${member.userId}/end-sessions`, { token: owner.token });
  assert.ok(ended.body.ended >= 1);
  assert.equal((await post('/auth/exchange-code', { code })).status, 400);
});

test('a person who ends the other sessions ends the codes that would become some, too', async () => {
  const code = await newCode(owner.email);
  await platform.call('DELETE', '/auth/sessions', { token: owner.token });
  assert.equal((await post('/auth/exchange-code', { code })).status, 400);
  assert.equal(await isIn(owner.token), true);
});

test('resets, links and codes of one person that are used at once take turns and fail nobody', async () => {
  for (let round = 0; round < 4; round += 1) {
    const person = await platform.signUp({ organization: null });
    const token = await resetToken(person.email);
    await post('/auth/magic-link', { email: person.email });
    const magic = platform.linkToken(await platform.mail(person.email, /sign-in link/));
    const codes = await Promise.all(Array.from({ length: 4 }, () => newCode(person.email)));
    const results = await Promise.all([
      reset(token),
      post('/auth/magic-link/verify', { token: magic }),
      ...codes.map((code) => post('/auth/exchange-code', { code })),
      reset(token),
      post('/auth/magic-link', { email: person.email }),
    ]);
    for (const { status, text } of results) assert.ok(status === 200 || status === 400, text);
    const [one, , , , , , other] = results;
    assert.equal([one, other].filter((result) => result?.status === 200).length, 1, 'one reset');
  }
});

if (testDatabaseUrl)
  test('an exchange that is under way when the password is reset leaves no session behind', async () => {
    const person = await platform.signUp({ organization: null });
    const code = await newCode(person.email);
    const token = await resetToken(person.email);
    const url = databaseUrl(testDatabaseUrl ?? '', platform.databaseName ?? '');
    const [holder, watcher] = [new pg.Client(url), new pg.Client(url)];
    await Promise.all([holder.connect(), watcher.connect()]);
    const waiting = async (count: number): Promise<void> => {
      for (let attempt = 0; attempt < 4800; attempt += 1) {
        const { rows } = await watcher.query(
          "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        if (Number((rows[0] as { n: number }).n) >= count) return;
        await pause(25);
      }
      throw new Error(`Fewer than ${count} transactions wait for a lock.`);
    };
    // The exchange has taken its code and made its session, and is kept from committing by its last step.
    await holder.query('begin');
    await holder.query('lock table audit_events in exclusive mode');
    const exchange = post('/auth/exchange-code', { code });
    await waiting(1);
    const done = reset(token);
    await waiting(2);
    await holder.query('commit');
    await Promise.all([holder.end(), watcher.end()]);
    const [exchanged, changed] = await Promise.all([exchange, done]);
    assert.equal(changed.status, 200, changed.text);
    if (exchanged.status === 200) {
      assert.equal(await isIn(exchanged.body.session_token), false);
      const next = await post('/auth/refresh', { refresh_token: exchanged.body.refresh_token });
      assert.equal(next.status, 401);
    }
  });
else
  test('transactions that run side by side are tested on PostgreSQL only: set TEST_DATABASE_URL', (t) =>
    t.diagnostic('TEST_DATABASE_URL is not set, so nothing was started.'));
