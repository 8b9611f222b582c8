import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sendJson, startTargetServer, type TargetServer } from '@sonde/fakes';
import type { TargetConfiguration } from '../../../src/modules/invocation/index.ts';
import { configurationOf, createEngine, type Engine } from './support/engine.ts';

const KEY = ['Fake', 'Key', 'Value', 'aBcDeF', '01/23+45'].join('-');
const OTHER = ['other', 'fake', 'secret', 'QrStUv'].join('-');
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

void describe('the named secrets of an endpoint', () => {
  let target: TargetServer;
  let engine: Engine;

  before(async () => {
    target = await startTargetServer();
    engine = createEngine();
    target.route('/reflect', (request, response) =>
      sendJson(response, 200, { headers: request.headers, query: [...request.query], body: request.text }),
    );
    target.route('/token', (request, response) => {
      const given = Object.fromEntries(new URLSearchParams(request.text));
      const isRight = given['password'] === KEY && request.query.get('code') === OTHER;
      sendJson(response, isRight ? 200 : 400, isRight ? { access_token: 'bought-token-1' } : { error: 'no' });
    });
  });
  after(async () => {
    await engine.close();
    await target.close();
  });

  const configured = (changes: Partial<TargetConfiguration>): TargetConfiguration =>
    configurationOf({
      url: target.url('/reflect'),
      secrets: { key: KEY, other: OTHER },
      responseMapping: { output: '$.body' },
      ...changes,
    });
  const last = () => {
    const request = target.requests.at(-1);
    assert.ok(request);
    return request;
  };
  const call = (changes: Partial<TargetConfiguration>) =>
    engine.invocation.invoke(configured(changes), { input: 'Hello' });
  const requireHidden = (shown: unknown): void => {
    for (const secret of [KEY, OTHER]) assert.ok(!JSON.stringify(shown).includes(secret));
  };

  void test('of an address are hidden in what the application sends back, behind a semicolon of the path as well', async () => {
    target.route(`/orders;token=${encodeURIComponent(KEY)}`, (request, response) =>
      sendJson(response, 404, {
        message: `Nothing is found for ${decodeURIComponent(KEY)} at ${request.path}.`,
      }),
    );
    for (const url of [
      target.url(`/orders;token=${encodeURIComponent(KEY)}`),
      target.url('/orders;token={{ key }}'),
    ]) {
      const result = await engine.invocation.invoke(
        configurationOf({ url, responseMapping: { output: '$' } }),
        { input: 'Hello', key: KEY },
      );
      assert.equal(result.status_code, 404);
      requireHidden(result);
      assert.ok(!JSON.stringify(result).includes(encodeURIComponent(KEY)));
    }
  });

  void test('are placed in body, headers, query parameters and the address, and nothing shows them', async () => {
    const result = await call({
      url: `${target.url('/reflect')}?sig={{ secrets.key }}`,
      queryParams: { code: '{{ secrets.other }}' },
      requestHeaders: { 'X-One': 'Key {{ secrets.key }}' },
      requestMapping: { m: '{{ input }}', k: '{{ secrets.key }}', o: 'with {{ secrets["other"] }}' },
    });
    const request = last();
    assert.deepEqual(JSON.parse(request.text), { m: 'Hello', k: KEY, o: `with ${OTHER}` });
    assert.equal(request.headers['x-one'], `Key ${KEY}`);
    assert.deepEqual([request.query.get('sig'), request.query.get('code')], [KEY, OTHER]);
    assert.equal(request.headers['authorization'], undefined);
    assert.equal(result.success, true);
    requireHidden(result);
  });

  for (const expression of [
    'secrets.key | reverse',
    'secrets.key | upper',
    'secrets.key[0:9]',
    'secrets.key | list | join("-")',
    'secrets | tojson | reverse',
    'secrets.values() | list | first | reverse',
  ])
    void test(`are not shown by {{ ${expression} }}`, async () => {
      const shown = [KEY, OTHER].flatMap((secret) => {
        const bare = secret.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
        return [bare.slice(0, 9), Array.from(bare).toReversed().join('').slice(0, 9)];
      });
      for (const place of [
        { requestMapping: { m: '{{ input }}', t: `{{ ${expression} }}` } },
        { requestMapping: `m={{ input }}&t={{ ${expression} }}`, requestHeaders: FORM },
        { queryParams: { t: `{{ ${expression} }}` } },
        { requestHeaders: { 'X-Other': `{{ ${expression} }}` } },
      ]) {
        const sent = target.requests.length;
        const result = await call(place);
        const seen = [result, target.requests.slice(sent).map(({ text, headers }) => ({ text, headers }))];
        const letters = JSON.stringify(seen)
          .toLowerCase()
          .replaceAll(/[^a-z0-9]/g, '');
        assert.deepEqual(
          shown.filter((form) => letters.includes(form)),
          [],
        );
      }
    });

  void test('cannot be brought along by a caller', async () => {
    await engine.invocation.invoke(
      configured({ requestMapping: { m: '{{ input }}', k: '{{ secrets.key }}' } }),
      {
        input: 'Hello',
        secrets: { key: 'mine' },
      },
    );
    assert.deepEqual(JSON.parse(last().text), { m: 'Hello', k: KEY });
  });

  void test('a header that names one which is not set is left out, and the result says so', async () => {
    const result = await call({ requestHeaders: { 'X-One': '{{ secrets.missing }}' } });
    assert.equal(last().headers['x-one'], undefined);
    assert.ok(result.warnings.some((warning) => warning.includes('X-One') && warning.includes('not set')));
  });

  for (const [kind, changes] of Object.entries({
    'a secret of the endpoint': { requestMapping: { m: '{{ input }}', k: '{{ secrets.key }}' } },
    'a secret parameter of the project': {
      secrets: {},
      secretParams: { key: KEY },
      requestMapping: { m: '{{ input }}', k: "{{ params['key'] }}" },
    },
    'a secret parameter in a form': {
      secrets: {},
      secretParams: { key: KEY },
      requestHeaders: FORM,
      requestMapping: 'm={{ input }}&k={{ params.key }}',
    },
    'a token': { authType: 'bearer_token', authToken: KEY, requestMapping: { k: '{{ auth_token }}' } },
  } satisfies Record<string, Partial<TargetConfiguration>>))
    void test(`${kind} in a body does not follow a redirect to another origin`, async () => {
      const elsewhere = await startTargetServer();
      elsewhere.route('/taken', (_request, response) => sendJson(response, 200, { body: 'taken' }));
      target.route('/away', (_request, response) =>
        response.writeHead(307, { location: elsewhere.url('/taken') }).end(),
      );
      const result = await call({ url: target.url('/away'), ...changes });
      assert.equal(result.success, false);
      assert.match(result.error?.message ?? '', /body holds a secret/);
      assert.equal(elsewhere.requests.length, 0);
      await elsewhere.close();
    });

  const oauth = {
    authType: 'client_credentials',
    clientId: 'one',
    clientSecret: ['fake', 'client', 'secret'].join('-'),
  } as const;

  void test('are placed in the parameters and the address of the token request', async () => {
    const result = await call({
      ...oauth,
      tokenUrl: `${target.url('/token')}?code={{ secrets.other }}`,
      tokenParams: { grant_type: 'password', username: 'ann', password: '{{ secrets.key }}' },
    });
    assert.equal(result.success, true, JSON.stringify(result.error));
    assert.equal(last().headers['authorization'], 'Bearer bought-token-1');
    requireHidden(result);
  });

  for (const [name, changes] of Object.entries({
    'a token parameter with an unknown secret': { tokenParams: { password: '{{ secrets.missing }}' } },
    'a token address whose host is a template': { tokenUrl: 'https://{{ secrets.key }}/token' },
  }))
    void test(`${name} ends the call before anything is sent`, async () => {
      const sent = target.requests.length;
      const result = await call({ ...oauth, tokenUrl: target.url('/token'), ...changes });
      assert.equal(result.success, false);
      assert.equal(result.error?.type, 'auth_error');
      assert.equal(target.requests.length, sent);
      requireHidden(result);
    });
});
