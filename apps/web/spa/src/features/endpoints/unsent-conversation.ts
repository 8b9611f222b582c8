import { variablesOfMapping } from '../../lib/template-variables.ts';
import { conversationField } from './call-variables.ts';
import type { EndpointDraft } from './draft.ts';

/** What is said where a conversation is read from the answers and no later request goes on in it. */
export const unsentConversation =
  '“conversation_id” is read from the answer, but no request sends it, so it does not keep messages in one conversation or apart. Put {{ conversation_id }} under Mapping where the request names its conversation.';

type Parts = Pick<
  EndpointDraft,
  | 'url'
  | 'request_mapping'
  | 'response_mapping'
  | 'request_headers'
  | 'secret_headers'
  | 'query_params'
  | 'before_steps'
  | 'polling'
>;

/** True where the response mapping reads a conversation that nothing of the request uses. */
export function leavesConversationUnsent(draft: Parts): boolean {
  const isRead = draft.response_mapping.some(
    ({ name, value }) => name.trim() === 'conversation_id' && value.trim() !== '',
  );
  // What a stored secret header holds cannot be seen, and may be it.
  if (!isRead || draft.secret_headers.some(({ stored }) => stored)) return false;
  const templates = [
    draft.request_mapping,
    draft.url,
    ...[...draft.request_headers, ...draft.query_params].map(({ value }) => value),
    ...draft.secret_headers.map(({ input }) => (input.kind === 'set' ? input.value : '')),
    ...[...draft.before_steps, ...(draft.polling ? [draft.polling] : [])].flatMap((request) => [
      request.url,
      request.request_mapping,
      ...request.request_headers.map(({ value }) => value),
    ]),
  ];
  return !templates.some(
    (template) => conversationField(template) !== null || variablesOfMapping(template).includes('messages'),
  );
}
