import { EndpointCreate } from '@sonde/contract';
import type { Secret } from '@sonde/server-kit';

export interface DemoChatbot {
  readonly url: string;
  readonly apiKey: Secret | undefined;
}

interface Owner {
  readonly organizationId: string;
  readonly userId: string;
}

/** What tells one demo from the other; all else about them is the same. */
interface Demo {
  readonly name: string;
  readonly description: string;
  /** Lines of the request after the message. */
  readonly request: readonly string[];
  readonly answer: Readonly<Record<string, string>>;
}

const insuranceChatbot: Demo = {
  name: 'Insurance Chatbot',
  description:
    'The demo chatbot that comes with Sonde. It answers questions about insurance from a bundled knowledge base.',
  request: [],
  answer: {},
};

const parcelDesk: Demo = {
  name: 'Parcel Desk',
  description:
    'The desk of an invented parcel service, with flaws planted on purpose: see which of them your tests find. The use case "parcels-sound" is the same without flaws.',
  request: ['  "use_case": "parcels"'],
  answer: { tool_calls: '$.tool_calls' },
};

/** The endpoints that a first organization starts with; the last one is the first in a list. */
export function demoEndpoints(
  chatbot: DemoChatbot,
  owner: Owner,
  { flawedDemo }: { readonly flawedDemo: boolean },
): EndpointCreate[] {
  return [...(flawedDemo ? [parcelDesk] : []), insuranceChatbot].map((demo) =>
    demoEndpoint(demo, chatbot, owner),
  );
}

/**
 * The mode is picked here, at the initial data load: with a key the chatbot asks for a bearer token and wants to know who
 * calls; without one it is public and gets neither.
 */
function demoEndpoint(
  { name, description, request, answer }: Demo,
  chatbot: DemoChatbot,
  owner: Owner,
): EndpointCreate {
  const lines = [
    '  "message": {{ input | tojson }}',
    ...request,
    '  "session_id": {{ session_id | tojson }}',
  ];
  return EndpointCreate.parse({
    name,
    description,
    url: `${chatbot.url}/chat`,
    method: 'POST',
    protocol: 'REST',
    environment: 'Development',
    request_headers: {
      'Content-Type': 'application/json',
      ...(chatbot.apiKey ? { 'X-User-ID': owner.userId, 'X-Organization-ID': owner.organizationId } : {}),
    },
    request_mapping: `{\n${lines.join(',\n')}\n}`,
    response_mapping: { output: '$.message', session_id: '$.session_id', context: '$.context', ...answer },
    ...(chatbot.apiKey
      ? { auth_type: 'bearer_token', auth_token: chatbot.apiKey.reveal() }
      : { auth_type: 'none' }),
  });
}
