import type { TargetConfiguration } from '#invocation';
import { isMessageLoop } from './reader/decisions/decide-body.ts';
import type { Hypothesis } from './reader/hypothesis.ts';
import { isObject, leavesOf, type Json, type JsonObject } from './reader/json-value.ts';

/** The request template as an endpoint stores it: an object where it is one, else text that renders to the body. */
export function requestMappingOf({ template, bodyKind }: Hypothesis): string | JsonObject {
  if (template === undefined) return {};
  if (bodyKind === 'text') return typeof template === 'string' ? template : JSON.stringify(template);
  const hasLoop =
    typeof template === 'object' && leavesOf(template).some(({ value }) => isMessageLoop(value as Json));
  if (!hasLoop) return isObject(template) ? template : JSON.stringify(template);
  // The loop is text of the template, not a text in it.
  return JSON.stringify(template, null, 2).replace(
    /"\[\{% for message in messages %\}(?:[^"\\]|\\.)*"/g,
    (loop) => JSON.parse(loop) as string,
  );
}

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
