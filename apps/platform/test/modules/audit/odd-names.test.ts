import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPlatform } from '../../support/platform.ts';

test('a name that no JSON of a table can hold is kept in the trail as far as it can, and refuses no deed', async () => {
  const platform = await startPlatform();
  try {
    const person = await platform.signUp();
    const call = (method: string, path: string, body?: object) =>
      platform.call(method, path, { token: person.token, ...(body && { body }) });
    for (const [path, more] of [
      ['/projects', {}],
      ['/tokens', {}],
      ['/endpoints', { url: 'https://bot.example.test/' }],
    ] as const) {
      const made = await call('POST', path, { name: 'a\ud800b', ...more });
      assert.equal(made.status, 201, `${path}: ${made.text}`);
      const { body: events } = await call('GET', '/audit-events?limit=100');
      const told = events.find((event: { target_id: string }) => event.target_id === made.body.id);
      assert.equal(told?.target_name, 'a\u{FFFD}b', `${path}: ${JSON.stringify(told)}`);
    }
    const refused = await call('POST', '/endpoints', {
      name: 'Bot',
      url: 'https://bot.example.test/',
      endpoint_metadata: { note: 'a\ud800b' },
    });
    assert.equal(refused.status, 422, refused.text);
  } finally {
    await platform.close();
  }
});
