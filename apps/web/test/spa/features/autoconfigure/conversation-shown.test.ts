import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conversationShown } from '../../../../spa/src/features/autoconfigure/conversation-shown.ts';

const asked = { request_mapping: { text: '{{ input }}' }, probe_response: { reply: 'Hello.' } };

test('an ID that a second message carried is said to be carried, and memory is never said to be verified', () => {
  assert.deepEqual(
    conversationShown({
      ...asked,
      conversation_mode: 'stateful',
      confidence_level: 'high',
      probe_success: true,
    }),
    {
      value: 'An ID is sent along with each message; whether it remembers was not tried',
      from: 'A second message with the ID was answered',
      shown: 'ID passed on',
    },
  );
});

test('what no second message was sent for is not tried, however many calls were made', () => {
  for (const [conversation_mode, confidence_level, probe_success] of [
    ['stateful', 'medium', true],
    ['stateful', 'medium', false],
    ['single_turn', 'high', true],
    ['stateless', 'high', true],
  ] as const)
    assert.equal(
      conversationShown({ ...asked, conversation_mode, confidence_level, probe_success }).shown,
      'Not tried',
      conversation_mode,
    );
});

test('messages that all carry a value which the answer brings back are not said to stand alone', () => {
  const { value, from } = conversationShown({
    conversation_mode: 'single_turn',
    confidence_level: 'high',
    probe_success: true,
    request_mapping: { tenantSays: '{{ input }}', visit: 'a1' },
    probe_response: { visit: 'a1', desk: { says: 'Hello.' } },
  });
  assert.equal(value, 'Every message is sent with the same “visit”, “a1”, and may share one conversation');
  assert.equal(from, 'The answer brings back “visit”');
});
