import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { read } from './read.ts';

const asked = (body: string): string =>
  `curl https://bot.test/ask -H 'Content-Type: application/json' -d '${body}'`;

describe('the answer is where the sample shows it', () => {
  const samples: readonly [name: string, below: string, place: string][] = [
    [
      'a part of it keeps its name',
      '# ..., "choices":[{"index":0,"message":{"content":"Until six."}}] ...',
      '$.choices[0].message.content',
    ],
    [
      'a named object keeps its name',
      '... "reply": {"text": "Until six.", "lang": "en"} ...',
      '$.reply.text',
    ],
    [
      'laid out in a comment',
      '# {\n#   "meta": {"uuid": "01HN"},\n#   "response": {\n#     "message": {"text": "Yes, until six."}\n#   }\n# }',
      '$.response.message.text',
    ],
    [
      'laid out in a comment of two slashes',
      '// {\n//    "tags":  [ "a", "b" ],\n//    "befund":  "Yes, until six."\n// }',
      '$.befund',
    ],
    ['a text in quotes below a heading', 'Example response:\n\n"Until six, on weekdays."', '$'],
    ['a text in quotes below the command', '"Until six, on weekdays."', '$'],
    [
      'proposals are the answer where nothing else is',
      '{"suggestions":[{"rank":1,"body":"You can, against a fee."},{"rank":2,"body":"Not yet."}],"ms":81}',
      '$.suggestions[0].body',
    ],
    [
      'proposals beside an answer are not',
      '{"suggestions":[{"body":"And on Sundays?"}],"befund":"Until six, on weekdays."}',
      '$.befund',
    ],
  ];
  for (const [name, below, place] of samples)
    test(name, async () => {
      const found = await read(`${asked('{"question":"Is it open?"}')}\n\n${below}`);
      assert.equal(found.responseMapping['output'], place);
    });

  test('a quoted sentence among words is none', async () => {
    const found = await read(
      `${asked('{"question":"Is it open?"}')}\n\nPeople often ask\n"how long is it open"\n\n{"befund": "Until six."}`,
    );
    assert.equal(found.responseMapping['output'], '$.befund');
  });
});

describe('turns of a conversation are told by what they show', () => {
  test('sides that alternate under any name: the last one asks', async () => {
    for (const [who, mine, theirs] of [
      ['wer', 'mandant', 'assistent'],
      ['kind', 'gast', 'haus'],
      ['side', 'caller', 'desk'],
    ]) {
      const turns = [mine, theirs, mine].map((side, index) => ({
        [who ?? '']: side,
        text: `What about ${index}?`,
      }));
      const found = await read(asked(JSON.stringify({ verlauf: turns })));
      assert.deepEqual(found.input, ['verlauf', 2, 'text']);
    }
  });

  test('a list of things of two kinds is none', async () => {
    const found = await read(
      asked(
        '{"files":[{"kind":"a","text":"Is it one?"},{"kind":"b","text":"Is it two?"}],"question":"Is it open?"}',
      ),
    );
    assert.deepEqual(found.input, ['question']);
  });

  test('turns of both sides are sent whole, whatever their list is called', async () => {
    const turns = ['user', 'assistant', 'user'].map((role) => ({ role, content: 'Is it open?' }));
    for (const name of ['input', 'dialog', 'turns_so_far']) {
      const found = await read(asked(JSON.stringify({ model: 'm', [name]: turns })));
      assert.equal(found.mode, 'stateless', name);
    }
  });
});

describe('a conversation is told from a record', () => {
  test('an identifier right under the name of a conversation goes on with it', async () => {
    const found = await read(
      `${asked('{"dialogue":"d-71fe","text":"Is it open?"}')}\n\n{"dialogue":"d-71fe","reply":"Until six."}`,
    );
    assert.equal(found.mode, 'stateful');
    assert.equal(found.responseMapping['conversation_id'], '$.dialogue');
  });

  test('a number that a form sends and no answer repeats is that of a record', async () => {
    const found = await read(
      'curl https://bot.test/ask -d chat_id=118 -d text="when is my train"\n{"ok":true,"text":"At six."}',
    );
    assert.equal(found.mode, 'single_turn');
    assert.deepEqual(found.template, { chat_id: '118', text: '{{ input }}' });
  });
});

describe('a command within the quotes of another is read as it would be run', () => {
  const outer: readonly string[] = [
    String.raw`ssh bastion "curl -s http://10.0.0.1/ask -H 'X-Key: $KEY' -d '{\"q\":\"Is it open?\",\"k\":5}'"`,
    String.raw`docker exec box sh -c 'curl -s http://10.0.0.1/ask -H "X-Key: $KEY" -d "{\"q\":\"Is it open?\",\"k\":5}"'`,
    String.raw`kubectl exec pod -- bash -c "curl http://10.0.0.1/ask -H \"X-Key: $KEY\" -d '{\"q\":\"Is it open?\",\"k\":5}'"`,
  ];
  for (const line of outer)
    test(line.slice(0, 30), async () => {
      const found = await read(`${line}\n\n{"a":"Two weeks on.","ctx":["d1"]}`);
      assert.equal(found.url, 'http://10.0.0.1/ask');
      assert.deepEqual(found.template, { q: '{{ input }}', k: 5 });
      assert.equal(found.responseMapping['output'], '$.a');
    });
});

describe('what a document keeps beside a request is read with it', () => {
  test('a cookie that signs in carries the token', async () => {
    const found = await read(
      JSON.stringify({
        openapi: '3.0.3',
        servers: [{ url: 'https://bot.test' }],
        security: [{ session: [] }],
        paths: {
          '/ask': {
            post: {
              requestBody: {
                content: {
                  'application/json': {
                    schema: { properties: { question: { type: 'string' } }, required: ['question'] },
                  },
                },
              },
            },
          },
        },
        components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'rc_session' } } },
      }),
    );
    assert.equal(found.headers['Cookie'], 'rc_session={{ auth_token }}');
  });

  test('the answers that a client keeps, without those that failed', async () => {
    const request = {
      method: 'POST',
      endpoint: 'https://bot.test/ask',
      headers: [],
      body: { contentType: 'application/json', body: '{"ask":"Why did it crack?"}' },
    };
    const saved = (code: number, body: string) => ({ name: 'x', status: 'x', code, body });
    for (const responses of [
      {
        bad: saved(401, '{"error":{"text":"No key was given."}}'),
        ok: saved(200, '{"potter":{"says":"It dried too fast."}}'),
      },
      [saved(200, '{"potter":{"says":"It dried too fast."}}')],
    ]) {
      const found = await read(JSON.stringify({ v: 3, folders: [], requests: [{ ...request, responses }] }));
      assert.equal(found.responseMapping['output'], '$.potter.says');
    }
  });

  test('the words of a Bruno file are read like any words', async () => {
    const found = await read(
      'meta {\n  name: ask\n}\n\npost {\n  url: https://bot.test/ask\n}\n\nbody:form-urlencoded {\n  Body: when is it due?\n}\n\ndocs {\n  It answers:\n  {"to": "+46700000001", "befund": "On Friday at six."}\n}',
    );
    assert.deepEqual(found.template, { Body: '{{ input }}' });
    assert.equal(found.responseMapping['output'], '$.befund');
  });
});

test('a variable that is called like a mark of a wiki is a variable', async () => {
  for (const name of ['code', 'noformat', 'other']) {
    const found = await read(
      `@host = https://bot.test\n@${name} = local-dev\n\nGET {{host}}/api/ask?c={{${name}}}&q=where%20is%20the%20fuse\n\nHTTP/1.1 200 OK\n\n{ "a": "Behind the door." }`,
    );
    assert.equal(found.url?.split('?')[0], 'https://bot.test/api/ask');
    assert.deepEqual(found.template, { c: 'local-dev', q: '{{ input }}' });
  }
});
