import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  createTokenAddress,
  FAKE_CLIENT,
  sendJson,
  startTargetServer,
  type TargetServer,
} from '@sonde/fakes';
import type { TargetConfiguration } from '../../../src/modules/invocation/index.ts';
import { configurationOf, createEngine, type Engine } from './support/engine.ts';

void describe('client credentials', () => {
  let target: TargetServer;
  let engine: Engine;
  let accepted: (token: string) => boolean;

  before(async () => {
    target = await startTargetServer();
    target.route('/chat', (request, response) => {
      const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
      if (accepted(token)) sendJson(response, 200, { reply: 'in' });
      else sendJson(response, 401, { error: 'invalid_token' });
    });
  });
  after(() => target.close());
  beforeEach(() => {
    engine = createEngine();
    target.requests.length = 0;
    accepted = () => true;
    target.route('/token', createTokenAddress({ authentication: 'any' }));
    target.route('/token-body', createTokenAddress({ authentication: 'body' }));
  });

  const configuration = (changes: Partial<TargetConfiguration> = {}): TargetConfiguration =>
    configurationOf({
      url: target.url('/chat'),
      authType: 'client_credentials',
      clientId: FAKE_CLIENT.id,
      clientSecret: FAKE_CLIENT.secret,
      tokenUrl: target.url('/token'),
      ...changes,
    });
  const invoke = (changes: Partial<TargetConfiguration> = {}) =>
    engine.invocation.invoke(configuration(changes), { input: 'hi' });
  const tokenRequests = () => target.requests.filter(({ path }) => path.startsWith('/token'));

  void test('are sent by Basic first and not again in the body', async () => {
    assert.equal((await invoke()).success, true);
    const [asked] = tokenRequests();
    assert.match(asked?.headers.authorization ?? '', /^Basic /);
    assert.equal(new URLSearchParams(asked?.text).get('client_secret'), null);
  });

  void test('take no part in the time of the answer: it begins when the request is sent', async () => {
    const { success, duration_ms, timings = [] } = await invoke();
    const [auth, sent] = ['auth', 'send'].map(
      (name) => timings.find(({ stage }) => stage === name)?.duration_ms ?? 0,
    ) as [number, number];
    assert.deepEqual([success, auth > 0, duration_ms > 0], [true, true, true]);
    assert.ok(duration_ms <= sent, `${duration_ms} ms of ${sent} ms`);
  });

  void test('go into the body when Basic is not understood', async () => {
    assert.equal((await invoke({ tokenUrl: target.url('/token-body') })).success, true);
    assert.equal(tokenRequests().length, 2);
    assert.equal(tokenRequests()[1]?.headers.authorization, undefined);
    assert.equal(new URLSearchParams(tokenRequests()[1]?.text).get('client_secret'), FAKE_CLIENT.secret);
  });

  void test('go into the body at once when that is forced, and the parameter that forces it is not sent', async () => {
    assert.equal(
      (await invoke({ tokenParams: { token_endpoint_auth_method: 'client_secret_post', resource: 'r' } }))
        .success,
      true,
    );
    assert.equal(tokenRequests().length, 1);
    const form = new URLSearchParams(tokenRequests()[0]?.text);
    assert.equal(form.get('resource'), 'r');
    assert.equal(form.has('token_endpoint_auth_method'), false);
  });

  void test('are not tried in another way when one way is forced', async () => {
    const result = await invoke({
      tokenUrl: target.url('/token-body'),
      tokenParams: { token_endpoint_auth_method: 'client_secret_basic' },
    });
    assert.equal(result.stage, 'auth');
    assert.equal(tokenRequests().length, 1);
  });

  void test('are fetched once for many calls at the same moment', async () => {
    const results = await Promise.all(Array.from({ length: 50 }, () => invoke()));
    assert.ok(results.every(({ success }) => success));
    assert.equal(tokenRequests().length, 1);
  });

  void test('are kept until 60 seconds before they expire', async () => {
    await invoke();
    const start = engine.clock.now();
    engine.clock.set(start + 3_539_000);
    await invoke();
    assert.equal(tokenRequests().length, 1);
    engine.clock.set(start + 3_541_000);
    await invoke();
    assert.equal(tokenRequests().length, 2);
  });

  void test('with a short life are kept for half of it', async () => {
    target.route('/token', createTokenAddress({ authentication: 'any', expiresInSeconds: 30 }));
    await invoke();
    engine.clock.set(engine.clock.now() + 14_000);
    await invoke();
    assert.equal(tokenRequests().length, 1);
    engine.clock.set(engine.clock.now() + 2000);
    await invoke();
    assert.equal(tokenRequests().length, 2);
  });

  for (const changes of [
    { scopes: 'other' },
    { audience: 'other' },
    { tokenParams: { a: 'b' } },
    { organizationId: 'organization-two' },
  ]) {
    void test(`are fetched anew after a change of ${Object.keys(changes)[0]}`, async () => {
      await invoke();
      await invoke(changes);
      assert.equal(tokenRequests().length, 2);
    });
  }

  void test('are renewed once when the target answers 401', async () => {
    accepted = (token) => token !== 'issued-token-1';
    const result = await invoke();
    assert.equal(result.success, true);
    assert.equal(target.requests.filter(({ path }) => path === '/chat').length, 2);
    assert.equal(tokenRequests().length, 2);
  });

  void test('are not renewed without end', async () => {
    accepted = () => false;
    const result = await invoke();
    assert.deepEqual([result.stage, result.status_code], ['http', 401]);
    assert.equal(target.requests.filter(({ path }) => path === '/chat').length, 2);
  });

  void test('that are wrong end at auth, tell why, and show no secret', async () => {
    const secret = ['fake', 'wrong', 'secret', '5'].join('-');
    const result = await invoke({ clientSecret: secret });
    assert.equal(result.stage, 'auth');
    assert.equal(result.error?.type, 'auth_error');
    assert.match(result.error?.message ?? '', /status 401: invalid_client/);
    assert.ok(!JSON.stringify([result, engine.traces.spans]).includes(secret));
    assert.equal(
      target.requests.some(({ path }) => path === '/chat'),
      false,
    );
  });

  const FAILURES: [string, Partial<TargetConfiguration>, string, RegExp][] = [
    ['an incomplete configuration', { clientSecret: null }, 'auth', /at least one is missing/],
    [
      'a token address that may not be called',
      { tokenUrl: 'http://metadata.google.internal/token' },
      'blocked',
      /metadata/,
    ],
    [
      'a token address that does not exist',
      { tokenUrl: 'http://nowhere.test/token' },
      'auth',
      /could not be called/,
    ],
    ['an answer without a token', { tokenUrl: '/no-token' }, 'auth', /without an access token/],
    ['an answer that is no JSON', { tokenUrl: '/page' }, 'auth', /without an access token/],
    [
      'a redirect, which would carry the secret elsewhere',
      { tokenUrl: '/redirected' },
      'auth',
      /status 302: it redirects to http.*\/token,/,
    ],
    ['a token with a line break', { tokenUrl: '/broken-token' }, 'auth', /no header can carry/],
  ];
  for (const [name, { tokenUrl, ...changes }, stage, message] of FAILURES) {
    void test(`${name} ends at ${stage}`, async () => {
      target.route('/no-token', (_request, response) => sendJson(response, 200, { token: 'x' }));
      target.route('/broken-token', (_request, response) =>
        sendJson(response, 200, { access_token: 'one\r\ntwo' }),
      );
      target.route('/page', (_request, response) => response.end('<html>'));
      target.route('/redirected', (_request, response) =>
        response.writeHead(302, { location: '/token' }).end(),
      );
      const result = await invoke({
        ...changes,
        tokenUrl: tokenUrl?.startsWith('/') ? target.url(tokenUrl) : (tokenUrl ?? target.url('/token')),
      });
      assert.equal(result.stage, stage);
      assert.match(result.error?.message ?? '', message);
    });
  }

  void test('are asked for again after an answer that could not be used', async () => {
    target.route('/token', (_request, response) => sendJson(response, 200, { access_token: 'one\r\ntwo' }));
    assert.equal((await invoke()).stage, 'auth');
    target.route('/token', createTokenAddress({ authentication: 'any' }));
    assert.equal((await invoke()).success, true);
  });

  void test('are waited for by each call as long as it lasts itself, also when another call fetches them', async () => {
    const release = Promise.withResolvers<void>();
    const issue = createTokenAddress({ authentication: 'any' });
    target.route('/token-slow', async (request, response) => {
      await release.promise;
      issue(request, response);
    });
    const tokenUrl = target.url('/token-slow');
    const controller = new AbortController();
    const first = engine.invocation.invoke(
      configuration({ tokenUrl }),
      { input: 'hi' },
      { signal: controller.signal },
    );
    const patient = invoke({ tokenUrl });
    const hasty = await invoke({ tokenUrl, timeoutSeconds: 1 });
    assert.deepEqual([hasty.stage, hasty.success], ['auth', false]);
    controller.abort();
    assert.equal((await first).error?.type, 'aborted');
    release.resolve();
    assert.equal((await patient).success, true);
    assert.equal(tokenRequests().length, 1);
  });

  void test('count in the timeout of the call', async () => {
    target.route('/slow-token', () => {});
    const result = await invoke({ tokenUrl: target.url('/slow-token'), timeoutSeconds: 1 });
    assert.equal(result.stage, 'auth');
    assert.match(result.error?.message ?? '', /longer than/);
  });
});
