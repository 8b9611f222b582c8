import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { read } from './read.ts';

/** One exchange, with what stands in a field of the request and in one of the same name in the answer. */
const exchange = (field: string, sent: unknown, returned: unknown): string =>
  `POST http://bot.test/ask\n\n${JSON.stringify({ question: 'When do you open?', [field]: sent })}\n\nResponse:\n${JSON.stringify({ answer: 'We open at nine.', [field]: returned })}`;

describe('what holds a conversation together', () => {
  for (const field of [
    'session_id',
    'chatSessionId',
    'userSessionKey',
    'conversation-ref',
    'oturumno',
    'gespraechId',
    'czat_id',
    'idConversacion',
    'hilo_id',
    'sessaoId',
    'samtaleId',
    'keskustelu_id',
    '会话ID',
    'セッションID',
  ])
    test(`${field} is the id of a conversation by its name`, async () => {
      const { mode, template, responseMapping } = await read(exchange(field, 'x-51', 'x-51'));
      assert.equal(mode, 'stateful');
      assert.match(JSON.stringify(template), /conversation_id/);
      assert.match(String(responseMapping['conversation_id']), /\$/);
    });

  for (const field of [
    'stay_session',
    'guestSession',
    'supportThreadId',
    'desk-conversation',
    'order_chat_id',
    'shopDialogue',
    'stay_session_id',
  ])
    for (const sent of ['guest-1', 'lobby'])
      test(`${field} with ${sent} beside a message is the conversation by the end of its name`, async () => {
        const { mode, template, responseMapping } = await read(exchange(field, sent, sent));
        assert.equal(mode, 'stateful');
        assert.match(JSON.stringify(template), new RegExp(`"${field}":"\\{\\{ conversation_id`));
        assert.match(JSON.stringify(template), /"question":"\{\{ input \}\}"/);
        assert.match(String(responseMapping['conversation_id']), /\$/);
      });

  test('a body alone tells the conversation by the end of a name', async () => {
    const { mode, template } = await read(
      `POST http://bot.test/ask\n\n{"message":"May I check out late?","stay_session":"guest-1"}`,
    );
    assert.equal(mode, 'stateful');
    assert.match(JSON.stringify(template), /"stay_session":"\{\{ conversation_id/);
  });

  for (const [field, value] of [
    ['session_type', 'guest-1'],
    ['stay_session_length', '30'],
    ['guest_session_token', 'guest-1'],
    ['login_session', 'guest-1'],
    ['past_sessions', ['guest-1', 'guest-2']],
    ['keep_session', true],
    ['keep_session', 'true'],
    ['email_thread', 'Hello, I wrote to you on Monday about the room.'],
    ['stay_session', 'two nights with breakfast'],
    ['max_turns_per_conversation', 20],
    ['messages_per_session', 10],
    ['max_session', 5],
    ['tokens_in_conversation', 500],
    ['mode_of_conversation', 'casual'],
    ['private_dialog', 'yes'],
  ] as const)
    test(`${field} with ${JSON.stringify(value)} is no conversation`, async () => {
      const { mode, template } = await read(exchange(field, value, value));
      assert.equal(mode, 'single_turn');
      assert.doesNotMatch(JSON.stringify(template), /conversation_id/);
    });

  test('a field that is empty at first and numbered in the answer is given out by the target', async () => {
    const { mode, responseMapping } = await read(exchange('lesson', null, 'l-77'));
    assert.equal(mode, 'stateful');
    assert.equal(responseMapping['conversation_id'], '$.lesson');
  });

  for (const field of ['claimNo', 'journey', 'bookingReference', 'vorgang', 'parcel'])
    test(`the same ${field} on both sides is what the message is about, and stays as it is`, async () => {
      const { mode, template } = await read(exchange(field, 'J-118', 'J-118'));
      assert.equal(mode, 'single_turn');
      assert.match(JSON.stringify(template), /J-118/);
    });

  for (const words of [
    'To go on with the same conversation pass "topic_no" from the previous answer.',
    'Zum Fortsetzen der Unterhaltung "topic_no" aus der letzten Antwort mitschicken.',
    'Pour continuer une conversation, il faut renvoyer "topic_no" tel qu’il a été reçu.',
    'Para seguir la misma conversación hay que enviar "topic_no" como vino en la respuesta.',
    'Para continuar a mesma conversa mandem também "topic_no" com o valor que veio na resposta.',
  ])
    test(`a sentence names it: ${words.slice(0, 40)}`, async () => {
      const { mode, template } = await read(
        `POST to https://bot.test/api/v1/say with JSON, the message in "text". ${words}\n\n{"reply": "Certainly.", "topic_no": "t-20931"}`,
      );
      assert.equal(mode, 'stateful');
      assert.match(JSON.stringify(template), /"topic_no":"\{\{ conversation_id/);
      assert.match(JSON.stringify(template), /"text":"\{\{ input \}\}"/);
    });

  test('an id that only the answer names goes into the envelope that holds the message', async () => {
    const { template } = await read(
      `curl http://bot.test/apps/7/completion -d '{"input": {"prompt": "Who are you?"}, "debug": {}}'\n\n{"output": {"session_id": "232ea2e9e6ef448db6b14465c06a9a56", "text": "I am a model."}}`,
    );
    assert.deepEqual(template, {
      input: { prompt: '{{ input }}', session_id: '{{ conversation_id }}' },
      debug: {},
    });
  });

  test('an id of which nobody says where it is sent makes no conversation', async () => {
    const { mode } = await read(
      `curl http://bot.test/ask -d '{"message": {"content": "Where is my desk?"}}'\n\n{"conversation": {"id": 15}, "reply": "On the second floor."}`,
    );
    assert.equal(mode, 'single_turn');
  });

  test('an id that the caller makes up is there from the first message, and the user is told', async () => {
    const { template, warnings } = await read(
      'POST http://bot.test/chat\n\n{\n  "thread": "demo", // any string you like\n  "text": "Who signed the lease?"\n}\n\nresponse\n{"thread": "demo", "text": "Mr. Okafor."}',
    );
    assert.match(JSON.stringify(template), /conversation_id \| default\('sonde-conversation'\)/);
    assert.ok(warnings.some((warning) => warning.includes('calls that name none share one')));
  });
});
