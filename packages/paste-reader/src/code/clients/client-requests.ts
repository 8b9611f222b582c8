import type { RequestSketch } from '../../finding.ts';
import { isObject, type Json, type JsonObject, textOf } from '../../json-value.ts';
import type { Collected } from '../collect.ts';
import type { Evaluator } from '../evaluation/evaluator.ts';
import { type CodeCall, VERB } from '../evaluation/calls.ts';
import { baseUrl } from './base-url.ts';
import { blockParts } from './block-parts.ts';
import { saysHowToSend, sketch } from './sketch.ts';

const SENDERS =
  /^(?:fetch|axios|got|ky|ofetch|\$fetch|needle|request|ajax|urlopen|Request|NewRequest|NewRequestWithContext|HttpRequestMessage|RestRequest|curl_init|open|newBuilder|uri|url|exchange|file_get_contents|Post|Get|PostForm|withUrl|execute|create|setRequestUri|UrlRequest|instantiate|superagent|urlFetch|PostAsync|GetAsync|PutAsync|SendAsync|new|start|postForObject|parse|BaseUrl|host|uri_for|makeRequest|streamUrl|client|HttpPost|HttpGet|HttpPut)$/;
const NOT_SENDERS = /console|print|log(?:ger)?\b|puts|echo|Println|Printf|assert|Error|throw|raise|Exception/;

/** Every request that client code sends, each with the headers and the body that belong to it. */
export function clientRequests({ calls, memberWrites }: Collected, evaluator: Evaluator, text: string) {
  const base = baseUrl(calls, evaluator, memberWrites);
  const anchors = calls
    .map((call) => ({ call, url: urlOf(call, evaluator, base.url !== undefined) }))
    .filter((anchor): anchor is { call: CodeCall; url: string } => anchor.url !== undefined);
  const block = blockParts({ calls, memberWrites, evaluator });
  const distinct = anchors.filter(
    ({ call, url }, index) =>
      // A helper is given the end of the address that it sends to.
      !anchors.some((other) => url.startsWith('/') && other.url !== url && other.url.endsWith(url)) &&
      // What a client begins with is no request of its own where the client sends some.
      !(
        url === base.url &&
        !VERB.test(call.last) &&
        anchors.some((other) => other.url !== url && /^\/|^[\w-]+(?:\/|$)/.test(other.url))
      ) &&
      !anchors.some((other, position) => position < index && other.url === url && !VERB.test(call.last)),
  );
  const isOnly = new Set(distinct.map(({ url }) => url)).size === 1;
  const operation = graphqlBody(calls, evaluator);
  if (distinct.length === 0 && operation !== undefined)
    return calls.flatMap((call) => {
      const values = evaluator.values(call);
      const made = values.find(isObject);
      const url = made?.['uri'] ?? made?.['url'] ?? values[0];
      return typeof url === 'string' && /^https?:/.test(url)
        ? [asOperation(sketch({ call, url, evaluator, block, isOnly: true, text, base }), operation)]
        : [];
    });
  return distinct.map(({ call, url }) => {
    const request = sketch({ call, url, evaluator, block, isOnly, text, base });
    const isWhole = isObject(request.body) && isOperation(request.body['query'] ?? null);
    return operation === undefined || isWhole ? request : asOperation(request, operation);
  });
}

/** A client of GraphQL hands out what stands below `data`. */
const asOperation = (request: RequestSketch, body: JsonObject): RequestSketch => ({
  ...request,
  method: 'POST',
  bodyKind: 'json',
  query: [],
  body,
  libraryRoot: 'data',
});

const isOperation = (value: Json): value is string =>
  typeof value === 'string' && /^\s*(?:query|mutation)\b[\s\S]*\{/.test(value);

/** `client.request(ASK, variables)`, `client.mutate({ mutation: ASK, variables })`: what such a client sends. */
function graphqlBody(calls: readonly CodeCall[], evaluator: Evaluator): JsonObject | undefined {
  for (const call of calls) {
    const values = evaluator.values(call);
    const given = Object.assign({}, ...values.filter(isObject), evaluator.named(call)) as JsonObject;
    const inside = [given['mutation'], given['query'], given['document']].find(
      (value) => value !== undefined && isOperation(value),
    );
    const at = values.findIndex(isOperation);
    const query = inside ?? values[at];
    if (query === undefined || /^(?:gql|graphql)$/.test(call.last)) continue;
    const variables =
      given['variables'] ?? given['variable_values'] ?? (inside === undefined ? values[at + 1] : undefined);
    if (!isObject(variables)) continue;
    return { query, variables };
  }
  return undefined;
}

function urlOf(call: CodeCall, evaluator: Evaluator, hasBase: boolean): string | undefined {
  if (call.name === 'curl_setopt' && call.args[1]?.text === 'CURLOPT_URL') {
    const given = evaluator.value(call.args[2]);
    return typeof given === 'string' && /^https?:/.test(given) ? given : undefined;
  }
  if (NOT_SENDERS.test(call.name) || isRoute(call)) return undefined;
  const values = evaluator.values(call);
  const isSender =
    VERB.test(call.last) || SENDERS.test(call.last) || /\.(?:Post|Get|Put|Patch)(?:\.new)?$/.test(call.name);
  if (!isSender && !values.some(saysHowToSend)) return undefined;
  const options = values.find(
    (value): value is JsonObject =>
      isObject(value) && ('url' in value || 'uri' in value || 'baseURL' in value || 'hostname' in value),
  );
  const named = [...call.named].find(([name]) => /^(?:url|uri|requestUri|RequestUri)$/.test(name))?.[1];
  const candidates: Json[] = [
    ...(named ? [evaluator.value(named)] : []),
    ...values,
    ...(options ? [options['url'] ?? options['uri'] ?? hostUrl(options) ?? null] : []),
  ];
  if (call.name === 'curl_setopt' || call.last === 'create' || call.last === 'client') return undefined;
  const found = candidates.find(
    (value): value is string =>
      typeof value === 'string' &&
      (isSender ? isUrlText(value, call, hasBase) : /^https?:\/\/\S+$/.test(value)),
  );
  return found?.trim();
}

const hostUrl = (options: JsonObject): string | undefined =>
  typeof options['hostname'] === 'string' || typeof options['host'] === 'string'
    ? `https://${textOf(options['hostname'] ?? options['host'])}${options['port'] ? `:${textOf(options['port'])}` : ''}${textOf(options['path'] ?? '/')}`
    : undefined;

function isUrlText(value: string, call: CodeCall, hasBase: boolean): boolean {
  if (/^(?:https?|wss?):\/\/\S+$/.test(value)) return true;
  if (/\s/.test(value.replaceAll(/\uE000[^\uE001]*\uE001/g, 'x'))) return false;
  const isVerb = VERB.test(call.last) || /^(?:\$?fetch|ofetch|axios|ky|got|uri)$/.test(call.last);
  // Below the base of a client, paths are written without their slash.
  if (hasBase && isVerb && /^[A-Za-z][\w-]*(?:[/.][\w.\uE000\uE001-]+)+(?:\?\S*)?$/.test(value)) return true;
  if (hasBase && /^(?:post|put)(?:Async|AsJsonAsync)?$/i.test(call.last) && /^[a-z][\w-]+$/i.test(value))
    return true;
  if (/^\/[\w/]/.test(value)) return isVerb;
  return isVerb && /^\uE000[^\uE001]*(?:url|uri|host|base|endpoint|api|server)[^\uE001]*\uE001/i.test(value);
}

/** `app.post("/chat", handler)` serves; it does not send. */
function isRoute(call: CodeCall): boolean {
  return (
    call.args.some((arg) =>
      /function|arrow|lambda|closure|method_reference|func_literal|anonymous_function|do_block/.test(
        arg.type,
      ),
    ) && /^(?:app|router|server|fastify|route|Route|r|e|api|mux|group|engine)\b/.test(call.name)
  );
}
