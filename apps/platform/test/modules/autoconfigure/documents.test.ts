import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readErrorDetails } from '../../../src/modules/autoconfigure/error-details.ts';
import { read } from '../../../../../packages/paste-reader/test/read.ts';

describe('what stands where in a document', () => {
  for (const between of ['', ' | jq', ' | python3 -m json.tool', '\n```\n\n```json'])
    test(`what follows a command is what it printed: ${JSON.stringify(between)}`, async () => {
      const { responseMapping } = await read(
        `curl http://bot.test/ask -d '{"text":"where is my parcel"}'${between}\n\n{"ok": true, "data": {"speech": "Your parcel is in Leeds.", "intent": "track"}}`,
      );
      assert.equal(responseMapping['output'], '$.data.speech');
    });

  test('what stands before an arrow is sent and what stands after it comes back', async () => {
    const { template, responseMapping } = await read(
      'POST http://bot.test/v1/replies\n\n{"contact_id": "ct-1", "text": "Do you deliver to Malta?"}\n→\n{"reply": {"text": "Yes, in 4 days."}}',
    );
    assert.deepEqual(template, { contact_id: 'ct-1', text: '{{ input }}' });
    assert.equal(responseMapping['output'], '$.reply.text');
  });

  test('the marks of a wiki are no part of what it shows', async () => {
    const { template, responseMapping, mode } = await read(
      'h1. Tutor\n\n*URL:* http://bot.test/api/turn\n*Method:* POST\n\n||field||required||meaning||\n|pupil|yes|pseudonym|\n|text|yes|what the pupil writes|\n\n{code:json}\n{"pupil": "p-1", "text": "what is a prime?"}\n{code}\n{code:json}\n{"tutor": {"text": "A number with two divisors."}, "lesson": "l-771"}\n{code}\n\nNext call:\n{code:json}\n{"pupil": "p-1", "text": "is 91 one?", "lesson": "l-771"}\n{code}',
    );
    assert.deepEqual(template, {
      pupil: 'p-1',
      text: '{{ input }}',
      lesson: '{{ conversation_id }}',
    });
    assert.equal(responseMapping['output'], '$.tutor.text');
    assert.equal(mode, 'stateful');
  });

  test('columns kept apart by spaces are fields, and what stands in them is not', async () => {
    const { template } = await read(
      'REQUEST to POST http://bot.test/v1/oracle\n    cmd    one of "ask", "ping". For a question: "ask".\n    arg    argument of the command; with "ask", the question\n\nEXAMPLE\n    { "cmd": "ask", "arg": "Will it rain?" }\n    { "ok": 1, "val": "It will." }',
    );
    assert.deepEqual(template, { cmd: 'ask', arg: '{{ input }}' });
  });

  for (const verb of ['POST', 'Call', 'Envoyez à'])
    test(`the room an address leaves in a sentence keeps no columns apart: ${verb}`, async () => {
      const { template } = await read(`${verb} http://bot.test/chat with the JSON field "message".`);
      assert.deepEqual(template, { message: '{{ input }}' });
    });

  test('a header set as code in a table is sent', async () => {
    const { headers } = await read(
      '| Endpoint | `POST http://bot.test/v1/chat` |\n| Other headers | `X-Fleet: east` (or `west`) |\n\n{"text": "road is closed"}',
    );
    assert.equal(headers['X-Fleet'], 'east');
  });

  test('a table may say of each field where it goes', async () => {
    const { template, headers } = await read(
      'POST http://bot.test/v1/compose\n\n| Parameter | In | Required | Notes |\n|---|---|---|---|\n| X-Workspace | header | yes | e.g. `acme` |\n| prompt | body | yes | what the user asks |',
    );
    assert.deepEqual(template, { prompt: '{{ input }}' });
    assert.equal(headers['X-Workspace'], 'acme');
  });

  test('of the same words with and without markup those without are the answer', async () => {
    const { responseMapping } = await read(
      `curl http://bot.test/ask -d '{"prompt":"why does it squeak?"}'\n\n{"post": {"cooked": "<p>Clean the rotor.</p>", "raw": "Clean the rotor."}}`,
    );
    assert.equal(responseMapping['output'], '$.post.raw');
  });

  test('an event laid out over several lines is read like one', async () => {
    const { responseMapping } = await read(
      `curl http://bot.test/ask -d '{"prompt":"why?"}'\n\ndata: {\ndata:  "id": "65c5",\ndata:  "choices": [ { "delta": { "content": "Snow" } } ]\ndata: }\n`,
    );
    assert.equal(responseMapping['output'], '$.choices[0].delta.content');
  });

  test('of listed alternatives one is sent', async () => {
    const { template } = await read(
      `curl http://bot.test/ask -d '{"message":"what is it?","mode":"query | chat"}'`,
    );
    assert.deepEqual(template, { message: '{{ input }}', mode: 'query' });
  });

  for (const name of ['schluessel', 'clave', 'chave_api', 'cle', 'hasło', '密钥'])
    test(`a parameter called ${name} holds the credential`, async () => {
      const { url } = await read(
        `curl "http://bot.test/ask?${encodeURI(name)}=$K" --json '{"text":"is it open?"}'`,
      );
      assert.match(url ?? '', /=\{\{ auth_token \}\}/);
    });
});

describe('what the user is told', () => {
  const text = `curl http://bot.test/ask -H "Authorization: Bearer $TOKEN" -H "X-Tenant-Key: $TENANT_KEY" --json '{"question":"Is it open?"}'`;

  test('a second credential becomes a parameter of its own, and the user is asked for it', async () => {
    const { headers, needsParams, warnings } = await read(text);
    assert.equal(headers['Authorization'], 'Bearer {{ auth_token }}');
    assert.equal(headers['X-Tenant-Key'], '{{ params.x_tenant_key }}');
    assert.deepEqual(needsParams, ['x_tenant_key']);
    assert.ok(warnings.some((warning) => warning.includes('params.x_tenant_key')));
  });

  test('two fields that a message may go into are both named', async () => {
    const { warnings } = await read(
      `curl http://bot.test/ask --json '{"question":"Is it open?","query":"Is it open?"}'`,
    );
    assert.ok(
      warnings.some((warning) =>
        warning.startsWith('Multiple candidate input fields detected: question, query'),
      ),
      warnings.join(),
    );
  });

  test('a paste that shows nothing of the answer says that the output is a guess', async () => {
    const { warnings } = await read(`curl http://bot.test/ask --json '{"question":"Is it open?"}'`);
    assert.ok(
      warnings.includes('Could not determine the output field; set response_mapping.output manually'),
    );
  });

  for (const [url, body] of [
    ['http://bot.test/v3/directline/conversations/c-1/activities', '{"type":"message","text":"Hello?"}'],
    ['https://chat.botpress.cloud/w-1/messages', '{"payload":{"type":"text","text":"Hello?"}}'],
    ['http://bot.test/gradio_api/call/chat', '{"data":["Hello?"]}'],
  ])
    test(`${url} answers later, which one call cannot wait for`, async () => {
      const { isAsynchronous, warnings } = await read(`curl ${url} --json '${body}'`);
      assert.equal(isAsynchronous, true);
      assert.ok(warnings.some((warning) => warning.startsWith('The application answers later')));
    });

  for (const [url, body, output] of [
    [
      'http://localhost:3000/api/chat/completions',
      '{"model":"m","messages":[{"role":"user","content":"Hi"}]}',
      '$.choices[0].message.content',
    ],
    [
      'https://api.perplexity.ai/chat/completions',
      '{"model":"sonar","messages":[{"role":"user","content":"Hi"}]}',
      '$.choices[0].message.content',
    ],
    ['http://localhost:7860/run/predict', '{"data":["Hello?"]}', '$.data[0]'],
    [
      'http://bot.test/api/v1/bots/b/converse/u-1',
      '{"type":"text","text":"Hello?"}',
      "$.responses[?@.type == 'text'].text",
    ],
    [
      'https://bedrock-runtime.eu-1.test/model/eu.anthropic.claude/converse',
      '{"messages":[{"role":"user","content":[{"text":"Hi"}]}]}',
      '$.output.message.content[0].text',
    ],
  ] as const)
    test(`the answer of ${url} is where its documentation has it`, async () => {
      const { responseMapping, headers } = await read(`curl ${url} --json '${body}'`);
      assert.equal(responseMapping['output'], output);
      assert.equal(headers['anthropic-version'], undefined);
    });
});

describe('what a refusal allows', () => {
  for (const words of [
    'mode must be chat or query',
    'mode must be one of chat, query',
    'mode should be one of: "chat", "query"',
  ])
    test(words, () => {
      const { allowed } = readErrorDetails({ error: words }, new Set());
      assert.deepEqual(allowed, [{ place: { in: 'body', path: ['mode'] }, values: ['chat', 'query'] }]);
    });
});
