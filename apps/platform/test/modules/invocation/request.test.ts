import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sendJson, startTargetServer, type TargetRequest, type TargetServer } from '@sonde/fakes';
import type {
  CallVariables,
  InvocationResult,
  TargetConfiguration,
} from '../../../src/modules/invocation/index.ts';
import { configurationOf, createEngine, type Engine } from './support/engine.ts';

const HOSTILE = 'a"b\\c\n{{7*7}}{% raw %}{# x #}&d=e</x>,}';

type Sent = Partial<{
  method: string;
  query: Record<string, string>;
  json: unknown;
  text: string;
  path: string;
  headers: Record<string, string | undefined>;
}>;
type Case = [
  name: string,
  changes: Partial<TargetConfiguration>,
  variables: CallVariables,
  sent: Sent,
  warning?: RegExp,
];

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const files = [
  { filename: 'a.png', content_type: 'image/png', data: 'QUJD' },
  { name: 'b.txt', content_type: 'text/plain', content_base64: 'REVG', extracted_text: 'the text' },
];

const CASES: Case[] = [
  // Bodies
  [
    'a prompt cannot break a quoted place',
    { requestMapping: '{"m": "{{ input }}"}' },
    { input: HOSTILE },
    { json: { m: HOSTILE } },
  ],
  [
    'a prompt cannot break a bare place',
    { requestMapping: '{"m": {{ input }}}' },
    { input: HOSTILE },
    { json: { m: HOSTILE } },
  ],
  [
    'tojson does no harm',
    { requestMapping: '{"m": {{ input | tojson }}}' },
    { input: HOSTILE },
    { json: { m: HOSTILE } },
  ],
  [
    'a JSON object as template',
    { requestMapping: { m: '{{ input }}', n: [1, true, null, 'x {{ input }}'] } },
    { input: HOSTILE },
    { json: { m: HOSTILE, n: [1, true, null, `x ${HOSTILE}`] } },
  ],
  [
    'escaped quotes inside an expression of JSON text',
    { requestMapping: '{"m": "{{ other | default(\\"none\\") }}"}' },
    { input: 'x' },
    { json: { m: 'none' } },
  ],
  [
    'the text form of the editor',
    { requestMapping: { __body__: '{"m": "{{ input }}"}' } },
    { input: HOSTILE },
    { json: { m: HOSTILE } },
  ],
  [
    'text that looks like JSON stays text',
    { requestMapping: '{"a": "{{ input }}", "b": {{ custom }}}' },
    { input: '42', custom: 'true' },
    { json: { a: '42', b: 'true' } },
  ],
  [
    'typed values keep their type',
    { requestMapping: '{"a": "{{ custom }}", "b": "{{ params.t }}", "c": "{{ list }}"}', params: { t: 0.5 } },
    { input: 'x', custom: false, list: [1, 'a'] },
    { json: { a: false, b: 0.5, c: [1, 'a'] } },
  ],
  [
    'the token is there for bodies',
    { requestMapping: '{"key": "{{ auth_token }}"}', authType: 'bearer_token', authToken: 'fake-token-1' },
    { input: 'x' },
    { json: { key: 'fake-token-1' }, headers: { authorization: 'Bearer fake-token-1' } },
  ],
  [
    'a caller cannot bring a token',
    { requestMapping: '{"key": "{{ auth_token }}"}' },
    { input: 'x', auth_token: 'mine' },
    { json: { key: null } },
    /"auth_token" has no value/,
  ],
  [
    'an unknown value is null where it is whole, empty inside text, and told',
    { requestMapping: '{"a": "{{ nope }}", "b": "x{{ nope }}y", "c": {{ nope }}}' },
    { input: 'x' },
    { json: { a: null, b: 'xy', c: null } },
    /"nope" has no value/,
  ],
  [
    'a conversation that has not begun drops its keys',
    {
      requestMapping:
        '{"m": "{{ input }}", "s": "{{ session_id }}", "deep": {"t": {{ thread_id | tojson }}}}',
    },
    { input: 'x' },
    { json: { m: 'x', deep: {} } },
  ],
  [
    'every alias carries the conversation',
    { requestMapping: '{"a": "{{ session_id }}", "b": "{{ dialogue_id }}"}' },
    { input: 'x', chat_id: 'c-1' },
    { json: { a: 'c-1', b: 'c-1' } },
  ],
  [
    'a forgotten conversation is added under its mapped name',
    { requestMapping: '{"m": "{{ input }}"}', responseMapping: { output: '$.ok', session_id: '$.s' } },
    { input: 'x', conversation_id: 'c-1' },
    { json: { m: 'x', session_id: 'c-1' } },
    /session_id: /,
  ],
  ['an empty template sends no body', { requestMapping: '' }, { input: 'x' }, { text: '' }],
  ['an empty object sends an empty object', { requestMapping: {} }, { input: 'x' }, { json: {} }],
  [
    'custom keys and test ids are variables',
    { requestMapping: '{"a": "{{ tenant }}", "b": "{{ test_run_id }}"}' },
    { input: 'x', tenant: 't', test_run_id: 'r' },
    { json: { a: 't', b: 'r' } },
  ],
  // Files
  [
    'files in the form of a vendor',
    { requestMapping: '{"c": {{ files | openai_content }}}' },
    { input: 'look', files: [files[0]] },
    {
      json: {
        c: [
          { type: 'text', text: 'look' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } },
        ],
      },
    },
  ],
  [
    'the former name of the bytes is taken with a warning',
    { requestMapping: '{"c": "{{ files[0].data }}"}' },
    { input: 'x', files: [files[1]] },
    { json: { c: 'REVG' } },
    /content_base64/,
  ],
  [
    'a template that reads the former name still works',
    { requestMapping: '{"c": "{{ files[0].content_base64 }}"}' },
    { input: 'x', files: [files[0]] },
    { json: { c: 'QUJD' } },
    /content_base64/,
  ],
  [
    'the first image is the image',
    { requestMapping: '{"c": "{{ image.data }}", "n": "{{ image.filename }}"}' },
    { input: 'x', files },
    { json: { c: 'QUJD', n: 'a.png' } },
    /content_base64/,
  ],
  [
    'what files say is appended when the template has no place for them',
    {},
    { input: 'read', files: [files[1]] },
    {
      json: {
        message:
          'read\n\n[Attached file(s):]\n--- Start of file: b.txt ---\nthe text\n--- End of file: b.txt ---',
      },
    },
    /content_base64/,
  ],
  // Queries
  [
    'GET sends the object as query, merged with the address',
    {
      method: 'GET',
      url: '/echo?keep=1&q=old',
      requestMapping: '{"q": "{{ input }}", "n": 1, "f": false, "z": null, "l": ["a", "b"], "o": {"k": 1}}',
    },
    { input: HOSTILE },
    { method: 'GET', text: '', query: { keep: '1', q: HOSTILE, n: '1', f: 'false', l: 'b', o: '{"k":1}' } },
  ],
  [
    'DELETE does so too',
    { method: 'delete', requestMapping: { q: '{{ input }}' } },
    { input: 'x' },
    { method: 'DELETE', query: { q: 'x' }, text: '' },
  ],
  [
    'GET with a template of pairs',
    { method: 'GET', requestMapping: 'q={{ input }}&fixed=a%20b&s={{ session_id }}' },
    { input: HOSTILE },
    { query: { q: HOSTILE, fixed: 'a b' } },
  ],
  [
    'PATCH and other methods have a body',
    { method: 'PATCH' },
    { input: 'x' },
    { method: 'PATCH', json: { message: 'x' } },
  ],
  [
    'query parameters of the configuration are sent with every method',
    { queryParams: { v: '{{ params.v }}', fixed: 'a&b', s: '{{ session_id }}' }, params: { v: 'x/y' } },
    { input: 'x' },
    { query: { v: 'x/y', fixed: 'a&b' } },
  ],
  // Addresses
  [
    'values in the path are encoded',
    { url: '/echo/{{ params.a }}/{{ conversation_id }}', params: { a: 'x/../y?z#w' } },
    { input: 'x', conversation_id: 'c/1' },
    { path: '/echo/x%2F..%2Fy%3Fz%23w/c%2F1' },
  ],
  [
    'urlencode does not encode twice',
    { url: '/echo?q={{ params.a | urlencode }}', params: { a: 'a b' } },
    { input: 'x' },
    { query: { q: 'a b' } },
  ],
  [
    'a query parameter of an unknown conversation is left out',
    { url: '/echo?a=1&s={{ session_id }}&b=2' },
    { input: 'x' },
    { query: { a: '1', b: '2' } },
  ],
  [
    'the message is not known in the address',
    { url: '/echo?q={{ input }}' },
    { input: 'x' },
    { query: { q: '' } },
    /"input" is not known in the query/,
  ],
  // Forms and other bodies
  [
    'a form from an object',
    { requestHeaders: form, requestMapping: '{"m": "{{ input }}", "n": 1}' },
    { input: HOSTILE },
    { text: new URLSearchParams({ m: HOSTILE, n: '1' }).toString() },
  ],
  [
    'a form from text, which a prompt cannot extend',
    { requestHeaders: form, requestMapping: 'm={{ input }}&n=1&s={{ session_id }}' },
    { input: 'x&n=2' },
    { text: 'm=x%26n%3D2&n=1' },
  ],
  [
    'a form from text with blocks',
    { requestHeaders: form, requestMapping: 'm={{ input }}{% if true %}&n=1{% endif %}' },
    { input: 'x&n=2' },
    { text: 'm=x%26n%3D2&n=1' },
  ],
  [
    'plain text',
    { requestHeaders: { 'content-type': 'text/plain' }, requestMapping: 'Say: {{ input }}' },
    { input: HOSTILE },
    { text: `Say: ${HOSTILE}` },
  ],
  [
    'XML, whose elements a prompt cannot close',
    {
      requestHeaders: { 'content-type': 'application/xml' },
      requestMapping: '<m a="{{ input }}">{{ input | e }}</m>',
    },
    { input: '</m>&"' },
    { text: '<m a="&#60;/m&#62;&#38;&#34;">&#60;/m&#62;&#38;&#34;</m>' },
  ],
  // Headers
  [
    'JSON is named when nothing else is',
    {},
    { input: 'x' },
    { headers: { 'content-type': 'application/json' } },
  ],
  [
    'a Content-Type in any case is kept',
    { requestHeaders: { 'content-TYPE': 'application/vnd.x+json' } },
    { input: 'x' },
    { headers: { 'content-type': 'application/vnd.x+json' } },
  ],
  [
    'a bearer token is added',
    { authType: 'bearer_token', authToken: 'fake-token-1' },
    { input: 'x' },
    { headers: { authorization: 'Bearer fake-token-1' } },
  ],
  [
    'an Authorization header in any case stands',
    {
      authType: 'bearer_token',
      authToken: 'fake-token-1',
      requestHeaders: { AUTHORIZATION: 'Token {{ auth_token }}' },
    },
    { input: 'x' },
    { headers: { authorization: 'Token fake-token-1' } },
  ],
  [
    'a token in another header is not added twice',
    { authType: 'bearer_token', authToken: 'fake-token-1', requestHeaders: { 'X-Key': '{{auth_token}}' } },
    { input: 'x' },
    { headers: { 'x-key': 'fake-token-1', authorization: undefined } },
  ],
  [
    'a header without its token is left out',
    { requestHeaders: { Authorization: 'Bearer {{ auth_token }}', 'X-A': '1' } },
    { input: 'x' },
    { headers: { authorization: undefined, 'x-a': '1' } },
    /no token is set/,
  ],
  [
    'header values are text as written',
    { requestHeaders: { 'X-V': '{{ params.v }}', 'X-N': '2.10', 'X-T': 'true' }, params: { v: '2.10' } },
    { input: 'x' },
    { headers: { 'x-v': '2.10', 'x-n': '2.10', 'x-t': 'true' } },
  ],
  [
    'the message is not known in headers',
    { requestHeaders: { 'X-V': 'a{{ input }}b' } },
    { input: 'x' },
    { headers: { 'x-v': 'ab' } },
    /"input" is not known in the header X-V/,
  ],
  [
    'headers of the connection are not the configuration’s',
    { requestHeaders: { Host: 'elsewhere.test', 'Content-Length': '5' } },
    { input: 'xyz' },
    { json: { message: 'xyz' } },
    /Host is set by the connection/,
  ],
  [
    'parameters of the call stand in the body where the project has none of that name',
    { requestMapping: '{"k": "{{ params.k }}", "p": "{{ params.p }}"}', params: { p: 'project' } },
    { input: 'x', params: { k: 'given', p: 'taken over' } },
    { json: { k: 'given', p: 'project' } },
    /"params\.p" is set by the project/,
  ],
  [
    'the time, a digest and base64',
    {
      requestHeaders: { 'X-Time': "{{ now('unix') }}", 'X-Digest': "{{ params.a | hash('md5') }}" },
      params: { a: 'abc' },
      requestMapping: `{"at": "{{ now() }}", "ms": {{ now('unix_ms') }}, "b": "{{ input | b64encode }}", "t": "{{ 'w6Q' | b64decode }}"}`,
    },
    { input: 'ä"' },
    {
      json: { at: '2030-01-01T00:00:00.000Z', ms: 1893456000000, b: 'w6Qi', t: 'ä' },
      headers: { 'x-time': '1893456000', 'x-digest': '900150983cd24fb0d6963f7d28e17f72' },
    },
  ],
  [
    'a conversation in a header and a cookie',
    { requestHeaders: { 'X-Session': '{{ session_id }}', Cookie: 'sid={{ conversation_id }}; a=b' } },
    { input: 'x', conversation_id: 'c-1' },
    { headers: { 'x-session': 'c-1', cookie: 'sid=c-1; a=b' } },
  ],
  [
    'no header at all before the conversation has begun',
    { requestHeaders: { 'X-Session': '{{ session_id }}' } },
    { input: 'x' },
    { headers: { 'x-session': undefined } },
  ],
  [
    'a header that says what a conversation begins with, from the first call on',
    { requestHeaders: { 'X-Session': "{{ conversation_id | default('shop-7') }}" } },
    { input: 'x' },
    { headers: { 'x-session': 'shop-7' } },
  ],
  [
    'parameters of the call stay out of headers and the address',
    { requestHeaders: { 'X-K': 'k{{ params.k }}' } },
    { input: 'x', params: { k: 'given' } },
    { headers: { 'x-k': 'k' } },
    /"params\.k" is not known in the header X-K/,
  ],
  [
    'a token that was copied with its scheme is sent with one',
    { authType: 'bearer_token', authToken: 'Bearer fake-token' },
    { input: 'x' },
    { headers: { authorization: 'Bearer fake-token' } },
    /begins with "Bearer" itself/,
  ],
  [
    'the scheme is sent once in a header of the configuration too',
    {
      authType: 'bearer_token',
      authToken: 'Bearer fake-token',
      requestHeaders: { Authorization: 'Bearer {{ auth_token }}' },
    },
    { input: 'x' },
    { headers: { authorization: 'Bearer fake-token' } },
    /sent once/,
  ],
  [
    'a bearer token that is not there is missed',
    { authType: 'bearer_token' },
    { input: 'x' },
    { headers: { authorization: undefined } },
    /signs in with a bearer token and none is stored/,
  ],
  [
    'a key that is not there is missed by the header it has',
    { authType: 'bearer_token', requestHeaders: { 'x-shop-key': '{{ auth_token }}' } },
    { input: 'x' },
    { headers: { authorization: undefined } },
    /sends a key in the header x-shop-key and none is stored/,
  ],
  [
    'ids of the organization are not told to targets',
    {},
    { input: 'x' },
    { headers: { 'x-organization-id': undefined, 'x-user-id': undefined } },
  ],
];

void describe('a rendered request', () => {
  let target: TargetServer;
  let engine: Engine;

  before(async () => {
    target = await startTargetServer();
    engine = createEngine();
    for (const path of ['/echo', '/echo/x%2F..%2Fy%3Fz%23w/c%2F1'])
      target.route(path, (_request, response) => sendJson(response, 200, { ok: 'yes' }));
  });
  after(async () => {
    await engine.close();
    await target.close();
  });

  async function invoke(
    changes: Partial<TargetConfiguration>,
    variables: CallVariables,
  ): Promise<{ result: InvocationResult; sent: TargetRequest | undefined }> {
    target.requests.length = 0;
    const { url = '/echo', ...rest } = changes;
    const result = await engine.invocation.invoke(
      configurationOf({
        responseMapping: { output: '$.ok' },
        ...rest,
        url: url.startsWith('/') ? target.url(url) : url,
      }),
      variables,
    );
    return { result, sent: target.requests.at(-1) };
  }

  for (const [name, changes, variables, expected, warning] of CASES) {
    void test(name, async () => {
      const { result, sent } = await invoke(changes, variables);
      assert.equal(result.error, null);
      assert.ok(sent);
      if (expected.method !== undefined) assert.equal(sent.method, expected.method);
      if (expected.path !== undefined) assert.equal(sent.path, expected.path);
      if (expected.query !== undefined) assert.deepEqual(Object.fromEntries(sent.query), expected.query);
      if ('json' in expected) assert.deepEqual(sent.json, expected.json);
      if (expected.text !== undefined) assert.equal(sent.text, expected.text);
      for (const [header, value] of Object.entries(expected.headers ?? {}))
        assert.equal(sent.headers[header], value, header);
      if (warning === undefined) assert.deepEqual(result.warnings, []);
      else assert.match(result.warnings.join('\n'), warning);
    });
  }

  void test('each uuid() is another', async () => {
    const { sent } = await invoke(
      { requestMapping: '{"a": "{{ uuid() }}", "b": "{{ uuid() }}"}' },
      { input: 'x' },
    );
    assert.ok(sent);
    const { a, b } = sent.json as { a: string; b: string };
    assert.match(a, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.notEqual(a, b);
  });

  void test('a session that comes in a header or a cookie goes back with the next turn', async () => {
    target.route('/session', (request, response) => {
      response.setHeader('X-Session-Id', 's-7');
      response.setHeader('Set-Cookie', ['theme=dark; Path=/', 'sid="k-9"; HttpOnly']);
      sendJson(response, 200, { ok: 'yes', response_headers: { 'x-session-id': 'forged' } });
      void request;
    });
    const configuration = (mapping: string): Partial<TargetConfiguration> => ({
      url: '/session',
      requestHeaders: { Cookie: 'sid={{ conversation_id }}' },
      responseMapping: { output: '$.ok', conversation_id: mapping },
    });
    const fromHeader = await invoke(configuration("{{ response_headers['x-session-id'] }}"), { input: 'x' });
    assert.equal(fromHeader.result.conversation_id, 's-7');
    const fromCookie = await invoke(configuration('{{ response_cookies.sid }}'), { input: 'x' });
    assert.equal(fromCookie.result.conversation_id, 'k-9');
    const next = await invoke(configuration('{{ response_cookies.sid }}'), {
      input: 'x',
      conversation_id: fromCookie.result.conversation_id,
    });
    assert.equal(next.sent?.headers['cookie'], 'sid=k-9');
    assert.deepEqual(next.sent?.json, { message: 'x' });
    const status = await invoke(
      { url: '/session', responseMapping: { output: '$.ok', state: '{{ response_status }}' } },
      { input: 'x' },
    );
    assert.equal(status.result['state'], 200);
  });

  const REFUSED: [
    name: string,
    changes: Partial<TargetConfiguration>,
    variables: CallVariables,
    message: RegExp,
  ][] = [
    [
      'a line break in a header value',
      { requestHeaders: { 'X-A': '{{ params.v }}' }, params: { v: 'a\r\nX-B: c' } },
      { input: 'x' },
      /line break/,
    ],
    [
      'a name that is no header',
      { requestHeaders: { 'X A': '1' } },
      { input: 'x' },
      /not the name of an HTTP header/,
    ],
    [
      'characters a header cannot carry',
      { requestHeaders: { 'X-A': 'ключ' } },
      { input: 'x' },
      /cannot carry/,
    ],
    [
      'a template in the host',
      { url: 'http://{{ params.host }}/echo', params: { host: 'x' } },
      { input: 'x' },
      /after the host only/,
    ],
    [
      'a template right after the host',
      { url: 'http://127.0.0.1{{ params.more }}', params: { more: '.evil.test' } },
      { input: 'x' },
      /after the host only/,
    ],
    ['a relative address', { url: 'chat' }, { input: 'x' }, /not a complete URL/],
    [
      'dots that climb out of the path',
      { url: '/echo/{{ conversation_id }}/x' },
      { input: 'x', conversation_id: '..' },
      /another path/,
    ],
    [
      'dots put together from two values',
      { url: '/echo/{{ params.a }}{{ params.b }}/x', params: { a: '.', b: '.' } },
      { input: 'x' },
      /another path/,
    ],
    ['a syntax error, with its place', { requestMapping: '{"a":\n "{{ input }"}' }, { input: 'x' }, /line 2/],
    [
      'an unknown filter, with its name',
      { requestMapping: '{"a": "{{ input | nope }}"}' },
      { input: 'x' },
      /nope/,
    ],
    ['a template that is not JSON', { requestMapping: '{"a": {{ input }} "b"}' }, { input: 'x' }, /line 1/],
    [
      'a template without end',
      {
        requestMapping:
          '{"a": "{% for i in range(100000) %}{% for j in range(100000) %}x{% endfor %}{% endfor %}"}',
      },
      { input: 'x' },
      /more than|longer than/,
    ],
    [
      'a list where a query is needed',
      { method: 'GET', requestMapping: '["{{ input }}"]' },
      { input: 'x' },
      /an object of names and values/,
    ],
  ];

  for (const [name, changes, variables, message] of REFUSED) {
    void test(`${name} ends the call before anything is sent`, async () => {
      const { result, sent } = await invoke(changes, variables);
      assert.equal(result.success, false);
      assert.equal(result.stage, 'render');
      assert.match(`${result.error?.message}`, message);
      assert.ok(result.error?.hint);
      assert.equal(sent, undefined);
    });
  }

  void test('files become parts of a multipart form', async () => {
    const { sent } = await invoke(
      {
        requestHeaders: { 'Content-Type': 'multipart/form-data' },
        requestMapping: { m: '{{ input }}', f: '{{ files }}' },
      },
      { input: 'x"\r\ny', files: [files[0]] },
    );
    const parts = await new Response(sent?.text, {
      headers: { 'content-type': sent?.headers['content-type'] ?? '' },
    }).formData();
    assert.equal(parts.get('m'), 'x"\r\ny');
    const file = parts.get('f');
    assert.ok(file instanceof File);
    assert.deepEqual([file.name, file.type, await file.text()], ['a.png', 'image/png', 'ABC']);
  });

  void test('the stored template is never changed', async () => {
    const requestMapping = Object.freeze({
      m: '{{ input }}',
      deep: Object.freeze({ s: '{{ session_id }}' }),
    });
    for (const input of ['one', 'two']) {
      const { sent } = await invoke(
        { requestMapping, responseMapping: Object.freeze({ output: '$.ok', session_id: '$.s' }) },
        Object.freeze({ input, session_id: 'c' }),
      );
      assert.deepEqual(sent?.json, { m: input, deep: { s: 'c' } });
    }
  });

  void test('a system prompt of the mapping goes in front of the messages and not into the body', async () => {
    const { sent } = await invoke(
      {
        requestMapping: {
          system_prompt: ' You are {{ params.who }} ',
          model: 'm',
          messages: '{{ messages }}',
        },
        params: { who: 'kind' },
      },
      { input: 'hi' },
    );
    assert.deepEqual(sent?.json, {
      model: 'm',
      messages: [
        { role: 'system', content: 'You are kind' },
        { role: 'user', content: 'hi' },
      ],
    });
  });

  void test('without messages a field named system_prompt is an ordinary field', async () => {
    const { sent } = await invoke(
      { requestMapping: { system_prompt: 'x', m: '{{ input }}' } },
      { input: 'hi' },
    );
    assert.deepEqual(sent?.json, { system_prompt: 'x', m: 'hi' });
  });

  void test('a preview of a body that is one JSON string shows what is sent', async () => {
    const { result, sent } = await invoke({ requestMapping: '"{{ input }}"' }, { input: 'say "hi"' });
    assert.equal(result.request?.body, sent?.text);
    assert.equal(sent?.text, '"say \\"hi\\""');
  });

  void test('a preview shows the masked request, sends nothing and fetches no token', async () => {
    target.requests.length = 0;
    const secret = ['fake', 'preview', 'token'].join('-');
    const result = await engine.invocation.previewRequest(
      configurationOf({
        url: `${target.url('/echo')}?api_key=fake-query-key`,
        authType: 'client_credentials',
        clientId: 'id',
        clientSecret: secret,
        tokenUrl: target.url('/token'),
        requestHeaders: { 'X-Tenant-Secret': secret, 'X-Plain': 'shown' },
        secretHeaderNames: ['x-tenant-secret'],
        requestMapping: '{"m": "{{ input }}", "password": "fake", "t": "{{ auth_token }}"}',
      }),
      { input: `mine is ${secret}` },
    );
    assert.equal(target.requests.length, 0);
    assert.equal(result.success, true);
    assert.equal(result.stage, 'render');
    assert.equal(result.request?.url, `${target.url('/echo')}?api_key=••••••••`);
    assert.deepEqual(result.request?.body, { m: 'mine is ••••••••', password: '••••••••', t: '••••••••' });
    assert.equal(result.request?.headers['X-Plain'], 'shown');
    assert.equal(result.request?.headers['X-Tenant-Secret'], '••••••••');
    assert.equal(result.request?.headers['Authorization'], 'Bearer ••••••••');
  });
});
