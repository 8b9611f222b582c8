import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { listenOnLoopback, sendJson, startTargetServer, type TargetServer } from '@sonde/fakes';
import type { TargetConfiguration } from '../../../src/modules/invocation/index.ts';
import { configurationOf, createEngine, type Engine } from './support/engine.ts';

const TOKEN = ['Fake', 'Token', 'Value', 'aBcDeF', '0123456789'].join('-');
const HEADER = ['fake', 'header', 'value', 'QrStUv'].join('-');

/** Every way of writing a token down in another form than its own. */
const TRANSFORMED = [
  '{{ auth_token | reverse }}',
  '{{ auth_token | upper }}',
  '{{ auth_token | lower }}',
  '{{ auth_token[0:12] }}',
  '{{ auth_token[5] }}',
  '{{ auth_token | list | join("-") }}',
  '{% for letter in auth_token %}{{ letter }}.{% endfor %}',
  '{{ auth_token | replace("Token", "") }}',
  '{{ auth_token.split("-") | tojson }}',
  '{{ auth_token | truncate(12, true, "", 0) }}',
  '{% if auth_token[0] == "F" %}guessed{% else %}missed{% endif %}',
  '{{ "guessed" if "Token" in auth_token else "missed" }}',
  '{{ "guessed" if auth_token < "G" and auth_token > "E" else "missed" }}',
];

void describe('a stored token in a template', () => {
  let target: TargetServer;
  let engine: Engine;

  before(async () => {
    target = await startTargetServer();
    engine = createEngine();
    target.route('/reflect', (request, response) =>
      sendJson(response, 200, {
        headers: request.headers,
        path: request.path,
        query: [...request.query],
        body: request.text,
      }),
    );
  });
  after(async () => {
    await engine.close();
    await target.close();
  });

  const configured = (changes: Partial<TargetConfiguration>): TargetConfiguration =>
    configurationOf({
      url: target.url('/reflect'),
      authType: 'bearer_token',
      authToken: TOKEN,
      requestHeaders: { 'X-Tenant-Secret': HEADER },
      secretHeaderNames: ['x-tenant-secret'],
      responseMapping: { output: '$.body' },
      ...changes,
    });

  function requireHidden(shown: unknown): void {
    const letters = JSON.stringify(shown)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '');
    for (const secret of [TOKEN, HEADER]) {
      const bare = secret.toLowerCase().replaceAll('-', '');
      for (const form of [bare, Array.from(bare).toReversed().join('')])
        for (let at = 0; at + 9 <= form.length; at += 1)
          assert.ok(!letters.includes(form.slice(at, at + 9)), `it shows ${form.slice(at, at + 9)}`);
    }
  }

  for (const template of TRANSFORMED) {
    void test(`is not shown, cut up or compared by ${template}`, async () => {
      for (const place of [
        { requestMapping: { m: '{{ input }}', t: template } },
        { requestMapping: `m={{ input }}&t=${template}`, requestHeaders: FORM },
        { requestMapping: `{{ input }} ${template}`, requestHeaders: { 'Content-Type': 'text/plain' } },
        { queryParams: { t: template } },
        { url: `${target.url('/reflect')}?t=${template}` },
        { requestHeaders: { 'X-Other': template } },
      ]) {
        const preview = await engine.invocation.previewRequest(configured(place), { input: 'hi' });
        requireHidden(preview);
        const result = await engine.invocation.invoke(configured(place), { input: 'hi' });
        requireHidden(result);
        assert.doesNotMatch(JSON.stringify([preview, result]), /guessed/);
      }
      requireHidden(engine.traces.spans);
    });
  }

  const echoed: [string, unknown][] = [
    ['turned round', { output: '{{ response.headers.authorization | reverse }}' }],
    ['in capitals', { output: '{{ response.headers["x-tenant-secret"] | upper }}' }],
    ['in pieces', { output: '{{ response.headers.authorization[10:30] }}' }],
    ['compared', { output: '{{ "guessed" if "Token" in response.headers.authorization else "missed" }}' }],
    ['searched', { output: '$.headers[?search(@, "Token")]' }],
    ['as the name of a conversation', { output: '$.path', conversation_id: '$.headers.authorization' }],
    [
      'under a name of its own',
      { output: '$.path', again: { inner: '{{ jsonpath("$.headers.authorization") | lower }}' } },
    ],
  ];
  for (const [name, responseMapping] of echoed) {
    void test(`does not come back from a target that repeats it: ${name}`, async () => {
      const result = await engine.invocation.invoke(
        configured({ responseMapping: responseMapping as Record<string, unknown> }),
        { input: 'hi' },
      );
      requireHidden(result);
      requireHidden(engine.traces.spans);
      assert.doesNotMatch(JSON.stringify(result), /guessed/);
    });
  }

  void test('arrives whole wherever a template places it', async () => {
    const odd = `${TOKEN}"\\&<+=`;
    const sent = async (changes: Partial<TargetConfiguration>) => {
      target.requests.length = 0;
      await engine.invocation.invoke(configured({ authToken: odd, ...changes }), { input: 'hi' });
      return target.requests.at(-1);
    };
    const json = await sent({
      requestMapping: '{"a": "{{ auth_token }}", "b": {{ auth_token }}, "c": "key {{ auth_token | trim }}"}',
    });
    assert.deepEqual(json?.json, { a: odd, b: odd, c: `key ${odd}` });
    const tree = await sent({ requestMapping: { a: '{% if auth_token %}{{ auth_token }}{% endif %}' } });
    assert.deepEqual(tree?.json, { a: odd });
    const formed = await sent({ requestMapping: 'm={{ input }}&t={{ auth_token }}', requestHeaders: FORM });
    assert.equal(new URLSearchParams(formed?.text).get('t'), odd);
    const pairs = await sent({ requestMapping: { t: '{{ auth_token }}' }, requestHeaders: FORM });
    assert.equal(new URLSearchParams(pairs?.text).get('t'), odd);
    const plain = await sent({
      requestMapping: 'token {{ auth_token }}',
      requestHeaders: { 'Content-Type': 'text/plain' },
    });
    assert.equal(plain?.text, `token ${odd}`);
    const asked = await sent({ queryParams: { t: '{{ auth_token }}' } });
    assert.equal(asked?.query.get('t'), odd);
    const headed = await sent({ requestHeaders: { 'X-Key': 'Key {{ auth_token }}' } });
    assert.equal(headed?.headers['x-key'], `Key ${odd}`);
  });

  void test('a short token is hidden inside other text too', async () => {
    const result = await engine.invocation.previewRequest(
      configured({ authToken: 'f4ke', requestMapping: { t: 'tok{{ auth_token }}en' } }),
      { input: 'hi' },
    );
    assert.deepEqual(result.request?.body, { t: 'tok••••••••en' });
  });
});

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

void describe('a secret in any spelling', () => {
  const spelled: [string, string][] = [
    ['a colon and what a path escapes', 'svc-user:Fa$$ke-2026!'],
    ['an apostrophe and brackets', "it's a fake(12) one"],
    ['markup', 'fa&ke<on>e"12345\''],
    ['quotes and letters of other alphabets', 'fa"ke\\secrét/12345'],
    ['few letters', 'fk54321'],
  ];
  const placed = (url: string): [string, Partial<TargetConfiguration>][] => [
    ['a path', { url: `${url}/x{{ secrets.t }}y/z` }],
    ['a query', { url: `${url}?q=x{{ secrets.t }}y` }],
    ['a query before a letter that is spelled out', { url: `${url}?q={{ secrets.t }}%41` }],
    ['query parameters', { queryParams: { q: 'x{{ secrets.t }}y' } }],
    ['the query of a GET', { method: 'GET', requestMapping: { q: 'x{{ secrets.t }}y' } }],
    ['a text as the query of a GET', { method: 'GET', requestMapping: 'm={{ input }}&q=x{{ secrets.t }}y' }],
    ['JSON', { requestMapping: '{"i": "{{ input }}", "k": "x{{ secrets.t }}y"}' }],
    ['a form', { requestHeaders: FORM, requestMapping: { i: '{{ input }}', k: 'x{{ secrets.t }}y' } }],
    [
      'JSON in a form',
      { requestHeaders: FORM, requestMapping: { i: '{{ input }}', k: { in: 'x{{ secrets.t }}y' } } },
    ],
    ['the text of a form', { requestHeaders: FORM, requestMapping: 'i={{ input }}&k=x{{ secrets.t }}y' }],
    [
      'XML',
      {
        requestHeaders: { 'Content-Type': 'text/xml' },
        requestMapping: '<a>{{ input }}<k>x{{ secrets.t }}y</k></a>',
      },
    ],
    [
      'a request around the call',
      {
        beforeSteps: [
          {
            name: 'sign in',
            url: '/reflect/x{{ secrets.t }}y?q={{ secrets.t }}',
            method: 'POST',
            request_headers: {},
            request_mapping: { k: 'x{{ secrets.t }}y' },
            values: { path: '$.url' },
            when: 'always',
          },
        ],
      },
    ],
    [
      'an address that the application goes on from',
      {
        url: `${url}/x{{ secrets.t }}y/send`,
        polling: {
          values: { address: '$.next' },
          url: '{{ start.address }}',
          method: 'GET',
          request_headers: {},
          request_mapping: {},
          done: { path: '$.asked', equals: true },
          failed: null,
          result: null,
          interval_seconds: 0.01,
          max_seconds: 5,
          max_attempts: 3,
        },
      },
    ],
  ];

  /** As somebody would read it who is shown a text: with every way of writing undone, as often as it takes. */
  function readings(shown: unknown): string {
    let text = JSON.stringify(shown);
    const all = [text];
    for (let round = 0; round < 4; round += 1) {
      text = text
        .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
        .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
        .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>' })[name] ?? '"')
        .replaceAll('\\', '');
      all.push(text, text.replaceAll('+', ' '));
    }
    return all.join('\n');
  }

  for (const [name, secret] of spelled) {
    void test(`is neither in what is shown of a request nor in what a target repeats of it: ${name}`, async () => {
      const engine = createEngine();
      let asked = '';
      const server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const url = request.url ?? '';
          asked += `${url}\n${text}\n`;
          const page = `<p>Cannot find ${url.replaceAll('&', '&amp;').replaceAll("'", '&#39;')}</p>`;
          response.setHeader('content-type', 'application/json');
          const next = 'status?of=1';
          response.end(
            JSON.stringify({ reply: `${url} ${text}`, page, url, next, asked: url.includes(next) }),
          );
        });
      });
      const url = `http://127.0.0.1:${await listenOnLoopback(server)}/reflect`;
      try {
        for (const [place, changes] of placed(url)) {
          asked = '';
          const configuration = configurationOf({ url, secrets: { t: secret }, ...changes });
          const preview = await engine.invocation.previewRequest(configuration, { input: 'hi' });
          const result = await engine.invocation.invoke(configuration, { input: 'hi' });
          assert.deepEqual([preview.error, result.error], [null, null], place);
          const bare = secret.replaceAll('\\', '').slice(0, 7);
          assert.ok(readings(asked).includes(bare), `it was not sent in ${place}`);
          for (const shown of [preview, result, engine.traces.spans])
            assert.ok(!readings(shown).includes(bare), `${place} shows it: ${JSON.stringify(shown)}`);
        }
      } finally {
        server.closeAllConnections();
        server.close();
        await engine.close();
      }
    });
  }

  void test('that is short leaves the words of an answer alone where it stands by itself', async () => {
    const target = await startTargetServer();
    const engine = createEngine();
    target.route('/say', (_request, response) => sendJson(response, 200, { reply: 'the tests of test' }));
    const said = async (query: string): Promise<unknown> =>
      (
        await engine.invocation.invoke(
          configurationOf({
            url: `${target.url('/say')}?${query}`,
            authToken: 'test',
            authType: 'bearer_token',
          }),
          { input: 'hi' },
        )
      ).output;
    try {
      assert.equal(await said('q={{ auth_token }}&r=1'), 'the tests of ••••••••');
      assert.equal(await said('q={{ auth_token }}s'), 'the ••••••••s of ••••••••');
    } finally {
      await engine.close();
      await target.close();
    }
  });
});
