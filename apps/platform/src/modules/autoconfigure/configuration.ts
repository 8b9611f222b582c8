import type { TargetConfiguration } from '#invocation';
import type { ConversationShown } from './pipeline-state.ts';
import {
  makesUpConversation,
  namesConversation,
  requestMappingOf,
  type Hypothesis,
} from '@sonde/paste-reader';

export const protocolOf = (url: string | null): 'REST' | 'WebSocket' =>
  url !== null && /^wss?:/i.test(url) ? 'WebSocket' : 'REST';

/**
 * Who names a conversation. An id that is made up here may be any; one of the paste only where the target was seen to take
 * others, since a session that has to exist is no name to choose. The template's own id is then what nobody calls with.
 */
export function conversationIdFrom(hypothesis: Hypothesis, shown: ConversationShown): 'target' | 'caller' {
  const isChosen = makesUpConversation(hypothesis)
    ? shown !== 'broken'
    : namesConversation(hypothesis) && shown === 'continued';
  return isChosen ? 'caller' : 'target';
}

export type TargetInput = {
  readonly organizationId: string;
  readonly token: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  readonly timeoutSeconds: number;
};

/** What the engine is given for a probe: exactly what would be stored. */
export function targetOf(hypothesis: Hypothesis, input: TargetInput): TargetConfiguration {
  return {
    organizationId: input.organizationId,
    endpointId: null,
    name: 'Auto-configure probe',
    url: hypothesis.url ?? '',
    method: hypothesis.method,
    protocol: protocolOf(hypothesis.url),
    authType: hypothesis.usesToken ? 'bearer_token' : 'none',
    authToken: input.token ?? null,
    requestHeaders: hypothesis.headers,
    requestMapping: requestMappingOf(hypothesis),
    responseMapping: hypothesis.responseMapping,
    params: input.params,
    timeoutSeconds: input.timeoutSeconds,
    metadata: { conversation_id_from: conversationIdFrom(hypothesis, 'unknown') },
    disableTracing: true,
  };
}
