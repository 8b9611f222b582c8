import { normalizeSource, tokenize } from './lexer.ts';
import type { LexerOptions } from './lexer.ts';
import { parseExpression, parseFilter, parseTarget, parseTuple } from './parse-expression.ts';
import type { Expression, MacroParameter, Statement, Target } from './syntax-tree.ts';
import { createTokenStream, describeToken } from './token-stream.ts';
import type { TokenStream } from './token-stream.ts';

export interface ParsedTemplate {
  /** The text that offsets point into: line endings are `\n`. */
  source: string;
  body: Statement[];
}

/** Reads template text into its tree. */
export function parseTemplate(text: string, options: LexerOptions): ParsedTemplate {
  const source = normalizeSource(text, options.keepTrailingNewline);
  const stream = createTokenStream(source, tokenize(source, options));
  const parser: Parser = { stream, open: [], loops: 0 };
  const body = parseBody(parser, []);
  return { source, body };
}

interface OpenTag {
  name: string;
  ends: readonly string[];
  offset: number;
}

interface Parser {
  stream: TokenStream;
  open: OpenTag[];
  loops: number;
}

/** Reads statements until one of the end tags is the current token's name (which stays unread). */
function parseBody(parser: Parser, ends: readonly string[]): Statement[] {
  const { stream } = parser;
  const body: Statement[] = [];
  while (!stream.is('end')) {
    if (stream.is('data')) {
      const { value, offset } = stream.next();
      body.push({ type: 'text', text: value, offset });
    } else if (stream.is('variable_begin')) body.push(parseOutput(stream));
    else {
      stream.expect('block_begin');
      if (stream.is('name') && ends.includes(stream.current.value)) return body;
      body.push(...stream.nested(() => parseStatement(parser)));
      stream.expect('block_end');
    }
  }
  if (ends.length > 0) throw unclosed(parser);
  return body;
}

function parseOutput(stream: TokenStream): Statement {
  const { offset } = stream.next();
  const expression = parseTuple(stream);
  if (!stream.is('variable_end')) {
    throw stream.fail(`expected token 'end of print statement', got '${describeToken(stream.current)}'`);
  }
  stream.next();
  return { type: 'output', expression, offset };
}

function unclosed(parser: Parser): Error {
  const tag = parser.open.at(-1);
  const { stream } = parser;
  if (tag === undefined) return stream.fail('Unexpected end of template.');
  const wanted = tag.ends.map((end) => `'${end}'`).join(' or ');
  return stream.fail(
    `Unexpected end of template. Jinja was looking for the following tags: ${wanted}. ` +
      `The innermost block that needs to be closed is '${tag.name}'.`,
    tag.offset,
  );
}

/** Reads a body up to one of `ends` and returns the end tag's name, read. */
function parseUntil(
  parser: Parser,
  name: string,
  offset: number,
  ends: readonly string[],
): { body: Statement[]; end: string } {
  parser.open.push({ name, ends, offset });
  const body = parseBody(parser, ends);
  parser.open.pop();
  const end = parser.stream.next().value;
  return { body, end };
}

function parseBlock(parser: Parser, name: string, offset: number): Statement[] {
  parser.stream.expect('block_end');
  return parseUntil(parser, name, offset, [`end${name}`]).body;
}

type StatementReader = (parser: Parser, offset: number) => Statement | Statement[];

const readers: Readonly<Record<string, StatementReader>> = {
  if: parseIf,
  for: parseFor,
  set: parseSet,
  macro: parseMacro,
  call: parseCallBlock,
  filter: parseFilterBlock,
  with: parseWith,
  do: (parser, offset) => ({ type: 'do', expression: parseTuple(parser.stream), offset }),
  print: parsePrint,
  break: (parser, offset) => loopControl(parser, 'break', offset),
  continue: (parser, offset) => loopControl(parser, 'continue', offset),
  autoescape: parseAutoescape,
  block: parseNamedBlock,
};

const needLoader: ReadonlySet<string> = new Set(['include', 'import', 'from', 'extends']);

function parseStatement(parser: Parser): Statement[] {
  const { stream } = parser;
  const token = stream.current;
  if (token.type !== 'name') throw stream.fail('tag name expected');
  stream.next();
  if (needLoader.has(token.value)) {
    throw stream.fail(
      `'${token.value}' is not available: a template stands alone, there is nothing to load another one from`,
      token.offset,
    );
  }
  const reader = Object.hasOwn(readers, token.value) ? readers[token.value] : undefined;
  if (reader === undefined) throw unknownTag(parser, token.value, token.offset);
  const read = reader(parser, token.offset);
  return Array.isArray(read) ? read : [read];
}

function unknownTag(parser: Parser, name: string, offset: number): Error {
  const tag = parser.open.at(-1);
  const looking =
    tag === undefined
      ? ''
      : ` Jinja was looking for the following tags: ${tag.ends.map((end) => `'${end}'`).join(' or ')}.` +
        ` The innermost block that needs to be closed is '${tag.name}'.`;
  return parser.stream.fail(`Encountered unknown tag '${name}'.${looking}`, offset);
}

function parseIf(parser: Parser, offset: number): Statement {
  const { stream } = parser;
  const branches: { test: Expression; body: Statement[] }[] = [];
  let otherwise: Statement[] = [];
  for (;;) {
    const test = parseTuple(stream, false);
    stream.expect('block_end');
    const { body, end } = parseUntil(parser, 'if', offset, ['elif', 'else', 'endif']);
    branches.push({ test, body });
    if (end === 'elif') continue;
    if (end === 'else') {
      stream.expect('block_end');
      otherwise = parseUntil(parser, 'if', offset, ['endif']).body;
    }
    return { type: 'if', branches, otherwise, offset };
  }
}

function parseFor(parser: Parser, offset: number): Statement {
  const { stream } = parser;
  const target = parseTarget(stream, true, false);
  stream.expect('name', 'in');
  const iterable = parseTuple(stream, false, 'recursive');
  const test = stream.skip('name', 'if') ? parseExpression(stream) : null;
  const recursive = stream.skip('name', 'recursive');
  stream.expect('block_end');
  parser.loops++;
  const { body, end } = parseUntil(parser, 'for', offset, ['endfor', 'else']);
  parser.loops--;
  let otherwise: Statement[] = [];
  if (end === 'else') {
    stream.expect('block_end');
    otherwise = parseUntil(parser, 'for', offset, ['endfor']).body;
  }
  return { type: 'for', target, iterable, test, recursive, body, otherwise, offset };
}

function loopControl(parser: Parser, type: 'break' | 'continue', offset: number): Statement {
  if (parser.loops === 0) throw parser.stream.fail(`'${type}' outside of a loop`, offset);
  return { type, offset };
}

/** A macro or captured block is its own function: `break` inside cannot leave a loop outside. */
function outsideLoops<T>(parser: Parser, read: () => T): T {
  const { loops } = parser;
  parser.loops = 0;
  const result = read();
  parser.loops = loops;
  return result;
}

function parseSet(parser: Parser, offset: number): Statement {
  const { stream } = parser;
  const target = parseTarget(stream, true, true);
  if (stream.skip('operator', '=')) return { type: 'set', target, value: parseTuple(stream), offset };
  let filter: Expression = { type: 'captured', offset };
  while (stream.is('operator', '|')) filter = parseFilter(stream, filter);
  const body = outsideLoops(parser, () => parseBlock(parser, 'set', offset));
  return { type: 'set_block', target, filter, body, offset };
}

function parseParameters(stream: TokenStream): MacroParameter[] {
  const parameters: MacroParameter[] = [];
  stream.expect('operator', '(');
  while (!stream.is('operator', ')')) {
    if (parameters.length > 0) stream.expect('operator', ',');
    if (stream.is('operator', ')')) break;
    const name = stream.expect('name').value;
    if (stream.skip('operator', '=')) parameters.push({ name, fallback: parseExpression(stream) });
    else if (parameters.some((parameter) => parameter.fallback !== null)) {
      throw stream.fail('non-default argument follows default argument');
    } else parameters.push({ name, fallback: null });
  }
  stream.expect('operator', ')');
  return parameters;
}

function parseMacro(parser: Parser, offset: number): Statement {
  const name = parser.stream.expect('name').value;
  const parameters = parseParameters(parser.stream);
  const body = outsideLoops(parser, () => parseBlock(parser, 'macro', offset));
  return { type: 'macro', name, parameters, body, offset };
}

function parseCallBlock(parser: Parser, offset: number): Statement {
  const { stream } = parser;
  const parameters = stream.is('operator', '(') ? parseParameters(stream) : [];
  const call = parseExpression(stream);
  if (call.type !== 'call') throw stream.fail('expected call', offset);
  const body = outsideLoops(parser, () => parseBlock(parser, 'call', offset));
  return { type: 'call_block', call, parameters, body, offset };
}

function parseFilterBlock(parser: Parser, offset: number): Statement {
  const { stream } = parser;
  let filter = parseFilter(stream, { type: 'captured', offset }, true);
  while (stream.is('operator', '|')) filter = parseFilter(stream, filter);
  const body = outsideLoops(parser, () => parseBlock(parser, 'filter', offset));
  return { type: 'filter_block', filter, body, offset };
}

function parseWith(parser: Parser, offset: number): Statement {
  const { stream } = parser;
  const assignments: { target: Target; value: Expression }[] = [];
  while (!stream.is('block_end')) {
    if (assignments.length > 0) stream.expect('operator', ',');
    const target = parseTarget(stream, false, false);
    stream.expect('operator', '=');
    assignments.push({ target, value: parseExpression(stream) });
  }
  return { type: 'with', assignments, body: parseBlock(parser, 'with', offset), offset };
}

function parsePrint(parser: Parser, offset: number): Statement {
  return { type: 'output', expression: parseTuple(parser.stream), offset };
}

/** Nothing here escapes by itself, so the switch is read and its body rendered as it is. */
function parseAutoescape(parser: Parser, offset: number): Statement {
  parseExpression(parser.stream);
  return { type: 'scope', body: parseBlock(parser, 'autoescape', offset), offset };
}

/** Without inheritance a named block stands where it is written. */
function parseNamedBlock(parser: Parser, offset: number): Statement {
  const { stream } = parser;
  const name = stream.expect('name').value;
  while (stream.skip('name', 'scoped') || stream.skip('name', 'required'));
  const body = parseBlock(parser, 'block', offset);
  stream.skip('name', name);
  return { type: 'scope', body, offset };
}
