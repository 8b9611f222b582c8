import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createTestClock,
  startPlatform,
  testPassword,
  type SignedUp,
  type TestPlatform,
} from '../../support/platform.ts';
import { tokensBeside } from './support.ts';

const clock = createTestClock();
let platform: TestPlatform;
let person: SignedUp;
before(async () => {
  platform = await startPlatform({ clock, spread: true });
  person = await platform.signUp();
});
after(() => platform.close());

let addresses = 0;
const freshAddress = (): string => `192.0.2.${(addresses += 1)}`;

async function signIn(): Promise<string> {
  const { body, text } = await platform.call('POST', '/auth/login/email', {
    body: { email: person.email, password: testPassword },
    ip: freshAddress(),
  });
  assert.ok(body.auth_code, text);
  return body.auth_code;
}
const exchange = (code: string) => platform.call('POST', '/auth/exchange-code', { body: { code } });
const refresh = (token: string) => platform.call('POST', '/auth/refresh', { body: { refresh_token: token } });
const me = (token: string) => platform.call('GET', '/users/me', { token });

async function newSession(): Promise<{ token: string; refreshToken: string }> {
  return platform.exchange(await signIn());
}

test('64 parallel exchanges of one code give one session, and the replays end it', async () => {
  const code = await signIn();
  const results = await Promise.all(Array.from({ length: 64 }, () => exchange(code)));
  const good = results.filter((result) => result.status === 200);
  assert.equal(good.length, 1);
  assert.equal(results.filter((result) => result.status === 400).length, 63);
  assert.equal((await me(good[0]?.body.session_token)).status, 401);
  assert.equal((await refresh(good[0]?.body.refresh_token)).status, 401);
});

test('a replayed code revokes what its first exchange issued', async () => {
  const code = await signIn();
  const first = await exchange(code);
  assert.equal((await me(first.body.session_token)).status, 200);
  const replay = await exchange(code);
  assert.equal(replay.status, 400);
  assert.equal(replay.body.code, 'auth.code_invalid');
  assert.equal((await me(first.body.session_token)).status, 401);
});

test('a bad, an expired and a used code are refused with the same bytes', async () => {
  const used = await signIn();
  await exchange(used);
  const expired = await signIn();
  clock.advance(61_000);
  const answers = [await exchange('nonsense'), await exchange(used), await exchange(expired)];
  assert.deepEqual(new Set(answers.map((answer) => answer.text)).size, 1);
  for (const answer of answers) {
    assert.equal(answer.status, 400);
    assert.equal(answer.headers['cache-control'], 'no-store');
  }
});

test('a refresh gives new tokens and the old refresh token is dead', async () => {
  const session = await newSession();
  const next = await refresh(session.refreshToken);
  assert.equal(next.status, 200);
  assert.equal(next.body.token_type, 'bearer');
  assert.equal(next.body.expires_in, 900);
  assert.notEqual(next.body.refresh_token, session.refreshToken);
  assert.equal((await me(next.body.access_token)).status, 200);
  // An access token lives to its end although the refresh token was rotated: requests under way keep working.
  assert.equal((await me(session.token)).status, 200);
});

test('a reused refresh token revokes its whole family, and the refusals are alike', async () => {
  const session = await newSession();
  const next = await refresh(session.refreshToken);
  clock.advance(10_000);
  const reuse = await refresh(session.refreshToken);
  assert.equal(reuse.status, 401);
  assert.equal(reuse.body.code, 'auth.refresh_invalid');
  assert.equal((await refresh(next.body.refresh_token)).text, reuse.text);
  assert.equal((await refresh('nonsense')).text, reuse.text);
  assert.equal((await me(next.body.access_token)).status, 401);
});

test('a reused refresh token leaves the other sessions of the person alone', async () => {
  const [stolen, other] = [await newSession(), await newSession()];
  await refresh(stolen.refreshToken);
  clock.advance(10_000);
  await refresh(stolen.refreshToken);
  assert.equal((await me(stolen.token)).status, 401);
  assert.equal((await me(other.token)).status, 200);
});

test('a refresh whose answer was lost gets the same successor for ten seconds, and the session lives', async () => {
  const session = await newSession();
  const first = await refresh(session.refreshToken);
  clock.advance(9_000);
  const again = await refresh(session.refreshToken);
  assert.equal(again.status, 200, again.text);
  assert.equal(again.body.refresh_token, first.body.refresh_token);
  assert.equal(again.body.access_token, first.body.access_token);
  assert.equal(again.body.expires_in, 891, 'the tokens are as old as the first answer');
  assert.equal((await refresh(again.body.refresh_token)).status, 200);
});

test('a refresh token that comes again after its successor was used revokes the family at once', async () => {
  const session = await newSession();
  const first = await refresh(session.refreshToken);
  const second = await refresh(first.body.refresh_token);
  assert.equal((await refresh(session.refreshToken)).status, 401);
  assert.equal((await me(second.body.access_token)).status, 401);
  assert.equal((await refresh(second.body.refresh_token)).status, 401);
});

test('two refreshes, one right after the other, keep the session', async () => {
  for (let round = 0; round < 5; round += 1) {
    const session = await newSession();
    const answers = await Promise.all([refresh(session.refreshToken), refresh(session.refreshToken)]);
    answers.push(await refresh(session.refreshToken));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.equal(new Set(answers.map(({ body }) => body.refresh_token as string)).size, 1);
    assert.equal((await refresh(answers[0]?.body.refresh_token)).status, 200);
  }
});

test('a refresh sent while the person joins an organization gets the tokens of joining', async () => {
  const newcomer = await platform.signUp({ organization: null });
  const created = await platform.call('POST', '/organizations', {
    token: newcomer.token,
    body: { name: 'Haste' },
  });
  const late = await refresh(newcomer.refreshToken);
  assert.equal(late.status, 200, late.text);
  assert.equal(late.body.refresh_token, created.body.refresh_token);
  assert.equal((await me(late.body.access_token)).body.organization_id, created.body.id);
});

test('the sealed answers of refreshes are gone with their ten seconds', async () => {
  const service = await tokensBeside(platform, clock);
  const session = await newSession();
  await refresh(session.refreshToken);
  clock.advance(11_000);
  await service.cleanUp();
  const { rows } = await platform.app.database.executeSql(
    'select count(*)::int as n from refresh_tokens where answer_sealed is not null',
  );
  assert.equal(rows[0]?.['n'], 0);
});

test('parallel refreshes of one token never give two different live children', async () => {
  for (let round = 0; round < 5; round += 1) {
    const session = await newSession();
    const results = await Promise.all(Array.from({ length: 24 }, () => refresh(session.refreshToken)));
    const children = new Set(
      results.filter((result) => result.status === 200).map((result) => result.body.refresh_token as string),
    );
    assert.equal(children.size, 1, 'everybody who succeeds received the same pair');
    for (const result of results) assert.equal(result.status, 200);
    const [{ live } = { live: -1 }] = (
      await platform.app.database.executeSql(
        'select count(*)::int as live from (select family_id from refresh_tokens where rotated_at is null group by family_id having count(*) > 1) as forked',
      )
    ).rows as { live: number }[];
    assert.equal(live, 0);
  }
});

test('a session ends seven days after login, however often it was refreshed', async () => {
  const session = await newSession();
  let token = session.refreshToken;
  for (let day = 0; day < 6; day += 1) {
    clock.advance(24 * 3600 * 1000);
    const next = await refresh(token);
    assert.equal(next.status, 200, `day ${day}`);
    token = next.body.refresh_token;
  }
  clock.advance(24 * 3600 * 1000);
  assert.equal((await refresh(token)).status, 401);
});

test('an access token is refused after fifteen minutes', async () => {
  const session = await newSession();
  clock.advance(14 * 60_000);
  assert.equal((await me(session.token)).status, 200);
  clock.advance(61_000);
  const late = await me(session.token);
  assert.equal(late.status, 401);
  assert.equal(late.headers['www-authenticate'], 'Bearer error="invalid_token"');
  const nothing = await platform.call('GET', '/users/me');
  assert.equal(nothing.headers['www-authenticate'], 'Bearer');
  assert.equal(nothing.text, late.text);
});

test('logout ends the session at once, answers 200 always, and works with a rotated token', async () => {
  const session = await newSession();
  await refresh(session.refreshToken);
  const out = await platform.call('POST', '/auth/logout', { body: { refresh_token: session.refreshToken } });
  assert.equal(out.status, 200);
  assert.equal((await me(session.token)).status, 401);
  for (const body of [undefined, {}, { refresh_token: 'nonsense' }])
    assert.equal((await platform.call('POST', '/auth/logout', { body })).status, 200);
});

test('a call made after signing out is refused, however many of the same session are still being looked at', async () => {
  const session = await newSession();
  const looked = Promise.all(Array.from({ length: 60 }, () => me(session.token)));
  const out = await platform.call('POST', '/auth/logout', { body: { refresh_token: session.refreshToken } });
  assert.equal(out.status, 200);
  const after = await Promise.all(Array.from({ length: 20 }, () => me(session.token)));
  assert.deepEqual([...new Set(after.map(({ status }) => status))], [401]);
  for (const { status } of await looked) assert.ok(status === 200 || status === 401, String(status));
});

test('a person lists and ends own sessions, and no one else’s', async () => {
  const [mine, other] = [await newSession(), await newSession()];
  const list = await platform.call('GET', '/auth/sessions', { token: mine.token });
  assert.equal(list.body.filter((row: { is_current: boolean }) => row.is_current).length, 1);
  assert.doesNotMatch(list.text, /token|hash/i);
  const stranger = await platform.signUp();
  const id = list.body.find((row: { is_current: boolean }) => row.is_current).id;
  const foreign = await platform.call('DELETE', `/auth/sessions/${id}`, { token: stranger.token });
  assert.equal(foreign.status, 404);
  assert.equal((await me(mine.token)).status, 200);
  const ended = await platform.call('DELETE', '/auth/sessions', { token: mine.token });
  assert.ok(ended.body.ended >= 1);
  assert.equal((await me(other.token)).status, 401);
  assert.equal((await me(mine.token)).status, 200);
  assert.equal((await platform.call('DELETE', `/auth/sessions/${id}`, { token: mine.token })).status, 200);
  assert.equal((await me(mine.token)).status, 401);
});

test('POST /auth/verify tells whose session it is, or 401', async () => {
  const session = await newSession();
  const good = await platform.call('POST', '/auth/verify', { body: { session_token: session.token } });
  assert.equal(good.status, 200);
  assert.equal(good.body.user.email, person.email);
  const bad = await platform.call('POST', '/auth/verify', { body: { session_token: session.refreshToken } });
  assert.equal(bad.status, 401);
});

test('tables hold no refresh token, only hashes', async () => {
  const session = await newSession();
  await refresh(session.refreshToken);
  const { rows } = await platform.app.database.executeSql(
    "select encode(token_hash, 'escape') || coalesce(answer_sealed, '') as text from refresh_tokens",
  );
  for (const row of rows) assert.ok(!String(row['text']).includes(session.refreshToken));
});

test('what has expired is removed, and a session that lives is not', async () => {
  const service = await tokensBeside(platform, clock);
  const living = await newSession();
  const before = await service.cleanUp();
  assert.ok(before.families >= 1, 'sessions that ended days ago');
  assert.equal((await me(living.token)).status, 200);
  clock.advance(9 * 24 * 3600 * 1000);
  const after = await service.cleanUp();
  assert.ok(after.families >= 1 && after.codes >= 1, JSON.stringify(after));
  const { rows } = await platform.app.database.executeSql('select count(*)::int as n from refresh_tokens');
  assert.equal(rows[0]?.['n'], 0);
});

test('a refresh takes a token and nothing else: it cannot ask for more', async () => {
  const session = await newSession();
  for (const extra of [
    { scope: 'organization:delete' },
    { organization_id: person.organizationId },
    { sub: 'x' },
  ]) {
    const asked = await platform.call('POST', '/auth/refresh', {
      body: { refresh_token: session.refreshToken, ...extra },
    });
    assert.equal(asked.status, 422);
  }
  assert.equal((await refresh(session.refreshToken)).status, 200, 'and a refused call uses nothing up');
});

test('every sign-in is a session of its own, with secrets of its own', async () => {
  const sessions = await Promise.all([newSession(), newSession(), newSession()]);
  assert.equal(new Set(sessions.map(({ refreshToken }) => refreshToken)).size, 3);
  const claims = sessions.map(({ token }) =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()),
  );
  assert.equal(new Set(claims.map(({ sid }) => sid as string)).size, 3);
  for (const { refreshToken } of sessions)
    assert.ok(Buffer.from(refreshToken, 'base64url').length >= 32, '256 random bits');
});

test('answers with codes and tokens are never stored on the way', async () => {
  const login = await platform.call('POST', '/auth/login/email', {
    body: { email: person.email, password: testPassword },
    ip: freshAddress(),
  });
  const exchanged = await exchange(login.body.auth_code);
  const refreshed = await refresh(exchanged.body.refresh_token);
  const minted = await platform.call('POST', '/tokens', {
    token: refreshed.body.access_token,
    body: { name: 'x' },
  });
  for (const { headers, status } of [login, exchanged, refreshed, minted]) {
    assert.ok(status === 200 || status === 201);
    assert.equal(headers['cache-control'], 'no-store');
  }
});

test('people delete their account with everything that speaks for them', async () => {
  const gone = await platform.signUp({ organization: null });
  const code = (
    await platform.call('POST', '/auth/login/email', {
      body: { email: gone.email, password: testPassword },
      ip: freshAddress(),
    })
  ).body.auth_code;
  assert.equal(
    (
      await platform.call('DELETE', '/users/me', {
        token: gone.token,
        body: { current_password: testPassword },
      })
    ).status,
    200,
  );
  assert.equal((await me(gone.token)).status, 401);
  assert.equal((await refresh(gone.refreshToken)).status, 401);
  assert.equal((await exchange(code)).status, 400);
});

test('a clock that is set back before the first key signs people in all the same', async () => {
  clock.advance(-3 * 3600_000);
  const beside = await tokensBeside(platform, clock);
  const { key } = beside.keys.signing();
  assert.ok(key);
  const { token } = await newSession();
  assert.equal((await me(token)).status, 200);
  clock.advance(3 * 3600_000);
});

test('signing out never fails, whatever is sent', async () => {
  for (const body of [[], {}, { refresh_token: 5 }, { other: 'key' }, { refresh_token: 'x'.repeat(9000) }]) {
    const answer = await platform.call('POST', '/auth/logout', { body });
    assert.equal(answer.status, 200, JSON.stringify(body).slice(0, 40));
  }
});
