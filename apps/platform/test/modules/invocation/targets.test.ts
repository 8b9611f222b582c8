import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  addChatTargets,
  FAKE_CLIENT,
  FAKE_OPENAI_KEY,
  startTargetServer,
  type TargetServer,
} from '@sonde/fakes';
import { configurationOf, createEngine, type Engine } from './support/engine.ts';

const PROMPT = 'He said "hi"\n{{7*7}} {% raw %} \\ ünïcödé 🎈';

void describe('every kind of target', () => {
  let target: TargetServer;
  let engine: Engine;

  before(async () => {
    target = await startTargetServer();
    addChatTargets(target);
    engine = createEngine();
  });
  after(async () => {
    await engine.close();
    await target.close();
  });

  void test('OpenAI: a stateless chat keeps its history, system prompt first', async () => {
    const configuration = configurationOf({
      url: target.url('/openai/v1/chat/completions'),
      authType: 'bearer_token',
      authToken: FAKE_OPENAI_KEY,
      requestMapping:
        '{"model": "{{ params.model }}", "temperature": {{ params.temperature }}, "messages": {{ messages }}}',
      params: { model: 'gpt-x', temperature: 0.5 },
      responseMapping: {
        output: '$.choices[0].message.content',
        metadata: { usage: '$.usage', model: '$.model' },
      },
    });
    const first = await engine.invocation.invoke(configuration, { input: PROMPT, system_prompt: 'Be brief' });
    assert.equal(first.error, null);
    assert.equal(first.output, `[Be brief] turn 1: ${PROMPT} – ünïcödé 🎈`);
    assert.deepEqual(first.metadata, {
      usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
      model: 'gpt-x',
    });
    assert.ok(first.conversation_id);
    const second = await engine.invocation.invoke(configuration, {
      input: 'again',
      session_id: first.conversation_id,
    });
    assert.equal(second.output, '[Be brief] turn 2: again – ünïcödé 🎈');
    assert.deepEqual(target.requests.at(-1)?.json, {
      model: 'gpt-x',
      temperature: 0.5,
      messages: [
        { role: 'system', content: 'Be brief' },
        { role: 'user', content: PROMPT },
        { role: 'assistant', content: first.output },
        { role: 'user', content: 'again' },
      ],
    });
    assert.equal(second.conversation_id, first.conversation_id);
  });

  void test('OpenAI: a refused key is an http failure whose echo of the key is masked', async () => {
    const secret = ['fake', 'wrong', 'key', '77'].join('-');
    const result = await engine.invocation.invoke(
      configurationOf({
        url: target.url('/openai/v1/chat/completions'),
        authType: 'bearer_token',
        authToken: secret,
        requestMapping: { messages: '{{ messages }}' },
        responseMapping: { output: '$.choices[0].message.content' },
      }),
      { input: 'hi' },
    );
    assert.equal(result.success, false);
    assert.equal(result.stage, 'http');
    assert.equal(result.status_code, 401);
    assert.ok(!JSON.stringify(result).includes(secret));
    assert.match(JSON.stringify(result.raw_response), /Incorrect API key provided: Bearer •+/);
    assert.ok(!JSON.stringify(engine.traces.spans).includes(secret));
  });

  void test('OpenAI: a stream of events is put together', async () => {
    const result = await engine.invocation.invoke(
      configurationOf({
        url: target.url('/openai/v1/stream'),
        requestMapping:
          '{"stream": true, "messages": [{% for m in messages %}{"role": "{{ m.role }}", "content": "{{ m.content }}"},{% endfor %}]}',
        responseMapping: {
          output: '$.choices[0].delta.content',
          metadata: { tokens: '$.usage.total_tokens' },
        },
      }),
      { input: PROMPT },
    );
    assert.equal(result.error, null);
    assert.equal(result.output, `turn 1: ${PROMPT} – ünïcödé 🎈`);
    assert.deepEqual(result.metadata, { tokens: 7 });
    assert.ok(typeof result.time_to_first_byte_ms === 'number');
  });

  void test('Anthropic: key in its own header, no system role among the messages', async () => {
    const configuration = configurationOf({
      url: target.url('/anthropic/v1/messages'),
      authType: 'bearer_token',
      authToken: 'fake-anthropic-key',
      requestHeaders: { 'x-api-key': '{{ auth_token }}', 'anthropic-version': '2023-06-01' },
      requestMapping:
        '{"max_tokens": 100, "system": "{{ system_prompt }}", "messages": {{ messages | to_anthropic_messages }}}',
      responseMapping: { output: "$.content[?@.type=='text'].text" },
    });
    const result = await engine.invocation.invoke(configuration, { input: PROMPT, system_prompt: 'Be kind' });
    assert.equal(result.error, null);
    assert.equal(result.output, `turn 1: ${PROMPT} – ünïcödé 🎈`);
    const sent = target.requests.at(-1);
    assert.equal(sent?.headers.authorization, undefined);
    assert.equal(sent?.headers['x-api-key'], 'fake-anthropic-key');
    assert.deepEqual(sent?.json, {
      max_tokens: 100,
      system: 'Be kind',
      messages: [{ role: 'user', content: PROMPT }],
    });
    assert.equal(result.request?.headers['x-api-key'], '••••••••');
  });

  void test('Gemini: key in the query, roles of its own, masked in the preview', async () => {
    const result = await engine.invocation.invoke(
      configurationOf({
        url: `${target.url('/gemini/v1beta/models/flash:generateContent')}?key={{ auth_token }}`,
        authType: 'bearer_token',
        authToken: 'fake gemini key',
        requestMapping: '{"contents": {{ messages | to_gemini_contents }}}',
        responseMapping: { output: '$.candidates[0].content.parts[*].text' },
      }),
      { input: PROMPT },
    );
    assert.equal(result.error, null);
    assert.equal(result.output, `Answer to: ${PROMPT}`);
    assert.equal(target.requests.at(-1)?.query.get('key'), 'fake gemini key');
    assert.equal(target.requests.at(-1)?.headers.authorization, undefined);
    assert.ok(
      !JSON.stringify(result).includes('gemini%20key') && !JSON.stringify(result).includes('gemini key'),
    );
  });

  void test('Rasa: a list of messages becomes lines, an empty list is a clear miss', async () => {
    const configuration = configurationOf({
      url: target.url('/rasa/webhooks/rest/webhook'),
      responseMapping: { output: '$[*].text' },
    });
    assert.equal(
      (await engine.invocation.invoke(configuration, { input: 'Ada' })).output,
      'Hello, Ada\nHow can I help?',
    );
    const silent = await engine.invocation.invoke(configuration, { input: 'silence' });
    assert.equal(silent.stage, 'map');
    assert.match(silent.error?.message ?? '', /empty list/);
  });

  void test('plain text: the text is the output, and data in both directions', async () => {
    const result = await engine.invocation.invoke(
      configurationOf({
        url: target.url('/plain'),
        requestHeaders: { 'content-type': 'text/plain' },
        requestMapping: '{{ input }}',
        responseMapping: {},
      }),
      { input: PROMPT },
    );
    assert.equal(result.error, null);
    assert.equal(result.output, `You said: ${PROMPT}`);
  });

  void test('lines of JSON are put together', async () => {
    const result = await engine.invocation.invoke(
      configurationOf({
        url: target.url('/ollama/api/chat'),
        requestMapping: { messages: '{{ messages }}' },
        responseMapping: { output: '$.message.content', metadata: { model: '$.model' } },
      }),
      { input: PROMPT },
    );
    assert.equal(result.output, `turn 1: ${PROMPT} – ünïcödé 🎈`);
    assert.deepEqual(result.metadata, { model: 'tiny' });
  });

  void test('sessions: the key is left out at first and the id of the target comes back with every turn', async () => {
    const configuration = configurationOf({
      url: target.url('/sessions/chat'),
      requestMapping: '{"text": "{{ input }}", "session_id": "{{ session_id }}"}',
      responseMapping: { output: '$.data.reply', session_id: '$.data.session_id' },
    });
    const first = await engine.invocation.invoke(configuration, { input: 'one' });
    assert.equal(first.output, 'turn 1: one');
    assert.deepEqual(target.requests.at(-1)?.json, { text: 'one' });
    assert.equal(first['session_id'], first.conversation_id);
    for (const alias of ['conversation_id', 'thread_id', 'interaction_id']) {
      const next = await engine.invocation.invoke(configuration, {
        input: alias,
        [alias]: first.conversation_id,
      });
      assert.equal(next.conversation_id, first.conversation_id);
      assert.match(String(next.output), new RegExp(`turn [234]: ${alias}`));
    }
  });

  void test('OAuth: a token is fetched, kept and used', async () => {
    const configuration = configurationOf({
      url: target.url('/oauth/chat'),
      authType: 'client_credentials',
      clientId: FAKE_CLIENT.id,
      clientSecret: FAKE_CLIENT.secret,
      tokenUrl: target.url('/oauth/token'),
      scopes: 'chat read',
      audience: 'api://chat',
      tokenParams: { tenant: 'one' },
      requestMapping: { question: '{{ input }}' },
      responseMapping: { output: '$.answer' },
    });
    const result = await engine.invocation.invoke(configuration, { input: 'hi' });
    assert.equal(result.error, null);
    assert.equal(result.output, 'with ••••••••: hi');
    const asked = target.requests.find(({ path }) => path === '/oauth/token');
    assert.equal(asked?.headers['content-type'], 'application/x-www-form-urlencoded');
    assert.deepEqual(Object.fromEntries(new URLSearchParams(asked?.text)), {
      grant_type: 'client_credentials',
      scope: 'chat read',
      audience: 'api://chat',
      tenant: 'one',
    });
    await engine.invocation.invoke(configuration, { input: 'again' });
    assert.equal(target.requests.filter(({ path }) => path === '/oauth/token').length, 1);
    assert.deepEqual(
      result.timings?.map(({ stage }) => stage),
      ['render', 'auth', 'render', 'send', 'map', 'done'],
    );
  });

  void test('WebSocket: messages are put together and the connection serves the whole conversation', async () => {
    const configuration = configurationOf({
      url: target.socketUrl('/ws/chat'),
      protocol: 'WebSocket',
      authType: 'bearer_token',
      authToken: 'fake-socket-token',
      requestMapping: { text: '{{ input }}' },
      responseMapping: { output: '$.content', conversation_id: '$.conversation_id' },
      websocket: { done: { path: '$.type', equals: 'end' } },
    });
    const first = await engine.invocation.invoke(configuration, { input: PROMPT });
    assert.equal(first.error, null);
    assert.equal(first.output, `turn 1: you said ${PROMPT}`);
    assert.equal(target.handshakes.at(-1)?.headers.authorization, 'Bearer fake-socket-token');
    const second = await engine.invocation.invoke(configuration, {
      input: 'more',
      conversation_id: first.conversation_id,
    });
    assert.equal(second.output, 'turn 2: you said more');
    assert.equal(target.handshakes.length, 1);
  });
});
