import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { readErrorDetails } from '../../../src/modules/autoconfigure/error-details.ts';
import { createService, startTarget, type Reply } from './support.ts';

const namesOf = (words: string, known: readonly string[] = []): string[] =>
  readErrorDetails({ error: words }, new Set(known)).missing.map(({ path }) => path.join('.'));

describe('the words of a refusal', () => {
  for (const [words, names] of [
    ["missing required field 'bid'", ['bid']],
    ["must have required property 'asset'", ['asset']],
    ['Missing required fields: tenant_id, "lang"', ['tenant_id', 'lang']],
    ['Your request could not be understood because required information is missing.', []],
    ['Please provide enough context and try again.', []],
    ['This operation requires authentication.', []],
    ['brief is required', ['brief']],
    ['missing parameter: draft', ['draft']],
  ] as const)
    test(`are fields only where they are names: ${words}`, () => {
      assert.deepEqual([...new Set(namesOf(words))], [...names]);
    });

  test('are fields where the paste calls a field so', () => {
    assert.deepEqual(namesOf('The story is required before we can go on', ['story']), ['story']);
  });

  for (const [refusal, values] of [
    [{ error: "Invalid tone 'string'. Allowed values: formal, friendly" }, ['formal', 'friendly']],
    [{ error: "'string' is not one of ['formal', 'friendly']" }, ['formal', 'friendly']],
    [
      { error: { param: 'tone', message: 'Supported values are: formal and friendly' } },
      ['formal', 'friendly'],
    ],
    [
      {
        detail: [
          { loc: ['body', 'tone'], type: 'literal_error', msg: "Input should be 'formal' or 'friendly'" },
        ],
      },
      ['formal', 'friendly'],
    ],
    [
      {
        errors: [
          {
            instancePath: '/tone',
            message: 'must be equal to one of the allowed values',
            params: { allowedValues: ['formal', 'friendly'] },
          },
        ],
      },
      ['formal', 'friendly'],
    ],
    [
      { issues: [{ path: ['tone'], code: 'invalid_value', values: ['formal', 'friendly'] }] },
      ['formal', 'friendly'],
    ],
  ] as const)
    test(`name what is allowed: ${JSON.stringify(refusal).slice(0, 70)}`, () => {
      const [allowed] = readErrorDetails(
        JSON.parse(JSON.stringify(refusal)),
        new Set(['tone', 'text']),
      ).allowed;
      assert.deepEqual(allowed?.values, values);
    });
});

describe('a correction', () => {
  const service = createService();
  after(() => service.close());
  const sendTo = async (paste: (url: string) => string, reply: Parameters<typeof startTarget>[0]) => {
    const target = await startTarget(reply);
    after(() => target.close());
    return { result: await service.run({ input_text: paste(target.url) }), received: target.received };
  };
  const refusal = (words: string): Reply => ({ status: 400, body: { error: words } });

  test('takes the value that a refusal allows in place of one that the reader made up', async () => {
    const { result } = await sendTo(
      (url) =>
        `POST ${url}/write takes JSON with \`text\` (what the user asks) and \`tone\`, and returns \`reply\`.`,
      ({ json }) =>
        json['tone'] === 'formal' || json['tone'] === 'friendly'
          ? { body: { reply: `You said: ${String(json['text'])}` } }
          : refusal(`Invalid tone '${String(json['tone'])}'. Must be one of: formal, friendly`),
    );
    assert.equal(result.probe_success, true, JSON.stringify(result));
    assert.deepEqual(result.request_mapping, { text: '{{ input }}', tone: 'formal' });
  });

  test('makes no field of a word, and spends no call on bodies that nobody asked for', async () => {
    const { result, received } = await sendTo(
      (url) => `curl ${url}/chat -H 'content-type: application/json' -d '{"message":"Hi?"}'`,
      () => refusal('We could not process this, something you have sent is missing or wrong.'),
    );
    assert.equal(received.length, 1);
    assert.deepEqual(result.request_mapping, { message: '{{ input }}' });
  });

  test('writes the body as a form where the target did not see the field that was sent', async () => {
    const { result } = await sendTo(
      (url) =>
        `POST ${url}/chat with the fields \`message\` and nothing else. It returns JSON with \`reply\`.`,
      ({ text }) => {
        const message = new URLSearchParams(text).get('message');
        return message === null
          ? refusal('message is required')
          : { body: { reply: `You said: ${message}` } };
      },
    );
    assert.equal(result.probe_success, true, JSON.stringify(result));
    assert.equal(result.request_headers['Content-Type'], 'application/x-www-form-urlencoded');
  });

  test('takes a field and its value from another part of the paste before it makes one up', async () => {
    const { result } = await sendTo(
      (url) =>
        `curl ${url}/chat -H 'content-type: application/json' -d '{"message":"Hi?"}'\n\n# set up once\ncurl ${url}/admin/desks -d '{"desk":"north-3","owner":"ops"}'`,
      ({ json }) =>
        json['desk'] === 'north-3'
          ? { body: { reply: `You said: ${String(json['message'])}` } }
          : refusal('The desk is required.'),
    );
    assert.equal(result.probe_success, true, JSON.stringify(result));
    assert.deepEqual(result.request_mapping, { message: '{{ input }}', desk: 'north-3' });
  });

  test('tries what the paste says otherwise before anything else', async () => {
    const { result, received } = await sendTo(
      (url) =>
        `Endpoint: ${url}/talk (POST)\n\n{"reply": "We open at nine.", "text": "When do you open?"}\n\n{"text": "And on Sundays?", "reply": ""}`,
      ({ json }) => ({ body: { text: `You said: ${String(json['text'] ?? json['reply'])}` } }),
    );
    assert.ok(received.length <= 4);
    assert.equal(result.probe_success, true);
  });
});
