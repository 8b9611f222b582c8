import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabaseUrl } from '../../support/database.ts';
import { startPlatform, type SignedUp, type TestPlatform } from '../../support/platform.ts';
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
