import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createService, startTarget, type Received } from './support.ts';

/** A target that gives out ids of conversations, knows those it gave, and takes them back in one field. */
function conversations(field: string) {
  const known = new Set<string>();
  return (given: unknown): { id: string; isKnown: boolean } => {
    if (typeof given === 'string' && known.has(given)) return { id: given, isKnown: true };
    const id = `${field}-${known.size + 1}`;
    known.add(id);
    return { id, isKnown: given === undefined || given === null || given === '' };
  };
}

describe('the second turn', () => {
  const service = createService();
  after(() => service.close());

  test('an id that only the answer shows becomes a conversation when the target goes on in it', async (t) => {
    const open = conversations('s');
    const target = await startTarget(({ json }) => {
      const { id } = open(json['session_id']);
      return { body: { reply: `In ${id} you said: ${String(json['message'])}`, session_id: id } };
    });
    t.after(() => target.close());
    const result = await service.run({ input_text: `curl ${target.url}/chat -d '{"message":"Hi?"}'` });
    assert.equal(result.conversation_mode, 'stateful', JSON.stringify(result));
    assert.equal(result.response_mapping['conversation_id'], '$.session_id');
    assert.deepEqual(Object.keys(result.request_mapping ?? {}), ['message', 'session_id']);
    assert.equal(result.confidence_level, 'high');
    // Two to find the answer's place, one with the id, one without.
    assert.equal(target.received.length, 4);
    assert.equal(result.probe_attempts, 4);
  });

  for (const empty of ['null', '""'])
    test(`a field that the paste leaves ${empty} and the answer fills with an id becomes the conversation`, async (t) => {
      const open = conversations('626dc5d');
      const target = await startTarget(({ json }) => {
        const { id } = open(json['visit']);
        return {
          body: { reply: `In ${id} you said: ${String(json['text'])}`, visit: id, claim: json['claim'] },
        };
      });
      t.after(() => target.close());
      const result = await service.run({
        input_text: `curl ${target.url}/chat -d '{"text":"Hi there?","claim":"c-118","visit":${empty}}'`,
      });
      assert.equal(result.conversation_mode, 'stateful', JSON.stringify(result));
      assert.equal(result.response_mapping['conversation_id'], '$.visit');
      assert.deepEqual(result.request_mapping, {
        text: '{{ input }}',
        claim: 'c-118',
        visit: '{{ conversation_id }}',
      });
    });

  test('an id that every answer makes up anew in a field that the paste leaves empty is no conversation', async (t) => {
    let count = 0;
    const target = await startTarget(({ json }) => {
      count += 1;
      return { body: { reply: `You said: ${String(json['text'])}`, visit: `v-${count}` } };
    });
    t.after(() => target.close());
    const result = await service.run({
      input_text: `curl ${target.url}/chat -d '{"text":"Hi there?","visit":null}'`,
    });
    assert.equal(result.conversation_mode, 'single_turn');
    assert.deepEqual(result.request_mapping, { text: '{{ input }}', visit: null });
  });

  test('a target that makes up another id for every answer has no conversation', async (t) => {
    let count = 0;
    const target = await startTarget(({ json }) => {
      count += 1;
      return { body: { reply: `You said: ${String(json['message'])}`, session_id: `s-${count}` } };
    });
    t.after(() => target.close());
    const result = await service.run({ input_text: `curl ${target.url}/chat -d '{"message":"Hi?"}'` });
    assert.equal(result.conversation_mode, 'single_turn');
    assert.deepEqual(result.request_mapping, { message: '{{ input }}' });
    assert.equal(result.response_mapping['conversation_id'], undefined);
  });

  test('an id that every caller is given holds no conversation, though the sample answer shows it', async (t) => {
    const target = await startTarget(({ json }) => ({
      body: { reply: `You said: ${String(json['message'])}`, sessionId: '5d' },
    }));
    t.after(() => target.close());
    const result = await service.run({
      input_text: `curl ${target.url}/chat -d '{"message":"Hi?"}'\n\n{"reply":"Hello.","sessionId":"5d8a"}`,
    });
    assert.equal(result.conversation_mode, 'single_turn');
    assert.deepEqual(result.request_mapping, { message: '{{ input }}' });
  });

  test('a target that refuses fields it does not know keeps the configuration that it answered', async (t) => {
    const target = await startTarget(({ json }) =>
      'session_id' in json
        ? { status: 400, body: { error: 'unknown field session_id' } }
        : { body: { reply: `You said: ${String(json['message'])}`, session_id: 's-1' } },
    );
    t.after(() => target.close());
    const result = await service.run({ input_text: `curl ${target.url}/chat -d '{"message":"Hi?"}'` });
    assert.equal(result.conversation_mode, 'single_turn');
    assert.equal(result.probe_success, true);
  });

  const stateful = `-d '{"message":"Hi?","session_id":"3f0c7a52-1d7e-4f4b-9b5e-2a6f1c0d9e8b"}'`;

  test('an identifier of the paste becomes a conversation when the target begins another without it', async (t) => {
    const open = conversations('j');
    const target = await startTarget(({ json }) => {
      const { id } = open(json['journey']);
      return { body: { reply: `In ${id} you said: ${String(json['text'])}`, journey: id } };
    });
    t.after(() => target.close());
    const result = await service.run({
      input_text: `curl ${target.url}/chat -d '{"text":"Hi there?","journey":"j-1"}'`,
    });
    assert.equal(result.conversation_mode, 'stateful');
    assert.deepEqual(result.request_mapping, { text: '{{ input }}', journey: '{{ conversation_id }}' });
  });

  test('an identifier that the target insists on stays as the paste has it', async (t) => {
    const target = await startTarget(({ json }) =>
      json['claim'] === undefined
        ? { status: 400, body: { error: 'claim is required' } }
        : { body: { reply: `You said: ${String(json['text'])}`, claim: json['claim'] } },
    );
    t.after(() => target.close());
    const result = await service.run({
      input_text: `curl ${target.url}/chat -d '{"text":"Hi there?","claim":"c-118"}'`,
    });
    assert.equal(result.conversation_mode, 'single_turn');
    assert.deepEqual(result.request_mapping, { text: '{{ input }}', claim: 'c-118' });
  });

  /** Goes on in whatever conversation it is told, and makes up another where it is told none. */
  const desk = (field: string) => {
    let count = 0;
    return ({ json }: Received) => {
      count += 1;
      const told = json[field];
      const id = typeof told === 'string' && told !== '' ? told : `v99k3bz${count}`;
      const says = `In ${id} you said: ${String(json['tenantSays'])}`;
      return { body: { [field]: id, receipt: `r-${count}00`, desk: { says } } };
    };
  };

  for (const field of ['visit', 'stroll', 'cabinet'])
    for (const value of ['a1', 'lobby', 'b7-1182'])
      test(`"${field}": "${value}" of the paste is the conversation where the answer brings it back and makes up another without it`, async (t) => {
        const target = await startTarget(desk(field));
        t.after(() => target.close());
        const result = await service.run({
          input_text: `curl ${target.url}/desk -d '${JSON.stringify({ tenantSays: 'The tap drips, who can help?', [field]: value })}'`,
        });
        assert.equal(result.conversation_mode, 'stateful', JSON.stringify(result));
        assert.equal(result.response_mapping['conversation_id'], `$.${field}`);
        assert.deepEqual(result.request_mapping, {
          tenantSays: '{{ input }}',
          [field]: '{{ conversation_id }}',
        });
        assert.match(result.reasoning, new RegExp(`The answer brings back "${field}"`));
      });

  for (const sample of ['', '\n\nResponse:\n{"visit": "v11", "desk": {"says": "Somebody will come."}}'])
    test(`an id of any name that only the answer brings becomes the conversation when it comes back${sample === '' ? '' : ', after one call as well'}`, async (t) => {
      const target = await startTarget(desk('stroll'));
      t.after(() => target.close());
      const result = await service.run({
        input_text: `curl ${target.url}/desk -d '{"tenantSays":"The tap drips, who can help?"}'${sample}`,
      });
      assert.equal(result.conversation_mode, 'stateful', JSON.stringify(result));
      assert.deepEqual(result.request_mapping, {
        tenantSays: '{{ input }}',
        stroll: '{{ conversation_id }}',
      });
      assert.equal(result.response_mapping['conversation_id'], '$.stroll');
      assert.ok(target.received.length <= 4);
    });

  test('what the target falls back on is no conversation, and what was tried is told', async (t) => {
    const target = await startTarget(({ json }) => ({
      body: { reply: `You said: ${String(json['text'])}`, oven: json['oven'] ?? 'std-1' },
    }));
    t.after(() => target.close());
    const result = await service.run({
      input_text: `curl ${target.url}/chat -d '{"text":"Hi there?","oven":"fast-1"}'`,
    });
    assert.equal(result.conversation_mode, 'single_turn', JSON.stringify(result));
    assert.deepEqual(result.request_mapping, { text: '{{ input }}', oven: 'fast-1' });
    assert.match(result.reasoning, /The answer brings back what is sent as "oven"/);
  });

  for (const field of ['request_id', 'traceId', 'message_id', 'version', 'created_at', 'ticket'])
    test(`a ${field} that every answer makes up anew is no conversation`, async (t) => {
      let count = 0;
      const target = await startTarget(({ json }) => {
        count += 1;
        return { body: { reply: `You said: ${String(json['text'])}`, [field]: `x-10${count}` } };
      });
      t.after(() => target.close());
      const result = await service.run({ input_text: `curl ${target.url}/chat -d '{"text":"Hi there?"}'` });
      assert.equal(result.conversation_mode, 'single_turn', JSON.stringify(result));
      assert.deepEqual(result.request_mapping, { text: '{{ input }}' });
    });

  for (const field of ['request_id', 'trace_id', 'correlationId', 'req_id', 'idempotency'])
    test(`a ${field} of the paste tells calls apart, though the target repeats it and makes up another without it`, async (t) => {
      const target = await startTarget(desk(field));
      t.after(() => target.close());
      const body = { tenantSays: 'The tap drips, who can help?', [field]: 'q7-118' };
      const result = await service.run({
        input_text: `curl ${target.url}/desk -d '${JSON.stringify(body)}'`,
      });
      assert.equal(result.conversation_mode, 'single_turn', JSON.stringify(result));
      assert.deepEqual(result.request_mapping, { ...body, tenantSays: '{{ input }}' });
    });

  test('an id of the call is not sent back, though the target would repeat it', async (t) => {
    let count = 0;
    const target = await startTarget(({ json }) => {
      count += 1;
      const id = json['request_id'] ?? `x-10${count}`;
      return { body: { reply: `You said: ${String(json['text'])}`, request_id: id } };
    });
    t.after(() => target.close());
    const result = await service.run({ input_text: `curl ${target.url}/chat -d '{"text":"Hi there?"}'` });
    assert.equal(result.conversation_mode, 'single_turn', JSON.stringify(result));
    assert.ok(target.received.every(({ json }) => !('request_id' in json)));
  });

  test('an id that the target does not take back is not sent', async (t) => {
    let count = 0;
    const target = await startTarget(({ json }) => {
      count += 1;
      return { body: { reply: `You said: ${String(json['message'])}`, session_id: `s-${count}` } };
    });
    t.after(() => target.close());
    const result = await service.run({
      input_text: `curl ${target.url}/chat -d '{"message":"Hi?"}'\n\n{"reply": "Good day to you.", "session_id": "s-812"}`,
    });
    assert.equal(result.conversation_mode, 'single_turn');
    assert.deepEqual(result.request_mapping, { message: '{{ input }}' });
  });

  test('a conversation that a second message goes on in is sure', async (t) => {
    const open = conversations('s');
    const target = await startTarget(({ json }) => {
      const { id, isKnown } = open(json['session_id']);
      return isKnown
        ? { body: { reply: `You said: ${String(json['message'])}`, session_id: id } }
        : { status: 404, body: { error: 'no such session' } };
    });
    t.after(() => target.close());
    const result = await service.run({ input_text: `curl ${target.url}/chat ${stateful}` });
    assert.equal(result.conversation_mode, 'stateful');
    assert.equal(result.confidence_level, 'high', JSON.stringify(result));
    assert.ok(target.received.length <= 4);
  });

  test('a conversation whose second message is refused is never called sure, and the warning says why', async (t) => {
    const target = await startTarget(({ json }) =>
      json['session_id'] === undefined || json['session_id'] === null
        ? { body: { reply: `You said: ${String(json['message'])}`, session_id: 's-1' } }
        : { status: 404, body: { error: 'no such session' } },
    );
    t.after(() => target.close());
    const result = await service.run({ input_text: `curl ${target.url}/chat ${stateful}` });
    assert.equal(result.probe_success, true, JSON.stringify(result));
    assert.notEqual(result.confidence_level, 'high');
    assert.ok(
      result.warnings.some((warning) => /second one in the same conversation was refused/.test(warning)),
    );
  });

  test('a target that is busy at the second message is not blamed for it', async (t) => {
    let count = 0;
    const target = await startTarget(({ json }) => {
      count += 1;
      return count <= 2
        ? { body: { reply: `You said: ${String(json['message'])}`, session_id: 's-1' } }
        : { status: 429, body: { error: 'too many requests' } };
    });
    t.after(() => target.close());
    const result = await service.run({ input_text: `curl ${target.url}/chat ${stateful}` });
    assert.equal(result.probe_success, true);
    assert.ok(!result.warnings.some((warning) => warning.includes('refused')), result.warnings.join());
    // Nobody has seen the conversation go on, either.
    assert.equal(result.confidence_level, 'medium', JSON.stringify(result));
  });

  for (const [where, paste, sent] of [
    [
      'in a header',
      (url: string) => `curl ${url}/chat -H 'X-Session-Id: shop-7' -d '{"message":"Hi?"}'`,
      ({ headers }: Received) => headers['x-session-id'],
    ],
    [
      'in the path',
      (url: string) => `curl ${url}/threads/thread-7/messages -d '{"message":"Hi?"}'`,
      ({ path }: Received) => path.split('/')[2],
    ],
    [
      'in a field',
      (url: string) =>
        `POST ${url}/chat\n\n{"message": "Hi?", "session_id": "demo"}\n\nResponse:\n{"reply": "Hello."}`,
      ({ json }: Received) => json['session_id'],
    ],
  ] as const)
    test(`an id that the caller chooses ${where} is that of the conversation, and two are shown to be apart`, async (t) => {
      const target = await startTarget((received) => ({
        body: { reply: `In ${String(sent(received))} you said: ${String(received.json['message'])}` },
      }));
      t.after(() => target.close());
      const result = await service.run({ input_text: paste(target.url) });
      assert.equal(result.conversation_mode, 'stateful', JSON.stringify(result));
      assert.equal(result.confidence_level, 'high', JSON.stringify(result));
      const names = target.received.slice(-2).map(sent);
      assert.equal(new Set(names).size, 2, names.join());
      assert.equal(result.conversation_id_from, 'caller');
      assert.ok(
        result.warnings.some((warning) => warning.includes('gets a fresh id')),
        result.warnings.join(),
      );
      const all = [
        result.url,
        ...Object.values(result.request_headers),
        JSON.stringify(result.request_mapping),
      ];
      assert.ok(
        all.some((part) => part?.includes('{{ conversation_id | default(')),
        all.join(),
      );
    });

  test('an id of the paste that has to exist is no name to choose, and that is told', async (t) => {
    const target = await startTarget(({ headers, json }) =>
      headers['x-session-id'] === 'shop-7'
        ? { body: { reply: `You said: ${String(json['message'])}` } }
        : { status: 404, body: { error: 'No such session' } },
    );
    t.after(() => target.close());
    const result = await service.run({
      input_text: `curl ${target.url}/chat -H 'X-Session-Id: shop-7' -d '{"message":"Hi?"}'`,
    });
    assert.equal(result.probe_success, true);
    assert.equal(result.conversation_id_from, 'target');
    assert.ok(
      result.warnings.some((warning) => warning.includes('calls that name none share one')),
      result.warnings.join(),
    );
  });

  test('conversations that a target mixes up are not called apart', async (t) => {
    const seen: string[] = [];
    const target = await startTarget(({ json, headers }) => {
      seen.push(String(headers['x-session-id']));
      return { body: { reply: `You said ${String(json['message'])}. Known: ${seen.join(', ')}.` } };
    });
    t.after(() => target.close());
    const result = await service.run({
      input_text: `curl ${target.url}/chat -H 'X-Session-Id: shop-7' -d '{"message":"Hi?"}'`,
    });
    assert.equal(result.probe_success, true);
    assert.notEqual(result.confidence_level, 'high');
  });
});
