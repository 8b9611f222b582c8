import type { Pair, RequestSketch } from '../finding.ts';
import type { Json, JsonObject } from '../json-value.ts';
import { parseRelaxedJson } from '../relaxed-json.ts';
import type { ShellCommand } from './command.ts';
import { readBodyText } from './curl.ts';

/** HTTPie's `http POST url name=value` and wget's `--post-data`. */
export function readHttpie(command: ShellCommand, program: string): RequestSketch[] {
  const words = command.words.slice(1);
  return program === 'wget' ? readWget(words, command.start) : readHttp(words, command.start);
}

const ITEM = /^([\w.@[\]-]+?)(:=|==|=|:)(?!\/\/)([\s\S]*)$/;

function readHttp(words: readonly string[], at: number): RequestSketch[] {
  const rest = words.filter((word) => !word.startsWith('-'));
  const method = /^[A-Z]+$/.test(rest[0] ?? '') ? rest.shift() : undefined;
  const url = rest.shift();
  if (url === undefined || !/^(?:https?:\/\/|:\d*\/|[\w.-]+[.:][\w/]|localhost)/.test(url)) return [];
  const headers: Pair[] = [];
  const query: Pair[] = [];
  const body: JsonObject = {};
  for (const word of rest) {
    const [, name = '', kind, value = ''] = ITEM.exec(word) ?? [];
    if (kind === ':') headers.push([name, value.trim()]);
    else if (kind === '==') query.push([name, value]);
    else if (kind === '=') body[name] = value;
    else if (kind === ':=') body[name] = parseRelaxedJson(value)?.value ?? value;
  }
  const isForm = words.includes('-f') || words.includes('--form');
  const hasBody = Object.keys(body).length > 0;
  const auth = authOf(words);
  if (auth) headers.push(['Authorization', auth]);
  return [
    {
      kind: 'curl',
      at,
      method: method ?? (hasBody ? 'POST' : 'GET'),
      url: url.startsWith(':') ? `http://localhost${url}` : /^https?:\/\//.test(url) ? url : `http://${url}`,
      headers,
      query,
      bodyKind: hasBody ? (isForm ? 'form' : 'json') : 'none',
      body: hasBody ? (body as Json) : undefined,
      notes: [],
      answers: [],
    },
  ];
}

function authOf(words: readonly string[]): string | undefined {
  const value = words[words.findIndex((word) => word === '-a' || word === '--auth') + 1];
  if (!words.some((word) => word === '-a' || word === '--auth') || value === undefined) return undefined;
  const isBearer = words.includes('bearer') || words.includes('--auth-type=bearer');
  return isBearer ? `Bearer ${value}` : `Basic ${Buffer.from(value).toString('base64')}`;
}

function readWget(words: readonly string[], at: number): RequestSketch[] {
  const headers: Pair[] = [];
  let data: string | undefined;
  let method: string | undefined;
  let url: string | undefined;
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, name, inline] = /^--(header|post-data|body-data|method)(?:=([\s\S]*))?$/.exec(word) ?? [];
    if (name !== undefined) {
      const value = inline ?? rest.shift() ?? '';
      if (name === 'header') {
        const colon = value.indexOf(':');
        if (colon > 0) headers.push([value.slice(0, colon).trim(), value.slice(colon + 1).trim()]);
      } else if (name === 'method') method = value.toUpperCase();
      else data = value;
    } else if (/^https?:\/\//.test(word)) url = word;
  }
  if (url === undefined) return [];
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const body =
    data === undefined ? { bodyKind: 'none' as const, body: undefined } : readBodyText(data, contentType);
  return [
    {
      kind: 'curl',
      at,
      method: method ?? (data === undefined ? 'GET' : 'POST'),
      url,
      headers,
      ...body,
      notes: [],
      answers: [],
    },
  ];
}
