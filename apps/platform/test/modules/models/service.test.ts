import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startModelServer, type ModelServer } from '@sonde/fakes';
import { startPlatform, type SignedUp, type TestPlatform } from '../../support/platform.ts';

describe('language models of an organization', () => {
  let platform: TestPlatform;
  let owner: SignedUp;
  let server: ModelServer;
  const fakeKey = ['fake', 'model', 'key', '0001'].join('-');

  before(async () => {
    platform = await startPlatform();
    owner = await platform.signUp();
    server = await startModelServer();
  });
  after(async () => {
    await server.close();
    await platform.close();
  });

  const create = (body: Record<string, unknown> = {}) =>
    platform.call('POST', '/models', {
      token: owner.token,
      body: {
        name: 'Stand-in',
        provider: 'openai_compatible',
        model_name: 'stand-in',
        base_url: server.url,
        api_key: fakeKey,
        ...body,
      },
    });

  test('a key goes in and never comes out, and it opens the model', async () => {
    const created = await create();
    assert.equal(created.status, 201, created.text);
    assert.equal(created.body.has_api_key, true);
    assert.ok(!created.text.includes(fakeKey));
    const tested = await platform.call('POST', `/models/${created.body.id}/test`, { token: owner.token });
    assert.equal(tested.body.success, true, tested.text);
    assert.equal(server.authorizations.at(-1), `Bearer ${fakeKey}`);
    const listed = await platform.call('GET', '/models', { token: owner.token });
    assert.ok(!listed.text.includes(fakeKey));
  });

  test('a new address wants the key again, so that it is never sent to another server', async () => {
    const { body } = await create();
    const moved = await platform.call('PUT', `/models/${body.id}`, {
      token: owner.token,
      body: { base_url: 'http://127.0.0.1:9/v1' },
    });
    assert.equal(moved.status, 422);
    assert.equal(moved.body.code, 'model.secret_required');
    const again = await platform.call('PUT', `/models/${body.id}`, {
      token: owner.token,
      body: { base_url: 'http://127.0.0.1:9/v1', api_key: fakeKey },
    });
    assert.equal(again.status, 200, again.text);
  });

  test('the chosen default is in force, and its removal brings the platform default back', async () => {
    const { body } = await create();
    const chosen = await platform.call('PUT', `/organizations/${owner.organizationId}`, {
      token: owner.token,
      body: { default_generation_model_id: body.id },
    });
    assert.equal(chosen.status, 200, chosen.text);
    const inForce = await platform.call('GET', '/models/generation', { token: owner.token });
    assert.equal(inForce.body.source, 'organization');
    assert.equal(inForce.body.model_id, body.id);
    assert.equal(inForce.body.host, new URL(body.base_url ?? 'https://api.openai.com').host);
    await platform.call('DELETE', `/models/${body.id}`, { token: owner.token });
    const afterwards = await platform.call('GET', '/models/generation', { token: owner.token });
    assert.equal(afterwards.body.model, 'builtin/reader');
    assert.equal(afterwards.body.host, null);
  });

  test("another organization's model is as unknown as one that does not exist", async () => {
    const { body } = await create();
    const stranger = await platform.signUp();
    const foreign = await platform.call('GET', `/models/${body.id}`, { token: stranger.token });
    const missing = await platform.call('GET', '/models/01890000-0000-7000-8000-000000000000', {
      token: stranger.token,
    });
    assert.equal(foreign.status, 404);
    assert.equal(foreign.body.detail, missing.body.detail);
  });

  test('a failing model is told in a sentence, not as a failure of the platform', async () => {
    server.behave({ kind: 'status', status: 401 });
    const draft = { provider: 'openai_compatible', model_name: 'stand-in', base_url: server.url };
    const refused = await platform.call('POST', '/models/test-connection', {
      token: owner.token,
      body: draft,
    });
    assert.equal(refused.status, 200, refused.text);
    assert.equal(refused.body.success, false);
    assert.match(refused.body.message, /401/);
    server.behave({ kind: 'text', text: 'ready' });
    const nowhere = await platform.call('POST', '/models/test-connection', {
      token: owner.token,
      body: { ...draft, base_url: 'http://127.0.0.1:9/v1' },
    });
    assert.equal(nowhere.body.success, false);
  });
});
