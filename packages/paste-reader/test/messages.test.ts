import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { read } from './read.ts';

const TOKEN = 'given-token-1';
const AT = 'http://bot.test/api/talk';

/** What a colleague writes, the fields sent, and the field that holds the answer. */
const MESSAGES: readonly [string, Record<string, string>, string][] = [
  [
    `hey, the bot is at ${AT}, POST JSON with question, key goes in the X-Key header, you get back {"answer": "..."}`,
    { question: '{{ input }}' },
    '$.answer',
  ],
  [
    `It's at ${AT}, a POST with a JSON body, just one field: question. Key in X-Key. You'll get back answer and sources.`,
    { question: '{{ input }}' },
    '$.answer',
  ],
  [
    `You POST to ${AT}. It takes two things: question, which is what the farmer typed, and herd – put "dairy" there. What comes back has advice, that's the text.`,
    { question: '{{ input }}', herd: 'dairy' },
    '$.advice',
  ],
  [
    `To talk to the bot: POST ${AT}\nBody: message = whatever the customer says, tenant = demo\nHeader: X-Key = the token\nResult: reply`,
    { message: '{{ input }}', tenant: 'demo' },
    '$.reply',
  ],
  [
    `hi, der bot läuft unter ${AT}, einfach POST mit JSON, feld frage, schlüssel im header X-Key, zurück kommt antwort`,
    { frage: '{{ input }}' },
    '$.antwort',
  ],
  [
    `Hola, el bot está en ${AT}. Es un POST con JSON: mensaje con lo que escribe el cliente y tienda, que siempre es "norte". Devuelve respuesta.`,
    { mensaje: '{{ input }}', tienda: 'norte' },
    '$.respuesta',
  ],
  [
    `Ciao, il bot risponde su ${AT}: fai una POST con JSON, campo testo. Torna { "risposta": { "testo": "..." } }`,
    { testo: '{{ input }}' },
    '$.risposta.testo',
  ],
  [
    `Hoi, de bot staat op ${AT}. Je stuurt een POST met JSON, daarin vraag, en de sleutel in header X-Key. Je krijgt antwoord terug.`,
    { vraag: '{{ input }}' },
    '$.antwoord',
  ],
  [
    `Cześć, bot jest pod ${AT}, wysyłasz POST z JSON-em, pole pytanie, klucz w nagłówku X-Key, wraca odpowiedz.`,
    { pytanie: '{{ input }}' },
    '$.odpowiedz',
  ],
  [
    `Привет! Бот живёт на ${AT}, отправляй POST с JSON, поле question, ключ в заголовке X-Key, в ответе поле answer.`,
    { question: '{{ input }}' },
    '$.answer',
  ],
  [
    `APIは ${AT} です。POST で JSON を送ってください。message にユーザーの質問、lang は "ja" 固定です。返ってくる JSON の reply が回答です。`,
    { message: '{{ input }}', lang: 'ja' },
    '$.reply',
  ],
  [
    `接口地址 ${AT} ,POST 方式，JSON 请求体里传 question（用户问题）。返回 data.answer 就是回答。`,
    { question: '{{ input }}' },
    '$.data.answer',
  ],
];

describe('messages of colleagues, who put no name in quotes', () => {
  for (const [text, body, output] of MESSAGES)
    test(`bare names are fields of the side they are told of: ${text.slice(0, 40)}`, async () => {
      const { url, template, responseMapping } = await read(text, TOKEN);
      assert.equal(url, AT);
      assert.deepEqual(template, body);
      assert.ok(
        String(responseMapping['output']).includes(output.slice(2)),
        String(responseMapping['output']),
      );
    });

  test('a noun with its article is no field', async () => {
    const { template } = await read(
      `To test it send a PUT to ${AT}, JSON. It wants one field with the text, sorry, I can't look up its name.`,
    );
    assert.ok(template === undefined || !Object.hasOwn(Object(template), 'text'));
  });

  test('fields that are laid out in a list are all there are, whatever the sentences around them say', async () => {
    const { template } = await read(
      `POST ${AT}\n\n- t (string, required): what was said\n- d (string, required): id of the device, e.g. kitchen\n\nanswer: r = what to speak`,
    );
    assert.deepEqual(Object.keys(Object(template)), ['t', 'd']);
  });

  test('a server like OpenAI that is called at another address gets no model when it must not be sent', async () => {
    const { url, template } = await read(
      'It speaks OpenAI chat completions, the address is http://llm.test/api/v2/chat (nothing appended). You must not send a model.',
    );
    assert.equal(url, 'http://llm.test/api/v2/chat');
    assert.deepEqual(Object.keys(Object(template)), ['messages']);
  });
});
