import { omittedMarker } from './json-output.ts';

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** Where reading failed, and what would have been right there. */
export class BodyError extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.name = 'BodyError';
    this.offset = offset;
  }
}

export interface BodyNode {
  value: JsonValue;
  text: string;
  omitted: boolean;
}

interface Reader {
  text: string;
  position: number;
  depth: number;
}

const deepestBody = 500;

/**
 * Reads a body that may hold markers of omitted values and trailing commas, and returns it without them. Only bodies
 * that JSON.parse refuses come here, to be repaired or to have their first mistake found.
 */
export function readBody(text: string): { value: JsonValue; text: string } {
  const reader: Reader = { text, position: 0, depth: 0 };
  skipBlanks(reader);
  const node = readValue(reader);
  skipBlanks(reader);
  if (reader.position < text.length) throw unexpected(reader, 'the end of the body');
  return node.omitted ? { value: null, text: 'null' } : { value: node.value, text: node.text };
}

function skipBlanks(reader: Reader): string {
  const start = reader.position;
  for (;;) {
    const code = reader.text.charCodeAt(reader.position);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
    reader.position++;
  }
  return reader.text.slice(start, reader.position);
}

const literals: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const wordPattern = /[A-Za-z_][\w]*/uy;
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/uy;

function matchAt(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.position;
  return pattern.exec(reader.text)?.[0];
}

function readValue(reader: Reader): BodyNode {
  const char = reader.text[reader.position];
  if (char === '{' || char === '[') {
    if (++reader.depth > deepestBody)
      throw new BodyError(`the body is nested deeper than ${deepestBody} levels`, reader.position);
    const node = char === '{' ? readObject(reader) : readArray(reader);
    reader.depth--;
    return node;
  }
  if (char === '"') return readString(reader);
  if (char === omittedMarker) {
    reader.position++;
    return { value: null, text: '', omitted: true };
  }
  const word = matchAt(reader, wordPattern);
  const literal = word === undefined ? undefined : literals.get(word);
  const text = literal === undefined ? matchAt(reader, numberPattern) : word;
  if (text === undefined) throw unexpected(reader, 'a JSON value');
  reader.position += text.length;
  return { value: literal === undefined ? Number(text) : literal, text, omitted: false };
}

function readString(reader: Reader): BodyNode {
  const { text } = reader;
  const start = reader.position;
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) {
      reader.position = i + 1;
      const raw = text.slice(start, i + 1);
      return { value: parseString(raw, start), text: raw, omitted: false };
    }
    if (code === 0x5c) i += checkEscape(text, i);
    else if (code < 0x20) {
      const name = code === 10 ? 'a line break' : code === 9 ? 'a tab' : 'a control character';
      const instead = code === 10 ? '\\n' : code === 9 ? '\\t' : `\\u${code.toString(16).padStart(4, '0')}`;
      throw new BodyError(`${name} inside a JSON string must be written ${instead}`, i);
    }
  }
  throw new BodyError('this JSON string is never closed: expected a " at its end', start);
}

function parseString(raw: string, offset: number): string {
  try {
    const value: unknown = JSON.parse(raw);
    if (typeof value === 'string') return value;
  } catch {
    // Escapes were checked on the way here, so this cannot be reached by a well-formed string.
  }
  throw new BodyError('this is not a JSON string', offset);
}

function checkEscape(text: string, at: number): number {
  const escape = text[at + 1] ?? '';
  if (escape === 'u') {
    if (/^[\da-fA-F]{4}$/u.test(text.slice(at + 2, at + 6))) return 5;
    throw new BodyError('\\u in a JSON string needs four hexadecimal digits', at);
  }
  if (escape !== '' && '"\\/bfnrt'.includes(escape)) return 1;
  throw new BodyError(`\\${escape} is not an escape of JSON; write \\\\ for a backslash`, at);
}

function readObject(reader: Reader): BodyNode {
  const members = new Map<string, JsonValue>();
  let text = '{';
  let separator = '';
  reader.position++;
  for (;;) {
    const blanks = skipBlanks(reader);
    if (reader.text[reader.position] === '}') {
      reader.position++;
      return { value: Object.fromEntries(members), text: `${text}${blanks}}`, omitted: false };
    }
    const key = readKey(reader);
    const before = skipBlanks(reader);
    if (reader.text[reader.position] !== ':') throw unexpected(reader, "':' after the key");
    reader.position++;
    const after = skipBlanks(reader);
    const node = readValue(reader);
    if (!key.omitted && !node.omitted && typeof key.value === 'string') {
      members.delete(key.value);
      members.set(key.value, node.value);
      text += `${separator}${blanks}${key.text}${before}:${after}${node.text}`;
      separator = ',';
    }
    readSeparator(reader, '}');
  }
}

function readKey(reader: Reader): BodyNode {
  const char = reader.text[reader.position];
  if (char === '"') return readString(reader);
  if (char === omittedMarker) return readValue(reader);
  throw unexpected(reader, 'a key in double quotes');
}

function readArray(reader: Reader): BodyNode {
  const items: JsonValue[] = [];
  let text = '[';
  let separator = '';
  reader.position++;
  for (;;) {
    const blanks = skipBlanks(reader);
    if (reader.text[reader.position] === ']') {
      reader.position++;
      return { value: items, text: `${text}${blanks}]`, omitted: false };
    }
    const node = readValue(reader);
    if (!node.omitted) {
      items.push(node.value);
      text += `${separator}${blanks}${node.text}`;
      separator = ',';
    }
    readSeparator(reader, ']');
  }
}

/** After an item: a comma, possibly before the closing bracket, or that bracket (left for the caller). */
function readSeparator(reader: Reader, close: string): void {
  skipBlanks(reader);
  const char = reader.text[reader.position];
  if (char === ',') reader.position++;
  else if (char !== close) throw unexpected(reader, `',' or '${close}'`);
}

function unexpected(reader: Reader, expected: string): BodyError {
  const { text, position } = reader;
  const rest = text.slice(position, position + 2);
  const char = String.fromCodePoint(text.codePointAt(position) ?? 0);
  let hint = '';
  if (char === "'") hint = '; JSON strings stand in double quotes';
  else if (rest === '//' || rest === '/*' || char === '#')
    hint = '; JSON has no comments, write {# … #} instead';
  else if (/^(?:True|False|None|undefined|NaN)\b/u.test(text.slice(position, position + 10))) {
    hint = '; JSON knows true, false and null';
  } else if (/[\p{L}_]/u.test(char)) hint = '; text stands in double quotes';
  const found = position >= text.length ? 'the body ends' : char === omittedMarker ? 'a value' : `'${char}'`;
  return new BodyError(`the body is not valid JSON: expected ${expected}, found ${found}${hint}`, position);
}
