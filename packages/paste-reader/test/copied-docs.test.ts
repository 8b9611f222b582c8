import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findIn, read } from './read.ts';

const TOKEN = 'given-token-1';
const AT = 'http://bot.test/v1/ask';

/** A page as it looks when it is copied, and the body and the output it tells of. */
const PAGES: readonly [string, string, Record<string, unknown>, string][] = [
  [
    'a sheet with what its rows are about in the first column',
    `Endpoint    POST ${AT}\nHeaders     X-Sol-Key      issued by the platform team\nBody        siteCode       string, mandatory. Must be TEST outside\n                           of production\n            questionText   string, mandatory\nResponse    answerText     string, what is shown\n            hits           array`,
    { siteCode: 'TEST', questionText: '{{ input }}' },
    'answerText',
  ],
  [
    'definitions with colons under a heading',
    `Endpoint: ${AT}\nMethod: POST\n\nRequest fields:\nquery: the question of the picker (string, required)\nlimit: max. number of hits (integer, optional)\n\nResponse fields:\ntext: the answer\nref: reference`,
    { query: '{{ input }}' },
    'text',
  ],
  [
    'lists called in and out',
    `POST ${AT}\n\n  in:\n    utterance   what the employee says\n    bot         always "hr"\n  out:\n    response    what to show\n    score       0..1`,
    { utterance: '{{ input }}', bot: 'hr' },
    'response',
  ],
  [
    'a field that is called like a heading and has a type',
    `post ${AT}\n\nBody\n  query  string  Required   what to look for\n\n200 OK\n\n{"answer": {"text": "Use the menu and pick *Revert*."}}`,
    { query: '{{ input }}' },
    'answer.text',
  ],
  [
    'the word "required" between a name and its type',
    `POST ${AT}\n\nREQUEST BODY\n\ncontent\nrequired\nstring\nWhat the contact wrote\n\nResponses\n200 Success\n\nreply\nstring\nWhat the bot says`,
    { content: '{{ input }}' },
    'reply',
  ],
  [
    'the fields of an HTTP domain',
    `.. http:post:: /v1/ask\n\n   .. sourcecode:: http\n\n      POST /v1/ask HTTP/1.1\n      Host: bot.test\n      Authorization: Token abc\n\n      {"term": "palimpsest"}\n\n   :<json string term: the question\n   :>json string reply: the answer`,
    { term: '{{ input }}' },
    'reply',
  ],
  [
    'a table whose headings are in another language',
    `POST ${AT}\n\nVerzoek\n\n| onderdeel | verplicht | uitleg |\n|---|---|---|\n| vraag | ja | vraag van de inwoner |\n\nAntwoord\n\n| onderdeel | uitleg |\n|---|---|\n| antwoord | wat getoond wordt |`,
    { vraag: '{{ input }}' },
    'antwoord',
  ],
];

describe('documentation as it looks when it is copied', () => {
  for (const [what, text, body, output] of PAGES)
    test(`${what} tells of the fields of both sides`, async () => {
      const { template, responseMapping } = await read(text, TOKEN);
      assert.deepEqual(template, body);
      assert.ok(String(responseMapping['output']).includes(output), String(responseMapping['output']));
    });

  test('a parameter that is written with a place for the key holds the key', async () => {
    const { url } = await read(
      `POST ${AT} with "question". The key goes into the query string: \`?subscription-key=<key>\``,
    );
    assert.equal(url, `${AT}?subscription-key={{ auth_token }}`);
  });

  test('a remark behind a header is no part of its value', async () => {
    const { headers } = await read(
      `POST ${AT}\n\nHeader\n  X-Source: openapi            (fixed)\n  Authorization: Bearer <token>\n\nBody\n  text   string   required   what the user asks`,
    );
    assert.equal(headers['X-Source'], 'openapi');
  });

  for (const text of [
    'Interval  6x400 m @ 5k pace\nLong run  18 km easy\nRest  stretch',
    'Shopping list:\n- milk 2x\n- bread\n- butter: unsalted',
  ])
    test(`lists of other things are no interface: ${text.slice(0, 12)}`, async () => {
      assert.equal(await findIn(text, TOKEN), undefined);
    });
});

/** One call as its recorders write it down. */
const RECORDED: readonly [string, string][] = [
  [
    'stub',
    '{"mappings": [{"request": {"method": "POST", "urlPath": "/v1/ask", "headers": {"X-Legal-Key": {"matches": ".+"}}, "bodyPatterns": [{"equalToJson": {"clause": "The tenant waives all claims.", "land": "AT"}}]}, "response": {"status": 200, "jsonBody": {"reply": "That is void towards consumers."}}}]}',
  ],
  [
    'contract',
    '{"interactions": [{"request": {"method": "post", "path": "/v1/ask", "body": {"clause": "The tenant waives all claims.", "land": "AT"}}, "response": {"status": 200, "body": {"reply": "That is void towards consumers."}}}]}',
  ],
  [
    'cassette',
    `---\nhttp_interactions:\n- request:\n    method: post\n    uri: http://bot.test/v1/ask\n    body:\n      encoding: UTF-8\n      string: '{"clause":"The tenant waives all claims.","land":"AT"}'\n    headers:\n      X-Token:\n      - "<TOKEN>"\n  response:\n    status:\n      code: 200\n    body:\n      encoding: UTF-8\n      string: '{"reply":"That is void towards consumers."}'`,
  ],
  [
    'log',
    '10:01 DEBUG {"level":"debug","http":{"method":"POST","url":"http://bot.test/v1/ask","requestBody":{"clause":"The tenant waives all claims.","land":"AT"},"status":200,"responseBody":{"reply":"That is void towards consumers."}}}',
  ],
];

describe('recorded and expected calls', () => {
  for (const [recorder, text] of RECORDED)
    test(`a ${recorder} tells what is sent and what comes back`, async () => {
      const { method, template, responseMapping } = await read(text, TOKEN);
      assert.equal(method, 'POST');
      assert.deepEqual(template, { clause: '{{ input }}', land: 'AT' });
      assert.equal(responseMapping['output'], '$.reply');
    });

  test('what a later call takes from an earlier answer holds the conversation, however deep', async () => {
    const { mode, template, responseMapping } = await read(
      `POST ${AT}\n\nfirst call\n{"msg":{"body":"hello, my router blinks red"}}\n->\n{"rsp":{"ctx":"c_88f1","body":"Since when?"}}\n\nsecond call\n{"msg":{"ctx":"c_88f1","body":"since this morning"}}\n->\n{"rsp":{"ctx":"c_88f1","body":"Please unplug it."}}`,
    );
    assert.equal(mode, 'stateful');
    assert.deepEqual(template, { msg: { body: '{{ input }}', ctx: '{{ conversation_id }}' } });
    assert.equal(responseMapping['conversation_id'], '$.rsp.ctx');
  });
});
