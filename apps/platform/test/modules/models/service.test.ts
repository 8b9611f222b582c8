import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { secretMask } from '@sonde/contract';
import { startModelServer, type ModelServer } from '@sonde/fakes';
import { createLog } from '#kernel/log';
import { createSealer } from '#kernel/seal';
import { sealFormerModels } from '../../../src/modules/models/sealed.ts';
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

  test('a model whose last call failed says why and when, until a call is answered or it is called otherwise', async () => {
    const { body: made } = await create();
    const path = `/models/${made.id}`;
    const call = (method: string, at: string, body?: object) =>
      platform.call(method, at, { token: owner.token, ...(body === undefined ? {} : { body }) });
    const failure = async () => (await call('GET', path)).body.last_failure;
    assert.equal(made.last_failure, null);
    const gone = await create({ base_url: 'http://127.0.0.1:9/v1', name: 'Gone' });
    const goneTested = await call('POST', `/models/${gone.body.id}/test`);
    assert.equal(goneTested.body.success, false);
    const { body: listed } = await call('GET', '/models?limit=100');
    const shown = listed.find(({ id }: { id: string }) => id === gone.body.id).last_failure;
    assert.equal(shown.message, goneTested.body.message);
    assert.ok(Number.isFinite(Date.parse(shown.at)));
    assert.equal(await failure(), null, 'it is told of no other model');
    const moved = await call('PUT', `/models/${gone.body.id}`, { base_url: server.url, api_key: fakeKey });
    assert.equal(moved.body.last_failure, null, 'what failed was another address');
    await platform.app.database.executeSql(
      "update ai_models set last_failure = 'It was away.', last_failed_at = now() where id = $1",
      [made.id],
    );
    assert.equal((await failure()).message, 'It was away.');
    assert.equal(
      (await call('PUT', path, { name: 'Another name' })).body.last_failure.message,
      'It was away.',
    );
    assert.equal((await call('POST', `${path}/test`)).body.success, true);
    assert.equal(await failure(), null);
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

  test('a credential in an address is sealed and shown to nobody, and stays where the address comes back as shown', async () => {
    const token = ['fake', 'gateway', 'token', 'QwErTy', '135790'].join('-');
    const base_url = `${server.url}?sig=${token}&v=1`;
    const shown = `${server.url}?sig=${secretMask}&v=1`;
    const { body: made, text } = await create({ base_url });
    assert.equal(made.base_url, shown, text);
    const path = `/models/${made.id}`;
    const change = (body: Record<string, unknown>) =>
      platform.call('PUT', path, { token: owner.token, body });
    const rowOf = async () =>
      (await platform.app.database.executeSql('select * from ai_models where id = $1', [made.id])).rows[0];
    const sealer = createSealer(platform.config.sealing);
    const opened = async () =>
      sealer.open(String((await rowOf())?.['base_url_sealed']), `model:${made.id}:base_url`);

    const same = await change({ base_url: shown, name: 'Renamed' });
    assert.deepEqual([same.status, same.body.name, same.body.has_api_key], [200, 'Renamed', true]);
    assert.equal((await change({ base_url: new URL(shown).href })).status, 200, 'as a browser spells it');
    assert.equal((await change({ name: 'Again' })).status, 200);
    assert.equal(await opened(), base_url);
    for (const wrong of [shown.replace('v=1', 'v=2'), `http://127.0.0.1:9/?sig=${secretMask}`])
      assert.equal((await change({ base_url: wrong })).status, 422, 'the mask is no token');
    const masked = { provider: 'openai_compatible', model_name: 'x', base_url: shown };
    const refused = [
      await create({ base_url: shown }),
      await platform.call('POST', '/models/test-connection', { token: owner.token, body: masked }),
    ];
    assert.deepEqual(
      refused.map(({ status, body }) => [status, body.errors[0].path]),
      Array.from({ length: 2 }, () => [422, 'base_url']),
    );
    const other = await change({ base_url: base_url.replace(token, 'another') });
    assert.deepEqual([other.status, other.body.code], [422, 'model.secret_required']);

    const { rows: audit } = await platform.app.database.executeSql('select * from audit_events');
    const listed = await platform.call('GET', '/models?limit=100', { token: owner.token });
    for (const place of [listed.text, same.text, JSON.stringify(await rowOf()), JSON.stringify(audit)])
      assert.ok(!place.includes(token));
    assert.equal((await change({ base_url: server.url, api_key: fakeKey })).status, 200);
    assert.equal((await rowOf())?.['base_url_sealed'], null);
  });

  test('what a former version kept of an address in the clear is sealed at the start, once, by whichever process comes first', async () => {
    const token = ['fake', 'former', 'token', 'AsDfGh', '246801'].join('-');
    const { body: made } = await create();
    const clear = `http://name:${token}@127.0.0.1:9/v1?api_key=${token}`;
    await platform.app.database.executeSql('update ai_models set base_url = $2 where id = $1', [
      made.id,
      clear,
    ]);
    const before = await platform.call('GET', `/models/${made.id}`, { token: owner.token });
    assert.ok(!before.text.includes(token), 'it is masked before it is sealed');
    const options = {
      database: platform.app.database,
      log: createLog('silent'),
      sealer: createSealer(platform.config.sealing),
    };
    const done = await Promise.all([sealFormerModels(options), sealFormerModels(options)]);
    assert.equal(done[0] + done[1], 1);
    assert.equal(await sealFormerModels(options), 0);
    const { rows } = await platform.app.database.executeSql('select * from ai_models where id = $1', [
      made.id,
    ]);
    assert.ok(!JSON.stringify(rows).includes(token));
    assert.equal(
      options.sealer.open(String(rows[0]?.['base_url_sealed']), `model:${made.id}:base_url`),
      clear,
    );
    const after = await platform.call('GET', `/models/${made.id}`, { token: owner.token });
    assert.deepEqual(after.body, before.body);
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
