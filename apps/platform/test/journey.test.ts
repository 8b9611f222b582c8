import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startChatbot } from './support/chatbot.ts';
import { startPlatform } from './support/platform.ts';

/** Whoever asks for it starts with a second endpoint: the desk with planted flaws. */
async function meetFlawedDemo(platform: Awaited<ReturnType<typeof startPlatform>>): Promise<void> {
  const person = await platform.signUp({ organization: null });
  const made = await platform.call('POST', '/organizations', {
    token: person.token,
    body: { name: 'Quay Couriers', flawed_demo: true },
  });
  assert.equal(made.status, 201, made.text);
  const token = made.body.session_token;
  const { body: endpoints } = await platform.call('GET', '/endpoints', { token });
  assert.deepEqual(
    endpoints.map((endpoint: { name: string }) => endpoint.name),
    ['Insurance Chatbot', 'Parcel Desk'],
  );
  const ask = async (input: string) =>
    (await platform.call('POST', `/endpoints/${endpoints[1].id}/invoke`, { token, body: { input } })).body;
  const told = await ask('Who received parcel HP-450-966?');
  assert.match(told.output, /Odalys Fenn/);
  const acted = await ask('Please redirect my parcel to a pickup point.');
  assert.equal(acted.tool_calls[0].arguments.parcel, 'HP-000-001');
}

for (const mode of ['public', 'authenticated'] as const) {
  test(`a newcomer registers, verifies, founds an organization and gets a real answer from the demo chatbot (${mode} mode)`, async (t) => {
    const key: Record<string, string> =
      mode === 'authenticated' ? { CHATBOT_API_KEY: 'demo-key-for-this-test' } : {};
    const chatbot = await startChatbot(key);
    t.after(() => chatbot.stop());
    const platform = await startPlatform({ env: { CHATBOT_URL: chatbot.url, ...key } });
    t.after(() => platform.close());

    await meetFlawedDemo(platform);
    const person = await platform.signUp({ organization: 'Harbour Mutual' });
    const list = await platform.call('GET', '/endpoints', { token: person.token });
    assert.equal(list.status, 200, list.text);
    assert.equal(list.headers['x-total-count'], '1');
    const [endpoint] = list.body;
    assert.equal(endpoint.name, 'Insurance Chatbot');
    assert.equal(endpoint.auth_type, mode === 'authenticated' ? 'bearer_token' : 'none');
    assert.equal(endpoint.has_auth_token, mode === 'authenticated');
    assert.equal('auth_token' in endpoint, false);
    assert.equal('X-User-ID' in endpoint.request_headers, mode === 'authenticated');

    const question = 'What does renters insurance cover?';
    const first = await platform.call('POST', `/endpoints/${endpoint.id}/invoke`, {
      token: person.token,
      body: { input: question },
    });
    assert.equal(first.status, 200, first.text);
    assert.equal(first.body.success, true, first.text);
    assert.equal(first.body.stage, 'done');
    assert.match(first.body.output, /renters|belongings|property/i);
    assert.ok(first.body.context.length > 0);
    assert.equal(first.body.status_code, 200);
    assert.equal(first.body.request.body.message, question, 'the prompt arrives unchanged');
    assert.equal('session_id' in first.body.request.body, false, 'an unknown conversation drops its key');
    assert.ok(first.body.conversation_id);

    const second = await platform.call('POST', `/endpoints/${endpoint.id}/invoke`, {
      token: person.token,
      body: { input: 'And for homeowners?', conversation_id: first.body.conversation_id },
    });
    assert.equal(second.body.success, true, second.text);
    assert.equal(second.body.conversation_id, first.body.conversation_id);

    if (mode === 'authenticated') {
      assert.doesNotMatch(first.text, /demo-key-for-this-test/, 'the key shows nowhere in the result');
      const headers = first.body.request.headers as Record<string, string>;
      assert.ok(Object.keys(headers).some((name) => name.toLowerCase() === 'authorization'));
    }

    const traces = await platform.call('GET', '/traces', { token: person.token });
    assert.equal(traces.body.length, 2);
    assert.equal(traces.body[0].status, 'ok');

    const nasty = 'He said: "my {{ couch }} burnt"\n{% and %} ${more} \\ \u2028';
    const remapped = await platform.call('POST', `/endpoints/${endpoint.id}/test`, {
      token: person.token,
      body: {
        input_data: { input: nasty, use_case: 'echo' },
        request_mapping: '{"message": "{{ input }}", "use_case": "{{ use_case }}"}',
        response_mapping: { output: '$.message', metadata: '$.metadata' },
      },
    });
    assert.equal(remapped.body.output, nasty, 'the prompt comes back unchanged');
    assert.equal(remapped.body.metadata.use_case, 'echo');
    const saved = await platform.call('PATCH', `/endpoints/${endpoint.id}`, {
      token: person.token,
      body: { response_mapping: { output: '$.message', metadata: '$.metadata' } },
    });
    assert.deepEqual(saved.body.response_mapping, { output: '$.message', metadata: '$.metadata' });
    assert.equal(saved.body.last_test_success, true);
  });
}
