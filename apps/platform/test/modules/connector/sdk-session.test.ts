import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ApiError, createClient } from '@sonde/sdk';
import { createTestClock, startPlatform, type TestPlatform } from '../../support/platform.ts';

let platform: TestPlatform;
let url: string;
const clock = createTestClock();
before(async () => {
  platform = await startPlatform({ clock });
  url = await platform.listen();
});
after(() => platform.close());

const timing = { now: () => clock.now(), wait: () => Promise.resolve() };

test('a client keeps a session alive over many rotations, and many calls at once never look like theft', async () => {
  const person = await platform.signUp();
  const rotations: string[] = [];
  const client = createClient({
    baseUrl: url,
    session: { session_token: person.token, refresh_token: person.refreshToken },
    onSession: (session) => void rotations.push(session.refresh_token),
    timing,
  });
  for (let round = 1; round <= 4; round += 1) {
    clock.advance(14.5 * 60_000);
    const answers = await Promise.all(Array.from({ length: 15 }, () => client.users.me()));
    assert.ok(answers.every(({ email }) => email === person.email));
    assert.equal(rotations.length, round);
  }
  assert.equal(new Set(rotations).size, 4);
});

test('a session that was ended elsewhere ends the client with one clear code', async () => {
  const person = await platform.signUp();
  const client = createClient({ baseUrl: url, refreshToken: person.refreshToken, timing });
  assert.equal((await client.users.me()).email, person.email);
  const { body: sessions } = await platform.call('GET', '/auth/sessions', { token: person.token });
  for (const session of sessions)
    await platform.call('DELETE', `/auth/sessions/${session.id}`, { token: person.token });
  await assert.rejects(
    client.users.me(),
    (error: unknown) => error instanceof ApiError && error.code === 'auth.refresh_invalid',
  );
});

test('a fault of the input names the field, and an unknown id is a code to branch on', async () => {
  const person = await platform.signUp();
  const client = createClient({ baseUrl: url, token: person.token });
  const invalid = await client.endpoints
    .create({ body: { name: '', url: 'ftp://x' } })
    .catch((error: unknown) => error);
  assert.ok(invalid instanceof ApiError);
  assert.deepEqual(
    [invalid.status, invalid.code, invalid.errors.map(({ path }) => path).sort()],
    [422, 'request.invalid', ['name', 'url']],
  );
  const missing = client.endpoints.get({ params: { id: '01890a5d-ac96-774b-bcce-b302099a8057' } });
  await assert.rejects(missing, { status: 404, code: 'endpoint.not_found' });
});
