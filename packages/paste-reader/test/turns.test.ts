import { requestMappingOf } from '../src/index.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { read } from './read.ts';

const post = (body: unknown, answer: unknown): string =>
  `curl http://bot.test/talk -d '${JSON.stringify(body)}'\n\n${JSON.stringify(answer)}`;

describe('a list of turns is sent in the shape that the paste shows', () => {
  for (const part of [{ type: 'text' }, { kind: 'text' }, {}])
    test(`content in parts stays in parts: ${JSON.stringify(part)}`, async () => {
      const found = await read(
        post(
          { messages: [{ role: 'user', content: [{ ...part, text: 'Is it windy?' }] }] },
          { reply: 'Not now.' },
        ),
      );
      assert.equal(found.mode, 'stateless');
      assert.match(
        JSON.stringify(requestMappingOf(found)),
        /content\\":\[\{.*text\\":\\"\{\{ message\.content \}\}/,
      );
    });

  test('content that is a text stays a text', async () => {
    const found = await read(
      post({ messages: [{ role: 'user', content: 'Is it windy?' }] }, { reply: 'Not now.' }),
    );
    assert.deepEqual(found.template, { messages: '{{ messages }}' });
  });

  test('the other side is called what the answer calls it', async () => {
    const found = await read(
      post(
        { messages: [{ role: 'user', content: 'Is it windy?' }] },
        { message: { role: 'analyst', content: 'Not now.' } },
      ),
    );
    assert.match(JSON.stringify(requestMappingOf(found)), /'analyst' if message.role == 'assistant'/);
  });

  test('the last turn is the message when the speakers have names of their own', async () => {
    const found = await read(
      post(
        {
          level: 'beginner',
          turns: [
            { speaker: 'athlete', says: 'I want to run 10 km' },
            { speaker: 'coach', says: 'How far today?' },
            { speaker: 'athlete', says: 'About 4 km' },
          ],
        },
        { turn: { speaker: 'coach', says: 'Then add half a kilometre per week.' } },
      ),
    );
    assert.deepEqual(found.template, {
      level: 'beginner',
      turns: [{ speaker: 'athlete', says: '{{ input }}' }],
    });
  });

  test('what was said before is left out where the message has a field of its own', async () => {
    const found = await read(
      post(
        { message: 'And the arms?', turns: [{ speaker: 'pupil', says: 'How do I stand?' }] },
        { reply: 'Loose.' },
      ),
    );
    assert.deepEqual(found.template, { message: '{{ input }}', turns: [] });
  });
});

describe('what holds a conversation together may be said in a sentence or be nothing at all', () => {
  for (const [words, answer] of [
    ['next turn: add memo=<state of the previous reply>', { state: 'm-76nxd', output: 'Hi, how are you?' }],
    ['follow-up: same request plus "memo": "m-76nxd"', { state: 'm-76nxd', output: 'Hi, how are you?' }],
  ] as const)
    test(words, async () => {
      const found = await read(`${post({ txt: 'Hello there' }, answer)}\n\n${words}`);
      assert.deepEqual(found.template, { txt: '{{ input }}', memo: '{{ conversation_id }}' });
      assert.equal(found.responseMapping['conversation_id'], '$.state');
    });

  test('a number that no answer gives out stays as it is', async () => {
    const found = await read(post({ question: 'Is it open?', conversation_id: 4711 }, { answer: 'Yes.' }));
    assert.equal(found.mode, 'single_turn');
    assert.deepEqual(found.template, { question: '{{ input }}', conversation_id: 4711 });
  });

  test('a switch of that name is no id', async () => {
    const found = await read(
      `curl 'http://bot.test/search?q=which+boots&conversation=true'\n\n{"answer": "Those of category B."}`,
    );
    assert.equal(found.mode, 'single_turn');
  });
});

describe('where the answer is', () => {
  test('what a filter prints stands below its path', async () => {
    const { responseMapping } = await read(
      `$ curl -s http://bot.test/ask -d '{"q":"who builds nests?"}' | jq .result\n{\n  "said": "Birds do, mostly in spring.",\n  "by": "bot"\n}`,
    );
    assert.equal(responseMapping['output'], '$.result.said');
  });

  test('with streaming switched off it is where the answer without a stream has it', async () => {
    const { responseMapping, template } = await read(
      `curl -N http://bot.test/write -d '{"brief":"a page about cards","stream":true}'\ndata: {"delta":"Cards "}\ndata: {"done":true}\n\ncurl http://bot.test/write -d '{"brief":"a page about cards","stream":false}'\n{"page":"Cards for all your thoughts.","words":112}`,
    );
    assert.deepEqual(template, { brief: '{{ input }}', stream: false });
    assert.equal(responseMapping['output'], '$.page');
  });

  test('a text that an assertion looks into is the answer', async () => {
    const { responseMapping } = await read(
      'POST http://bot.test/radio\n{\n  "call": "Smoke on the second floor"\n}\nHTTP 200\n[Asserts]\njsonpath "$.code" == "B2"\njsonpath "$.echo.line" contains "understood"',
    );
    assert.equal(responseMapping['output'], '$.echo.line');
  });

  test('one text beside lists of texts is the answer, with or without markup', async () => {
    const { responseMapping } = await read(
      post(
        { q: 'Is it open?' },
        { zz: { henji: '<p>Yes, <b>until</b> nine.</p>', hint: ['A map', 'A pool'] } },
      ),
    );
    assert.equal(responseMapping['output'], '$.zz.henji');
  });

  test('a figure within a command does not make its answer an error', async () => {
    const { responseMapping } = await read(
      `curl http://bot.test/tutor -F 'course=441' -F 'question=What is a derivative?'\n\n{"page":"It is the slope of a curve.","points":0}`,
    );
    assert.equal(responseMapping['output'], '$.page');
  });

  for (const printed of [
    'hint                          ok\n----                          --\nTake the A27, then the B75. True',
    'hint : Take the A27, then the B75.\nok   : True',
  ])
    test(`PowerShell shows it in columns or lines: ${printed.slice(0, 8)}`, async () => {
      const { responseMapping } = await read(
        `PS C:\\> Invoke-RestMethod http://bot.test/plan -Method Post -Body '{"wish":"The A1 is closed, plan again"}'\n\n${printed}\n`,
      );
      assert.equal(responseMapping['output'], '$.hint');
    });

  test('a test beside a request of a client tells it', async () => {
    const { responseMapping } = await read(
      'POST http://bot.test/ask\nContent-Type: application/json\n\n{ "q": "Why did it stop?" }\n\n> {% client.assert(response.body.a.length > 0) %}',
    );
    assert.equal(responseMapping['output'], '$.a');
  });

  test('the lines of a verbose command are no part of the answer', async () => {
    const { responseMapping } = await read(
      `> curl -v http://bot.test/deed --json '{"deed":"sale","wish":"The house goes to Ann, the car to Bob"}'\n> POST /deed HTTP/2\n> Host: bot.test\n>\n< HTTP/2 200\n< content-type: application/json\n<\n{"draft":"I leave my house to Ann.","sections":[433]}* Connection #0 to host bot.test left intact`,
    );
    assert.equal(responseMapping['output'], '$.draft');
  });
});
