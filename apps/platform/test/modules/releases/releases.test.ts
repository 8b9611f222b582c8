import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { startPlatform, type SignedUp, type TestPlatform } from '../../support/platform.ts';

let platform: TestPlatform;
let person: SignedUp;
before(async () => {
  platform = await startPlatform({ env: { API_PUBLIC_URL: 'https://api.example.test/' } });
  person = await platform.signUp();
});
after(() => platform.close());

const read = (path: string): string =>
  readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8');
const get = (path: string, token: string | undefined = person.token) => platform.call('GET', path, { token });

test('the newest release is what runs, as health and VERSION say it, with the version of each program', async () => {
  const version = read('VERSION').trim();
  const { body } = await get('/releases');
  assert.equal(body[0].version, version);
  assert.equal((await get('/health')).body.version, version);
  const inPackages = (name: string): string => JSON.parse(read(`${name}/package.json`)).version;
  assert.deepEqual(body[0].components, {
    platform: inPackages('apps/platform'),
    web: inPackages('apps/web'),
    chatbot: inPackages('apps/chatbot'),
    generation: inPackages('apps/generation'),
    sdk: inPackages('packages/sdk'),
  });
  assert.match(body[0].date, /^\d{4}-\d\d-\d\d$/);
  assert.ok(body[0].notes.length > 0 && !body[0].notes.includes('| platform'));
  assert.equal((await platform.call('GET', '/releases')).status, 401);
});

test('addresses are those that API_PUBLIC_URL names, and are told without a token', async () => {
  const { body } = await platform.call('GET', '/addresses');
  assert.deepEqual(
    [body.api_url, body.mcp_url, body.otlp_traces_url, body.is_configured],
    ['https://api.example.test', 'https://api.example.test/mcp', 'https://api.example.test/v1/traces', true],
  );
});

test('what was removed stays removed, and what was renamed leads on', async () => {
  for (const path of ['/dimensions', '/demographics', '/dimension', '/demographic'])
    assert.deepEqual([(await get(path)).status, (await get(path)).body.code], [404, 'route.not_found'], path);
  const renamed = await get('/behaviors?limit=5');
  assert.deepEqual([renamed.status, renamed.headers['location']], [308, '/api/v1/requirements?limit=5']);
});
