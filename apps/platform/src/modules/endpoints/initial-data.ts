import { EndpointCreate } from '@sonde/contract';
import type { Secret } from '@sonde/server-kit';

export interface DemoChatbot {
  readonly url: string;
  readonly apiKey: Secret | undefined;
}

/**
 * The demo endpoint that a first organization starts with. The mode is picked here, at the initial data load: with a
 * key the chatbot asks for a bearer token and wants to know who calls; without one it is public and gets neither.
 */
export function insuranceChatbot(
  chatbot: DemoChatbot,
  owner: { organizationId: string; userId: string },
): EndpointCreate {
  return EndpointCreate.parse({
    name: 'Insurance Chatbot',
    description:
      'The demo chatbot that comes with Sonde. It answers questions about insurance from a bundled knowledge base.',
    url: `${chatbot.url}/chat`,
    method: 'POST',
    protocol: 'REST',
    environment: 'Development',
    request_headers: {
      'Content-Type': 'application/json',
      ...(chatbot.apiKey ? { 'X-User-ID': owner.userId, 'X-Organization-ID': owner.organizationId } : {}),
    },
    request_mapping: '{\n  "message": {{ input | tojson }},\n  "session_id": {{ session_id | tojson }}\n}',
    response_mapping: { output: '$.message', session_id: '$.session_id', context: '$.context' },
    ...(chatbot.apiKey
      ? { auth_type: 'bearer_token', auth_token: chatbot.apiKey.reveal() }
      : { auth_type: 'none' }),
  });
}
