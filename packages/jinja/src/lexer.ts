import { TemplateError } from './template-error.ts';
import { unescapeStringLiteral } from './string-literal.ts';

export type TokenType =
  | 'data'
  | 'variable_begin'
  | 'variable_end'
  | 'block_begin'
  | 'block_end'
  | 'name'
  | 'string'
  | 'integer'
  | 'float'
  | 'operator'
  | 'end';

export interface Token {
  type: TokenType;
  value: string;
  offset: number;
}

export interface LexerOptions {
  trimBlocks: boolean;
  lstripBlocks: boolean;
  keepTrailingNewline: boolean;
}

interface LexerState {
  source: string;
  options: LexerOptions;
  tokens: Token[];
  /** Where reading goes on. */
  position: number;
  /** True when the next data must lose its leading whitespace (`-%}`) or newline (`trim_blocks`). */
  trimNext: 'none' | 'space' | 'newline';
}

/** Jinja2 reads every line ending as `\n`, and drops one at the very end unless told to keep it. */
export function normalizeSource(source: string, keepTrailingNewline: boolean): string {
  const text = source.includes('\r') ? source.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : source;
  return !keepTrailingNewline && text.endsWith('\n') ? text.slice(0, -1) : text;
}

/** Splits normalized template text into tokens. */
export function tokenize(source: string, options: LexerOptions): Token[] {
  const state: LexerState = { source, options, tokens: [], position: 0, trimNext: 'none' };
  while (state.position < source.length) readDataAndTag(state);
  state.tokens.push({ type: 'end', value: '', offset: source.length });
  return state.tokens;
}

function readDataAndTag(state: LexerState): void {
  const { source } = state;
  const begin = findTag(source, state.position);
  const end = begin === -1 ? source.length : begin;
  if (begin === -1) {
    pushData(state, state.position, end);
    state.position = end;
    return;
  }
  const kind = source[begin + 1];
  const sign = source[begin + 2];
  const hasSign = sign === '-' || sign === '+';
  const dataEnd = trimDataEnd(state, begin, sign, kind !== '{');
  pushData(state, state.position, dataEnd);
  state.position = begin + (hasSign ? 3 : 2);
  if (kind === '#') return skipComment(state, begin);
  if (kind === '%' && readRaw(state, begin)) return;
  readTag(state, begin, kind === '{' ? 'variable' : 'block');
}

function findTag(source: string, from: number): number {
  for (let i = source.indexOf('{', from); i !== -1; i = source.indexOf('{', i + 1)) {
    const next = source[i + 1];
    if (next === '{' || next === '%' || next === '#') return i;
  }
  return -1;
}

function isSpace(char: string | undefined): boolean {
  return char !== undefined && /\s/u.test(char);
}

function trimDataEnd(state: LexerState, begin: number, sign: string | undefined, isBlock: boolean): number {
  const { source, position } = state;
  let end = begin;
  if (sign === '-') {
    while (end > position && isSpace(source[end - 1])) end--;
    return end;
  }
  if (sign === '+' || !isBlock || !state.options.lstripBlocks) return end;
  while (end > position && (source[end - 1] === ' ' || source[end - 1] === '\t')) end--;
  const atLineStart = end === 0 || source[end - 1] === '\n';
  return atLineStart ? end : begin;
}

function pushData(state: LexerState, from: number, to: number): void {
  let start = from;
  if (state.trimNext === 'space') while (start < to && isSpace(state.source[start])) start++;
  else if (state.trimNext === 'newline' && start < to && state.source[start] === '\n') start++;
  state.trimNext = 'none';
  if (start < to) state.tokens.push({ type: 'data', value: state.source.slice(start, to), offset: start });
}

function skipComment(state: LexerState, begin: number): void {
  const close = state.source.indexOf('#}', state.position);
  if (close === -1) throw syntaxError(state.source, begin, 'Missing end of comment tag');
  const sign = close > state.position ? state.source[close - 1] : undefined;
  state.position = close + 2;
  setTrim(state, sign, true);
}

function setTrim(state: LexerState, sign: string | undefined, isBlock: boolean): void {
  if (sign === '-') state.trimNext = 'space';
  else if (isBlock && sign !== '+' && state.options.trimBlocks) state.trimNext = 'newline';
}

const rawBegin = /\s*raw\s*([-+]?)%\}/uy;
const rawEnd = /\{%([-+]?)\s*endraw\s*([-+]?)%\}/gu;

function readRaw(state: LexerState, begin: number): boolean {
  const { source } = state;
  rawBegin.lastIndex = state.position;
  const opening = rawBegin.exec(source);
  if (opening === null) return false;
  const from = state.position + opening[0].length;
  rawEnd.lastIndex = from;
  const closing = rawEnd.exec(source);
  if (closing === null) throw syntaxError(source, begin, 'Missing end of raw directive');
  // The first line break is part of what is quoted, whatever trim_blocks says of other tags.
  setTrim(state, opening[1], false);
  state.position = from;
  pushData(state, from, trimDataEnd(state, closing.index, closing[1], true));
  state.position = closing.index + closing[0].length;
  setTrim(state, closing[2], true);
  return true;
}

const openers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const whitespace = /\s+/uy;
const floatLiteral = /(?:\d+_)*\d+(?:(?:\.(?:\d+_)*\d+)?e[+-]?(?:\d+_)*\d+|\.(?:\d+_)*\d+)/iuy;
const integerLiteral = /0b(?:_?[01])+|0o(?:_?[0-7])+|0x(?:_?[\da-f])+|[1-9](?:_?\d)*|0(?:_?0)*/iuy;
const nameLiteral = /[\p{XIDS}_][\p{XIDC}]*/uy;
const operatorLiteral = /\/\/|\*\*|==|!=|>=|<=|[-+/*%~[\](){}<>=.:|,;]/uy;

/** Reads the inside of `{{ … }}` or `{% … %}`, brackets balanced so that `}}` may close two dicts. */
function readTag(state: LexerState, begin: number, kind: 'variable' | 'block'): void {
  const { source, tokens } = state;
  const closer = kind === 'variable' ? '}}' : '%}';
  const brackets: { close: string; open: string; offset: number }[] = [];
  tokens.push({ type: `${kind}_begin`, value: closer, offset: begin });
  while (state.position < source.length) {
    const at = state.position;
    const sign = source[at] === '-' || source[at] === '+' ? source[at] : undefined;
    const canSign = sign === '-' || (sign === '+' && kind === 'block');
    const closeAt = canSign ? at + 1 : at;
    if (brackets.length === 0 && source.startsWith(closer, closeAt)) {
      tokens.push({ type: `${kind}_end`, value: closer, offset: at });
      state.position = closeAt + 2;
      setTrim(state, canSign ? sign : undefined, kind === 'block');
      return;
    }
    const token = readToken(source, at);
    if (token.type === 'operator') balance(source, token, brackets);
    if (token.type !== 'data') tokens.push(token);
    state.position = at + token.length;
  }
  const open = brackets.at(-1);
  if (open !== undefined) throw syntaxError(source, open.offset, `'${open.open}' is never closed`);
  throw syntaxError(source, begin, `unexpected end of template, expected '${closer}'`);
}

interface ReadToken extends Token {
  length: number;
}

function readToken(source: string, at: number): ReadToken {
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  const made = (type: TokenType, text: string): ReadToken => ({
    type,
    value: text,
    offset: at,
    length: text.length,
  });
  const char = source[at] ?? '';
  if (char === '"' || char === "'") return readString(source, at, char);
  const space = match(whitespace);
  if (space !== undefined) return made('data', space);
  if (char >= '0' && char <= '9') {
    const float = match(floatLiteral);
    if (float !== undefined) return made('float', float);
    const integer = match(integerLiteral);
    if (integer !== undefined) return made('integer', integer);
  }
  const name = match(nameLiteral);
  if (name !== undefined) return made('name', name);
  const operator = match(operatorLiteral);
  if (operator !== undefined) return made('operator', operator);
  throw syntaxError(source, at, `unexpected char '${String.fromCodePoint(source.codePointAt(at) ?? 0)}'`);
}

function readString(source: string, at: number, quote: string): ReadToken {
  for (let i = at + 1; i < source.length; i++) {
    const char = source[i];
    if (char === '\\') i++;
    else if (char === quote) {
      const value = unescapeStringLiteral(source, at + 1, i);
      return { type: 'string', value, offset: at, length: i + 1 - at };
    }
  }
  throw syntaxError(source, at, `unexpected char '${quote}': the string is never closed`);
}

function balance(
  source: string,
  token: Token,
  brackets: { close: string; open: string; offset: number }[],
): void {
  const close = openers[token.value];
  if (close !== undefined) {
    brackets.push({ close, open: token.value, offset: token.offset });
  } else if (token.value === ')' || token.value === ']' || token.value === '}') {
    const expected = brackets.pop();
    if (expected === undefined) throw syntaxError(source, token.offset, `unexpected '${token.value}'`);
    if (expected.close !== token.value) {
      throw syntaxError(source, token.offset, `unexpected '${token.value}', expected '${expected.close}'`);
    }
  }
}

export function syntaxError(
  source: string,
  offset: number,
  message: string,
  variable?: string,
): TemplateError {
  return new TemplateError({
    kind: 'syntax',
    message,
    source,
    offset,
    ...(variable === undefined ? {} : { variable }),
  });
}
