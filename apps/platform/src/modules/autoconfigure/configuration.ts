import type { TargetConfiguration } from '#invocation';
import { requestMappingOf, type Hypothesis } from '@sonde/paste-reader';

export const protocolOf = (url: string | null): 'REST' | 'WebSocket' =>
  url !== null && /^wss?:/i.test(url) ? 'WebSocket' : 'REST';

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
    disableTracing: true,
  };
}
