import type { BodyKind, Pair } from '../../finding.ts';
import { isObject, type Json, textOf } from '../../json-value.ts';
import { pairsOf } from '../../shell/curl.ts';
import type { Collected } from '../collect.ts';
import { asBody, type CodeCall, VERB } from '../evaluation/calls.ts';
import type { Evaluator } from '../evaluation/evaluator.ts';
import { basicAuth, headerOfLine } from '../../http-parts.ts';
import { headerPairs } from './base-url.ts';

export type BlockParts = {
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
/** Calls that set nothing but headers, whatever these are called. */
const SETS_HEADER = /^(?:(?:add|set|with)_?)?(?:request|default)?_?header$/i;
const BODY_CALL =
  /^(?:send|write|end|setbody|body|addjsonbody|addbody|post|put|stringcontent|bodyvalue|withbody|json|setrequestbody|ofstring|addstringbody|set_form_data|form|addparameter|jsoncontent|postfields|outputstream|writebytes|asjson|create)$/i;

/** Headers and bodies set apart from the call that sends them. */
export function blockParts({ calls, memberWrites, evaluator }: BlockInput): BlockParts {
  const parts: BlockParts = { headers: [], body: undefined, method: undefined, query: [] };
  for (const call of calls) {
    const values = evaluator.values(call);
    takeHeaders(call, values, parts, evaluator);
    takeCurlOption(call, values, parts);
    if (/cookies?(?:jar)?\.set(?:_cookie)?$/i.test(call.name) && values.length >= 2)
      parts.headers.push(['Cookie', `${textOf(values[0])}=${textOf(values[1])}`]);
    if (call.last === 'AuthenticationHeaderValue' && typeof values[0] === 'string')
      parts.headers.push(['Authorization', values.slice(0, 2).map(textOf).join(' ')]);
    if (/^(?:withtoken|bearerauth|bearer_auth|setbearerauth|bearertoken)$/i.test(call.last))
      parts.headers.push(['Authorization', `Bearer ${textOf(values[0] ?? '')}`]);
    if (/^(?:basic_auth|setbasicauth|withbasicauth|basicauth)$/i.test(call.last))
      parts.headers.push(['Authorization', basicAuth(`${textOf(values[0])}:${textOf(values[1])}`)]);
    const isQuery =
      /^(?:queryparam|addqueryparameter|query)$/i.test(call.last) ||
      /searchParams\.(?:set|append)$/.test(call.name);
    if (isQuery && values.length === 2) parts.query.push([textOf(values[0]), textOf(values[1])]);
    if (/^(?:POST|PUT|PATCH|GET)$/.test(call.last) && !VERB.test(call.last)) parts.method = call.last;
    if (call.last === 'POST' || call.last === 'method' || call.last === 'setRequestMethod')
      parts.method = textOf(call.last === 'POST' ? 'POST' : (values[0] ?? 'POST'));
    takeFormField(call, values, parts, evaluator);
    if (call.last === 'MultipartFormDataContent') takeInitializer(call, parts, evaluator);
    if (parts.body === undefined && BODY_CALL.test(call.last)) parts.body = bodyIn(values, call);
  }
  for (const { key, value, target } of memberWrites) {
    if (key === 'token' && !/headers?$/i.test(target)) continue;
    if (HEADER_NAME.test(key) || /^(?:authorization|content-type|accept)$/i.test(key))
      parts.headers.push([key, evaluator.text(value)]);
    else if (key === 'auth') parts.headers.push(...basicPair(evaluator.value(value)));
    else if (/^(?:body|content|Content|form_data)$/.test(key))
      parts.body ??= bodyIn([evaluator.value(value)], undefined);
    else if (key === 'headers' && isObject(evaluator.value(value)))
      parts.headers.push(...headerPairs(evaluator.value(value)));
  }
  return parts;
}

function takeHeaders(call: CodeCall, values: readonly Json[], parts: BlockParts, evaluator: Evaluator): void {
  if (/headers\.(?:update|merge!?|putAll|setAll)$/i.test(call.name) && isObject(values[0]))
    parts.headers.push(...headerPairs(values[0]));
  // Ruby's requests are made with their headers.
  if (/Net\.HTTP\.\w+\.new$/.test(call.name) && isObject(values[1]))
    parts.headers.push(...headerPairs(values[1]));
  if (!HEADER_CALL.test(call.last) || /cookie|params\.\w+$/i.test(call.name)) return;
  const isName =
    typeof values[0] === 'string' &&
    (HEADER_NAME.test(values[0]) || (SETS_HEADER.test(call.last) && /^[A-Za-z][\w-]{1,40}$/.test(values[0])));
  if (values.length >= 2 && isName) {
    for (let at = 0; at + 1 < values.length; at += 2)
      if (typeof values[at] === 'string') parts.headers.push([textOf(values[at]), textOf(values[at + 1])]);
  } else if (/headers?$/i.test(call.last) && isObject(values[0]))
    parts.headers.push(...headerPairs(values[0]));
  else if (/^headers$/.test(call.last) && call.named.size > 0)
    for (const [name, value] of call.named) parts.headers.push([name, evaluator.text(value)]);
}

/** `session.auth = (user, password)` */
const basicPair = (value: Json): Pair[] =>
  Array.isArray(value) && value.length === 2
    ? [['Authorization', basicAuth(value.map(textOf).join(':'))]]
    : [];

/** `form.append('text', said)` of a form that is sent as a whole. */
function takeFormField(call: CodeCall, values: readonly Json[], parts: BlockParts, evaluator: Evaluator) {
  if (
    !/^(?:append|add_field|WriteField|addFormDataPart|addTextBody|Add)$/.test(call.last) ||
    values.length < 2
  )
    return;
  const made = call.receiver ? evaluator.source(call.receiver) : '';
  const kind = /URLSearchParams|FormUrlEncoded/.test(made)
    ? 'form'
    : /FormData|Multipart|MultipartEntity/i.test(made)
      ? 'multipart'
      : undefined;
  if (kind === undefined) return;
  const known = isObject(parts.body?.value) && parts.body.kind === kind ? parts.body.value : {};
  // .NET gives the content first and its name behind it.
  const [name, value] = call.last === 'Add' ? [values[1], values[0]] : [values[0], values[1]];
  parts.body = { kind, value: { ...known, [textOf(name)]: value ?? '' } };
}

/** `new MultipartFormDataContent { { new StringContent(text), "letter" } }` */
function takeInitializer(call: CodeCall, parts: BlockParts, evaluator: Evaluator): void {
  const pairs = call.node
    .descendantsOfType('initializer_expression')
    .filter((node) => node?.namedChildren.length === 2 && node.parent?.type === 'initializer_expression')
    .flatMap((node): [string, Json][] => {
      const [content, name] = node?.namedChildren ?? [];
      return content && name ? [[evaluator.text(name), evaluator.value(content)]] : [];
    });
  if (pairs.length > 0) parts.body = { kind: 'multipart', value: Object.fromEntries(pairs) };
}

function takeCurlOption(call: CodeCall, values: readonly Json[], parts: BlockParts): void {
  if (call.name === 'curl_setopt') takeCurl(textOf(call.args[1]?.text ?? ''), values[2] ?? null, parts);
  if (call.name !== 'curl_setopt_array' || !isObject(values[1])) return;
  for (const [name, value] of Object.entries(values[1])) takeCurl(name, value, parts);
}

function takeCurl(given: string, value: Json, parts: BlockParts): void {
  const name = given.replaceAll(/[\uE000\uE001]/g, '');
  if (name === 'CURLOPT_HTTPHEADER' && Array.isArray(value))
    parts.headers.push(...value.map(textOf).flatMap(headerOfLine));
  else if (name === 'CURLOPT_POSTFIELDS') parts.body = bodyIn([value], undefined);
  else if (name === 'CURLOPT_CUSTOMREQUEST') parts.method = textOf(value);
  else if (name === 'CURLOPT_POST') parts.method ??= 'POST';
  else if (name === 'CURLOPT_USERPWD') parts.headers.push(['Authorization', basicAuth(textOf(value))]);
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
