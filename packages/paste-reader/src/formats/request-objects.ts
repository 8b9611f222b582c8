import type { BodyKind, Pair, RequestSketch, SampleAnswer } from '../finding.ts';
import { hole, withQuotedHoles } from '../holes.ts';
import { headerNamed, requestSketch } from '../http-parts.ts';
import {
  containersOf,
  dottedPath,
  isObject,
  mapValues,
  objectOf,
  type Json,
  type JsonObject,
  type Path,
} from '../json-value.ts';
import { parseRelaxedJson } from './relaxed-json.ts';
import { readBodyText } from '../shell/curl.ts';

/**
 * Requests as the export of any client has them (Insomnia, Thunder Client, Hoppscotch, and whoever comes next): an
 * object with an address and a method, headers as pairs or as a map, and a body somewhere below.
 */
export function readRequestObjects(document: Json, at: number): RequestSketch[] {
  return containersOf(document).flatMap(({ value: found }): RequestSketch[] => {
    if (!isObject(found)) return [];
    const value = asPlain(found);
    const url = textOf(value['url'] ?? value['endpoint'] ?? value['uri']);
    const method = textOf(value['method'] ?? value['verb']);
    if (url === undefined || method === undefined || !/^[A-Za-z]{3,7}$/.test(method)) return [];
    if (!/^(?:https?:|wss?:|\{\{|<<|\/|\uE000)/.test(url)) return [];
    const headers = filledPairs(value['headers'] ?? value['header']);
    const auth = credentialOf(value['authentication'] ?? value['auth']);
    const body = bodyOf(value['body'] ?? value['data'], headers);
    return [
      requestSketch('postman', at, {
        method: method.toUpperCase(),
        url: filled(url),
        headers: auth === undefined ? headers : [...headers, auth],
        query: filledPairs(value['parameters'] ?? value['params'] ?? value['query']),
        ...body,
        outputPaths: pathsIn(value),
        answers: answersIn(value['responses'] ?? value['response'] ?? value['examples'], at),
        label: textOf(value['name']),
      }),
    ];
  });
}

/** A node of a workflow (n8n) keeps lists of pairs below `parameters`, and marks what it works out by `=`. */
function asPlain(found: JsonObject): JsonObject {
  const pairs = (name: string): Json | undefined => {
    const list = found[name];
    return isObject(list) && Array.isArray(list['parameters'])
      ? list['parameters'].map((pair) =>
          isObject(pair) ? { ...pair, value: workedOut(textOf(pair['value']) ?? '') } : pair,
        )
      : undefined;
  };
  const isNode = ['sendBody', 'sendHeaders', 'headerParameters', 'bodyParameters', 'jsonBody'].some((name) =>
    Object.hasOwn(found, name),
  );
  if (!isNode) return found;
  const fields = pairs('bodyParameters');
  const isForm = /form/i.test(textOf(found['contentType'] ?? null) ?? '');
  const text = textOf(found['jsonBody'] ?? found['body'] ?? null);
  return {
    url: workedOut(textOf(found['url'] ?? null) ?? ''),
    method: found['method'] ?? found['requestMethod'] ?? 'GET',
    headers: pairs('headerParameters') ?? [],
    params: pairs('queryParameters') ?? [],
    ...(text !== undefined
      ? { body: workedOut(text) }
      : Array.isArray(fields)
        ? {
            body: isForm
              ? { mimeType: 'form', form: fields }
              : { json: Object.fromEntries(namedValues(fields)) },
          }
        : {}),
  };
}

const namedValues = (pairs: readonly Json[]): [string, Json][] =>
  pairs.flatMap((pair): [string, Json][] =>
    isObject(pair) && typeof pair['name'] === 'string' ? [[pair['name'], pair['value'] ?? '']] : [],
  );

/** `={{ $json.chatInput }}` is worked out anew with each run. */
const workedOut = (text: string): string =>
  text
    .replace(/^=/, '')
    .replace(/\{\{\s*(?:JSON\.stringify\()?\s*([^{}]*?)\)?\s*\}\}/g, (_all, inside: string) =>
      hole(/(\w+)\W*$/.exec(inside)?.[1] ?? inside),
    );

/** Answers that a client keeps with a request: their bodies, as text or as they are. */
const answersIn = (kept: Json | undefined, at: number): SampleAnswer[] =>
  containersOf(kept ?? null).flatMap(({ value }): SampleAnswer[] => {
    const { body, data, code, status } = objectOf(Array.isArray(value) ? null : value);
    const given = body ?? data;
    const answer = typeof given === 'string' ? parseRelaxedJson(given)?.value : given;
    return typeof answer !== 'object' || answer === null
      ? []
      : [{ value: answer, at, isError: Number(code ?? status ?? 200) >= 400 }];
  });

/** `transformResponse: json.data.reply`: where whoever wrote the configuration finds the answer. */
const pathsIn = (value: JsonObject): Path[] =>
  Object.entries(value).flatMap(([name, item]): Path[] =>
    /transform|response_?path|output|extract|selector/i.test(name) &&
    typeof item === 'string' &&
    /^[\w$.[\]]+$/.test(item)
      ? [dottedPath(item.replace(/^(?:json|response|body)\./, ''))]
      : [],
  );

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** `{{ _.key }}`, `{{key}}` and `<<key>>` are places for what each user fills in. */
const filled = (text: string): string =>
  text.replace(
    /\{\{\s*(?:_\.)?([\w.$-]+)\s*\}\}|<<\s*([\w.-]+)\s*>>/g,
    (_all, brace: string | undefined, angle: string | undefined) => hole(brace ?? angle ?? ''),
  );

const filledPairs = (value: Json | undefined): Pair[] =>
  pairsOf(value).map(([name, text]) => [name, filled(text)]);

function pairsOf(value: Json | undefined): Pair[] {
  if (Array.isArray(value))
    return value
      .filter(isObject)
      .filter(({ disabled, isDisabled }) => disabled !== true && isDisabled !== true)
      .filter(({ active, enabled }) => active !== false && enabled !== false)
      .flatMap((entry): Pair[] => {
        const name = textOf(entry['name'] ?? entry['key']);
        return name === undefined || name === '' ? [] : [[name, textOf(entry['value']) ?? '']];
      });
  return Object.entries(objectOf(value)).flatMap(([name, text]): Pair[] =>
    typeof text === 'string' ? [[name, text]] : [],
  );
}

function credentialOf(auth: Json | undefined): Pair | undefined {
  if (!isObject(auth)) return undefined;
  const token = textOf(auth['token'] ?? auth['bearer']);
  const type = textOf(auth['type'] ?? auth['authType']) ?? '';
  return /bearer/i.test(type) ? ['Authorization', `Bearer ${filled(token ?? '{{token}}')}`] : undefined;
}

function bodyOf(
  given: Json | undefined,
  headers: readonly Pair[],
): { bodyKind: BodyKind; body: Json | undefined } {
  const type = headerNamed(headers, 'content-type');
  if (typeof given === 'string') return readBodyText(withQuotedHoles(filled(given)), type);
  if (!isObject(given)) return { bodyKind: 'none', body: undefined };
  const form = pairsOf(given['form'] ?? given['params'] ?? given['formdata']);
  const text = textOf(given['raw'] ?? given['text'] ?? given['body'] ?? given['content'] ?? given['data']);
  if (text !== undefined && text.trim() !== '')
    return readBodyText(
      withQuotedHoles(filled(text)),
      textOf(given['mimeType'] ?? given['contentType']) ?? type,
    );
  if (isObject(given['json'])) return { bodyKind: 'json', body: given['json'] };
  if (form.length === 0 && !WRAPPER.test(Object.keys(given).join(' ')) && Object.keys(given).length > 0)
    return { bodyKind: 'json', body: filledAll(given) };
  if (form.length === 0) return { bodyKind: 'none', body: undefined };
  const isMultipart = /multipart|formdata|form-data/i.test(textOf(given['mimeType'] ?? given['type']) ?? '');
  return { bodyKind: isMultipart ? 'multipart' : 'form', body: Object.fromEntries(form) as JsonObject };
}

/** Names of what clients wrap a body in. */
const WRAPPER = /\b(?:mimeType|mode|raw|contentType|formdata|urlencoded)\b|^type form$|^type raw/;

function filledAll(value: Json): Json {
  if (typeof value === 'string') return filled(value);
  if (Array.isArray(value)) return value.map(filledAll);
  return isObject(value) ? mapValues(value, filledAll) : value;
}
