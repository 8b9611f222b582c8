import { requestMappingOf } from '../src/index.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findIn, read } from './read.ts';

type Row = {
  readonly name: string;
  readonly text: string;
  readonly method?: string;
  readonly url?: string | null;
  readonly headers?: Record<string, string>;
  readonly kind?: string;
  readonly body?: unknown;
  readonly output?: string;
  readonly mode?: string;
};

const json = { 'Content-Type': 'application/json' };
const said = { message: '{{ input }}' };

/** Every way of pasting the reader knows, as small as it gets, with exactly what comes of it. */
const rows: readonly Row[] = [
  {
    name: 'curl in bash',
    text: `curl http://bot.test/chat -H 'Content-Type: application/json' -d '{"message":"Hello there?"}'`,
    url: 'http://bot.test/chat',
    headers: json,
    body: said,
  },
  {
    name: 'curl with $-quotes and a glued option',
    text: `curl -XPOST http://bot.test/chat -d $'{"message":"It\\'s late"}'`,
    body: said,
  },
  {
    name: 'curl in cmd, with its prompts',
    text: 'C:\\bots>curl -X POST http://bot.test/chat ^\nMore?  -H "Content-Type: application/json" ^\nMore?  -d "{\\"message\\": \\"Hello there?\\"}"',
    body: said,
  },
  {
    name: 'curl in PowerShell',
    text: 'curl.exe -X POST http://bot.test/chat `\n  -H "Content-Type: application/json" `\n  -d \'{"message": "Hello there?"}\'',
    body: said,
  },
  {
    name: 'curl with a user and a password',
    text: `curl -u bot:$PASSWORD http://bot.test/chat -d '{"message":"Hello there?"}'`,
    headers: { ...json, Authorization: 'Basic {{ auth_token }}' },
    body: said,
  },
  {
    name: 'curl with the quotes of a mail program',
    text: 'curl http://bot.test/chat -H “Content-Type: application/json” -d ‘{“message”: “Hello there?”}’',
    body: said,
  },
  {
    name: 'what jq picks out of an answer',
    text: `curl http://bot.test/chat --json '{"message":"Hello there?"}' | jq -r '.data[0].say'`,
    body: said,
    output: '$.data[0].say',
  },
  {
    name: 'what a command printed',
    text: `$ curl http://bot.test/chat --json '{"message":"Hello there?"}'\n{"squawk":"Pieces of eight!","left":9}`,
    body: said,
    output: '$.squawk',
  },
  {
    name: 'Invoke-RestMethod with splatting',
    text: "$p = @{ Uri = 'http://bot.test/chat'; Method = 'POST'; Body = (ConvertTo-Json @{ message = 'Hello there?' }); ContentType = 'application/json' }\nInvoke-RestMethod @p",
    body: said,
  },
  { name: 'HTTPie', text: 'http POST http://bot.test/chat message="Hello there?"', body: said },
  {
    name: 'an .http file with variables',
    text: '@host = http://bot.test\n\n### Ask\nPOST {{host}}/chat\nContent-Type: application/json\n\n{"message": "Hello there?"}',
    url: 'http://bot.test/chat',
    body: said,
  },
  {
    name: 'a raw message with its answer',
    text: 'POST /chat HTTP/1.1\nHost: bot.test\nAccept-Version: 2\nContent-Type: application/json\n\n{"message":"Hello there?"}\n\nHTTP/1.1 200 OK\nContent-Type: application/json\n\n{"reply":{"speech":"Good morning."}}',
    headers: { ...json, 'Accept-Version': '2' },
    body: said,
    output: '$.reply.speech',
  },
  {
    name: 'OpenAPI 3.1',
    text: JSON.stringify({
      openapi: '3.1.0',
      servers: [{ url: 'http://bot.test' }],
      paths: {
        '/chat': {
          post: {
            requestBody: {
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    required: ['message'],
                    properties: { message: { type: ['string', 'null'] } },
                  },
                },
              },
            },
            responses: {
              200: {
                content: {
                  'application/json': {
                    schema: { type: 'object', properties: { reply: { type: 'string' } } },
                  },
                },
              },
            },
          },
        },
      },
    }),
    url: 'http://bot.test/chat',
    body: said,
    output: '$.reply',
  },
  {
    name: 'Swagger 2 in YAML',
    text: "swagger: '2.0'\nhost: bot.test\nschemes: [http]\npaths:\n  /ask:\n    get:\n      parameters:\n        - {name: frage, in: query, type: string, required: true}\n        - {name: region, in: query, type: string}\n      responses:\n        200: {description: ok, schema: {type: object, properties: {antwort: {type: string}}}}\n        default: {description: error, schema: {type: object, properties: {message: {type: string}}}}",
    method: 'GET',
    url: 'http://bot.test/ask',
    body: { frage: '{{ input }}' },
    output: '$.antwort',
  },
  {
    name: 'Postman with a variable and a saved answer',
    text: JSON.stringify({
      info: { name: 'bot', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      variable: [{ key: 'base', value: 'http://bot.test' }],
      item: [
        {
          name: 'chat',
          request: {
            method: 'POST',
            url: { raw: '{{base}}/chat' },
            body: { mode: 'raw', raw: '{"message": "Hello there?"}' },
          },
          response: [{ code: 200, body: '{"reply": "Good morning."}' }],
        },
      ],
    }),
    url: 'http://bot.test/chat',
    body: said,
    output: '$.reply',
  },
  {
    name: 'a browser recording of a stream',
    text: JSON.stringify({
      log: {
        entries: [
          {
            request: {
              method: 'POST',
              url: 'http://bot.test/chat',
              headers: [],
              postData: { mimeType: 'application/json', text: '{"message":"Hello there?"}' },
            },
            response: {
              status: 200,
              content: {
                mimeType: 'text/event-stream',
                text: 'data: {"d":"Good "}\n\ndata: {"d":"morning."}\n\n',
              },
            },
          },
        ],
      },
    }),
    body: said,
    output: '$.d',
  },
  {
    name: 'an export of another client',
    text: JSON.stringify({
      requests: [
        { name: 'ping', url: 'http://bot.test/ping', method: 'GET' },
        {
          name: 'chat',
          url: 'http://bot.test/chat',
          method: 'POST',
          body: { type: 'json', raw: '{"message": "Hello there?"}' },
        },
      ],
    }),
    url: 'http://bot.test/chat',
    body: said,
  },
  {
    name: 'a file of Bruno',
    text: 'meta {\n  name: chat\n}\n\npost {\n  url: http://bot.test/chat\n}\n\nbody:json {\n  { "message": "Hello there?" }\n}\n\ntests {\n  expect(res.body.ausgabe).to.be.a("string");\n}',
    body: said,
    output: '$.ausgabe',
  },
  {
    name: 'Python',
    text: 'import requests\nr = requests.post("http://bot.test/chat", json={"message": "Hello there?"})\nprint(r.json()["data"]["reply"])',
    body: said,
    output: '$.data.reply',
  },
  {
    name: 'JavaScript',
    text: 'const r = await fetch("http://bot.test/chat", { method: "POST", body: JSON.stringify({ message: text }) });\nconst { reply } = await r.json();\nreturn reply;',
    body: said,
    output: '$.reply',
  },
  {
    name: 'Go with tagged types',
    text: 'package main\ntype Ask struct { Message string `json:"message"` }\nfunc main() {\n\tb, _ := json.Marshal(Ask{Message: text})\n\tresp, _ := http.Post("http://bot.test/chat", "application/json", bytes.NewBuffer(b))\n\tfmt.Println(resp)\n}',
    body: said,
  },
  {
    name: 'Java',
    text: 'HttpRequest r = HttpRequest.newBuilder().uri(URI.create("http://bot.test/chat")).header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString("{\\"message\\":\\"" + text + "\\"}")).build();',
    body: said,
  },
  {
    name: 'C#',
    text: 'using System;\nvar http = new HttpClient();\nvar r = await http.PostAsJsonAsync("http://bot.test/chat", new { message = text });',
    body: said,
  },
  {
    name: 'PHP',
    text: '<?php\n$ch = curl_init("http://bot.test/chat");\ncurl_setopt($ch, CURLOPT_POSTFIELDS, json_encode(["message" => $text]));\n$out = json_decode(curl_exec($ch));\necho $out->reply;',
    body: said,
    output: '$.reply',
  },
  {
    name: 'Ruby',
    text: 'require "faraday"\nres = Faraday.new(url: "http://bot.test").post("/chat", { message: "Hello there?" })\nputs res.body["answers"].first["text"]',
    body: said,
    output: '$.answers[0].text',
  },
  {
    name: 'Swift, which has no grammar here',
    text: 'var req = URLRequest(url: URL(string: "http://bot.test/chat")!)\nreq.httpMethod = "POST"\nlet payload: [String: Any] = ["message": text]\nreq.httpBody = try JSONSerialization.data(withJSONObject: payload)',
    body: said,
  },
  {
    name: 'a FastAPI handler with its types',
    text: '@app.post("/chat", response_model=Out)\ndef chat(body: In):\n    return run(body.message)\n\nclass In(BaseModel):\n    message: str\n    top_k: int = 3\n\nclass Out(BaseModel):\n    reply: str',
    url: null,
    body: said,
    output: '$.reply',
  },
  {
    name: 'types alone',
    text: 'interface ChatRequest {\n  message: string;\n  depth?: number;\n}\n\ninterface ChatResponse {\n  reply: string;\n}',
    url: null,
    body: said,
    output: '$.reply',
  },
  {
    name: 'a GraphQL operation',
    text: 'POST http://bot.test/graphql\n\nmutation Ask($q: String!) { ask(question: $q) { answer } }\n\n{"q": "Hello there?"}',
    url: 'http://bot.test/graphql',
    body: {
      query: 'mutation Ask($q: String!) { ask(question: $q) { answer } }',
      variables: { q: '{{ input }}' },
    },
    output: '$.data.ask.answer',
  },
  {
    name: 'JSON-RPC',
    text: 'POST http://bot.test/rpc\n\n{"jsonrpc":"2.0","id":1,"method":"bot.ask","params":{"message":"Hello there?"}}\n\n{"jsonrpc":"2.0","id":1,"result":{"reply":"Good morning."}}',
    body: { jsonrpc: '2.0', id: 1, method: 'bot.ask', params: said },
    output: '$.result.reply',
  },
  {
    name: 'a table',
    text: 'POST http://bot.test/chat\n\n| Field | Type | Required | Description |\n|---|---|---|---|\n| message | string | yes | What the user said |\n| top_k | integer | no | How many |\n\nResponse: `reply` (string) is the answer.',
    body: said,
    output: '$.reply',
  },
  {
    name: 'a documentation page that was copied',
    text: 'Send\nPOST http://bot.test/chat\n\nBody\nmessage\nstring\nrequired\nThe message to send.\n\nmood\nstring\nOptional.\n\nResponse\nreply\nstring\nThe reply of the bot.',
    body: said,
    output: '$.reply',
  },
  {
    name: 'sentences',
    text: 'Send a POST to http://bot.test/chat with a JSON body whose field `message` holds the question. It returns JSON with `reply`.',
    body: said,
    output: '$.reply',
  },
  {
    name: 'relaxed JSON with comments',
    text: "POST http://bot.test/chat\n\nrequest:\n{\n  // what the user typed\n  message: 'Hello there?',\n}\n\nresponse:\n{ reply: 'Good morning.', ... }",
    body: said,
    output: '$.reply',
  },
];

describe('what the reader makes of each kind of paste', () => {
  for (const row of rows)
    test(row.name, async () => {
      const hypothesis = await read(row.text);
      assert.deepEqual(requestMappingOf(hypothesis), row.body);
      assert.equal(hypothesis.method, row.method ?? 'POST');
      if (row.url !== undefined && row.url !== null) assert.equal(hypothesis.url, row.url);
      if (row.headers !== undefined) assert.deepEqual(hypothesis.headers, row.headers);
      if (row.output !== undefined) assert.equal(hypothesis.responseMapping['output'], row.output);
    });
});

test('text that tells of no request is not understood', async () => {
  for (const text of [
    '',
    'Lunch at noon?',
    'java.lang.NullPointerException: "s" is null\n\tat com.acme.Strings.pad(Strings.java:41)',
  ])
    assert.equal(await findIn(text), undefined, text);
});
