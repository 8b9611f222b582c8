import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabaseUrl } from '../../support/database.ts';
import { startPlatform, testPassword, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { openSocket } from './support/socket-client.ts';

async function connected(platform: TestPlatform, url: string, token: string) {
  const ticket = await platform.call('POST', '/ws/token', { token });
  assert.equal(ticket.status, 200, ticket.text);
  const socket = await openSocket(url, { token: ticket.body.token });
  await socket.hear(({ type }) => type === 'connected');
  return socket;
}

test('a socket ends with its session: signed out, ended elsewhere, disabled, or out of the organization', async (t) => {
  const platform = await startPlatform({ socketTiming: { recheckEveryMs: 100 } });
  t.after(() => platform.close());
  const url = `${(await platform.listen()).replace('http', 'ws')}/ws`;
  const ends: Readonly<Record<string, (person: SignedUp) => Promise<unknown>>> = {
    'signing out': (person) =>
      platform.call('POST', '/auth/logout', {
        token: person.token,
        body: { refresh_token: person.refreshToken },
      }),
    'being ended in the list of sessions': async ({ token }) => {
      const [session] = (await platform.call('GET', '/auth/sessions', { token })).body;
      return platform.call('DELETE', `/auth/sessions/${session.id}`, { token });
    },
    'being disabled': ({ userId }) =>
      platform.app.database.executeSql('update memberships set is_active = false where user_id = $1', [
        userId,
      ]),
    'leaving the organization': ({ userId }) =>
      platform.app.database.executeSql('delete from memberships where user_id = $1', [userId]),
  };
  const witness = await platform.signUp();
  const stays = await connected(platform, url, witness.token);
  for (const [how, end] of Object.entries(ends)) {
    const person = await platform.signUp();
    const socket = await connected(platform, url, person.token);
    await end(person);
    assert.deepEqual(await socket.closed, { code: 1008, reason: 'The session has ended.' }, how);
  }
  stays.send({ type: 'ping', correlation_id: 'still here' });
  await stays.hear(({ correlation_id }) => correlation_id === 'still here');
  stays.close();
});

test('a socket ends at once with what it was opened with', { timeout: 300_000 }, async (t) => {
  // So that only what is told ends it.
  const platform = await startPlatform({ socketTiming: { recheckEveryMs: 3_600_000 } });
  t.after(() => platform.close());
  const url = `${(await platform.listen()).replace('http', 'ws')}/ws`;
  let callers = 0;
  /** Another session of the same person. */
  const elsewhere = async ({ email, password }: SignedUp): Promise<string> => {
    const ip = `198.51.100.${(callers += 1)}`;
    const login = await platform.call('POST', '/auth/login/email', { body: { email, password }, ip });
    return (await platform.exchange(login.body.auth_code)).token;
  };
  const password = 'another-horse-staple-77';
  const ends: Readonly<Record<string, (person: SignedUp) => Promise<{ status: number }>>> = {
    'signing out': (person) =>
      platform.call('POST', '/auth/logout', { body: { refresh_token: person.refreshToken } }),
    'ending one session from another': async (person) => {
      const sessions = await platform.call('GET', '/auth/sessions', { token: person.token });
      return platform.call('DELETE', `/auth/sessions/${sessions.body[0].id}`, {
        token: await elsewhere(person),
      });
    },
    'changing the password elsewhere': async (person) =>
      platform.call('POST', '/auth/change-password', {
        token: await elsewhere(person),
        body: { current_password: person.password, new_password: password },
      }),
    'a new password by mail': async ({ email }) => {
      await platform.call('POST', '/auth/forgot-password', { body: { email } });
      const token = platform.linkToken(await platform.mail(email, /new password/));
      return platform.call('POST', '/auth/reset-password', { body: { token, new_password: password } });
    },
    'the end of the organization': ({ token, organizationId }) =>
      platform.call('DELETE', `/organizations/${organizationId}`, { token }),
    'the end of the account': async (person) => {
      const { userId } = await platform.signUp();
      await platform.app.database.executeSql(
        `insert into memberships (user_id, organization_id, role, is_active, joined_at) values ($1, $2, 'owner', true, now()) on conflict (user_id) do update set organization_id = $2, role = 'owner'`,
        [userId, person.organizationId],
      );
      return platform.call('DELETE', '/users/me', {
        token: person.token,
        body: { current_password: testPassword },
      });
    },
  };
  for (const [how, end] of Object.entries(ends)) {
    const person = await platform.signUp();
    const socket = await connected(platform, url, person.token);
    const { status } = await end(person);
    assert.ok(status < 300, `${how}: ${status}`);
    assert.deepEqual(await socket.closed, { code: 1008, reason: 'The session has ended.' }, how);
  }
});

if (testDatabaseUrl)
  test('a ticket opens one socket over all processes', async (t) => {
    const one = await startPlatform();
    const two = await startPlatform({ beside: one });
    t.after(async () => {
      await two.close();
      await one.close();
    });
    const urls = await Promise.all(
      [one, two].map(async (platform) => `${(await platform.listen()).replace('http', 'ws')}/ws`),
    );
    const person = await one.signUp();
    for (let round = 0; round < 5; round += 1) {
      const { body } = await one.call('POST', '/ws/token', { token: person.token });
      const sockets = await Promise.all(
        Array.from({ length: 8 }, (_, number) => openSocket(urls[number % 2] ?? '', { token: body.token })),
      );
      const outcomes = await Promise.all(
        sockets.map((socket) =>
          Promise.race([
            socket.hear(({ type }) => type === 'connected').then(() => 'connected'),
            socket.closed.then(({ code }) => `closed with ${code}`),
          ]),
        ),
      );
      const refused = outcomes.filter((outcome) => outcome === 'closed with 1008');
      assert.equal(refused.length, sockets.length - 1, outcomes.join(', '));
      assert.ok(outcomes.includes('connected'));
      for (const socket of sockets) socket.close();
    }
  });
