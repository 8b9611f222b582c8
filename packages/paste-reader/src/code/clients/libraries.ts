import type { Pair, RequestSketch } from '../../finding.ts';
import { hole } from '../../holes.ts';
import { isObject, mapValues, type Json, type JsonObject, textOf } from '../../json-value.ts';
import type { Collected } from '../collect.ts';
import { asBody, type CodeCall } from '../evaluation/calls.ts';
import type { Evaluator } from '../evaluation/evaluator.ts';
import { headerPairs } from './base-url.ts';
import { BEARER, requestSketch } from '../../http-parts.ts';
import { LIBRARY_CALLS, VENDORS } from './vendors.ts';

/** Calls of vendors' own libraries, as the requests they send. */
export function libraryRequests({ calls, memberWrites }: Collected, evaluator: Evaluator, text: string) {
  const written = memberWrites.find(({ key }) => key === 'BaseURL');
  const settings = clientSettings(calls, evaluator);
  const server = settings.base ?? (written && evaluator.text(written.value));
  const clients = clientNames(calls);
  return calls.flatMap((call): RequestSketch[] => {
    const known = LIBRARY_CALLS.find(
      ({ name, vendor }) => name.test(call.name) && (vendor?.test(text) ?? true),
    );
    if (!known) return [];
    const values = evaluator.values(call);
    const given = argumentsOf(call, values, evaluator);
    const { extra_headers: extraHeaders, extra_body: extraBody, timeout: _timeout, ...plain } = given;
    const sent = known.send(plain, values[0], settings.made);
    if (!sent) return [];
    const vendor = VENDORS.find(({ match }) => match.test(clients === '' ? text : clients));
    const base =
      settings.azure === undefined ? (server ?? vendor?.base ?? '') : azureBase(settings.azure, given);
    const version =
      settings.azure !== undefined && settings.version !== undefined
        ? `?api-version=${settings.version}`
        : '';
    return [
      requestSketch('client_code', call.node.startIndex, {
        method: 'POST',
        url: `${base.replace(/\/$/, '')}${sent.path}${version}`,
        headers: [
          ['Content-Type', 'application/json'],
          ...(vendor?.headers ?? []),
          ...settings.headers,
          ...headerPairs(extraHeaders ?? null),
        ],
        bodyKind: 'json',
        body: isObject(sent.body) && isObject(extraBody) ? { ...sent.body, ...extraBody } : sent.body,
        // A library asks for its credential by itself, except where it talks to a server of one's own.
        ...(vendor === undefined && settings.key === undefined
          ? {}
          : { credentials: { ...(vendor?.credential ?? BEARER), value: settings.key ?? hole('API_KEY') } }),
        label: call.name,
        libraryOutput: known.output,
        libraryRoot: known.root,
      }),
    ];
  });
}

/** The library is told by what it is called, not by the names of models or addresses it is given. */
const clientNames = (calls: readonly CodeCall[]): string =>
  calls
    .map(({ last }) => last)
    .filter((name) =>
      /^(?:Async)?(?:Anthropic\w*|OpenAI|AzureOpenAI|Groq|Mistral\w*|Cohere\w*|Together\w*)$/.test(name),
    )
    .join(' ');

/** Named arguments, and the first object among the others, with JSON texts read. */
function argumentsOf(call: CodeCall, values: readonly Json[], evaluator: Evaluator): JsonObject {
  const all = { ...values.find(isObject), ...evaluator.named(call) };
  return mapValues(all, (value, name) => (name === 'body' ? asBody(value) : value));
}

/** Azure serves each model below the name of its deployment. */
const azureBase = (endpoint: string, body: JsonObject): string =>
  `${endpoint.replace(/\/$/, '')}/openai/deployments/${typeof body['model'] === 'string' ? body['model'] : hole('deployment')}`;

const BASES = 'base_url baseURL baseUrl basePath serverURL api_base openai_api_base uri_base host'.split(' ');

/** What the client was made with: its server, its key, its own headers. */
function clientSettings(calls: readonly CodeCall[], evaluator: Evaluator) {
  const settings: Partial<Record<'base' | 'key' | 'azure' | 'version', string>> = {};
  const headers: Pair[] = [];
  /** Everything that clients were made with. */
  const made: JsonObject = {};
  for (const call of calls) {
    const values = evaluator.values(call);
    const given = argumentsOf(call, values, evaluator);
    const configuration = given['configuration'];
    const inner = isObject(configuration) ? configuration : {};
    if (/^[A-Z]\w*$|^new$/.test(call.last)) Object.assign(made, given);
    const base = BASES.map((name) => given[name] ?? inner[name]).find(
      (url) => typeof url === 'string' && /^https?:/.test(url),
    );
    if (typeof base === 'string') settings.base ??= base;
    if (/^with_?base_?ur[li]$/i.test(call.last) && typeof values[0] === 'string')
      settings.base ??= /^[\w-]+(?:\.[\w-]+)+(?:[:/]|$)/.test(values[0]) ? `https://${values[0]}` : values[0];
    if (/^with_?(?:http_?)?header$/i.test(call.last) && values.length === 2)
      headers.push(...headerPairs({ [textOf(values[0])]: values[1] ?? '' }));
    if (/^with_?api_?key$/i.test(call.last) && typeof values[0] === 'string') settings.key ??= values[0];
    const remote = call.name.endsWith('RemoteRunnable') ? (given['url'] ?? values[0]) : undefined;
    if (typeof remote === 'string') settings.base ??= remote;
    const endpoint = given['azure_endpoint'] ?? given['endpoint'];
    if (typeof endpoint === 'string' && /^https?:/.test(endpoint) && /azure/i.test(call.name))
      settings.azure ??= endpoint;
    const version = given['api_version'] ?? given['apiVersion'];
    if (typeof version === 'string') settings.version ??= version;
    const key = given['api_key'] ?? given['apiKey'] ?? given['token'];
    if (typeof key === 'string') settings.key ??= key;
    headers.push(...headerPairs(given['default_headers'] ?? given['defaultHeaders'] ?? null));
  }
  return { ...settings, headers, made };
}
