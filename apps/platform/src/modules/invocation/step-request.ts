import type { TargetConfiguration } from './configuration.ts';
import { CallFailure } from './failures.ts';
import { readPlaceholders } from './placeholders.ts';
import { renderRequest, type RenderCall, type RenderedRequest } from './request.ts';
import { mentionsName } from './template-names.ts';

/** A request around the call, as the endpoint keeps it. */
export type StepRequest = {
  readonly url: string;
  readonly method: string;
  readonly request_headers: Readonly<Record<string, string>>;
  readonly request_mapping: unknown;
};

/** A request around the call, as it was made. */
export type Step = {
  name: string;
  kind: 'before' | 'status' | 'result';
  request: RenderedRequest;
  statusCode: number | null;
  attempts: number;
  durationMs: number;
};

const ONE_VALUE = /^\{\{\s*start\.([A-Za-z_]\w*)\s*\}\}$/;

/** Renders a step like the call itself, by the same rules for secrets, addresses and headers. */
export function renderStep(
  call: RenderCall,
  step: StepRequest,
  token: string | undefined,
  called?: RenderedRequest,
): { request: RenderedRequest; configuration: TargetConfiguration } {
  const endpointOrigin = httpOrigin(call.configuration.url);
  const url = addressOf(call, step, endpointOrigin, called?.markedUrl);
  const isSameOrigin = originOf(url) === endpointOrigin;
  const { tls } = call.configuration;
  const configuration: TargetConfiguration = {
    ...call.configuration,
    protocol: 'REST',
    method: step.method,
    url,
    queryParams: {},
    requestHeaders: step.request_headers,
    secretHeaderNames: [],
    requestMapping: step.request_mapping,
    responseMapping: {},
    // Who calls is shown to the target alone; whom to trust holds for each address that was entered.
    tls: isSameOrigin ? tls : tls && { ca: tls.ca },
  };
  const asksForToken = mentionsName(JSON.stringify([step.url, step.request_headers, step.request_mapping]), [
    'auth_token',
  ]);
  const request = renderRequest({
    ...call,
    configuration,
    placeholders: readPlaceholders(configuration),
    // A token goes to the target; elsewhere only where a template says so.
    token: isSameOrigin || asksForToken ? token : undefined,
    conversationId: call.messages === undefined ? call.conversationId : undefined,
    messages: undefined,
    earlier: called?.opaque,
  });
  return { request, configuration };
}

/** A path stands on the host of the endpoint, and so must an address that the target gives: no answer moves a secret. */
function addressOf(
  { learnt }: RenderCall,
  { url }: StepRequest,
  origin: string,
  calledUrl: string | undefined,
): string {
  const name = ONE_VALUE.exec(url)?.[1];
  if (name === undefined) return url.startsWith('/') ? `${origin}${url}` : url;
  const learned = learnt?.['start']?.[name];
  const given = typeof learned === 'string' ? learned : '';
  // What was called, with marks in the places of its secrets.
  const resolved = URL.parse(given, calledUrl?.replace(/^ws/i, 'http') ?? origin);
  if (resolved === null || resolved.origin !== origin || resolved.username !== '' || resolved.password !== '')
    throw new CallFailure({
      stage: 'blocked',
      type: 'invalid_url',
      message: 'The address that the application gave leads to another host, so it was not called.',
      hint: 'Write the address of the status into the configuration, with the id the application gives in its path.',
    });
  // What stands in it is text, not a template.
  return resolved.href.replaceAll('{', '%7B').replaceAll('}', '%7D');
}

function originOf(url: string): string {
  const written = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0] ?? '';
  return URL.parse(written)?.origin ?? '';
}

const httpOrigin = (url: string): string => originOf(url.trim().replace(/^ws/i, 'http'));
