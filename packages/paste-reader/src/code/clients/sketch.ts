import type { BodyKind, Pair, RequestSketch } from '../../finding.ts';
import { wholeHole, hole } from '../../holes.ts';
import { isObject, type Json, type JsonObject, textOf } from '../../json-value.ts';
import { fileFields } from '../../formats/multipart.ts';
import { pairsOf } from '../../shell/curl.ts';
import { asBody, type CodeCall } from '../evaluation/calls.ts';
import type { Evaluator } from '../evaluation/evaluator.ts';
import { basicAuth, headerNamed, headerOfLine, parametersOf, requestSketch } from '../../http-parts.ts';
import { type ClientBase, cookieHeader, headerPairs } from './base-url.ts';
import type { BlockParts } from './block-parts.ts';

type SketchInput = {
  call: CodeCall;
  url: string;
  evaluator: Evaluator;
  block: BlockParts;
  isOnly: boolean;
  text: string;
  base: ClientBase;
};

const OPTION_KEYS =
  /^(?:method|headers|body|json|data|params|form|auth|query|searchParams|baseURL|form_params|multipart|credentials|signal|cache|mode|timeout|url|type|contentType|dataType|verify|stream|payload|success|hostname|path|qs|uri|responseType|http_errors|beforeSend|port|cookies|prefixUrl|hooks|files|auth_bearer|auth_basic|muteHttpExceptions)$/;
/** Options that hold what is sent: beside another option, they make an object one of options. */
const HOLDS_BODY = /^(?:json|form_params|multipart|headers)$/;

export function sketch({ call, url, evaluator, block, isOnly, text, base }: SketchInput): RequestSketch {
  const values = evaluator.values(call).map(unwrappedOptions);
  const fields = evaluator.named(call);
  const isOptions = (value: Json): value is JsonObject =>
    isObject(value) &&
    Object.keys(value).length > 0 &&
    (Object.keys(value).every((key) => OPTION_KEYS.test(key)) ||
      (typeof value['url'] === 'string' && value['url'] === url) ||
      saysHowToSend(value) ||
      (Object.keys(value).filter((key) => OPTION_KEYS.test(key)).length > 1 &&
        Object.entries(value).some(([key, item]) => HOLDS_BODY.test(key) && isObject(item))));
  const options = Object.assign({}, ...values.filter(isOptions), fields) as JsonObject;
  // Ruby gives the fields of a body as named arguments: then none of them says how to send.
  const named = Object.keys(fields).some((name) => OPTION_KEYS.test(name)) ? {} : fields;
  const direct = [...values, named].find(
    (value, index) =>
      index > 0 && !isOptions(value) && !isHeaders(value) && isBodyLike(asBody(value)) && value !== url,
  );
  const headers: Pair[] = [
    ...base.headers,
    ...headerPairs(options['headers'] ?? null),
    ...values.filter(isHeaders).flatMap(headerPairs),
    ...(isOnly || Object.keys(options).length === 0 ? block.headers : []),
  ];
  headers.push(...cookieHeader(options['cookies'] ?? null));
  takeAuth(options, headers);
  if (typeof options['contentType'] === 'string') headers.push(['Content-Type', options['contentType']]);
  const isFormCall =
    /PostForm|urlencode|FormUrlEncodedContent|URLSearchParams|http_build_query|set_form_data|asForm/.test(
      `${call.node.text} ${isOnly ? text : ''}`,
    );
  const body = bodyFrom(options, direct, block, { isOnly, isForm: isFormCall, page: text, headers, call });
  const query = [...base.query, ...queryFrom(options, call, direct, block)];
  const method = methodFrom(call, options, block, values, body.kind, isOnly);
  const isGet = method === 'GET' || method === 'HEAD';
  const isRelative = !/^(?:\w+:\/\/|\uE000)/.test(url);
  const fullUrl = isRelative && base.url ? `${base.url.replace(/\/$/, '')}/${url.replace(/^\//, '')}` : url;
  return requestSketch('client_code', call.node.startIndex, {
    method,
    url: fullUrl,
    headers,
    query:
      isGet && isObject(body.value) && body.kind === 'form'
        ? [...query, ...Object.entries(body.value).map(([name, value]): Pair => [name, textOf(value)])]
        : query,
    bodyKind: isGet ? 'none' : body.kind,
    body: isGet ? undefined : body.value,
    label: call.name,
  });
}

/** An object that tells the type of what is sent, or who sends it, holds headers. */
const isHeaders = (value: Json): boolean =>
  isObject(value) &&
  Object.entries(value).some(
    ([name, item]) => typeof item === 'string' && /^(?:content-type|authorization|accept)$/i.test(name),
  );

const isBodyLike = (value: Json): boolean =>
  (isObject(value) && Object.keys(value).length > 0) || (Array.isArray(value) && value.some(isObject));

function bodyFrom(
  options: JsonObject,
  direct: Json | undefined,
  block: BlockParts,
  at: { isOnly: boolean; isForm: boolean; page: string; headers: readonly Pair[]; call: CodeCall },
): { kind: BodyKind; value: Json | undefined } {
  const type = headerNamed(at.headers, 'content-type') ?? '';
  const kindFor = (fallback: BodyKind): BodyKind =>
    /multipart/.test(type)
      ? 'multipart'
      : /urlencoded/.test(type)
        ? 'form'
        : /json/.test(type)
          ? 'json'
          : fallback;
  const isPython = at.call.named.size > 0;
  const parts = isPython ? partsOf(options['files']) : undefined;
  if (parts)
    return { kind: 'multipart', value: { ...parts, ...(isObject(options['data']) ? options['data'] : {}) } };
  for (const name of ['json', 'body', 'data', 'payload', 'form_params', 'form', 'multipart', 'content']) {
    const value = options[name];
    if (value === undefined || value === null) continue;
    const body = withPageForm(asBody(value), at.page);
    if (!isBodyLike(body) && !(typeof body === 'string' && body !== '')) continue;
    const isEncoded =
      name === 'form' ||
      name === 'form_params' ||
      at.isForm ||
      (name === 'data' && /(?:^|\.)(?:\$|jQuery)\.(?:ajax|post)$/.test(at.call.name) && isObject(value)) ||
      (name === 'data' && isPython && isObject(value));
    if (typeof body === 'string' && /^[\w[\]]+=/.test(body))
      return { kind: 'form', value: Object.fromEntries(pairsOf(body)) };
    if (typeof body === 'string' && wholeHole(body) !== undefined && block.body) break;
    return {
      kind:
        name === 'json' || name === 'multipart'
          ? name
          : isEncoded
            ? kindFor('form')
            : body !== value && /FormData\(/.test(textOf(value))
              ? 'multipart'
              : kindFor(typeof body === 'string' && /text\/plain/.test(type) ? 'text' : 'json'),
      value: body,
    };
  }
  if (block.body && /^(?:multipart|form)$/.test(block.body.kind) && at.isOnly)
    return { kind: block.body.kind, value: block.body.value };
  if (direct !== undefined) {
    const isPythonData = /^requests\.|^httpx\.|^session\./.test(at.call.name) && isObject(direct);
    return { kind: at.isForm ? 'form' : kindFor(isPythonData ? 'form' : 'json'), value: asBody(direct) };
  }
  if (block.body && (at.isOnly || !/get/i.test(at.call.last)))
    return { kind: at.isForm ? 'form' : kindFor(block.body.kind), value: block.body.value };
  return { kind: 'none', value: undefined };
}

/** `files={"text": (None, "…"), "photo": open(…)}`: parts without a name of a file are fields. */
function partsOf(files: Json | undefined): JsonObject | undefined {
  if (!isObject(files)) return undefined;
  const named: string[] = [];
  const fields = Object.entries(files).flatMap(([name, item]): [string, Json][] => {
    if (Array.isArray(item) && item[0] === null && typeof item[1] === 'string') return [[name, item[1]]];
    named.push(name);
    return [];
  });
  return fields.length + named.length === 0
    ? undefined
    : { ...Object.fromEntries(fields), ...fileFields(named) };
}

function queryFrom(options: JsonObject, call: CodeCall, direct: Json | undefined, block: BlockParts): Pair[] {
  const given = options['params'] ?? options['query'] ?? options['searchParams'] ?? options['qs'];
  const object = isObject(given)
    ? given
    : /^(?:get|Http\.get)$/i.test(call.last) && isObject(direct)
      ? direct
      : undefined;
  return [...(object ? parametersOf(object) : []), ...block.query];
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
  const named = /^(?:Http)?(get|post|put|patch|delete)/i.exec(call.last)?.[1];
  if (named && call.last !== 'getContents') return named.toUpperCase();
  if (block.method && isOnly) return block.method.toUpperCase();
  return kind === 'none' ? 'GET' : 'POST';
}

function takeAuth(options: JsonObject, headers: Pair[]): void {
  if (typeof options['auth_bearer'] === 'string')
    headers.push(['Authorization', `Bearer ${options['auth_bearer']}`]);
  const auth = options['auth'];
  if (Array.isArray(auth) && auth.length >= 2)
    headers.push(['Authorization', basicAuth(auth.slice(0, 2).map(textOf).join(':'))]);
  if (isObject(auth) && auth['username'] !== undefined)
    headers.push(['Authorization', basicAuth(`${textOf(auth['username'])}:${textOf(auth['password'])}`)]);
}

/** `new FormData(e.target)` sends the fields of the form that the same page shows. */
function withPageForm(body: Json, page: string): Json {
  const made = wholeHole(body);
  if (made === undefined || !/\bFormData\(/.test(made)) return body;
  const form = /<form\b[^>]*>([\s\S]*?)<\/form>/i.exec(page)?.[1];
  const fields: JsonObject = {};
  for (const [, tag = ''] of (form ?? '').matchAll(/<(?:input|textarea|select)\b([^>]*)>/gi)) {
    const name = attribute(tag, 'name');
    if (name !== undefined && !/^(?:submit|button|file)$/i.test(attribute(tag, 'type') ?? ''))
      fields[name] = attribute(tag, 'value') ?? hole(name);
  }
  return Object.keys(fields).length === 0 ? body : fields;
}

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(String.raw`\b${name}\s*=\s*["']([^"']*)["']`, 'i').exec(tag)?.[1];

/** Options that say how something is sent and what: whatever function takes them with an address, sends. */
export const saysHowToSend = (value: Json): value is JsonObject =>
  isObject(value) && !('handler' in value) && (isMethod(value['method']) || isObject(value['headers']));

const isMethod = (value: Json | undefined): boolean =>
  typeof value === 'string' && /^(?:GET|POST|PUT|PATCH)$/i.test(value);

/** PHP's stream contexts keep the options of a request below the name of its protocol, its headers as lines. */
function unwrappedOptions(value: Json): Json {
  const inner = isObject(value) ? (value['http'] ?? value['https']) : undefined;
  if (!isObject(inner) || !isMethod(inner['method'])) return value;
  const { header, content, ...rest } = inner;
  const lines = (Array.isArray(header) ? header : [header]).flatMap((line) =>
    typeof line === 'string' ? line.split(/\r?\n/) : [],
  );
  return {
    ...rest,
    headers: Object.fromEntries(lines.flatMap(headerOfLine)),
    ...(content === undefined ? {} : { body: content }),
  };
}
