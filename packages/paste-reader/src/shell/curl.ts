import { fillHoles, hole } from '../holes.ts';
import { fileFields, readMultipart } from '../formats/multipart.ts';
import { parseRelaxedJson } from '../formats/relaxed-json.ts';
import type { BodyKind, Pair, RequestSketch } from '../finding.ts';
import { basicAuth, decoded, headerNamed, headerOfLine, requestSketch } from '../http-parts.ts';
import type { Json } from '../json-value.ts';
import type { ShellCommand } from './bash-lexer.ts';
import { isWithoutPlace, optionNamed, takesValue, type CurlOption } from './curl-options.ts';

type Given = { readonly option: CurlOption; readonly value: string; readonly flag: string };

/** The requests one curl command would send; the files it names cannot be read and are told as such. */
export function readCurl(command: ShellCommand): RequestSketch[] {
  const groups: Given[][] = [[]];
  for (const given of readOptions(command.words.slice(1))) {
    if (given.option === 'next') groups.push([]);
    else groups.at(-1)?.push(given);
  }
  return groups.flatMap((given) => requestsOf(given, command));
}

function readOptions(words: readonly string[]): Given[] {
  const found: Given[] = [];
  const variables = new Map<string, string>();
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '' || word === '-') continue;
    if (word.startsWith('--')) {
      const [given = '', inline] = splitOnce(word.slice(2), '=');
      const name = given.replace(/^expand-/, '');
      const option = optionNamed(name);
      const value = takesValue(option) ? (inline ?? rest.shift() ?? '') : '';
      if (name === 'variable') keepVariable(value, variables);
      found.push({
        option,
        value: name === given ? value : expandVariables(value, variables),
        flag: `--${name}`,
      });
    } else if (/^-[a-z]{3}/.test(word) && optionNamed(word.slice(1)) !== 'ignored') {
      // A word processor made one dash of two.
      const option = optionNamed(word.slice(1));
      found.push({ option, value: takesValue(option) ? (rest.shift() ?? '') : '', flag: `-${word}` });
    } else if (/^-[A-Za-z]/.test(word)) readShort(word.slice(1), rest, found);
    else if (!word.startsWith('-')) found.push({ option: 'url', value: word, flag: '' });
  }
  return found;
}

/** `name=value`; `%NAME` takes it from the environment, `name@file` from a file. */
function keepVariable(given: string, variables: Map<string, string>): void {
  const [, name, value] = /^%?([A-Za-z_]\w*)=([\s\S]*)$/.exec(given) ?? [];
  if (name !== undefined && value !== undefined) variables.set(name, value);
}

/** `{{name:json}}` of curl's own variables; the functions after the colon only fit a value into its place. */
const expandVariables = (text: string, variables: ReadonlyMap<string, string>): string =>
  text.replace(/\{\{([A-Za-z_]\w*)((?::\w+)*)\}\}/g, (_all, name: string, functions: string) => {
    const value = variables.get(name) ?? hole(name);
    if (functions.includes('json')) return JSON.stringify(value).slice(1, -1);
    return functions.includes('url') ? encodeKeepingHoles(value) : value;
  });

/** `-sSLkX PUT`, `-XPUT`, `-da=1`. */
function readShort(letters: string, rest: string[], found: Given[]): void {
  for (let at = 0; at < letters.length; at += 1) {
    const option = optionNamed(letters[at] ?? '');
    if (!takesValue(option)) {
      found.push({ option, value: '', flag: `-${letters[at] ?? ''}` });
      continue;
    }
    const glued = letters.slice(at + 1);
    const value = glued === '' ? (rest.shift() ?? '') : glued;
    found.push({ option, value, flag: `-${letters[at] ?? ''}` });
    return;
  }
}

/** Of the addresses that one command calls, each a request. */
const MOST_URLS = 20;

function requestsOf(given: readonly Given[], command: ShellCommand): RequestSketch[] {
  const all = (...options: CurlOption[]): Given[] => given.filter(({ option }) => options.includes(option));
  const last = (option: CurlOption): string | undefined => all(option).at(-1)?.value;
  const headers = headersOf(all('header'));
  const has = (name: string): boolean => headerNamed(headers, name) !== undefined;
  const user = last('user');
  const bearer = last('bearer');
  if (bearer !== undefined && !has('authorization')) headers.push(['Authorization', `Bearer ${bearer}`]);
  else if (user !== undefined && !has('authorization')) headers.push(['Authorization', basicHeader(user)]);
  const cookie = last('cookie');
  if (cookie?.includes('=') && !has('cookie')) headers.push(['Cookie', cookie]);

  for (const [name, value] of [
    ['Referer', last('referer')?.replace(/;auto$/, '')],
    ['User-Agent', last('user_agent')],
  ] as const)
    if (value !== undefined && !has(name.toLowerCase())) headers.push([name, value]);

  const data = dataOf(all('data', 'data_raw', 'data_binary', 'data_urlencode', 'json'), command.stdin);
  const forms = all('form', 'form_string');
  const query: Pair[] = all('url_query').map(({ value }) => pairOf(urlencode(value)));
  const isGet = all('get').length > 0;
  if (isGet && data !== undefined) query.push(...pairsOf(data));
  const isJson = all('json').length > 0;
  if (isJson && !has('content-type')) headers.push(['Content-Type', 'application/json']);
  if (isJson && !has('accept')) headers.push(['Accept', 'application/json']);
  const body = isGet ? { bodyKind: 'none' as const, body: undefined } : bodyOf(data, forms, headers);
  const method =
    last('method')?.toUpperCase() ??
    (all('head').length > 0
      ? 'HEAD'
      : isGet
        ? 'GET'
        : data !== undefined || body.bodyKind !== 'none'
          ? 'POST'
          : all('upload').length > 0
            ? 'PUT'
            : 'GET');
  const urls = all('url')
    .slice(0, MOST_URLS)
    .map(({ value }) => withScheme(value));
  return (urls.length === 0 ? [undefined] : urls).map((url) =>
    requestSketch('curl', command.start, {
      method,
      url,
      headers: headers.filter(([, value]) => value !== ''),
      query,
      ...body,
      dropped: droppedOf(given, headers),
    }),
  );
}

/** Names of flags and files, and never what was given to them: that may be a secret. */
function droppedOf(given: readonly Given[], headers: readonly Pair[]): string[] {
  const files = given.flatMap(({ option, value, flag }) => {
    if (option === 'form' && /^[^=]*=</.test(value))
      return [`the file of ${flag} ${splitOnce(value, '=')[0] ?? ''}`];
    const isFile = /^(?:data|data_binary|json)$/.test(option) && /^@(?!-$|\/dev\/stdin$)/.test(value);
    if (isFile) return [`the file of ${flag}`];
    return option === 'cookie' && value !== '' && !value.includes('=') ? [`the cookie file of ${flag}`] : [];
  });
  const flags = given.filter(({ flag }) => isWithoutPlace(flag)).map(({ flag }) => flag);
  const empty = headers.filter(([, value]) => value === '').map(([name]) => `the empty header ${name}`);
  return [...flags, ...files, ...empty];
}

function headersOf(given: readonly Given[]): Pair[] {
  return given.flatMap(({ value }): Pair[] =>
    value.endsWith(';') && !value.includes(':') ? [[value.slice(0, -1).trim(), '']] : headerOfLine(value),
  );
}

/** Variables keep their names in clear: a credential of which only the name is known must not be encoded away. */
function basicHeader(user: string): string {
  if (fillHoles(user, () => '') !== user) return `Basic ${user}`;
  return basicAuth(user.includes(':') ? user : `${user}:`);
}

function dataOf(given: readonly Given[], stdin: string | undefined): string | undefined {
  if (given.length === 0) return undefined;
  let text = '';
  for (const { option, value } of given) {
    const piece = pieceOf(option, value, stdin);
    // Parts are joined as curl does: --json without anything between, the others with an ampersand.
    text = text === '' ? piece : option === 'json' ? text + piece : `${text}&${piece}`;
  }
  return text;
}

function pieceOf(option: CurlOption, value: string, stdin: string | undefined): string {
  if (option === 'data_urlencode') return urlencode(value);
  if (option !== 'data_raw' && value.startsWith('@')) {
    const read = value === '@-' || value === '@/dev/stdin' ? (stdin ?? '') : '';
    return option === 'data' ? read.replace(/[\r\n]+$/g, '') : read;
  }
  return value;
}

const urlencode = (value: string): string => {
  const [name = '', content] = splitOnce(value, '=');
  return content === undefined
    ? encodeKeepingHoles(name)
    : `${name}${name === '' ? '' : '='}${encodeKeepingHoles(content)}`;
};

const encodeKeepingHoles = (text: string): string =>
  encodeURIComponent(text)
    .replace(/%20/g, '+')
    .replaceAll('%EE%80%80', '\uE000')
    .replaceAll('%EE%80%81', '\uE001');

function bodyOf(
  data: string | undefined,
  forms: readonly Given[],
  headers: readonly Pair[],
): { bodyKind: BodyKind; body: Json | undefined } {
  if (forms.length > 0) {
    const texts = forms.filter(({ option, value }) => option !== 'form' || !/^[^=]*=[@<]/.test(value));
    const fields = texts.map(({ option, value }): [string, Json] => {
      const [name = '', content = ''] = splitOnce(value, '=');
      return [
        name,
        option === 'form' ? content.replace(/;type=[^;]+$/, '').replace(/^"(.*)"$/s, '$1') : content,
      ];
    });
    const files = forms.flatMap(({ option, value }) =>
      option === 'form' && /^[^=]*=@/.test(value) ? [splitOnce(value, '=')[0]] : [],
    );
    return { bodyKind: 'multipart', body: { ...Object.fromEntries(fields), ...fileFields(files) } };
  }
  if (data === undefined) return { bodyKind: 'none', body: undefined };
  return readBodyText(data, headerNamed(headers, 'content-type'));
}

/** `{\"a\": 1}`: quotes escaped for a program that takes one level of them away. */
const unescaped = (text: string): string =>
  /^\s*[{[]\s*(?:\{\s*)?\\"/.test(text) ? text.replace(/\\(\\*")/g, '$1') : text;

/** A body's text with its media type; JSON is JSON whatever the type says, since people forget the header. */
export function readBodyText(
  given: string,
  contentType: string | undefined,
): { bodyKind: BodyKind; body: Json | undefined } {
  const text = unescaped(given);
  if (text.trim() === '')
    return { bodyKind: contentType?.includes('json') ? 'json' : 'none', body: undefined };
  const parsed = /^\s*[{[]/.test(text) ? parseRelaxedJson(text) : undefined;
  if (parsed && text.slice(parsed.end).trim().length < 3) return { bodyKind: 'json', body: parsed.value };
  if (contentType?.includes('json')) {
    const quoted = /^\s*"/.test(text) ? parseRelaxedJson(text) : undefined;
    return { bodyKind: 'json', body: quoted?.value ?? text };
  }
  const multipart = contentType?.includes('multipart') ? readMultipart(text, contentType) : undefined;
  if (multipart !== undefined) return { bodyKind: 'multipart', body: multipart.fields };
  const isForm =
    contentType === undefined ? /^[\w.[\]%-]+=/.test(text) : contentType.includes('x-www-form-urlencoded');
  if (isForm && /^[^=&\s]+=/.test(text)) return { bodyKind: 'form', body: Object.fromEntries(pairsOf(text)) };
  return { bodyKind: 'text', body: text };
}

export const pairsOf = (text: string): Pair[] =>
  text
    .split('&')
    .filter((part) => part !== '')
    .map(pairOf);

function pairOf(text: string): Pair {
  const [name = '', value = ''] = splitOnce(text, '=');
  return [decoded(name.replaceAll('+', ' ')) ?? name, decoded(value.replaceAll('+', ' ')) ?? value];
}

const withScheme = (url: string): string =>
  /^(?:[a-z][a-z0-9+.-]*:\/\/|[\uE000/<])/i.test(url) ? url : `http://${url}`;

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}
