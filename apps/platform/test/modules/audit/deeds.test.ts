import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPlatform, type Json, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { exchangedToken } from '../tenancy/support.ts';

let platform: TestPlatform;
let owner: SignedUp;
before(async () => {
  platform = await startPlatform();
  owner = await platform.signUp();
});
after(() => platform.close());

async function call(method: string, path: string, token: string, body?: object): Promise<Json> {
  const answer = await platform.call(method, path, { token, ...(body && { body }) });
  assert.ok(answer.status < 300, answer.text);
  return answer.body;
}

/** Of the deed by which something was made: what it says beside the name. */
async function trailOf(id: string): Promise<Json> {
  const events = await call('GET', '/audit-events?limit=100', owner.token);
  const found = events.find((event: Json) => event.target_id === id && event.action === 'endpoint.created');
  assert.ok(found);
  return found.details;
}

test('the trail names the token that a program did something with', async () => {
  const made = await call('POST', '/tokens', owner.token, { name: 'Build' });
  const [project] = await call('GET', '/projects', owner.token);
  const exchanged = await exchangedToken(platform, made.access_token, project.id);
  const make = async (token: string): Promise<Json> => {
    const { id } = await call('POST', '/endpoints', token, { name: 'Bot', url: 'https://bot.example.test/' });
    const { credential, credential_id } = await trailOf(id);
    return [credential, credential_id];
  };
  assert.deepEqual(await make(made.access_token), ['api_token', made.id]);
  assert.deepEqual(await make(exchanged), ['exchanged', made.id]);
  assert.deepEqual(await make(owner.token), [undefined, undefined]);
});
