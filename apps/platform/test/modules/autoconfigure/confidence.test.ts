import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { confidenceOf, levelOf } from '../../../src/modules/autoconfigure/confidence.ts';
import { openQuestions } from '../../../src/modules/autoconfigure/open-questions.ts';
import type { Hypothesis, Json } from '@sonde/paste-reader';
import { createService, startTarget } from './support.ts';
import { read } from '../../../../../packages/paste-reader/test/read.ts';

const exchange = (body: string, answer: string) => read(`curl http://bot.test/ask -d '${body}'\n\n${answer}`);

/** The level of a configuration whose only call was answered so. */
const levelAfter = (
  hypothesis: Hypothesis,
  answer: Json,
  isRepetition = false,
  conversation: 'continued' | 'broken' | 'unknown' = 'unknown',
) =>
  levelOf(
    confidenceOf(hypothesis, {
      isVerified: true,
      conversation,
      probeStatus: 200,
      corrections: 0,
      answer,
      isRepetition,
    }),
  );

const plain = () => exchange('{"message": "Where is my parcel?"}', '{"reply": "It is on its way."}');

test('a web page instead of an answer leaves little confidence, and another unverified answer keeps its own', async () => {
  const levelUnverified = async (answer: Json) =>
    levelOf(
      confidenceOf(await plain(), {
        isVerified: false,
        conversation: 'unknown',
        probeStatus: 200,
        corrections: 0,
        answer,
        isRepetition: false,
      }),
    );
  assert.equal(await levelUnverified('<!doctype html><title>Sign in</title>'), 'low');
  assert.equal(await levelUnverified(' <HTML lang="en"><body>Welcome'), 'low');
  assert.equal(await levelUnverified({ ok: true }), 'medium');
});

describe('high confidence is earned', () => {
  test('by an answer that leaves no question open', async () => {
    assert.equal(levelAfter(await plain(), { reply: 'It is on its way.' }), 'high');
  });

  for (const answer of [
    { reply: 'Hello there.', vorgang: 'V-2231' },
    { reply: 'Hello there.', lesson: 'l-771' },
    { reply: 'Hello there.', cs: '76nxdxIJO2' },
    { reply: { text: 'Hello there.' }, state: { faden: 'F-881' } },
  ] as readonly Json[])
    test(`not by an answer with an identifier that nobody sends back: ${JSON.stringify(answer)}`, async () => {
      assert.equal(levelAfter(await plain(), answer), 'medium');
    });

  for (const answer of [
    { reply: 'Hello there.', request_id: 'r-77121' },
    { reply: 'Hello there.', message_id: 'm_19', model: 'small-1' },
    { reply: 'Hello there.', meta: { traceId: '00-ab12', region: 'us-central1' } },
    { reply: 'Hello there.', on: '2026-02-11', version: '1.0.2' },
    { id: 'cmpl-881', reply: 'Hello there.', usage: { total_tokens: '117' } },
  ] as readonly Json[])
    test(`also beside identifiers of the call or the model: ${JSON.stringify(answer)}`, async () => {
      assert.equal(levelAfter(await plain(), answer), 'high');
    });

  for (const field of ['"memoryId": "string"', '"sceneId": "new"', '"thread": null', '"chat": "c-12"'])
    test(`not while a field may hold the conversation: ${field}`, async () => {
      const hypothesis = {
        ...(await plain()),
        template: JSON.parse(`{"message": "{{ input }}", ${field}}`) as Json,
      };
      assert.equal(levelAfter(hypothesis, { reply: 'Hello there.' }), 'medium');
    });

  test('not by a message that goes into two fields', async () => {
    const hypothesis = { ...(await plain()), template: { message: '{{ input }}', mood: '{{ input }}' } };
    assert.deepEqual(openQuestions(hypothesis, { answer: {}, corrections: 0 }), ['message_is_sent_twice']);
  });

  test('not by an answer that is the message itself', async () => {
    assert.equal(levelAfter(await plain(), { reply: 'Hello' }, true), 'medium');
  });

  test('not where much is made up, and still where one value is', async () => {
    const hypothesis = await plain();
    const filled = (template: Json) => levelAfter({ ...hypothesis, template }, { reply: 'Hello there.' });
    assert.equal(filled({ message: '{{ input }}', shop: 'string' }), 'high');
    assert.equal(filled({ message: '{{ input }}', a: 'string', b: 'string', c: 'sonde' }), 'medium');
  });

  test('not where the message goes to the name that the answer comes from while another text is made up', async () => {
    const hypothesis = await exchange('{"text": "Where is my parcel?"}', '{"text": "It is on its way."}');
    assert.equal(levelAfter(hypothesis, { text: 'It is on its way.' }), 'high');
    const mixed = { ...hypothesis, template: { text: '{{ input }}', complaint: 'string' } };
    assert.equal(levelAfter(mixed, { text: 'It is on its way.' }), 'medium');
  });

  test('not where the output was chosen among several texts of the answer', async () => {
    const hypothesis = { ...(await plain()), outputSource: 'live' as const };
    const answer = { a: 'One two three.', b: 'Four five six.', c: 'Seven eight nine.' };
    assert.equal(levelAfter(hypothesis, answer), 'medium');
  });

  test('not by an id of a conversation before a second message went on in it', async () => {
    const hypothesis = {
      ...(await plain()),
      template: { message: '{{ input }}', chat_id: "{{ conversation_id | default('sonde-conversation') }}" },
    };
    assert.equal(levelAfter(hypothesis, { reply: 'Hello there.' }), 'medium');
    assert.equal(levelAfter(hypothesis, { reply: 'Hello there.' }, false, 'broken'), 'medium');
    assert.equal(levelAfter(hypothesis, { reply: 'Hello there.' }, false, 'continued'), 'high');
  });

  test('against a target that only repeats what it is told, the probe itself claims no high confidence', async () => {
    const target = await startTarget(({ json }) => ({ body: { reply: json['message'] } }));
    const service = createService();
    try {
      const result = await service.run({
        input_text: `curl ${target.url}/ask -H 'content-type: application/json' -d '{"message": "Where is my parcel?"}'\n\n{"reply": "It is on its way."}`,
        probe: true,
      });
      assert.equal(result.probe_success, true);
      assert.notEqual(result.confidence_level, 'high');
    } finally {
      await service.close();
      await target.close();
    }
  });
});
