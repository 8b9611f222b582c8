import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startChatbot } from './harness.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('an insurance question is answered with message, session, context and use case', async () => {
  await using chatbot = startChatbot();
  const response = await chatbot.chat({ message: 'What does renters insurance cover?' });
  assert.equal(response.statusCode, 200);
  const body = response.json();
  assert.deepEqual(Object.keys(body).toSorted(), ['context', 'message', 'session_id', 'use_case']);
  assert.match(body.message, /belongings/);
  assert.match(body.session_id, uuid);
  assert.equal(body.use_case, 'insurance');
  assert.ok(body.context.length > 0 && body.context.every((text: unknown) => typeof text === 'string'));
  assert.ok(
    body.message.includes(body.context[0].split(': ')[1].slice(0, 40)),
    'the answer rests on its context',
  );
});

test('echo returns its input unchanged, whatever it is', async () => {
  await using chatbot = startChatbot();
  const short = [
    '  spaces stay \n',
    '{{ 7*7 }}',
    '"quotes" \\ and \u0000 nul',
    '🦊 ünï',
    '\ud800 lone',
    '\u2028 \u007f \u001f',
    '__proto__',
  ];
  // Short, long and very long texts are written by different ways.
  const messages = [100, 6_000].flatMap((length) => short.map((text) => text + 'x'.repeat(length)));
  for (const message of [...short, ...messages]) {
    const body = (await chatbot.chat({ message, use_case: 'echo' })).json();
    assert.equal(body.message, message);
    assert.deepEqual(body.context, []);
    assert.deepEqual(body.metadata, { use_case: 'echo', mode: 'text' });
    assert.deepEqual(body.tool_calls, []);
    assert.equal(body.use_case, 'echo');
  }
});

test('null stands for an omitted session_id and use_case', async () => {
  await using chatbot = startChatbot();
  const response = await chatbot.chat({ message: 'What is a premium?', session_id: null, use_case: null });
  assert.equal(response.statusCode, 200);
  assert.equal(response.json().use_case, 'insurance');
});

test('faulty requests are refused with one sentence that never repeats the value', async () => {
  await using chatbot = startChatbot();
  const secret = 'value-that-must-not-come-back';
  const cases: Array<[unknown, number, RegExp]> = [
    [{}, 422, /^message must be given as text\.$/],
    [{ message: 7 }, 422, /message must be given as text/],
    [{ message: ' \n\t ' }, 422, /message must not be blank/],
    [{ message: 'x'.repeat(10_001) }, 422, /at most 10000 characters/],
    [{ message: 'hi', session_id: secret }, 422, /session_id must be a UUID/],
    [{ message: 'hi', session_id: '' }, 422, /session_id must be a UUID/],
    [
      { message: 'hi', use_case: secret },
      422,
      /use_case is not known; the known ones are echo, insurance, parcels, parcels-sound\./,
    ],
    [{ message: 'hi', use_case: 'toString' }, 422, /use_case is not known/],
    [{ message: 'hi', sessionId: 'x' }, 422, /Unknown field "sessionId"/],
    [[], 422, /must be a JSON object/],
    ['null', 422, /must be a JSON object/],
    ['{"message": ', 400, /not valid JSON/],
    ['{"message":"hi","__proto__":{"x":1}}', 400, /.+/],
    [{ message: 'y'.repeat(200_000) }, 413, /larger than/],
  ];
  for (const [body, status, detail] of cases) {
    const response = await chatbot.chat(body);
    assert.equal(response.statusCode, status, JSON.stringify(body).slice(0, 80));
    assert.deepEqual(Object.keys(response.json()), ['detail']);
    assert.match(response.json().detail, detail);
    assert.ok(!response.body.includes(secret));
  }
});

test('a body that is not JSON, a missing body, an unknown route and a wrong method all answer {detail}', async () => {
  await using chatbot = startChatbot();
  const cases: Array<[string, string, Record<string, string>, string | undefined, number]> = [
    ['POST', '/chat', { 'content-type': 'text/plain' }, 'hello', 415],
    ['POST', '/chat', {}, undefined, 422],
    ['GET', '/nowhere', {}, undefined, 404],
    ['GET', '/chat', {}, undefined, 405],
    ['PUT', '/health', {}, undefined, 405],
    ['POST', '/sessions/2f1c2f2e-0000-4000-8000-000000000000', {}, undefined, 405],
    ['GET', '/%zz', {}, undefined, 400],
  ];
  for (const [method, url, headers, payload, status] of cases) {
    const response = await chatbot.app.inject({
      method: method as 'GET',
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    assert.equal(response.statusCode, status, `${method} ${url}`);
    assert.equal(typeof response.json().detail, 'string');
    assert.ok(response.headers['x-ratelimit-limit'] !== undefined);
  }
  const wrongMethod = await chatbot.app.inject({ method: 'GET', url: '/chat' });
  assert.equal(wrongMethod.headers.allow, 'POST');
});

test('a fault of ours is masked by an error_id that the log and X-Request-ID carry too', async () => {
  await using chatbot = startChatbot();
  chatbot.app.get('/broken', () => {
    throw new Error('a detail nobody outside may read');
  });
  const response = await chatbot.app.inject('/broken');
  assert.equal(response.statusCode, 500);
  const { detail, error_id: errorId } = response.json();
  assert.ok(!response.body.includes('nobody outside'));
  assert.equal(typeof detail, 'string');
  assert.equal(response.headers['x-request-id'], errorId);
  assert.ok(response.headers['x-ratelimit-reset'] !== undefined);
  const entry = chatbot.logged.find(({ level }) => level === 'error');
  assert.equal(entry?.fields['error_id'], errorId);
  assert.match(String(entry?.fields['reason']), /nobody outside/);
});

test('health, info and use cases are public and say what the specification lists', async () => {
  await using chatbot = startChatbot();
  const health = (await chatbot.app.inject('/health')).json();
  assert.deepEqual(Object.keys(health).toSorted(), ['service', 'status', 'version']);
  const [major = 0, minor = 0, patch = 0] = health.version.split('.').map(Number);
  assert.ok(major * 1e6 + minor * 1e3 + patch >= 6_012, 'echo is available from version 0.6.12');
  const info = (await chatbot.app.inject('/')).json();
  assert.match(info.description, /by retrieval/);
  assert.equal(info.endpoints.chat, '/chat (POST)');
  assert.equal(info.rate_limits.requests_per_day, 100);
  assert.equal(typeof info.rate_limits.note, 'string');
  assert.ok(!('authentication' in info));
  const { use_cases: useCases } = (await chatbot.app.inject('/use-cases')).json();
  assert.deepEqual(useCases.map((useCase: { name: string }) => useCase.name).toSorted(), [
    'echo',
    'insurance',
    'parcels',
    'parcels-sound',
  ]);
  assert.ok(useCases.every((useCase: { description: string }) => useCase.description.length > 0));
});

test('answers carry security headers and no CORS permission', async () => {
  await using chatbot = startChatbot();
  const preflight = await chatbot.app.inject({
    method: 'OPTIONS',
    url: '/chat',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
  });
  const chat = await chatbot.chat({ message: 'hi' }, { headers: { origin: 'https://elsewhere.example' } });
  for (const response of [preflight, chat]) {
    assert.equal(response.headers['access-control-allow-origin'], undefined);
    assert.equal(response.headers['x-content-type-options'], 'nosniff');
    assert.equal(response.headers['cache-control'], 'no-store');
    assert.match(String(response.headers['content-security-policy']), /default-src 'none'/);
  }
  assert.equal(preflight.statusCode, 405);
});
