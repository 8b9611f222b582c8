import type { Pair, RequestSketch } from '../finding.ts';
import { valueAt, withValueAt, type Json, type JsonObject, type Path } from '../json-value.ts';
import { parseRelaxedJson } from '../formats/relaxed-json.ts';
import type { ShellCommand } from './bash-lexer.ts';
import { fileFields } from '../formats/multipart.ts';
import { basicAuth, headerNamed, requestSketch } from '../http-parts.ts';
import { readBodyText, readCurl } from './curl.ts';

/** `http POST url name=value` of HTTPie and xh, and wget's `--post-data`. */
export function readHttpie(command: ShellCommand, program: string): RequestSketch[] {
  return program === 'wget' ? readCurl({ ...command, words: asCurl(command.words) }) : readHttp(command);
}

const WGET_OPTIONS: Readonly<Record<string, string>> = {
  header: '--header',
  method: '--request',
  'post-data': '--data-raw',
  'body-data': '--data-raw',
};

/** The words of wget that say what is sent, as curl has them; of several addresses the last one counts. */
function asCurl([program = '', ...words]: readonly string[]): string[] {
  const said: string[] = [];
  let url: string | undefined;
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, name = '', inline] = /^--([a-z-]+)(?:=([\s\S]*))?$/.exec(word) ?? [];
    const option = WGET_OPTIONS[name];
    if (option !== undefined) said.push(option, inline ?? rest.shift() ?? '');
    else if (/^https?:\/\//.test(word)) url = word;
  }
  return [program, ...said, ...(url === undefined ? [] : [url])];
}

const ITEM = /^([\w.@[\]-]+?)(:=|==|=|:)(?!\/\/)([\s\S]*)$/;

/** `photo@~/cat.png`: a file of a form. */
const FILE_ITEM = /^([\w.[\]-]+)@[^@]/;

/** Options of HTTPie and xh that are followed by a value. */
const TAKES_VALUE =
  /^(?:-a|--auth|-A|--auth-type|-o|--output|-p|--print|-s|--style|--pretty|--format-options|--timeout|--session|--session-read-only|--proxy|--verify|--cert|--cert-key|--max-redirects|--default-scheme|--raw|--bearer|--boundary|--response-charset|--response-mime)$/;

function readOptions(words: readonly string[]): { given: Map<string, string>; rest: string[] } {
  const given = new Map<string, string>();
  const rest: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, name = '', inline] = /^(--?[A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
    if (name === '') rest.push(word);
    else if (inline === undefined && TAKES_VALUE.test(name)) given.set(name, words[(at += 1)] ?? '');
    else given.set(name, inline ?? '');
  }
  return { given, rest };
}

function readHttp({ words: all, start, stdin }: ShellCommand): RequestSketch[] {
  const { given, rest } = readOptions(all.slice(1));
  const method = VERB.test(rest[0] ?? '') ? rest.shift()?.toUpperCase() : undefined;
  const url = rest.shift();
  if (url === undefined || !/^(?:https?:\/\/|:\d*\/|\uE000|[\w.-]+[.:][\w/]|localhost)/.test(url)) return [];
  const headers: Pair[] = [];
  const query: Pair[] = [];
  const fields: JsonObject = {};
  const files: string[] = [];
  for (const word of rest) {
    const [, name = '', kind, value = ''] = ITEM.exec(word) ?? [];
    const [, file] = kind === undefined ? (FILE_ITEM.exec(word) ?? []) : [];
    if (file !== undefined) files.push(file);
    if (kind === ':') headers.push([name, value.trim()]);
    else if (kind === '==') query.push([name, value]);
    else if (kind === '=') nest(fields, name, value);
    else if (kind === ':=') nest(fields, name, parseRelaxedJson(value)?.value ?? value);
  }
  const isForm = given.has('-f') || given.has('--form');
  const isMultipart = given.has('--multipart') || (isForm && files.length > 0);
  if (isMultipart) Object.assign(fields, fileFields(files));
  const text = given.get('--raw') ?? stdin;
  const body =
    Object.keys(fields).length > 0
      ? {
          bodyKind: isMultipart ? ('multipart' as const) : isForm ? ('form' as const) : ('json' as const),
          body: fields as Json,
        }
      : readBodyText(text ?? '', headerNamed(headers, 'content-type'));
  const auth = authOf(given);
  if (auth) headers.push(['Authorization', auth]);
  const scheme = all[0] === 'https' || all[0] === 'xhs' ? 'https' : 'http';
  return [
    requestSketch('curl', start, {
      method: method ?? (body.body === undefined ? 'GET' : 'POST'),
      url: url.startsWith(':')
        ? `http://localhost${url}`
        : /^(?:https?:\/\/|\uE000)/.test(url)
          ? url
          : `${scheme}://${url}`,
      headers,
      query,
      ...body,
    }),
  ];
}

/** `turn[text]=Hi`, `tags[]=a`, `[0][id]=7`: places within places. */
function nest(fields: JsonObject, name: string, value: Json): void {
  const [, first = '', inner = ''] = /^([^[\]]*)((?:\[[^[\]]*\])+)$/.exec(name) ?? [];
  if (inner === '') {
    fields[name] = value;
    return;
  }
  let path: Path = first === '' ? [] : [first];
  for (const [, step = ''] of inner.matchAll(/\[([^[\]]*)\]/g)) {
    const list = valueAt(fields, path);
    path = [
      ...path,
      step === '' ? (Array.isArray(list) ? list.length : 0) : /^\d{1,2}$/.test(step) ? Number(step) : step,
    ];
  }
  Object.assign(fields, withValueAt(fields, path, value));
}

const VERB = /^(?:get|post|put|patch|delete|head|options)$/i;

function authOf(given: ReadonlyMap<string, string>): string | undefined {
  const bearer = given.get('--bearer');
  if (bearer !== undefined) return `Bearer ${bearer}`;
  const value = given.get('-a') ?? given.get('--auth');
  if (value === undefined) return undefined;
  const isBearer = (given.get('-A') ?? given.get('--auth-type')) === 'bearer';
  return isBearer ? `Bearer ${value}` : basicAuth(value);
}
