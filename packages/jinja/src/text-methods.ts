import { bindArguments, intArgument, textArgument } from './arguments.ts';
import { formatBraces, type FieldAccess } from './brace-format.ts';
import { textLength } from './text-length.ts';
import { escapeHtml } from './html-escape.ts';
import { charge, dearness, chargeItems, chargeSearch, chargeText, ownList, toItems } from './runtime.ts';
import type { Runtime } from './runtime.ts';
import { describeMethod } from './spelling.ts';
import { runtimeError } from './template-error.ts';
import { capitalize, isLower, isUpper, swapCase, titleCase } from './letter-case.ts';
import { Callable, isText, plainText, SafeText, Tuple, typeName } from './values.ts';
import type { CallArguments, Text } from './values.ts';

interface TextMethod {
  parameters: readonly string[];
  required: number;
  run: (rt: Runtime, text: string, list: unknown[]) => unknown;
}

function method(signature: string, run: TextMethod['run']): TextMethod {
  const names = signature === '' ? [] : signature.split(' ');
  const required = names.filter((name) => !name.endsWith('?')).length;
  return { parameters: names.map((name) => name.replace('?', '')), required, run };
}

const whitespace = /\s/u;
const isBlank = (char: string): boolean => whitespace.test(char) || (char >= '\u001c' && char <= '\u001f');

function stripSet(value: unknown): (char: string) => boolean {
  if (value === undefined || value === null) return isBlank;
  const characters = new Set(textArgument(value, 'strip'));
  return (char) => characters.has(char);
}

export function strip(text: string, value: unknown, side: 'left' | 'right' | 'both'): string {
  const drop = stripSet(value);
  let start = 0;
  let end = text.length;
  if (side !== 'right') while (start < end && drop(text[start] ?? '')) start++;
  if (side !== 'left') while (end > start && drop(text[end - 1] ?? '')) end--;
  return text.slice(start, end);
}

function splitBlank(rt: Runtime, text: string, limit: number): string[] {
  charge(rt, text.length * dearness.letters);
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    while (at < text.length && isBlank(text[at] ?? '')) at++;
    if (at >= text.length) break;
    if (limit >= 0 && parts.length >= limit) {
      parts.push(text.slice(at));
      break;
    }
    const from = at;
    while (at < text.length && !isBlank(text[at] ?? '')) at++;
    parts.push(text.slice(from, at));
  }
  chargeItems(rt, parts.length);
  return parts;
}

function split(rt: Runtime, text: string, separator: unknown, limit: number): string[] {
  charge(rt, text.length);
  if (separator === undefined || separator === null) return splitBlank(rt, text, limit);
  const mark = textArgument(separator, 'split');
  chargeSearch(rt, text, mark);
  if (mark === '') throw runtimeError('empty separator');
  const parts: string[] = [];
  let from = 0;
  while (limit < 0 || parts.length < limit) {
    const at = text.indexOf(mark, from);
    if (at === -1) break;
    parts.push(text.slice(from, at));
    from = at + mark.length;
    chargeItems(rt, 1);
  }
  parts.push(text.slice(from));
  return parts;
}

function rsplit(rt: Runtime, text: string, separator: unknown, limit: number): string[] {
  if (limit < 0) return split(rt, text, separator, -1);
  const blank = separator === undefined || separator === null;
  const all = split(rt, text, separator, -1);
  if (all.length <= limit + 1 && !blank) return all;
  if (!blank) {
    const mark = textArgument(separator, 'rsplit');
    const head = all.slice(0, all.length - limit).join(mark);
    return [head, ...all.slice(all.length - limit)];
  }
  charge(rt, text.length * dearness.letters);
  const parts: string[] = [];
  let end = endOfWords(text, text.length);
  while (end > 0 && parts.length < limit) {
    let at = end;
    while (at > 0 && !isBlank(text[at - 1] ?? '')) at--;
    parts.push(text.slice(at, end));
    end = endOfWords(text, at);
  }
  if (end > 0) parts.push(text.slice(0, end));
  return parts.reverse();
}

/** Where the last word before `end` ends. */
function endOfWords(text: string, end: number): number {
  while (end > 0 && isBlank(text[end - 1] ?? '')) end--;
  return end;
}

const lineBreak = /\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/gu;

export function splitLines(text: string, keepEnds: boolean): string[] {
  const lines: string[] = [];
  let from = 0;
  for (const match of text.matchAll(lineBreak)) {
    const end = match.index + match[0].length;
    lines.push(text.slice(from, keepEnds ? end : match.index));
    from = end;
  }
  if (from < text.length) lines.push(text.slice(from));
  return lines;
}

export function replaceText(rt: Runtime, text: string, old: string, fresh: string, limit: number): string {
  if (limit === 0) return text;
  chargeSearch(rt, text, old);
  const count = old === '' ? textLength(text) + 1 : text.split(old).length - 1;
  chargeText(
    rt,
    text.length + Math.max(0, fresh.length - old.length) * Math.min(count, limit < 0 ? count : limit),
  );
  if (old === '') {
    const characters = Array.from(text);
    const inserts = limit < 0 ? characters.length + 1 : limit;
    let result = inserts > 0 ? fresh : '';
    characters.forEach((char, i) => (result += char + (i + 1 < inserts ? fresh : '')));
    return result;
  }
  if (limit < 0) return text.split(old).join(fresh);
  const parts = split(rt, text, old, limit);
  return parts.join(fresh);
}

/** Offsets are code points for Python; only text with surrogates needs the detour. */
function find(rt: Runtime, text: string, list: unknown[], last: boolean): number {
  const wanted = textArgument(list[0], 'find');
  charge(rt, text.length);
  chargeSearch(rt, text, wanted);
  const characters = /[\ud800-\udfff]/.test(text) ? Array.from(text) : text;
  const length = characters.length;
  const bound = (value: unknown, fallback: number) => {
    const index = value === null ? fallback : intArgument(value, fallback, 'find');
    return Math.max(0, Math.min(length, index < 0 ? index + length : index));
  };
  const start = bound(list[1], 0);
  const stop = bound(list[2], length);
  if (start > stop) return -1;
  const part =
    typeof characters === 'string' ? characters.slice(start, stop) : characters.slice(start, stop).join('');
  const at = last ? part.lastIndexOf(wanted) : part.indexOf(wanted);
  if (at === -1) return -1;
  return start + (typeof characters === 'string' ? at : textLength(part.slice(0, at)));
}

function findOrFail(rt: Runtime, text: string, list: unknown[], last: boolean): number {
  const at = find(rt, text, list, last);
  if (at === -1) throw runtimeError('substring not found');
  return at;
}

function count(rt: Runtime, text: string, list: unknown[]): number {
  const wanted = textArgument(list[0], 'count');
  charge(rt, text.length);
  chargeSearch(rt, text, wanted);
  const start = intArgument(list[1], 0, 'count');
  const stop = intArgument(list[2], text.length, 'count');
  const part = list[1] === undefined ? text : text.slice(start, stop);
  return wanted === '' ? textLength(part) + 1 : part.split(wanted).length - 1;
}

function affix(text: string, value: unknown, name: 'startsWith' | 'endsWith'): boolean {
  const options = value instanceof Tuple ? value.items : [value];
  return options.some((option) => text[name](textArgument(option, name.toLowerCase())));
}

export function justify(
  rt: Runtime,
  text: string,
  width: unknown,
  fill: unknown,
  side: 'left' | 'right' | 'center',
): string {
  const length = textLength(text);
  const total = intArgument(width, 0, 'width');
  const mark = fill === undefined ? ' ' : textArgument(fill, 'fill');
  if (textLength(mark) !== 1) throw runtimeError('The fill character must be exactly one character long');
  const missing = total - length;
  if (missing <= 0) return text;
  chargeText(rt, text.length + missing * mark.length);
  if (side === 'left') return text + mark.repeat(missing);
  if (side === 'right') return mark.repeat(missing) + text;
  // Python puts the odd one on the left when the width is odd.
  const left = Math.floor(missing / 2) + (missing & total & 1);
  return mark.repeat(left) + text + mark.repeat(missing - left);
}

function every(text: string, pattern: RegExp): boolean {
  return text !== '' && pattern.test(text);
}

function isTitle(text: string): boolean {
  return text !== '' && /\p{L}/u.test(text) && titleCase(text, 'python') === text;
}

function partition(rt: Runtime, text: string, value: unknown, last: boolean): Tuple {
  const mark = textArgument(value, 'partition');
  if (mark === '') throw runtimeError('empty separator');
  charge(rt, text.length);
  chargeSearch(rt, text, mark);
  const at = last ? text.lastIndexOf(mark) : text.indexOf(mark);
  if (at === -1) return new Tuple(last ? ['', '', text] : [text, '', '']);
  return new Tuple([text.slice(0, at), mark, text.slice(at + mark.length)]);
}

function joinText(rt: Runtime, separator: string, items: readonly unknown[]): string {
  let length = 0;
  const texts = items.map((item, i) => {
    if (!isText(item))
      throw runtimeError(`sequence item ${i}: expected str instance, ${typeName(item)} found`);
    const text = plainText(item);
    length += text.length + separator.length;
    if (length > rt.maxChars) chargeText(rt, length);
    return text;
  });
  chargeText(rt, length);
  return texts.join(separator);
}

function zeroFill(rt: Runtime, text: string, width: unknown): string {
  const missing = intArgument(width, 0, 'zfill') - textLength(text);
  if (missing <= 0) return text;
  chargeText(rt, text.length + missing);
  const sign = text.startsWith('-') || text.startsWith('+') ? (text[0] ?? '') : '';
  return sign + '0'.repeat(missing) + text.slice(sign.length);
}

function expandTabs(rt: Runtime, text: string, size: unknown): string {
  const width = intArgument(size, 8, 'expandtabs');
  chargeText(rt, text.length * Math.max(1, width));
  let column = 0;
  let result = '';
  for (const char of text) {
    if (char === '\t') {
      const spaces = width > 0 ? width - (column % width) : 0;
      result += ' '.repeat(spaces);
      column += spaces;
    } else {
      result += char;
      column = char === '\n' || char === '\r' ? 0 : column + 1;
    }
  }
  return result;
}

/** What looks at every letter by itself takes many times as long as what the engine does to a whole text. */
export function chargedByLetter(rt: Runtime, text: string): string {
  charge(rt, text.length * 32);
  return text;
}

const list = (rt: Runtime, items: string[]): unknown => ownList(rt, items);

const methods: Readonly<Record<string, TextMethod>> = {
  upper: method('', (_rt, text) => text.toUpperCase()),
  lower: method('', (_rt, text) => text.toLowerCase()),
  casefold: method('', (_rt, text) => text.replaceAll('ß', 'ss').toLowerCase()),
  capitalize: method('', (_rt, text) => capitalize(text)),
  title: method('', (rt, text) => titleCase(chargedByLetter(rt, text), 'python')),
  swapcase: method('', (rt, text) => swapCase(chargedByLetter(rt, text))),
  strip: method('chars?', (_rt, text, [chars]) => strip(text, chars, 'both')),
  lstrip: method('chars?', (_rt, text, [chars]) => strip(text, chars, 'left')),
  rstrip: method('chars?', (_rt, text, [chars]) => strip(text, chars, 'right')),
  split: method('sep? maxsplit?', (rt, text, [sep, max]) =>
    list(rt, split(rt, text, sep, intArgument(max, -1, 'split'))),
  ),
  rsplit: method('sep? maxsplit?', (rt, text, [sep, max]) =>
    list(rt, rsplit(rt, text, sep, intArgument(max, -1, 'rsplit'))),
  ),
  splitlines: method('keepends?', (rt, text, [keep]) => {
    charge(rt, text.length);
    return list(rt, splitLines(text, keep === true));
  }),
  replace: method('old new count?', (rt, text, [old, fresh, max]) =>
    replaceText(
      rt,
      text,
      textArgument(old, 'replace'),
      textArgument(fresh, 'replace'),
      intArgument(max, -1, 'replace'),
    ),
  ),
  startswith: method('prefix', (_rt, text, [prefix]) => affix(text, prefix, 'startsWith')),
  endswith: method('suffix', (_rt, text, [suffix]) => affix(text, suffix, 'endsWith')),
  removeprefix: method('prefix', (_rt, text, [value]) => {
    const prefix = textArgument(value, 'removeprefix');
    return text.startsWith(prefix) ? text.slice(prefix.length) : text;
  }),
  removesuffix: method('suffix', (_rt, text, [value]) => {
    const suffix = textArgument(value, 'removesuffix');
    return suffix !== '' && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text;
  }),
  join: method('iterable', (rt, text, [items]) => joinText(rt, text, toItems(rt, items))),
  find: method('sub start? end?', (rt, text, bound) => find(rt, text, bound, false)),
  rfind: method('sub start? end?', (rt, text, bound) => find(rt, text, bound, true)),
  index: method('sub start? end?', (rt, text, bound) => findOrFail(rt, text, bound, false)),
  rindex: method('sub start? end?', (rt, text, bound) => findOrFail(rt, text, bound, true)),
  count: method('sub start? end?', count),
  center: method('width fillchar?', (rt, text, [width, fill]) => justify(rt, text, width, fill, 'center')),
  ljust: method('width fillchar?', (rt, text, [width, fill]) => justify(rt, text, width, fill, 'left')),
  rjust: method('width fillchar?', (rt, text, [width, fill]) => justify(rt, text, width, fill, 'right')),
  zfill: method('width', (rt, text, [width]) => zeroFill(rt, text, width)),
  expandtabs: method('tabsize?', (rt, text, [size]) => expandTabs(rt, text, size)),
  partition: method('sep', (rt, text, [sep]) => partition(rt, text, sep, false)),
  rpartition: method('sep', (rt, text, [sep]) => partition(rt, text, sep, true)),
  isdigit: method('', (_rt, text) => every(text, /^[\p{Nd}²³¹⁰⁴-⁹₀-₉]+$/u)),
  isdecimal: method('', (_rt, text) => every(text, /^\p{Nd}+$/u)),
  isnumeric: method('', (_rt, text) => every(text, /^\p{N}+$/u)),
  isalpha: method('', (_rt, text) => every(text, /^\p{L}+$/u)),
  isalnum: method('', (_rt, text) => every(text, /^[\p{L}\p{N}]+$/u)),
  isspace: method('', (_rt, text) => every(text, /^[\s\u001c-\u001f]+$/u)),
  isascii: method('', (_rt, text) => /^[\0-\u007f]*$/u.test(text)),
  isupper: method('', (_rt, text) => isUpper(text)),
  islower: method('', (_rt, text) => isLower(text)),
  istitle: method('', (rt, text) => isTitle(chargedByLetter(rt, text))),
  isidentifier: method('', (_rt, text) => /^[\p{XIDS}_][\p{XIDC}]*$/u.test(text)),
};

export const textMethodNames: readonly string[] = [...Object.keys(methods), 'format'];

/** A str method bound to its text; undefined when Python has none of that name (or it makes no sense here). */
export function bindTextMethod(
  rt: Runtime,
  target: Text,
  name: string,
  fields: FieldAccess,
): Callable | undefined {
  const text = plainText(target);
  if (name === 'format') {
    return bound(name, (args) => {
      const safe = target instanceof SafeText;
      const formatted = formatBraces(rt, text, args, fields, safe ? escapeHtml : undefined);
      return safe ? new SafeText(formatted) : formatted;
    });
  }
  const found = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (found === undefined) return undefined;
  return bound(name, (args) => {
    charge(rt, text.length);
    return found.run(rt, text, bindArguments(args, found.parameters, found.required, `str.${name}()`));
  });
}

function bound(name: string, call: (list: CallArguments) => unknown): Callable {
  return new Callable({ name, call, spelling: describeMethod(name, 'str') });
}
