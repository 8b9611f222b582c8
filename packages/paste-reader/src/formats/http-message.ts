import type { Pair, Read, RequestSketch, SampleAnswer } from '../finding.ts';
import { hole, withQuotedHoles } from '../holes.ts';
import { headerNamed, requestSketch } from '../http-parts.ts';
import { dottedPath, type Path } from '../json-value.ts';
import { readMultipart } from './multipart.ts';
import { parseRelaxedJson } from './relaxed-json.ts';
import { readBodyText } from '../shell/curl.ts';

const METHODS = 'GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS';
const REQUEST_LINE = new RegExp(
  `^[ \\t]*(?:(?:>|###?|\\*\\*|\`)[ \\t]*)?(${METHODS})[ \\t]+((?:https?://|wss?://|/|\\{\\{)[^\\s\`*]*)(?:[ \\t]+HTTP/[\\d.]+)?[ \\t]*(?:\\*\\*|\`)?[ \\t]*\\r?$`,
  'gm',
);
const HEADER_LINE = /[ \t]*(?:[<>][ \t]*)?([A-Za-z][A-Za-z0-9-]*):[ \t]*([^\r\n]*)\r?(?:\n|$)/y;
const STATUS_LINE =
  /^[ \t]*(?:<[ \t]*)?(?:HTTP\/[\d.]+[ \t]+)?([1-5]\d\d)(?:[ \t]+[A-Z][\w ]*)?[ \t]*:?[ \t]*\r?$/gm;

/** Requests and answers written as HTTP messages: `.http` files, raw captures, documents that show both. */
export function readHttpMessages(text: string): Read {
  const variables = readFileVariables(text);
  const requests: RequestSketch[] = [];
  const ranges: [number, number][] = [];
  for (const line of requestLines(text)) {
    const read = readRequest(text, line, variables);
    requests.push(read.request);
    ranges.push([line.start, read.end]);
  }
  return { requests, ...readAnswers(text, ranges) };
}

type RequestLine = { start: number; end: number; method: string; target: string };

/** The first lines of requests, or the pseudo-headers that HTTP/2 has in their place. */
const requestLines = (text: string): RequestLine[] => [
  ...[...text.matchAll(REQUEST_LINE)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    method: match[1] ?? '',
    target: match[2] ?? '',
  })),
  ...[...text.matchAll(/^(?:[ \t]*:(?:authority|method|path|scheme):[^\n]*(?:\n|$)){3,4}/gm)].map((match) => {
    const part = (name: string): string => new RegExp(`:${name}:[ \\t]*(\\S*)`).exec(match[0])?.[1] ?? '';
    return {
      start: match.index,
      // The line break that ends a first line is no part of it.
      end: match.index + match[0].length - 1,
      method: part('method'),
      target: `${part('scheme') || 'https'}://${part('authority')}${part('path')}`,
    };
  }),
];

function readRequest(text: string, line: RequestLine, variables: ReadonlyMap<string, string>) {
  const fill = (part: string): string => fillVariables(part, variables);
  let at = afterLine(text, line.end);
  const query = /^(?:[ \t]*[?&][^\n]*\n)+/.exec(text.slice(at))?.[0] ?? '';
  at += query.length;
  const block = headersAt(text, at);
  const headers = block.headers.map(([name, value]): Pair => [name, fill(value)]);
  const body = readBody(text, block.end, headers, variables);
  const host = headerNamed(headers, 'host');
  const target = fill(line.target) + fill(query.replace(/\s+/g, ''));
  return {
    request: requestSketch('http', line.start, {
      method: line.method,
      url: target.startsWith('/') && host ? `${schemeOf(host)}://${host}${target}` : target,
      headers: headers.filter(([name]) => name.toLowerCase() !== 'host'),
      bodyKind: body.bodyKind,
      body: body.body,
      notes: body.notes,
      outputPaths: assertedPaths(text.slice(body.end)),
      label: labelBefore(text, line.start),
    }),
    end: body.end,
  };
}

/** The header lines from a place on. */
function headersAt(text: string, start: number): { headers: Pair[]; end: number } {
  const headers: Pair[] = [];
  let end = start;
  for (;;) {
    HEADER_LINE.lastIndex = end;
    const [line, name = '', value = ''] = HEADER_LINE.exec(text) ?? [];
    if (line === undefined) return { headers, end };
    headers.push([name, value.trim()]);
    end += line.length;
  }
}

function readBody(
  text: string,
  start: number,
  headers: readonly Pair[],
  variables: ReadonlyMap<string, string>,
) {
  const nothing = { bodyKind: 'none' as const, body: undefined, notes: [], end: start };
  // A block within a list or a directive is indented as a whole.
  const gap = /^(?:[ \t]*\r?\n)*(?:[ \t]+(?=[{[]))?/.exec(text.slice(start))?.[0].length ?? 0;
  const at = start + gap;
  const type = headerNamed(headers, 'content-type');
  if (text[at] === '{' || text[at] === '[') {
    const filled = withHoles(text.slice(at), variables);
    const parsed = parseRelaxedJson(filled);
    if (parsed) {
      const notes = parsed.notes.map(({ path, text: description }) => ({ path, description }));
      const isForm = type?.includes('urlencoded') && typeof parsed.value === 'object';
      const end = at + lengthInOriginal(text.slice(at), parsed.end, filled);
      return { bodyKind: isForm ? ('form' as const) : ('json' as const), body: parsed.value, notes, end };
    }
  }
  if (type === undefined || /json/.test(type)) return nothing;
  const rest = text.slice(at);
  const end = rest.search(/\r?\n(?:###|[ \t]*\r?\n|HTTP\/|<[ \t]*[{\d])/);
  const source = end === -1 ? rest : rest.slice(0, end);
  // Words below the headers are about the request, not its body.
  if (/urlencoded/.test(type) && !/^[\w.[\]%-]+=/.test(source.trim())) return nothing;
  const multipart = /multipart/.test(type) ? readMultipart(rest, type) : undefined;
  if (multipart !== undefined)
    return { bodyKind: 'multipart' as const, body: multipart.fields, notes: [], end: at + multipart.end };
  return {
    ...readBodyText(fillVariables(source.trim().replace(/\r?\n\s*(?=[&\w])/g, ''), variables), type),
    notes: [],
    end: at + source.length,
  };
}

/** `jsonpath "$.reply" contains "…"` below a request of Hurl: a text that is looked into is the answer. */
function assertedPaths(after: string): Path[] {
  const section =
    new RegExp(`^(?:(?!^[ \\t]*(?:${METHODS})[ \\t])[^\\n]*(?:\\n|$))*`, 'm').exec(after)?.[0] ?? '';
  const asserts = [
    ...section.matchAll(
      /^[ \t]*jsonpath[ \t]+"\$\.?([^"\n]+)"[ \t]+(?:not[ \t]+)?(contains|matches|startsWith|endsWith|isString)\b/gm,
    ),
  ];
  // Tests written in JavaScript look into the answer by its name.
  const tested = [...section.matchAll(/\bresponse\.body((?:\.[A-Za-z_]\w*|\[\d+\])+)/g)].map(
    ([, path = '']) => dottedPath(path.replace(/\.(?:length|to|indexOf|includes|hasOwnProperty)$/, '')),
  );
  const texts = asserts.filter(([, , check]) => check !== 'isString');
  return [...(texts.length > 0 ? texts : asserts).map(([, path = '']) => dottedPath(path)), ...tested];
}

function readAnswers(text: string, requestRanges: [number, number][]) {
  const answers: SampleAnswer[] = [];
  const ranges = [...requestRanges];
  for (const match of text.matchAll(STATUS_LINE)) {
    if (ranges.some(([from, to]) => match.index >= from && match.index < to)) continue;
    let at = headersAt(text, afterLine(text, match.index + match[0].length)).end;
    at += /^(?:[ \t]*<?[ \t]*\r?\n|```\w*\r?\n)*/.exec(text.slice(at))?.[0].length ?? 0;
    if (text[at] !== '{' && text[at] !== '[') continue;
    const parsed = parseRelaxedJson(text, at);
    if (!parsed) continue;
    answers.push({
      value: parsed.value,
      at,
      isError: !(match[1] ?? '').startsWith('2'),
      notes: parsed.notes.map(({ path, text: description }) => ({ path, description })),
    });
    ranges.push([match.index, parsed.end]);
  }
  return { answers, ranges };
}

/** `@name = value` of .http files. */
function readFileVariables(text: string): Map<string, string> {
  const variables = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(/^[ \t]*@([\w.-]+)[ \t]*=[ \t]*([^\r\n]+)$/gm))
    variables.set(name, fillVariables(value.trim(), variables));
  return variables;
}

function fillVariables(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(
    /\{\{\s*\$?([\w.-]+)(?:\s[^}]*)?\s*\}\}/g,
    (_all, name: string) => variables.get(name) ?? hole(name),
  );
}

/** Placeholders inside a body: within quotes as they are, bare ones become quoted holes. */
function withHoles(text: string, variables: ReadonlyMap<string, string>): string {
  const escaped = new Map([...variables].map(([name, value]) => [name, JSON.stringify(value).slice(1, -1)]));
  return withQuotedHoles(fillVariables(text, escaped));
}

/** Substitution may change the length; the end is found by counting what follows. */
function lengthInOriginal(original: string, filledEnd: number, filled: string): number {
  const tail = filled.slice(filledEnd);
  return original.endsWith(tail) ? original.length - tail.length : Math.min(original.length, filledEnd);
}

const afterLine = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
};

const schemeOf = (host: string): string =>
  /^(?:localhost|127\.|0\.0\.0\.0|\[::1\])/.test(host) ? 'http' : 'https';

const labelBefore = (text: string, at: number): string =>
  text
    .slice(Math.max(0, at - 200), at)
    .split('\n')
    .slice(-3)
    .join(' ')
    .trim();
