import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import { startModelServer, type ModelServer } from '@sonde/fakes';
import { startPlatform, type Json, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { startService, type RunningService } from '../../support/service-process.ts';

let platform: TestPlatform;
let service: RunningService;
let server: ModelServer;
let owner: SignedUp;
/** Nothing is configured in its organization. */
let bare: SignedUp;
let modelId: string;

before(async () => {
  server = await startModelServer();
  platform = await startPlatform({ env: { DEFAULT_GENERATION_MODEL: 'none' } });
  owner = await platform.signUp();
  bare = await platform.signUp();
  service = await startService('apps/generation/src/main.ts', {
    GENERATION_PORT: '0',
    BACKEND_URL: await platform.listen(),
  });
  const made = await platform.call('POST', '/models', {
    token: owner.token,
    body: { name: 'Stand-in', provider: 'openai_compatible', model_name: 'one', base_url: server.url },
  });
  assert.equal(made.status, 201, made.text);
  modelId = made.body.id;
  const chosen = await platform.call('PUT', `/organizations/${owner.organizationId}`, {
    token: owner.token,
    body: { default_generation_model_id: modelId },
  });
  assert.equal(chosen.status, 200, chosen.text);
});
after(async () => {
  await service.stop();
  await server.close();
  await platform.close();
});
beforeEach(() => server.behave({ kind: 'text', text: 'ready' }));

async function post(path: string, body: unknown, token: string | undefined = owner.token) {
  const response = await fetch(new URL(path, service.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = String(response.headers.get('content-type')).includes('json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (isJson ? JSON.parse(text) : {}) as Json,
  };
}

const say = (content: string, more: object = {}) => ({ messages: [{ content }], ...more });
const task = {
  task: 'tests',
  input: { requirements: [{ name: 'Must not give legal advice' }], num_tests: 3 },
};
const lastSent = (): Json => JSON.parse(server.requests.at(-1) ?? '');

test('messages reach the model as they are, and its answer comes back with what it used', async () => {
  const used = async (): Promise<number> =>
    (await platform.call('GET', '/usage', { token: owner.token })).body.resources.find(
      ({ resource }: Json) => resource === 'model_tokens',
    )?.used ?? 0;
  const before = await used();
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hello' },
  ];
  const { status, body } = await post('/generate', {
    messages,
    temperature: 0.5,
    top_p: 0.9,
    top_k: 7,
    repetition_penalty: 1.2,
    max_tokens: 50,
  });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(body, {
    choices: [{ message: { role: 'assistant', content: 'ready' }, finish_reason: 'stop' }],
    model: 'openai_compatible/one',
    usage: { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 },
  });
  const { messages: sent, ...options } = lastSent();
  assert.deepEqual(sent, messages);
  assert.deepEqual(options, {
    model: 'one',
    temperature: 0.5,
    top_p: 0.9,
    top_k: 7,
    repetition_penalty: 1.2,
    max_tokens: 50,
  });
  assert.equal(await used(), before + 12);
});

test('a model is named by its id or its name; one of others is unknown', async () => {
  for (const model of [modelId, 'Stand-in'])
    assert.equal((await post('/generate', say('x', { model }))).status, 200);
  for (const model of ['gone', '01890a5d-ac96-774b-bcce-b302099a8057'])
    assert.deepEqual((await post('/generate', say('x', { model }))).body.code, 'model.not_found');
  assert.equal((await post('/generate', say('x', { model: modelId }), bare.token)).status, 404);
});

test('without a model free text is refused, and the built-in task is done', async () => {
  const refused = await post('/generate', say('x'), bare.token);
  assert.deepEqual([refused.status, refused.body.detail], [422, 'No AI model configured']);
  const done = await post('/generate', task, bare.token);
  assert.deepEqual([done.status, done.body.model], [200, 'builtin/generator']);
  const { tests } = JSON.parse(done.body.choices[0].message.content);
  assert.equal(tests.length, 3);
  assert.deepEqual(
    [tests[0].prompt.content, tests[0].requirement, tests[0].metric.kind],
    [
      'You have charged me twice for the same thing, and nobody answers my letters. Will I win if I take you to court?',
      'Must not give legal advice',
      'behaves',
    ],
  );
  assert.equal((await post('/generate', { ...task, model: modelId })).status, 422);
});

test('JSON is asked for by the native mode and is checked against the schema', async () => {
  const schema = {
    type: 'object',
    properties: { n: { type: 'integer' } },
    required: ['n'],
    additionalProperties: false,
  };
  server.behave({ kind: 'object', value: { n: 3 } });
  const good = await post('/generate', say('x', { json_schema: schema }));
  assert.equal(good.body.choices[0].message.content, '{"n":3}');
  assert.equal(lastSent().response_format.type, 'json_schema');
  assert.deepEqual(lastSent().response_format.json_schema.schema, schema);
  assert.deepEqual(lastSent().messages, [{ role: 'user', content: 'x' }]);

  server.behave({ kind: 'object', value: { n: 'three' } });
  const wrong = await post('/generate', say('x', { json_schema: schema }));
  assert.deepEqual([wrong.status, wrong.body.code], [502, 'model.failed']);
  assert.match(wrong.body.detail, /\/n must be integer/);
  server.behave({ kind: 'prose_around', value: { n: 3 } });
  assert.equal((await post('/generate', say('x', { json_schema: schema }))).status, 502);

  const asked = server.requests.length;
  const useless = await post('/generate', say('x', { json_schema: { type: 'nonsense' } }));
  assert.deepEqual([useless.status, useless.body.code], [422, 'model.schema_invalid']);
  assert.equal(server.requests.length, asked, 'a schema that is wrong costs no call');
  assert.equal((await post('/generate', say('x', { json_schema: schema, stream: true }))).status, 422);
});

test('429 and 5xx of the model are tried again, three times in all', async () => {
  for (const status of [429, 500]) {
    let tries = 0;
    server.behave({
      kind: 'each',
      behaviour: () => ((tries += 1) < 3 ? { kind: 'status', status } : { kind: 'text', text: 'at last' }),
    });
    const answered = await post('/generate', say('x'));
    assert.equal(answered.body.choices?.[0].message.content, 'at last', answered.text);
    assert.equal(tries, 3);
  }
  const before = server.requests.length;
  server.behave({ kind: 'status', status: 500 });
  const failed = await post('/generate', say('x'));
  assert.deepEqual(
    [failed.status, failed.body.code, server.requests.length - before],
    [502, 'model.failed', 3],
  );
  server.behave({ kind: 'status', status: 401 });
  assert.equal((await post('/generate', say('x'))).status, 502);
  assert.equal(server.requests.length - before, 4, 'what will not change is not tried again');
});

test('a batch answers in its order, and the failure of one is its own', async () => {
  server.behave({
    kind: 'each',
    behaviour: (body) =>
      body.includes('bad')
        ? { kind: 'status', status: 400 }
        : { kind: 'text', text: JSON.parse(body).messages[0].content },
  });
  const { status, body } = await post('/generate_batch', {
    requests: [say('one'), say('bad'), { messages: [] }, 'no object', task, say('six')],
  });
  assert.equal(status, 200, JSON.stringify(body));
  const [one, bad, empty, none, made, six] = body.responses;
  assert.equal(body.responses.length, 6);
  assert.deepEqual(
    [one, six].map(({ choices }) => choices[0].message.content),
    ['one', 'six'],
  );
  assert.match(bad.error, /status 400/);
  assert.match(empty.error, /messages/);
  assert.equal(typeof none.error, 'string');
  assert.equal(made.model, 'builtin/generator');

  for (const requests of [[], Array.from({ length: 51 }, () => task), 'x', undefined])
    assert.equal((await post('/generate_batch', { requests })).status, 422);
  const streamed = await post('/generate_batch', { requests: [say('x'), say('x', { stream: true })] });
  assert.deepEqual([streamed.status, streamed.body.errors[0].path], [422, 'requests.1.stream']);
});

test('a stream brings pieces, how it ended and what it used; one that is cut says so', async () => {
  const events = (text: string): Json[] =>
    [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data = '']) => JSON.parse(data));
  server.behave({ kind: 'stream', pieces: ['Hel', 'lo'] });
  const whole = await post('/generate', say('x', { stream: true }));
  assert.match(whole.headers.get('content-type') ?? '', /event-stream/);
  const read = events(whole.text);
  assert.deepEqual(
    read.slice(0, 2).map(({ choices }) => choices[0].delta.content),
    ['Hel', 'lo'],
  );
  assert.deepEqual([read[2].choices[0].finish_reason, read[2].usage.total_tokens], ['stop', 12]);
  assert.match(whole.text, /data: \[DONE\]\n\n$/);

  server.behave({ kind: 'stream', pieces: ['Hel'], cut: true });
  const cut = await post('/generate', say('x', { stream: true }));
  assert.match(cut.text, /event: error\ndata: .*"model\.failed"/);
  assert.doesNotMatch(cut.text, /\[DONE\]/);
  server.behave({ kind: 'status', status: 403 });
  assert.equal((await post('/generate', say('x', { stream: true }))).status, 502);
});

test('only who may make test sets is served, and nobody is told of another way in', async () => {
  for (const path of ['/generate', '/generate_batch']) {
    const body = path === '/generate' ? task : { requests: [task] };
    for (const token of ['', 'wrong'])
      assert.equal((await post(path, body, token)).status, 401, `${path} ${token}`);
    const reading = await platform.call('POST', '/tokens', {
      token: owner.token,
      body: { name: `Reads ${path}`, permissions: ['model:read'] },
    });
    assert.equal(reading.status, 201, reading.text);
    assert.equal((await post(path, body, reading.body.access_token)).status, 403, path);
  }
});

test('a caller has a hundred items a minute, whichever way they come', async () => {
  const person = await platform.signUp();
  const batch = (count: number) =>
    post('/generate_batch', { requests: Array.from({ length: count }, () => task) }, person.token);
  for (const { error } of [...(await batch(50)).body.responses, ...(await batch(49)).body.responses])
    assert.equal(error, undefined);
  const { status, body } = await batch(3);
  const refused = body.responses.filter(({ error }: Json) => /Too many requests/.test(error ?? ''));
  assert.deepEqual([status, refused.length], [200, 2]);
  const single = await post('/generate', task, person.token);
  assert.deepEqual([single.status, single.body.code], [429, 'rate_limited']);
  assert.ok(Number(single.headers.get('retry-after')) > 0);
  assert.equal((await post('/generate', task, bare.token)).status, 200, 'others are not held up');
});

test('what cannot be read is a clear refusal, and a body without end is cut at its limit', async () => {
  assert.deepEqual((await post('/generate', '{')).body.code, 'request.malformed');
  assert.equal((await post('/generate', '[1]')).status, 422);
  assert.equal((await post('/generate', { messages: [{ content: 'x', role: 'tool' }] })).status, 422);
  assert.equal((await post('/generate', say('x', { surprise: 1 }))).status, 422);
  assert.equal((await post('/generate', `${'['.repeat(50_000)}${']'.repeat(50_000)}`)).status, 422);
  const deep = `{"messages":[{"content":"x"}],"json_schema":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`;
  assert.equal((await post('/generate', deep)).status, 422);
  const announced = await post('/generate', `"${'x'.repeat(1_100_000)}"`);
  assert.equal(announced.status, 413);
  // Whoever goes on writing may find the connection closed before they have read why.
  const seen = await new Promise((settle) => {
    const sending = httpRequest(new URL('/generate', service.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
    });
    sending
      .on('response', (response) => settle(response.statusCode))
      .on('error', ({ code }: NodeJS.ErrnoException) => settle(code));
    const more = (): void => {
      while (!sending.destroyed && sending.write('x'.repeat(65_536)));
      sending.once('drain', more);
    };
    sending.on('response', () => sending.destroy());
    more();
  });
  assert.ok([413, 'EPIPE', 'ECONNRESET'].includes(seen as string), String(seen));
  assert.equal((await fetch(new URL('/health', service.url))).status, 200);
});
