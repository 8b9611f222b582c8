import type { BodyKind, Credential, Pair, RequestSketch } from '../finding.ts';
import { hole, wholeHole } from '../holes.ts';
import { isObject, type Json, type JsonObject } from '../json-value.ts';
import { pairsOf } from '../shell/curl.ts';
import { asBody, Evaluator, type CodeCall } from './evaluate.ts';
import type { Collected } from './collect.ts';

const VERB =
  /^(?:get|post|put|patch|delete|head|request)(?:async|json|asjson|asjsonasync|forobject|forentity|_json|_form)?$/i;
const SENDERS =
  /^(?:fetch|axios|got|ky|ofetch|\$fetch|needle|request|ajax|urlopen|Request|NewRequest|NewRequestWithContext|HttpRequestMessage|RestRequest|curl_init|open|newBuilder|uri|url|exchange|file_get_contents|Post|Get|PostForm|withUrl|execute|create|setRequestUri|UrlRequest|instantiate|superagent|urlFetch|PostAsync|GetAsync|PutAsync|SendAsync|new|start|postForObject|parse|BaseUrl|host|uri_for|makeRequest|streamUrl|client)$/;
const NOT_SENDERS = /console|print|log(?:ger)?\b|puts|echo|Println|Printf|assert|Error|throw|raise|Exception/;

/** Every request that client code sends, each with the headers and the body that belong to it. */
export function clientRequests({ scope, calls, memberWrites }: Collected, text: string): RequestSketch[] {
  const evaluator = new Evaluator(scope);
  const anchors = calls
    .map((call) => ({ call, url: urlOf(call, evaluator) }))
    .filter((anchor): anchor is { call: CodeCall; url: string } => anchor.url !== undefined);
  const block = blockParts({ calls, memberWrites, evaluator });
  const distinct = anchors.filter(
    ({ call, url }, index) =>
      !anchors.some((other, position) => position < index && other.url === url && !VERB.test(call.last)),
  );
  const isOnly = new Set(distinct.map(({ url }) => url)).size === 1;
  return distinct.map(({ call, url }) =>
    sketch({ call, url, evaluator, block, isOnly, text, base: baseUrl(calls, evaluator) }),
  );
}

function urlOf(call: CodeCall, evaluator: Evaluator): string | undefined {
  if (NOT_SENDERS.test(call.name) || isRoute(call)) return undefined;
  const isSender =
    VERB.test(call.last) || SENDERS.test(call.last) || /\.(?:Post|Get|Put|Patch)(?:\.new)?$/.test(call.name);
  if (!isSender) return undefined;
  const options = call.args
    .map((arg) => evaluator.value(arg))
    .find(
      (value): value is JsonObject =>
        isObject(value) && ('url' in value || 'uri' in value || 'baseURL' in value || 'hostname' in value),
    );
  const named = [...call.named].find(([name]) => /^(?:url|uri|requestUri|RequestUri)$/.test(name))?.[1];
  const candidates: Json[] = [
    ...(named ? [evaluator.value(named)] : []),
    ...call.args.map((arg) => evaluator.value(arg)),
    ...(options ? [options['url'] ?? options['uri'] ?? hostUrl(options) ?? null] : []),
  ];
  if (call.name === 'curl_setopt' || call.last === 'create' || call.last === 'client') return undefined;
  const found = candidates.find(
    (value): value is string => typeof value === 'string' && isUrlText(value, call),
  );
  return found?.trim();
}

const hostUrl = (options: JsonObject): string | undefined =>
  typeof options['hostname'] === 'string' || typeof options['host'] === 'string'
    ? `https://${String(options['hostname'] ?? options['host'])}${options['port'] ? `:${String(options['port'])}` : ''}${String(options['path'] ?? '/')}`
    : undefined;

function isUrlText(value: string, call: CodeCall): boolean {
  if (/^(?:https?|wss?):\/\/\S+$/.test(value)) return true;
  if (/\s/.test(value.replaceAll(/\uE000[^\uE001]*\uE001/g, 'x'))) return false;
  const isVerb = VERB.test(call.last) || /^(?:fetch|axios|ky|got|uri)$/.test(call.last);
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

type BlockParts = {
  headers: Pair[];
  body: { kind: BodyKind; value: Json } | undefined;
  method: string | undefined;
  query: Pair[];
};
type BlockInput = {
  calls: readonly CodeCall[];
  memberWrites: Collected['memberWrites'];
  evaluator: Evaluator;
};

const HEADER_CALL =
  /^(?:header|headers|addheader|addheaders|setrequestheader|set|add|setheader|add_field|tryaddwithoutvalidation|withheader|withheaders|defaultheader|put|addrequestheader|property|setrequestproperty|addrequestproperty)$/i;
const HEADER_NAME =
  /^(?:[A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+|x-[\w-]+|authorization|content-type|accept|api-key|apikey|token|[a-z]+(?:-[a-z]+)*-(?:key|token|version|id)|Authorization|Accept|Cookie|Prefer)$/;
const BODY_CALL =
  /^(?:send|write|end|setbody|body|addjsonbody|addbody|post|put|stringcontent|bodyvalue|withbody|json|setrequestbody|ofstring|addstringbody|set_form_data|form|addparameter|jsoncontent|postfields|outputstream|writebytes|asjson|create)$/i;

/** Headers and bodies set apart from the call that sends them. */
function blockParts({ calls, memberWrites, evaluator }: BlockInput): BlockParts {
  const parts: BlockParts = { headers: [], body: undefined, method: undefined, query: [] };
  for (const call of calls) {
    const values = call.args.map((arg) => evaluator.value(arg));
    takeHeaders(call, values, parts);
    takeCurlOption(call, values, parts);
    if (call.last === 'AuthenticationHeaderValue' && typeof values[0] === 'string')
      parts.headers.push(['Authorization', values.slice(0, 2).map(String).join(' ')]);
    if (/^(?:withtoken|bearerauth|bearer_auth|setbearerauth|bearertoken)$/i.test(call.last))
      parts.headers.push(['Authorization', `Bearer ${String(values[0] ?? '')}`]);
    if (/^(?:basic_auth|setbasicauth|withbasicauth|basicauth)$/i.test(call.last))
      parts.headers.push([
        'Authorization',
        `Basic ${Buffer.from(`${String(values[0] ?? '')}:${String(values[1] ?? '')}`).toString('base64')}`,
      ]);
    if (/^(?:queryparam|addqueryparameter|query)$/i.test(call.last) && values.length === 2)
      parts.query.push([String(values[0]), String(values[1])]);
    if (/^(?:POST|PUT|PATCH|GET)$/.test(call.last) && !VERB.test(call.last)) parts.method = call.last;
    if (call.last === 'POST' || call.last === 'method' || call.last === 'setRequestMethod')
      parts.method = String(call.last === 'POST' ? 'POST' : (values[0] ?? 'POST'));
    if (parts.body === undefined && BODY_CALL.test(call.last)) parts.body = bodyIn(values, call);
  }
  for (const { key, value } of memberWrites) {
    if (HEADER_NAME.test(key) || /^(?:authorization|content-type|accept)$/i.test(key))
      parts.headers.push([key, evaluator.text(value)]);
    else if (/^(?:body|content|Content|form_data)$/.test(key))
      parts.body ??= bodyIn([evaluator.value(value)], undefined);
    else if (key === 'headers' && isObject(evaluator.value(value)))
      parts.headers.push(...headerPairs(evaluator.value(value)));
  }
  return parts;
}

function takeHeaders(call: CodeCall, values: readonly Json[], parts: BlockParts): void {
  if (!HEADER_CALL.test(call.last)) return;
  if (values.length >= 2 && typeof values[0] === 'string' && HEADER_NAME.test(values[0])) {
    for (let at = 0; at + 1 < values.length; at += 2)
      if (typeof values[at] === 'string') parts.headers.push([String(values[at]), String(values[at + 1])]);
  } else if (/headers?$/i.test(call.last) && isObject(values[0]))
    parts.headers.push(...headerPairs(values[0]));
}

function takeCurlOption(call: CodeCall, values: readonly Json[], parts: BlockParts): void {
  if (call.name === 'curl_setopt') takeCurl(String(call.args[1]?.text ?? ''), values[2] ?? null, parts);
  if (call.name !== 'curl_setopt_array' || !isObject(values[1])) return;
  for (const [name, value] of Object.entries(values[1])) takeCurl(name, value, parts);
}

function takeCurl(given: string, value: Json, parts: BlockParts): void {
  const name = given.replaceAll(/[\uE000\uE001]/g, '');
  if (name === 'CURLOPT_HTTPHEADER' && Array.isArray(value))
    for (const line of value) {
      const at = String(line).indexOf(':');
      if (at > 0)
        parts.headers.push([
          String(line).slice(0, at).trim(),
          String(line)
            .slice(at + 1)
            .trim(),
        ]);
    }
  else if (name === 'CURLOPT_POSTFIELDS') parts.body = bodyIn([value], undefined);
  else if (name === 'CURLOPT_CUSTOMREQUEST') parts.method = String(value);
  else if (name === 'CURLOPT_POST') parts.method ??= 'POST';
  else if (name === 'CURLOPT_USERPWD')
    parts.headers.push(['Authorization', `Basic ${Buffer.from(String(value)).toString('base64')}`]);
}

function bodyIn(values: readonly Json[], call: CodeCall | undefined): BlockParts['body'] {
  for (const value of values) {
    const body = asBody(value);
    if (isObject(body) && Object.keys(body).length > 0 && !('headers' in body && 'method' in body))
      return { kind: /form/i.test(call?.last ?? '') ? 'form' : 'json', value: body };
    if (Array.isArray(body) && body.some(isObject)) return { kind: 'json', value: body };
    if (typeof value === 'string' && /^[\w[\]]+=[^=]/.test(value) && !/\s/.test(value.split('=')[0] ?? ''))
      return { kind: 'form', value: Object.fromEntries(pairsOf(value)) };
  }
  return undefined;
}

type SketchInput = {
  call: CodeCall;
  url: string;
  evaluator: Evaluator;
  block: BlockParts;
  isOnly: boolean;
  text: string;
  base: { url: string | undefined; headers: Pair[] };
};

const OPTION_KEYS =
  /^(?:method|headers|body|json|data|params|form|auth|query|searchParams|baseURL|form_params|multipart|credentials|signal|cache|mode|timeout|url|type|contentType|dataType|verify|stream|payload|success|hostname|path|qs|uri|responseType|http_errors|beforeSend|port)$/;

function sketch({ call, url, evaluator, block, isOnly, text, base }: SketchInput): RequestSketch {
  const values = call.args.map((arg) => evaluator.value(arg));
  const isOptions = (value: Json): value is JsonObject =>
    isObject(value) &&
    Object.keys(value).length > 0 &&
    Object.keys(value).every((key) => OPTION_KEYS.test(key));
  const options: JsonObject = Object.assign(
    {},
    ...values.filter(isOptions),
    Object.fromEntries([...call.named].map(([name, node]) => [name, evaluator.value(node)])),
  ) as JsonObject;
  const direct = values.find(
    (value, index) => index > 0 && !isOptions(value) && isBodyLike(asBody(value)) && value !== url,
  );
  const headers: Pair[] = [
    ...base.headers,
    ...headerPairs(options['headers'] ?? null),
    ...(isOnly || Object.keys(options).length === 0 ? block.headers : []),
  ];
  takeAuth(options, headers, call, text);
  if (typeof options['contentType'] === 'string') headers.push(['Content-Type', options['contentType']]);
  const isFormCall =
    /PostForm|urlencode|FormUrlEncodedContent|URLSearchParams|http_build_query|set_form_data|asForm/.test(
      `${call.node.text} ${isOnly ? text : ''}`,
    );
  const body = bodyFrom(options, direct, block, { isOnly, isForm: isFormCall, headers, call });
  const query = queryFrom(options, call, direct, block);
  const method = methodFrom(call, options, block, values, body.kind, isOnly);
  const isGet = method === 'GET' || method === 'HEAD';
  const fullUrl = url.startsWith('/') && base.url ? base.url.replace(/\/$/, '') + url : url;
  return {
    kind: 'client_code',
    at: call.node.startIndex,
    method,
    url: fullUrl,
    headers,
    query:
      isGet && isObject(body.value) && body.kind === 'form'
        ? [...query, ...Object.entries(body.value).map(([name, value]): Pair => [name, String(value)])]
        : query,
    bodyKind: isGet ? 'none' : body.kind,
    body: isGet ? undefined : body.value,
    notes: [],
    answers: [],
    label: call.name,
  };
}

const isBodyLike = (value: Json): boolean =>
  (isObject(value) && Object.keys(value).length > 0) || (Array.isArray(value) && value.some(isObject));

function bodyFrom(
  options: JsonObject,
  direct: Json | undefined,
  block: BlockParts,
  at: { isOnly: boolean; isForm: boolean; headers: readonly Pair[]; call: CodeCall },
): { kind: BodyKind; value: Json | undefined } {
  const type = at.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const kindFor = (fallback: BodyKind): BodyKind =>
    /multipart/.test(type)
      ? 'multipart'
      : /urlencoded/.test(type)
        ? 'form'
        : /json/.test(type)
          ? 'json'
          : fallback;
  const isPython = at.call.named.size > 0;
  for (const name of ['json', 'body', 'data', 'payload', 'form_params', 'form', 'multipart', 'content']) {
    const value = options[name];
    if (value === undefined || value === null) continue;
    const body = asBody(value);
    if (!isBodyLike(body) && !(typeof body === 'string' && body !== '')) continue;
    const isEncoded =
      name === 'form' ||
      name === 'form_params' ||
      at.isForm ||
      (name === 'data' && isPython && isObject(value));
    if (typeof body === 'string' && /^[\w[\]]+=/.test(body))
      return { kind: 'form', value: Object.fromEntries(pairsOf(body)) };
    if (typeof body === 'string' && wholeHole(body) !== undefined && block.body) break;
    return {
      kind:
        name === 'multipart'
          ? 'multipart'
          : name === 'json'
            ? 'json'
            : isEncoded
              ? kindFor('form')
              : typeof body === 'string'
                ? kindFor(/text\/plain/.test(type) ? 'text' : 'json')
                : kindFor('json'),
      value: body,
    };
  }
  if (direct !== undefined) {
    const isPythonData = /^requests\.|^httpx\.|^session\./.test(at.call.name) && isObject(direct);
    return { kind: at.isForm ? 'form' : kindFor(isPythonData ? 'form' : 'json'), value: asBody(direct) };
  }
  if (block.body && (at.isOnly || !/get/i.test(at.call.last)))
    return { kind: at.isForm ? 'form' : kindFor(block.body.kind), value: block.body.value };
  return { kind: 'none', value: undefined };
}

function queryFrom(options: JsonObject, call: CodeCall, direct: Json | undefined, block: BlockParts): Pair[] {
  const given = options['params'] ?? options['query'] ?? options['searchParams'] ?? options['qs'];
  const object = isObject(given)
    ? given
    : /^(?:get|Http\.get)$/i.test(call.last) && isObject(direct)
      ? direct
      : undefined;
  return [
    ...(object
      ? Object.entries(object).map(([name, value]): Pair => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ])
      : []),
    ...block.query,
  ];
}

function methodFrom(
  call: CodeCall,
  options: JsonObject,
  block: BlockParts,
  values: readonly Json[],
  kind: BodyKind,
  isOnly: boolean,
): string {
  const given = options['method'] ?? options['type'];
  if (typeof given === 'string' && /^[A-Za-z]{3,7}$/.test(given)) return given.toUpperCase();
  const verb = values.find(
    (value): value is string => typeof value === 'string' && /^(?:GET|POST|PUT|PATCH|DELETE)$/.test(value),
  );
  if (verb) return verb;
  const member =
    /\b(?:HttpMethod|Method|HttpMethods|http|Net\.HTTP|HTTP)(?:\.|::)(?:Method)?(Post|Get|Put|Patch|POST|GET)\b/.exec(
      `${call.name} ${call.node.text.slice(0, 400)}`,
    )?.[1];
  if (member) return member.toUpperCase();
  const named = /^(get|post|put|patch|delete)/i.exec(call.last)?.[1];
  if (named && call.last !== 'getContents') return named.toUpperCase();
  if (block.method && isOnly) return block.method.toUpperCase();
  return kind === 'none' ? 'GET' : 'POST';
}

function takeAuth(options: JsonObject, headers: Pair[], call: CodeCall, text: string): void {
  const auth = options['auth'];
  if (Array.isArray(auth) && auth.length >= 2)
    headers.push([
      'Authorization',
      `Basic ${Buffer.from(auth.slice(0, 2).map(String).join(':')).toString('base64')}`,
    ]);
  if (isObject(auth) && auth['username'] !== undefined)
    headers.push([
      'Authorization',
      `Basic ${Buffer.from(`${String(auth['username'])}:${String(auth['password'] ?? '')}`).toString('base64')}`,
    ]);
  void call;
  void text;
}

function headerPairs(value: Json): Pair[] {
  if (!isObject(value)) return [];
  return Object.entries(value)
    .filter(([, item]) => typeof item === 'string' || typeof item === 'number')
    .map(([name, item]): Pair => [name, String(item)]);
}

/** axios.create({baseURL}), httpx.Client(base_url=…), new HttpClient { BaseAddress = … }, Faraday.new(url:). */
function baseUrl(
  calls: readonly CodeCall[],
  evaluator: Evaluator,
): { url: string | undefined; headers: Pair[] } {
  for (const call of calls) {
    const given = Object.assign(
      {},
      ...call.args.map((arg) => evaluator.value(arg)).filter(isObject),
      Object.fromEntries([...call.named].map(([name, node]) => [name, evaluator.value(node)])),
    ) as JsonObject;
    const url =
      given['baseURL'] ??
      given['base_url'] ??
      given['prefixUrl'] ??
      given['base_uri'] ??
      (/Client|Session|Faraday/.test(call.name) ? given['url'] : undefined);
    if (typeof url === 'string' && /^https?:/.test(url))
      return { url, headers: headerPairs(given['headers'] ?? null) };
  }
  return { url: undefined, headers: [] };
}

type Vendor = {
  readonly match: RegExp;
  readonly base: string;
  readonly credential: Credential;
  readonly headers?: readonly Pair[];
};
const BEARER: Credential = { in: 'header', name: 'Authorization', prefix: 'Bearer ' };
const VENDORS: readonly Vendor[] = [
  {
    match: /anthropic/i,
    base: 'https://api.anthropic.com/v1',
    credential: { in: 'header', name: 'x-api-key', prefix: '' },
    headers: [['anthropic-version', '2023-06-01']],
  },
  { match: /\bgroq\b/i, base: 'https://api.groq.com/openai/v1', credential: BEARER },
  { match: /mistralai|\bMistral\b/, base: 'https://api.mistral.ai/v1', credential: BEARER },
  { match: /\bcohere\b/i, base: 'https://api.cohere.com/v2', credential: BEARER },
  { match: /\bollama\b/i, base: 'http://localhost:11434', credential: BEARER },
  { match: /\btogether\b/i, base: 'https://api.together.xyz/v1', credential: BEARER },
  { match: /openai/i, base: 'https://api.openai.com/v1', credential: BEARER },
];

const SDK: readonly { name: RegExp; path: string; vendor?: RegExp }[] = [
  {
    name: /chat\.completions\.(?:create|parse|stream|with_raw_response\.create)$/,
    path: '/chat/completions',
  },
  { name: /(?:^|\.)responses\.create$/, path: '/responses' },
  { name: /(?:^|\.)messages\.(?:create|stream)$/, path: '/messages', vendor: /anthropic/i },
  { name: /(?:^|\.)chat\.(?:complete|completeAsync)$/, path: '/chat/completions' },
  { name: /(?:^|\.)completions\.create$/, path: '/completions' },
  { name: /^ollama\.chat$|client\.chat$/, path: '/api/chat', vendor: /ollama/i },
  { name: /^ollama\.generate$/, path: '/api/generate', vendor: /ollama/i },
  { name: /(?:^|\.)chat$/, path: '/chat', vendor: /cohere/i },
];

/** Calls of vendors' own libraries, as the request they send. */
export function sdkRequests({ scope, calls }: Collected, text: string): RequestSketch[] {
  const evaluator = new Evaluator(scope);
  const requests: RequestSketch[] = [];
  for (const call of calls) {
    const known = SDK.find(({ name, vendor }) => name.test(call.name) && (vendor?.test(text) ?? true));
    if (!known) continue;
    const vendor = VENDORS.find(({ match }) => match.test(text));
    const value: JsonObject = Object.assign(
      {},
      ...call.args
        .map((arg) => evaluator.value(arg))
        .filter(isObject)
        .slice(0, 1),
      Object.fromEntries([...call.named].map(([name, node]) => [name, evaluator.value(node)])),
    ) as JsonObject;
    if (Object.keys(value).length === 0) continue;
    const { extra_headers: extraHeaders, extra_body: extraBody, timeout: _timeout, ...body } = value;
    const settings = clientSettings(calls, evaluator);
    requests.push({
      kind: 'client_code',
      at: call.node.startIndex,
      method: 'POST',
      url: `${(settings.base ?? vendor?.base ?? '').replace(/\/$/, '')}${known.path}`,
      headers: [
        ['Content-Type', 'application/json'],
        ...(vendor?.headers ?? []),
        ...settings.headers,
        ...headerPairs(extraHeaders ?? null),
      ],
      bodyKind: 'json',
      body: { ...body, ...(isObject(extraBody) ? extraBody : {}) },
      notes: [],
      answers: [],
      credentials: { ...(vendor?.credential ?? BEARER), value: settings.key ?? hole('API_KEY') },
      label: call.name,
    });
  }
  return requests;
}

function clientSettings(
  calls: readonly CodeCall[],
  evaluator: Evaluator,
): { base: string | undefined; key: string | undefined; headers: Pair[] } {
  let base: string | undefined;
  let key: string | undefined;
  const headers: Pair[] = [];
  for (const call of calls) {
    const given = Object.assign(
      {},
      ...call.args.map((arg) => evaluator.value(arg)).filter(isObject),
      Object.fromEntries([...call.named].map(([name, node]) => [name, evaluator.value(node)])),
    ) as JsonObject;
    const url =
      given['base_url'] ??
      given['baseURL'] ??
      given['basePath'] ??
      given['serverURL'] ??
      given['host'] ??
      given['azure_endpoint'];
    if (typeof url === 'string' && /^https?:/.test(url)) base ??= url;
    const secret = given['api_key'] ?? given['apiKey'] ?? given['token'];
    if (typeof secret === 'string') key ??= secret;
    headers.push(...headerPairs(given['default_headers'] ?? given['defaultHeaders'] ?? null));
  }
  return { base, key, headers };
}
