import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedConversation } from '../../../spa/src/features/endpoints/shared-conversation.ts';

const found = (request_mapping: string, conversation_id_from = 'target') =>
  sharedConversation({ request_mapping, conversation_id_from });

test('a request that always names the same conversation is found, and each gets its own without another change', () => {
  assert.deepEqual(found('{\n  "message": "{{ input }}",\n  "meta": {"sessionId": "demo-1"}\n}'), {
    field: 'sessionId',
    changes: {
      request_mapping: '{\n  "message": "{{ input }}",\n  "meta": {"sessionId": "{{ conversation_id }}"}\n}',
      conversation_id_from: 'caller',
    },
  });
  assert.equal(found('{"q": {{ input | tojson }}, "thread_id": 42}', 'caller')?.field, 'thread_id');
  const named = `{"q": "{{ input }}", "chat_id": "{{ conversation_id | default('sonde-conversation') }}"}`;
  assert.deepEqual(found(named)?.changes, { request_mapping: named, conversation_id_from: 'caller' });
});

test('a conversation that the application or Sonde names, and fields that mean something else, are left alone', () => {
  for (const mapping of [
    '{"message": "{{ input }}", "session_id": "{{ conversation_id }}"}',
    '{"message": "{{ input }}", "session_id": null}',
    '{"message": "{{ input }}", "session_id": ""}',
    '{"message": "{{ input }}", "session_type": "demo-1", "chat": "hello", "user_id": "demo-1"}',
  ])
    assert.equal(found(mapping), undefined, mapping);
  const named = `{"q": "{{ input }}", "chat_id": "{{ conversation_id | default('sonde-conversation') }}"}`;
  assert.equal(found(named, 'caller'), undefined);
});
