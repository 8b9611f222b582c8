import type { Credential, Pair, RequestSketch, SampleAnswer } from '../finding.ts';
import { hole, withQuotedHoles } from '../holes.ts';
import { BEARER, headerNamed, inHeader, inQuery, requestSketch } from '../http-parts.ts';
import { isObject, listOf, objectOf, type Json, type JsonObject, textOf } from '../json-value.ts';
import { parseRelaxedJson } from './relaxed-json.ts';
import { readBodyText } from '../shell/curl.ts';
import { eventsInText } from './stream-events.ts';

export const isPostman = (value: Json): value is JsonObject =>
  isObject(value) &&
  ((Array.isArray(value['item']) &&
    (isObject(value['info']) ||
      value['item'].some((item) => isObject(item) && item['request'] !== undefined))) ||
    (isObject(value['request']) && typeof value['name'] === 'string' && value['log'] === undefined));

/** Every request of a Postman collection, its saved answers, and the authorization of the folders around it. */
export function readPostman(collection: JsonObject, at: number): RequestSketch[] {
  const variables = new Map(variablesOf(collection).filter(([, value]) => value !== ''));
  const items = Array.isArray(collection['item']) ? collection['item'] : [collection];
  return items.flatMap((item) => readItem(item, { variables, auth: collection['auth'], at }));
}

const variablesOf = ({ variable }: JsonObject): [string, string][] =>
  listOf(variable)
    .filter(isObject)
    .map(({ key, id, value }) => [textOf(key ?? id), textOf(value)]);

type Surroundings = { variables: ReadonlyMap<string, string>; auth: Json | undefined; at: number };

function readItem(item: Json, around: Surroundings): RequestSketch[] {
  if (!isObject(item)) return [];
  const auth = item['auth'] ?? around.auth;
  if (Array.isArray(item['item']))
    return item['item'].flatMap((inner) => readItem(inner, { ...around, auth }));
  const given = item['request'];
  if (typeof given === 'string') return readItem({ ...item, request: { method: 'GET', url: given } }, around);
  if (!isObject(given)) return [];
  const fill = (text: string): string =>
    text.replace(
      /\{\{\s*\$?([\w.-]+)\s*\}\}/g,
      (_all, name: string) => around.variables.get(name) ?? hole(name),
    );
  const headers = enabled(given['header']).map(({ key, value }): Pair => [textOf(key), fill(textOf(value))]);
  return [
    requestSketch('postman', around.at, {
      method: typeof given['method'] === 'string' ? given['method'].toUpperCase() : 'GET',
      url: urlOf(given['url'], fill),
      headers,
      ...bodyOf(given['body'], fill, headers),
      answers: listOf(item['response']).flatMap((response) => answerOf(response, around.at)),
      credentials: credentialOf(given['auth'] ?? auth, fill),
      label: [item['name'], given['description']].filter((text) => typeof text === 'string').join(' '),
    }),
  ];
}

function urlOf(given: Json | undefined, fill: (text: string) => string): string | undefined {
  if (typeof given === 'string') return fill(given);
  if (!isObject(given)) return undefined;
  const pathVariables = new Map(variablesOf(given));
  const raw = typeof given['raw'] === 'string' ? given['raw'] : joinUrl(given);
  return fill(raw).replace(/\/:(\w+)/g, (_all, name: string) => `/${pathVariables.get(name) || hole(name)}`);
}

const joinedText = (given: Json | undefined, by: string): string =>
  Array.isArray(given) ? given.map(textOf).join(by) : textOf(given);

function joinUrl(given: JsonObject): string {
  const host = joinedText(given['host'], '.');
  const path = joinedText(given['path'], '/');
  const query = enabled(given['query'])
    .map((pair) => `${textOf(pair['key'])}=${textOf(pair['value'] ?? '')}`)
    .join('&');
  const port = typeof given['port'] === 'string' ? `:${given['port']}` : '';
  return `${given['protocol'] === undefined ? '' : `${textOf(given['protocol'])}://`}${host}${port}/${path}${query ? `?${query}` : ''}`;
}

function bodyOf(given: Json | undefined, fill: (text: string) => string, headers: Pair[]) {
  const nothing = { bodyKind: 'none' as const, body: undefined };
  if (!isObject(given)) return nothing;
  const mode = given['mode'];
  if (mode === 'urlencoded' || mode === 'formdata') {
    const fields = enabled(given[mode]).map(({ key, value, src }) => [
      textOf(key),
      fill(textOf(value ?? src)),
    ]);
    return {
      bodyKind: mode === 'formdata' ? ('multipart' as const) : ('form' as const),
      body: Object.fromEntries(fields) as Json,
    };
  }
  if (mode === 'graphql' && isObject(given['graphql'])) {
    const { query, variables } = given['graphql'];
    const parsed = typeof variables === 'string' ? parseRelaxedJson(fill(variables))?.value : variables;
    return { bodyKind: 'json' as const, body: { query: query ?? '', variables: parsed ?? {} } as Json };
  }
  if (typeof given['raw'] !== 'string') return nothing;
  return readBodyText(withQuotedHoles(fill(given['raw'])), headerNamed(headers, 'content-type'));
}

function credentialOf(auth: Json | undefined, fill: (text: string) => string): Credential | undefined {
  if (!isObject(auth)) return undefined;
  const type = textOf(auth['type']);
  const settings = new Map<string, string>();
  const given = auth[type];
  if (isObject(given)) for (const [key, value] of Object.entries(given)) settings.set(key, textOf(value));
  for (const entry of listOf(given).filter(isObject))
    settings.set(textOf(entry['key']), textOf(entry['value'] ?? ''));
  if (type === 'bearer' || type === 'oauth2')
    return { ...BEARER, value: fill(settings.get('token') ?? settings.get('accessToken') ?? '') };
  if (type === 'basic')
    return {
      ...inHeader('Authorization', 'Basic '),
      value: Buffer.from(
        fill(`${settings.get('username') ?? ''}:${settings.get('password') ?? ''}`),
      ).toString('base64'),
    };
  if (type !== 'apikey') return undefined;
  const placed = (settings.get('in') === 'query' ? inQuery : inHeader)(settings.get('key') ?? 'X-API-Key');
  return { ...placed, value: fill(settings.get('value') ?? '') };
}

function answerOf(response: Json, at: number): SampleAnswer[] {
  if (!isObject(response) || typeof response['body'] !== 'string') return [];
  const parsed = parseRelaxedJson(response['body']);
  if (!parsed) return [];
  const code = Number(response['code'] ?? 200);
  return [{ value: parsed.value, at, isError: code >= 400 }];
}

/** The whole recording, the list of what was recorded, or one entry of it copied by itself. */
function entriesOf(value: Json): JsonObject[] {
  const log = isObject(value) && isObject(value['log']) ? value['log'] : value;
  const entries = isObject(log) && Array.isArray(log['entries']) ? log['entries'] : log;
  return (Array.isArray(entries) ? entries : [entries])
    .filter(isObject)
    .filter(
      (entry) =>
        isObject(entry['request']) && (isObject(entry['response']) || entry['startedDateTime'] !== undefined),
    );
}

export const isHar = (value: Json): boolean => entriesOf(value).length > 0;

/** Requests and answers a browser recorded; files of the page around them are left out. */
export function readHar(har: Json, at: number): RequestSketch[] {
  return entriesOf(har).flatMap((entry): RequestSketch[] => {
    const { request, response } = entry;
    if (!isObject(request) || typeof request['url'] !== 'string') return [];
    const headers = enabled(request['headers'])
      .map((header): Pair => [textOf(header['name']), textOf(header['value'] ?? '')])
      .filter(([name]) => !name.startsWith(':'));
    const posted = objectOf(request['postData']);
    const fields = enabled(posted['params']);
    const type = textOf(posted['mimeType']);
    const body =
      typeof posted['text'] === 'string' && posted['text'] !== ''
        ? readBodyText(posted['text'], type)
        : fields.length === 0
          ? {}
          : {
              bodyKind: type.includes('multipart') ? ('multipart' as const) : ('form' as const),
              body: Object.fromEntries(fields.map(({ name, value }) => [textOf(name), textOf(value)])),
            };
    return [
      requestSketch('har', at, {
        method: textOf(request['method'] ?? 'GET').toUpperCase(),
        url: request['url'],
        headers,
        ...body,
        answers: harAnswer(response, at),
      }),
    ];
  });
}

function harAnswer(response: Json | undefined, at: number): SampleAnswer[] {
  const content = isObject(response) ? response['content'] : undefined;
  if (!isObject(response) || !isObject(content) || typeof content['text'] !== 'string') return [];
  const text =
    content['encoding'] === 'base64'
      ? Buffer.from(content['text'], 'base64').toString('utf8')
      : content['text'];
  if (/event-stream|ndjson/.test(textOf(content['mimeType'])))
    return [{ value: eventsInText(text), at, isError: false, isStream: true }];
  const parsed = /^\s*[{[]/.test(text) ? parseRelaxedJson(text) : undefined;
  return parsed ? [{ value: parsed.value, at, isError: Number(response['status']) >= 400 }] : [];
}

const enabled = (value: Json | undefined): JsonObject[] =>
  listOf(value)
    .filter(isObject)
    .filter((entry) => entry['disabled'] !== true);
