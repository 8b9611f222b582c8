import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { read } from './read.ts';

const HEADERS: readonly [string, string][] = [
  ['Nyckeln skickas i headern Api-Nyckel.', 'Api-Nyckel'],
  ['Klucz idzie w nagłówku Klucz-Api.', 'Klucz-Api'],
  ["La clé va dans l'en-tête Cle-Acces.", 'Cle-Acces'],
  ["La chiave va nell'intestazione Chiave-Api.", 'Chiave-Api'],
  ['sleutel in de header Ocp-Sleutel', 'Ocp-Sleutel'],
  ['Secret in x-hl-secret.', 'x-hl-secret'],
  ['The key goes into `api-key`, not `Authorization`.', 'api-key'],
  ['Put your key into `x-team-key` instead of `Authorization`.', 'x-team-key'],
];

describe('who is calling, as words say it', () => {
  for (const [sentence, header] of HEADERS)
    test(`the header that a sentence names carries the credential: ${sentence}`, async () => {
      const { headers } = await read(
        `POST http://bot.test/chat, JSON with "message" (what the user types).\n${sentence}`,
        'given-token-1',
      );
      assert.equal(headers[header], '{{ auth_token }}');
      assert.equal(headers['Authorization'], undefined);
    });

  for (const list of [
    'Headers\n  token           string, required. Token of the bot\n  Content-Type    application/json\n\nBody\n  text    string, required. What the user asks',
    '## Headers\n\n| Header | Description |\n|---|---|\n| token | Token of the bot |\n\n## Body\n\n| Field | Description |\n|---|---|\n| text | what the user asks |',
  ])
    test(`a list of headers names the one that carries the credential: ${list.slice(0, 12)}`, async () => {
      const { headers, template } = await read(`POST http://bot.test/chat\n\n${list}`, 'given-token-1');
      assert.equal(headers['token'], '{{ auth_token }}');
      assert.deepEqual(template, { text: '{{ input }}' });
    });

  test('an address written with its parameters has no others, and the words say which is the key', async () => {
    const { url, template } = await read(
      'SEEK_KEY=abc seek serve   # http://localhost:7077\n\n- `GET /find?q=…&t=…` - `q` is the question, `t` is your `SEEK_KEY`. Gives `{"r": "text", "s": 0.9}`, `s` being the score.',
      'given-token-1',
    );
    assert.equal(url, 'http://localhost:7077/find');
    assert.deepEqual(template, { q: '{{ input }}', t: '{{ auth_token }}' });
  });

  test('a header that is not to be used is not', async () => {
    const { headers } = await read(
      'POST http://bot.test/ask with "question". Token goes as bearer. The key point: do not use the old header X-Legacy.',
      'given-token-1',
    );
    assert.equal(headers['Authorization'], 'Bearer {{ auth_token }}');
    assert.equal(headers['X-Legacy'], undefined);
  });

  test('a page of an OpenAPI document says below the type where a parameter goes', async () => {
    const { headers } = await read(
      'POST\nhttp://bot.test/advice\n\nParameters\napiKey *\nstring\n(header)\n\nRequest body\n{"question": "Why are the leaves yellow?"}',
      'given-token-1',
    );
    assert.equal(headers['apiKey'], '{{ auth_token }}');
  });

  test('a header said to have a value is sent with it', async () => {
    const { headers } = await read(
      'POST http://bot.test/chat with "message". Every call needs `x-cost-unit` (for QA it is 7710), each must carry `x-project`, for us that is `atlas`.',
    );
    assert.equal(headers['x-cost-unit'], '7710');
    assert.equal(headers['x-project'], 'atlas');
  });
});

describe('what is sent, as words say it', () => {
  test('fields belong to the operation below whose method and path they stand', async () => {
    const { url, method, template, bodyKind } = await read(
      'Papers API, base http://bot.test/v1\n\nADD A PAPER\nPUT /papers     multipart, field "file"\n\nASK ABOUT A PAPER\nPOST /ask       JSON\n                paper_id   string, required\n                question   string, required\n\nREMOVE A PAPER\nDELETE /papers/:id',
    );
    assert.equal(url, 'http://bot.test/v1/ask');
    assert.equal(method, 'POST');
    assert.equal(bodyKind, 'json');
    assert.deepEqual(template, { paper_id: 'string', question: '{{ input }}' });
  });

  test('a list of routes claims none of the fields after it', async () => {
    const { template } = await read(
      'http://bot.test\n\n- POST /chat\n- GET /health\n\nThe body has `message` (string): what the user types.',
    );
    assert.deepEqual(template, { message: '{{ input }}' });
  });

  test('what both sides have says nothing beside the name of one of them', async () => {
    const { template, responseMapping } = await read(
      'POST http://bot.test/ask\n\nRequest fields\n    question    what you want to know (string, required)\n    verbose     the long answer (boolean, optional)\n\nResponse fields\n    answer      the answer (string)\n    took        seconds (integer)',
    );
    assert.deepEqual(template, { question: '{{ input }}' });
    assert.equal(responseMapping['output'], '$.answer');
  });

  test('names of fields within lists make lists', async () => {
    const { template, mode, responseMapping } = await read(
      'POST http://bot.test/v1/talk\n\nBody\nmodel\tstring\tRequired\nThe model, for example small-1.\nmessages\tlist\tRequired\nThe conversation so far.\nmessages[].role\tstring\tRequired\nOne of system, user, assistant.\nmessages[].content\tstring\tRequired\nThe text.\n\nResponse\nchoices[].message.content\tstring\nThe generated text.',
    );
    assert.deepEqual(template, { model: 'small-1', messages: '{{ messages }}' });
    assert.equal(mode, 'stateless');
    assert.equal(responseMapping['output'], '$.choices[0].message.content');
  });

  test('a sentence that tells of a list of turns is a whole conversation', async () => {
    const { template, mode } = await read(
      'POST http://bot.test/talk. You always send the conversation so far as a list named "conversation", each entry with role (user / assistant) and content.',
    );
    assert.deepEqual(template, { conversation: '{{ messages }}' });
    assert.equal(mode, 'stateless');
  });

  for (const [words, model] of [
    [
      'Our server is OpenAI compatible, endpoint http://llm.test/v1/chat/completions, the model is called oak-small.',
      'oak-small',
    ],
    ['We run vLLM, so it is the OpenAI API: base URL http://llm.test/v1, model name birch-7b', 'birch-7b'],
    ['OpenAI-kompatibel unter http://llm.test/v1/chat/completions, das Modell heißt olm-large.', 'olm-large'],
  ] as const)
    test(`whoever says that a server speaks OpenAI's dialect has said what is sent: ${model}`, async () => {
      const { url, template } = await read(words);
      assert.equal(url, 'http://llm.test/v1/chat/completions');
      assert.deepEqual(template, { model, messages: '{{ messages }}' });
    });

  test('what a field may hold is no field, and what is meant of it is sent', async () => {
    const { template } = await read(
      'POST JSON to http://bot.test/letters with "letter", what the tenant has written, and "tone", which is either formal or friendly (we always use formal). Fields are case sensitive please (it is an old server).',
    );
    assert.deepEqual(template, { letter: '{{ input }}', tone: 'formal' });
  });
});

describe('samples without a word about them', () => {
  test('what stands right below a request and has other fields is its answer', async () => {
    const { template, responseMapping } = await read(
      'POST http://bot.test/advise\n\nExemple\n\n{ "symptomes": "mal de gorge depuis trois jours", "age": 40 }\n\n{ "conseil": "Repos et boissons chaudes.", "urgence": false }',
    );
    assert.deepEqual(template, { symptomes: '{{ input }}', age: 40 });
    assert.equal(responseMapping['output'], '$.conseil');
  });

  test('arrows of both directions tell what goes out and what comes in', async () => {
    const { template, responseMapping } = await read(
      "DEBUG POST http://bot.test/advise\nDEBUG -> {'observation': 'yellow stripes', 'crop': 'wheat', 'field': None}\nDEBUG <- 200 {'advice': 'Looks like rust, spray soon.', 'risk': 0.7}",
    );
    assert.deepEqual(template, { observation: '{{ input }}', crop: 'wheat', field: null });
    assert.equal(responseMapping['output'], '$.advice');
  });

  test('the record of a log is no part of the call within it', async () => {
    const { template, url, responseMapping } = await read(
      'http://bot.test\n{"ts":"2025-05-20T07:14:02Z","lvl":"debug","msg":"-> POST /rpc/answer","body":{"args":{"question":"which tariff?","top":3}}}\n{"ts":"2025-05-20T07:14:03Z","lvl":"debug","msg":"<- 200","body":{"ok":true,"value":{"answer":"Tariff Flex."}}}',
    );
    assert.equal(url, 'http://bot.test/rpc/answer');
    assert.deepEqual(template, { args: { question: '{{ input }}', top: 3 } });
    assert.equal(responseMapping['output'], '$.value.answer');
  });

  test('a message that was sent in an envelope of its own keeps it', async () => {
    const { template } = await read(
      'POST http://bot.test/in\n{"event": "message", "data": {"text": "where is my parcel?"}}',
    );
    assert.deepEqual(template, { event: 'message', data: { text: '{{ input }}' } });
  });

  test('of several proposals the first is taken, pieces of one text are put together', async () => {
    const proposals = await read(
      'POST http://bot.test/titles\n{"article": "The council plans a tram line ..."}\n\n{"titles": ["New line, old worries", "Tram comes in spring"], "ms": 9}',
    );
    assert.equal(proposals.responseMapping['output'], '$.titles[0]');
    const pieces = await read(
      'POST http://bot.test/titles\n{"article": "The council plans a tram line ..."}\n\n{"text": ["The ", "harbour ", "sleeps."], "ms": 9}',
    );
    assert.equal(pieces.responseMapping['output'], "{{ jsonpath('$.text') | join('') }}");
  });
});
