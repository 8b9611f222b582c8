import type { Pair, SampleAnswer } from '../finding.ts';
import { hole } from '../holes.ts';
import { headerNamed, headerOfLine, requestSketch } from '../http-parts.ts';
import {
  dottedPath,
  isObject,
  objectOf,
  type Json,
  type JsonObject,
  type Path,
  textOf,
} from '../json-value.ts';
import { Cursor } from '../formats/relaxed-scanner.ts';
import type { Variables } from './bash-lexer.ts';
import { readBodyText } from './curl.ts';
import { expandHereString, readQuoted } from './windows-lexers.ts';
import { parseRelaxedJson } from '../formats/relaxed-json.ts';

/** Invoke-RestMethod and Invoke-WebRequest, with the hashtables and here-strings set before them. */
export function readInvoke(text: string, start: number, variables: Variables) {
  const assigned = readAssignments(text.slice(0, start), variables);
  const reader = new PowerShellReader(text, start, variables, assigned);
  const given = reader.parameters();
  const url = given.get('uri') ?? given.get('url') ?? given.get('');
  if (typeof url !== 'string') return undefined;
  const headers = Object.entries(objectOf(given.get('headers'))).map(([name, value]): Pair => [
    name,
    textOf(value),
  ]);
  if (given.has('websession')) headers.push(...cookiesBefore(text.slice(0, start)));
  const contentType = given.get('contenttype');
  if (typeof contentType === 'string') headers.push(['Content-Type', contentType]);
  const method = given.get('method');
  const printed = printedObject(text, reader.at);
  const request = requestSketch('curl', start, {
    method: typeof method === 'string' ? method.toUpperCase() : 'GET',
    url,
    headers,
    ...bodyOf(given.get('body'), given.get('form'), headers),
    answers: printed === undefined ? [] : [printed.answer],
    outputPaths: readMembers(text, start, reader.at),
  });
  return { requests: [request], end: printed?.end ?? reader.at };
}

/** Cookies put into the session that a request is sent with, as browsers copy them. */
function cookiesBefore(text: string): Pair[] {
  const cookies = [
    ...text.matchAll(/System\.Net\.Cookie\(\s*["']([^"'\n]+)["']\s*,\s*["']([^"'\n]*)["']/gi),
  ].map(([, name = '', value = '']) => `${name}=${value}`);
  return cookies.length === 0 ? [] : [['Cookie', cookies.join('; ')]];
}

/** `$r.data.text` below `$r = Invoke-RestMethod …`: what the script takes out of the answer. */
function readMembers(text: string, start: number, end: number): Path[] {
  const name = /\$(\w+)[ \t]*=[ \t]*\(?$/.exec(text.slice(Math.max(0, start - 80), start))?.[1];
  const grouped = /^\s*\)((?:\.\w+|\[\d+\])+)/.exec(text.slice(end, end + 200))?.[1];
  if (grouped !== undefined) return [dottedPath(grouped)];
  if (name === undefined) return [];
  const reads = new RegExp(String.raw`\$${name}((?:\.[A-Za-z_]\w*|\[\d+\])+)(?![\w(])`, 'gi');
  return [...text.slice(end).matchAll(reads)].map(([, members = '']) => dottedPath(members));
}

function bodyOf(body: Json | undefined, form: Json | undefined, headers: readonly Pair[]) {
  if (isObject(form)) return { bodyKind: 'multipart' as const, body: form };
  if (body === undefined) return { bodyKind: 'none' as const, body: undefined };
  const contentType = headerNamed(headers, 'content-type');
  if (typeof body === 'string') return readBodyText(body, contentType);
  return { bodyKind: contentType?.includes('json') ? ('json' as const) : ('form' as const), body };
}

function readAssignments(text: string, variables: Variables): Map<string, Json> {
  const assigned = new Map<string, Json>();
  const valueBehind = ({ index, 0: all }: RegExpExecArray): Json | undefined =>
    new PowerShellReader(text, index + all.length, variables, assigned).expression();
  for (const match of text.matchAll(/(?:^|\n)[ \t]*\$(\w+)[ \t]*=[ \t]*/g)) {
    const value = valueBehind(match);
    if (value !== undefined) assigned.set((match[1] ?? '').toLowerCase(), value);
  }
  for (const match of text.matchAll(ADDITION)) {
    const value = valueBehind(match);
    const name = (match[1] ?? '').toLowerCase();
    // A dictionary made by its class is empty at first.
    const table = objectOf(assigned.get(name));
    if (value !== undefined)
      assigned.set(name, { ...table, [match[2] ?? match[3] ?? match[4] ?? '']: value });
  }
  return assigned;
}

/** `$headers.Add("name", value)`, `$headers["name"] = value`, `$body.name = value`. */
const ADDITION =
  /(?:^|[\n;])[ \t]*\$(\w+)(?:\.Add\(\s*["']([^"'\n]+)["']\s*,\s*|\[["']([^"'\n]+)["']\]\s*=\s*|\.(\w+)[ \t]*=[ \t]*)/gi;

class PowerShellReader extends Cursor {
  readonly #variables: Variables;
  readonly #assigned: ReadonlyMap<string, Json>;

  constructor(text: string, start: number, variables: Variables, assigned: ReadonlyMap<string, Json>) {
    super(text, start);
    this.#variables = variables;
    this.#assigned = assigned;
  }

  parameters(): Map<string, Json> {
    const given = new Map<string, Json>();
    this.take(/[\w-]+/y);
    for (;;) {
      this.take(/(?:[ \t]|`[ \t]*\r?\n)*/y);
      const name = this.take(/-([A-Za-z]+):?/y);
      if (name !== undefined) {
        this.take(/(?:[ \t]|`[ \t]*\r?\n)*/y);
        if (/[-\n\r|;]|$/y.test(this.text.slice(this.at, this.at + 1)) && this.text[this.at] !== '$')
          continue;
        const value = this.expression();
        if (value !== undefined) given.set(name.replace(/[-:]/g, '').toLowerCase(), value);
        continue;
      }
      const splat = this.take(/@(\w+)/y);
      if (splat !== undefined) {
        const table = this.#assigned.get(splat.slice(1).toLowerCase());
        if (isObject(table))
          for (const [key, value] of Object.entries(table)) given.set(key.toLowerCase(), value);
        continue;
      }
      if (/[\n\r|;)}]/.test(this.text[this.at] ?? '\n')) return given;
      const value = this.expression();
      if (value === undefined) return given;
      given.set('', value);
    }
  }

  expression(): Json | undefined {
    const value = this.#value();
    // The value is what counts; how it is turned into JSON text does not.
    this.take(/[ \t]*\|[ \t]*ConvertTo-Json(?:[ \t]+-\w+(?:[ \t]+\d+)?)*/iy);
    return value;
  }

  #value(): Json | undefined {
    // ConvertTo-Json may also stand before what it converts.
    this.take(/ConvertTo-Json\b(?:[ \t]+-(?:Depth[ \t]+\d+|Compress|InputObject))*[ \t]*/iy);
    const hereString = this.take(/@(["'])[ \t]*\r?\n[\s\S]*?\n[ \t]*\1@/y);
    if (hereString !== undefined) {
      const inner = hereString.replace(/^@["'][ \t]*\r?\n/, '').replace(/\r?\n[ \t]*["']@$/, '');
      return hereString.startsWith('@"') ? expandHereString(inner, this.#variables) : inner;
    }
    const character = this.text[this.at];
    if (character === '"' || character === "'") {
      const read = readQuoted(this.text, this.at, this.#variables);
      this.at = read.end;
      return read.value;
    }
    if (this.take(/(?:\[\w+\])?@\{/y) !== undefined) return this.#table();
    if (this.take(/@\(/y) !== undefined) return this.#list(')');
    // A call such as that which turns a text into bytes is sent as what it was given.
    if (this.take(/(?:\[[\w.]+\]::[\w.]+)?\(/y) !== undefined) {
      const inner = this.expression();
      this.take(/[^)\n]*\)/y);
      return inner;
    }
    const variable = this.take(/\$(?:env:)?\w+/iy);
    if (variable !== undefined) return this.#variable(variable.slice(1).replace(/^env:/i, ''));
    const number = this.take(/-?\d+(?:\.\d+)?\b/y);
    if (number !== undefined) return Number(number);
    return this.take(/[^\s|;,(){}@$`]+/y);
  }

  #variable(name: string): Json {
    const constant = { true: true, false: false, null: null }[name.toLowerCase()];
    if (constant !== undefined) return constant;
    return this.#assigned.get(name.toLowerCase()) ?? this.#variables.get(name) ?? hole(name);
  }

  #table(): JsonObject {
    const table: JsonObject = {};
    for (;;) {
      this.take(/(?:[\s;]|#[^\n]*)*/y);
      if (this.text[this.at] === '}' || this.at >= this.text.length) {
        this.at += 1;
        return table;
      }
      const key = this.take(/"[^"\n]*"|'[^'\n]*'|[\w-]+/y);
      if (key === undefined || this.take(/\s*=\s*/y) === undefined) {
        this.at += 1;
        continue;
      }
      const value = this.#listOrValue();
      if (value !== undefined) table[key.replace(/^["']|["']$/g, '')] = value;
    }
  }

  /** `@{..}, @{..}` is a list without brackets. */
  #listOrValue(): Json | undefined {
    const first = this.expression();
    if (first === undefined || this.take(/[ \t]*,\s*/y) === undefined) return first;
    const items: Json[] = [first];
    do {
      const next = this.expression();
      if (next === undefined) break;
      items.push(next);
    } while (this.take(/[ \t]*,\s*/y) !== undefined);
    return items;
  }

  #list(close: string): Json[] {
    const items: Json[] = [];
    for (;;) {
      this.take(/(?:[\s,;]|#[^\n]*)*/y);
      if (this.text[this.at] === close || this.at >= this.text.length) {
        this.at += 1;
        return items;
      }
      const item = this.expression();
      if (item === undefined) this.at += 1;
      else items.push(item);
    }
  }
}

const ROWS = /^[^\n]*\n(?:[ \t]*\n)*([^\n]+)\n([ \t]*-{2,}(?:[ \t]+-{2,})*[ \t]*)\n([^\n]+)/;
const LIST = /^[^\n]*\n(?:[ \t]*\n)*((?:[A-Za-z_]\w*[ \t]+:[ \t][^\n]*(?:\n|$))+)/;

/** What PowerShell prints of an answer: columns under a ruled heading, or one field a line. */
function printedObject(text: string, end: number): { answer: SampleAnswer; end: number } | undefined {
  const after = text.slice(end, end + 4000);
  const table = ROWS.exec(after);
  const list = table ? null : LIST.exec(after);
  const value = table ? columnsOf(table[1] ?? '', table[2] ?? '', table[3] ?? '') : fieldsOf(list?.[1] ?? '');
  const length = (table ?? list)?.[0].length;
  if (length === undefined || Object.keys(value).length === 0) return undefined;
  return { answer: { value: contentOf(value), at: end + 1, isError: false }, end: end + length };
}

/** Of a whole response it prints the fields of the message; the answer is its content. */
function contentOf(printed: JsonObject): Json {
  const content = printed['Content'];
  const parsed =
    typeof content === 'string' && /^[{[]/.test(content) ? parseRelaxedJson(content)?.value : undefined;
  return parsed ?? printed;
}

/** The ruled line says where each column begins. */
function columnsOf(heading: string, rule: string, row: string): JsonObject {
  const starts = [...rule.matchAll(/-+/g)].map(({ index }) => index);
  return Object.fromEntries(
    starts.flatMap((start, index) => {
      const name = heading.slice(start, starts[index + 1]).trim();
      return /^[\w.-]+$/.test(name) ? [[name, row.slice(start, starts[index + 1]).trim()]] : [];
    }),
  );
}

const fieldsOf = (lines: string): JsonObject =>
  Object.fromEntries(lines.trim().split('\n').flatMap(headerOfLine));
