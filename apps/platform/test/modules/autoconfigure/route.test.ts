import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startPlatform, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { startTarget } from './support.ts';

describe('POST /endpoints/auto-configure', () => {
  let platform: TestPlatform;
  let owner: SignedUp;
  let target: Awaited<ReturnType<typeof startTarget>>;
  const token = ['fake', 'route', 'token', '98765432'].join('-');

  before(async () => {
    platform = await startPlatform();
    owner = await platform.signUp();
    target = await startTarget(({ json, headers }) =>
      headers['x-api-key'] === token
        ? { body: { reply: `You said: ${String(json['message'])}`, session_id: 's-1' } }
        : { status: 401, body: { error: 'Missing API key' } },
    );
  });
  after(async () => {
    await target.close();
    await platform.close();
  });

  const paste = () =>
    `curl ${target.url}/chat -H 'x-api-key: ${token}' -H 'Content-Type: application/json' -d '{"message": "Where is my parcel?", "session_id": null}'`;

  test('the result, applied unchanged, makes the live test succeed', async () => {
    const { status, body, text } = await platform.call('POST', '/endpoints/auto-configure', {
      token: owner.token,
      body: { input_text: paste() },
    });
    assert.equal(status, 200, text);
    assert.equal(body.confidence_level, 'high', text);
    assert.equal(body.conversation_mode, 'stateful');
    assert.ok(!text.includes(token));
    const { url, method, auth_type, request_headers, request_mapping, response_mapping } = body;
    const tested = await platform.call('POST', '/endpoints/test', {
      token: owner.token,
      body: {
        url,
        method,
        auth_type,
        request_headers,
        request_mapping,
        response_mapping,
        auth_token: token,
        input_data: { input: 'Hello' },
      },
    });
    assert.equal(tested.body.success, true, tested.text);
    assert.equal(tested.body.output, 'You said: Hello');
    assert.equal(tested.body.conversation_id, 's-1');
  });

  test('whoever accepts an event stream sees the steps and then the same object', async () => {
    const { text, headers } = await platform.call('POST', '/endpoints/auto-configure', {
      token: owner.token,
      body: { input_text: paste() },
      headers: { accept: 'text/event-stream' },
    });
    assert.match(String(headers['content-type']), /^text\/event-stream/);
    const names = [...text.matchAll(/^event: (\w+)$/gm)].map((match) => match[1]);
    assert.equal(names.at(-1), 'result');
    assert.ok(names.filter((name) => name === 'progress').length >= 3);
    const result = JSON.parse(/event: result\ndata: (.*)\n/.exec(text)?.[1] ?? '{}') as {
      probe_success: boolean;
    };
    assert.equal(result.probe_success, true);
  });

  test('an unknown project is refused before anything is read', async () => {
    const { status, body } = await platform.call('POST', '/endpoints/auto-configure', {
      token: owner.token,
      body: { input_text: paste(), project_id: '01890000-0000-7000-8000-000000000000' },
      headers: { accept: 'text/event-stream' },
    });
    assert.equal(status, 404);
    assert.equal(body.code, 'project.not_found');
  });

  test('without any model in force the specification has its own words', async () => {
    const bare = await startPlatform({ env: { DEFAULT_GENERATION_MODEL: 'none' } });
    const someone = await bare.signUp();
    const { status, body } = await bare.call('POST', '/endpoints/auto-configure', {
      token: someone.token,
      body: { input_text: paste() },
    });
    assert.equal(status, 422);
    assert.equal(body.code, 'model.not_configured');
    assert.equal(body.detail, 'No AI model configured');
    await bare.close();
  });
});
