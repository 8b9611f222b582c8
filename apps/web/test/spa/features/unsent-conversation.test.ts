import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyDraft } from '../../../spa/src/features/endpoints/draft.ts';
import type { EndpointDraft } from '../../../spa/src/features/endpoints/draft.ts';
import { emptyStep } from '../../../spa/src/features/endpoints/step-drafts.ts';
import { leavesConversationUnsent } from '../../../spa/src/features/endpoints/unsent-conversation.ts';

const warned = (changes: Partial<EndpointDraft>): boolean =>
  leavesConversationUnsent({
    ...emptyDraft,
    request_mapping: '{"tenantSays": "{{ input }}", "visit": "a1"}',
    response_mapping: [{ name: 'conversation_id', value: '$.visit' }],
    ...changes,
  });

test('a conversation that is read from the answer and sent by no request is warned of', () => {
  assert.ok(warned({}));
  assert.ok(warned({ request_headers: [{ name: 'X-Visit', value: 'a1' }] }));
});

test('no warning where nothing is read, or where any part of a request sends it', () => {
  const sent = [{ name: 'visit', value: '{{ conversation_id }}' }];
  for (const changes of [
    { response_mapping: [] },
    { response_mapping: [{ name: 'conversation_id', value: '' }] },
    { request_mapping: '{"visit": "{{ conversation_id }}"}' },
    { request_mapping: '{"visit": "{{ session_id }}"}' },
    { request_mapping: '{"messages": {{ messages | tojson }}}' },
    { url: 'https://bot.example.org/visits/{{ conversation_id }}/messages' },
    { request_headers: sent },
    { query_params: sent },
    { before_steps: [{ ...emptyStep, url: 'https://bot.example.org/{{ conversation_id }}' }] },
  ])
    assert.equal(warned(changes), false, JSON.stringify(changes));
});
