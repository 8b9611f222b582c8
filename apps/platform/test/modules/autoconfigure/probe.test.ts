import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createService, startTarget } from './support.ts';

const token = ['fake', 'probe', 'token', '12345678'].join('-');

describe('the probe', () => {
  const service = createService();
  after(() => service.close());

  test('nothing is sent when the probe is switched off, and nothing is claimed', async () => {
    const target = await startTarget(() => ({ body: { reply: 'hi' } }));
    const result = await service.run({
      input_text: `curl ${target.url}/chat -d '{"message":"Hi?"}'`,
      probe: false,
    });
    assert.equal(target.received.length, 0);
    assert.equal(result.probe_attempts, 0);
    assert.ok(result.confidence < 0.7);
    assert.ok(result.warnings.includes('Mapping generated but unverified'));
    await target.close();
  });

  test('a target that refuses everything is called at most four times, and the mapping stays', async () => {
    let count = 0;
    const target = await startTarget(() => ({
      status: 422,
      body: { detail: [{ type: 'missing', loc: ['body', `field_${count++}`], msg: 'Field required' }] },
    }));
    const result = await service.run({ input_text: `curl ${target.url}/chat -d '{"message":"Hi?"}'` });
    assert.equal(target.received.length, 4);
    assert.equal(result.probe_attempts, 4);
    assert.equal(result.status, 'partial');
    assert.deepEqual(result.request_mapping, { message: '{{ input }}' });
    assert.match(String(result.probe_error), /^HTTP 422/);
    await target.close();
  });

  test('a field that the target misses is added, and the corrected mapping is what was verified', async () => {
    const target = await startTarget(({ json }) =>
      'tenant' in json
        ? { body: { reply: `You said: ${String(json['message'])}` } }
        : {
            status: 422,
            body: { detail: [{ type: 'missing', loc: ['body', 'tenant'], msg: 'Field required' }] },
          },
    );
    const result = await service.run({ input_text: `curl ${target.url}/chat -d '{"message":"Hi?"}'` });
    assert.equal(result.probe_success, true, JSON.stringify(result));
    assert.equal(result.confidence_level, 'high');
    assert.equal(result.response_mapping['output'], '$.reply');
    await target.close();
  });

  test('a redirect is not followed to another origin', async () => {
    const elsewhere = await startTarget(() => ({ body: { reply: 'you should not be here' } }));
    const target = await startTarget(() => ({
      status: 307,
      headers: { location: `${elsewhere.url}/chat` },
      body: {},
    }));
    const result = await service.run({
      input_text: `curl ${target.url}/chat -d '{"message":"Hi?"}'`,
      auth_token: token,
    });
    assert.equal(elsewhere.received.length, 0);
    assert.equal(result.probe_success, false);
    await target.close();
    await elsewhere.close();
  });

  test('a credential of the paste is not sent to an address the paste does not name', async () => {
    const target = await startTarget(() => ({ body: { reply: 'hi there' } }));
    const text = `curl https://api.vendor.test/chat -H "Authorization: Bearer ${token}" -d '{"message":"Hi?"}'`;
    const result = await service.run({ input_text: text, url: `${target.url}/chat` });
    assert.ok(target.received.length > 0);
    for (const { headers } of target.received) assert.ok(!JSON.stringify(headers).includes(token));
    assert.ok(!JSON.stringify(result).includes(token));
    await target.close();
  });

  test('a credential of the paste opens its own origin and is returned nowhere', async () => {
    const target = await startTarget(({ headers }) =>
      headers.authorization === `Bearer ${token}`
        ? { body: { answer: 'A whole sentence.' } }
        : { status: 401, body: { error: 'no' } },
    );
    const result = await service.run({
      input_text: `curl ${target.url}/chat -H "Authorization: Bearer ${token}" -d '{"message":"Hi?"}'`,
    });
    assert.equal(result.probe_success, true);
    assert.equal(result.request_headers['Authorization'], 'Bearer {{ auth_token }}');
    assert.ok(!JSON.stringify(result).includes(token));
    await target.close();
  });

  test('credentials that are refused are what is said, and nothing of a field that nobody has seen', async (t) => {
    for (const status of [401, 403]) {
      const target = await startTarget(() => ({ status, body: { error: 'no' } }));
      t.after(() => target.close());
      const result = await service.run({ input_text: `curl ${target.url}/chat -d '{"message":"Hi?"}'` });
      assert.equal(result.probe_success, false);
      assert.match(result.warnings[0] ?? '', new RegExp(`refused the credentials \\(${status}\\)`));
      assert.ok(
        !result.warnings.some((warning) => /output field/.test(warning)),
        result.warnings.join(' · '),
      );
    }
  });

  test('a wrong path and a port where nothing listens ask for no change of the mapping', async () => {
    const target = await startTarget(() => ({ status: 404, body: { detail: 'Not Found' } }));
    const paste = `curl ${target.url}/chats -d '{"message":"Hi?"}'`;
    const missed = await service.run({ input_text: paste });
    await target.close();
    const dead = await service.run({ input_text: paste });
    assert.equal(missed.probe_status_code, 404);
    assert.equal(dead.probe_status_code, null);
    for (const result of [missed, dead])
      assert.deepEqual(result.warnings, ['Mapping generated but unverified'], String(result.probe_error));
  });

  test('an ID in place of an answer stays below high and says why', async () => {
    const target = await startTarget(() => ({ status: 202, body: { id: 'j-1', status: 'queued' } }));
    const result = await service.run({ input_text: `curl ${target.url}/run -d '{"prompt":"Hi?"}'` });
    assert.ok(result.confidence < 0.7);
    assert.ok(result.warnings.some((warning) => warning.includes('answers later')));
    await target.close();
  });

  test('an object written out as text is not taken for what the target says', async (t) => {
    const target = await startTarget(({ json }) => ({
      body: { run: { status: 'done', result: { text: `You said: ${String(json['task'])}` } } },
    }));
    t.after(() => target.close());
    const result = await service.run({
      input_text: `curl ${target.url}/run -d '{"task":"Count the beans, please."}' | jq .run`,
    });
    assert.equal(result.probe_success, true);
    assert.equal(result.response_mapping['output'], '$.run.result.text');
  });

  test('an error inside a 200 is no answer', async () => {
    const target = await startTarget(({ json }) => ({
      body: { error: { message: `I do not understand ${String(json['message'])}` } },
    }));
    const result = await service.run({ input_text: `curl ${target.url}/chat -d '{"message":"Hi?"}'` });
    assert.equal(result.probe_success, false);
    assert.ok(result.confidence < 0.7);
    await target.close();
  });

  test('the pieces of a stream are put together', async () => {
    const target = await startTarget(() => ({
      headers: { 'content-type': 'text/event-stream' },
      body: ['Good ', 'morning ', 'to you']
        .map((piece) => `data: ${JSON.stringify({ delta: piece })}\n\n`)
        .join(''),
    }));
    const result = await service.run({ input_text: `curl ${target.url}/chat -d '{"message":"Hi?"}'` });
    assert.equal(result.probe_success, true, JSON.stringify(result));
    assert.equal(result.response_mapping['output'], '$.delta');
    await target.close();
  });

  // The bounds are for what used to take minutes and stood in the way of everybody else meanwhile.
  for (const [what, reply] of [
    ['a refusal of one endless word', { status: 400, body: { detail: 'a'.repeat(60_000) } }],
    ['a refusal of endless markup', { status: 400, body: '<a'.repeat(30_000) }],
    ['an answer without the end of a sentence', { body: { reply: 'lorem '.repeat(60_000) } }],
    ['an answer of brackets that never close', { body: { reply: '['.repeat(100_000) } }],
    [
      'an answer of thousands of fields',
      {
        body: Object.fromEntries(
          Array.from({ length: 3_000 }, (_, index) => [`k${index}`, `Text ${index}.`]),
        ),
      },
    ],
  ] as const)
    test(`${what} is judged before anybody else has to wait`, { timeout: 60_000 }, async () => {
      const target = await startTarget(() => reply);
      const result = await service.run({ input_text: `curl ${target.url}/chat -d '{"message":"Hi?"}'` });
      assert.ok(result.probe_attempts > 0);
      await target.close();
    });

  test('a plain "hi" is a message like any other', async () => {
    const target = await startTarget(({ json }) => ({
      body: { reply: `You said: ${String(json['message'])}` },
    }));
    const result = await service.run({ input_text: `curl ${target.url}/chat -d '{"message":"hi"}'` });
    assert.equal(result.confidence_level, 'high', JSON.stringify(result));
    await target.close();
  });

  test('an answer of JSON that breaks off is not called plain text, nor trusted', async () => {
    const target = await startTarget(() => ({
      headers: { 'content-type': 'application/json' },
      body: '{"reply": "unfinis',
    }));
    const result = await service.run({ input_text: `curl ${target.url}/chat -d '{"message":"Hi?"}'` });
    assert.equal(result.warnings.filter((warning) => /looks like JSON/.test(warning)).length, 1);
    assert.ok(!result.warnings.some((warning) => /plain text/.test(warning)));
    assert.notEqual(result.confidence_level, 'high');
    await target.close();
  });

  test('a text without any request is told in the words of the specification', async () => {
    for (const input_text of ['', 'Lorem ipsum dolor sit amet.']) {
      const result = await service.run({ input_text });
      assert.equal(result.status, 'failed');
      assert.equal(result.error, 'Could not parse input');
    }
  });
});
