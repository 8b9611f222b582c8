import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sendJson, startTargetServer, type TargetServer } from '@sonde/fakes';
import type { CallVariables, TargetConfiguration } from '../../../src/modules/invocation/index.ts';
import { configurationOf, createEngine, type Engine } from './support/engine.ts';

void describe('a stateless conversation', () => {
  let target: TargetServer;
  let engine: Engine;
  let answer: { status: number; body: unknown };

  before(async () => {
    target = await startTargetServer();
    target.route('/chat', (_request, response) => sendJson(response, answer.status, answer.body));
  });
  after(() => target.close());
  beforeEach(() => {
    engine = createEngine();
    target.requests.length = 0;
    answer = { status: 200, body: { reply: 'yes', calls: null } };
  });

  const invoke = (variables: CallVariables, changes: Partial<TargetConfiguration> = {}) =>
    engine.invocation.invoke(
      configurationOf({
        url: target.url('/chat'),
        requestMapping: '{"messages": {{ messages }}}',
        responseMapping: { output: '$.reply', tool_calls: '$.calls' },
        ...changes,
      }),
      variables,
    );
  const sentMessages = () => {
    const sent = target.requests.at(-1)?.json as
      | { messages: { role: string; content: unknown }[] }
      | undefined;
    return sent?.messages ?? [];
  };

  const TEMPLATES = [
    '{"messages": {{ messages }}}',
    '{"messages": {{- messages -}}}',
    '{"messages": {{messages|tojson}}}',
    '{"messages": [{% for m in messages %}{"role": "{{ m.role }}", "content": "{{ m.content }}"}{{ "," if not loop.last }}{% endfor %}]}',
    '{"messages": [{%- for m in messages -%}{{ m }},{%- endfor -%}]}',
    { messages: '{{ messages }}' },
  ];
  for (const [index, requestMapping] of TEMPLATES.entries()) {
    void test(`is recognised in form ${index + 1} of its template`, async () => {
      const first = await invoke({ input: 'one "quoted"' }, { requestMapping });
      assert.equal(first.error, null);
      await invoke({ input: 'two', conversation_id: first.conversation_id }, { requestMapping });
      assert.deepEqual(
        sentMessages().map(({ content }) => content),
        ['one "quoted"', 'yes', 'two'],
      );
    });
  }

  void test('is recognised by a single message of it', async () => {
    const result = await invoke({ input: 'x' }, { requestMapping: '{"last": "{{ messages[-1].content }}"}' });
    assert.deepEqual(target.requests.at(-1)?.json, { last: 'x' });
    assert.ok(result.conversation_id);
  });

  void test('is not recognised by the word in plain text', async () => {
    const result = await invoke({ input: 'x' }, { requestMapping: '{"messages": "{{ input }}"}' });
    assert.equal(result.conversation_id, null);
  });

  void test('commits a turn only after success, and its id survives a failed first turn', async () => {
    answer = { status: 500, body: {} };
    const failed = await invoke({ input: 'lost' });
    assert.ok(failed.conversation_id);
    assert.equal(engine.conversations.size(), 0);
    answer = { status: 200, body: { reply: 'yes' } };
    const next = await invoke({ input: 'kept', conversation_id: failed.conversation_id });
    assert.equal(next.conversation_id, failed.conversation_id);
    assert.deepEqual(
      sentMessages().map(({ content }) => content),
      ['kept'],
    );
    answer = { status: 200, body: { other: 1 } };
    await invoke({ input: 'unmapped', conversation_id: failed.conversation_id });
    answer = { status: 200, body: { reply: 'yes' } };
    await invoke({ input: 'third', conversation_id: failed.conversation_id });
    assert.deepEqual(
      sentMessages().map(({ content }) => content),
      ['kept', 'yes', 'third'],
    );
  });

  void test('keeps an empty answer as a turn, and tool calls with it', async () => {
    answer = { status: 200, body: { reply: '', calls: [{ name: 'search' }] } };
    const first = await invoke({ input: 'one' });
    await invoke({ input: 'two', conversation_id: first.conversation_id });
    assert.deepEqual(sentMessages(), [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: '', tool_calls: [{ name: 'search' }] },
      { role: 'user', content: 'two' },
    ]);
  });

  void test('stores only the beginning of a very long text, and says so', async () => {
    answer = { status: 200, body: { reply: 'x'.repeat(300_000), calls: ['y'.repeat(300_000)] } };
    const first = await invoke({ input: 'hi' });
    assert.ok(first.warnings.some((warning) => /longer than 200000 characters/.test(warning)));
    await invoke({ input: 'go on', conversation_id: first.conversation_id });
    const [, stored] = sentMessages();
    assert.deepEqual(stored, { role: 'assistant', content: 'x'.repeat(200_000) });
  });

  void test('says when its oldest turns are no longer sent', async () => {
    const conversations = { load: async () => [], append: async () => 2 };
    const full = createEngine({ conversations });
    const result = await full.invocation.invoke(
      configurationOf({ url: target.url('/chat'), requestMapping: '{"messages": {{ messages }}}' }),
      { input: 'hi' },
    );
    await full.close();
    assert.ok(result.warnings.some((warning) => /oldest turns are no longer sent/.test(warning)));
  });

  void test('is bound to its organization and its endpoint', async () => {
    const first = await invoke({ input: 'secret' });
    for (const changes of [{ organizationId: 'organization-two' }, { endpointId: 'endpoint-two' }]) {
      const foreign = await invoke({ input: 'mine', conversation_id: first.conversation_id }, changes);
      assert.deepEqual(
        sentMessages().map(({ content }) => content),
        ['mine'],
      );
      assert.match(foreign.warnings.join(), /not known or has expired/);
    }
  });

  void test('expires, and says so', async () => {
    const first = await invoke({ input: 'one' });
    engine.clock.set(engine.clock.now() + 25 * 60 * 60 * 1000);
    const late = await invoke({ input: 'two', conversation_id: first.conversation_id });
    assert.deepEqual(
      sentMessages().map(({ content }) => content),
      ['two'],
    );
    assert.match(late.warnings.join(), /begins anew/);
  });

  void test('keeps the system prompt of its first turn in front', async () => {
    const first = await invoke({ input: 'one', system_prompt: 'Be brief' });
    const second = await invoke({ input: 'two', conversation_id: first.conversation_id });
    assert.deepEqual(
      sentMessages().map(({ role }) => role),
      ['system', 'user', 'assistant', 'user'],
    );
    await invoke({ input: 'three', conversation_id: second.conversation_id, system_prompt: 'Be long' });
    assert.deepEqual(
      sentMessages().filter(({ role }) => role === 'system'),
      [{ role: 'system', content: 'Be long' }],
    );
  });

  void test('keeps no secret of its system prompt, which a later template could spell', async () => {
    const secret = 'fake-secret-of-a-prompt';
    const withSecret = {
      secrets: { k: secret },
      requestMapping: '{"system_prompt": "Key {{ secrets.k }}", "messages": {{ messages | tojson }}}',
    };
    const first = await invoke({ input: 'one' }, withSecret);
    assert.deepEqual(sentMessages()[0], { role: 'system', content: `Key ${secret}` });
    await invoke(
      { input: 'two', conversation_id: first.conversation_id },
      {
        secrets: { k: secret },
        requestMapping:
          '{"messages": {{ messages | tojson }}, "read": "{{ messages[0].content | list | join(\'.\') }}"}',
      },
    );
    const read = JSON.stringify(target.requests.at(-1)?.json);
    assert.ok(!read.includes(secret.split('').join('.')) && !read.includes(secret), read);
    // It is rendered anew in each turn of a template that has it.
    await invoke({ input: 'three', conversation_id: first.conversation_id }, withSecret);
    assert.deepEqual(sentMessages()[0], { role: 'system', content: `Key ${secret}` });
  });

  void test('that the caller keeps is sent as it is and not stored', async () => {
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
      { role: 'user', content: 'c' },
    ];
    const result = await invoke({ input: 'ignored', messages, conversation_id: 'own' });
    assert.deepEqual(sentMessages(), messages);
    assert.equal(result.conversation_id, 'own');
    assert.equal(engine.conversations.size(), 0);
  });

  void test('of a draft is one turn, and an id is answered with a warning', async () => {
    const result = await invoke({ input: 'one', conversation_id: 'x' }, { endpointId: null });
    assert.equal(result.success, true);
    assert.match(result.warnings.join(), /keeps no history/);
    assert.equal(engine.conversations.size(), 0);
  });

  void test('never tells the target our id', async () => {
    await invoke(
      { input: 'x', conversation_id: 'ours' },
      { requestMapping: '{"messages": {{ messages }}, "conversation_id": "{{ conversation_id }}"}' },
    );
    assert.equal(Object.hasOwn(target.requests.at(-1)?.json as object, 'conversation_id'), false);
  });
});
