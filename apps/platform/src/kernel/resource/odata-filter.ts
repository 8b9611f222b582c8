/** The part of OData's `$filter` that lists understand: comparisons, `in`, text functions, and, or, not, parentheses. */
export type Comparison = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le';
export type FilterValue = string | number | boolean | null;
export type FilterNode =
  | { kind: 'and' | 'or'; left: FilterNode; right: FilterNode }
  | { kind: 'not'; operand: FilterNode }
  | { kind: 'compare'; operator: Comparison; field: string; lower: boolean; value: FilterValue }
  | { kind: 'in'; field: string; lower: boolean; values: FilterValue[] }
  | {
      kind: 'text';
      fn: 'contains' | 'startswith' | 'endswith';
      field: string;
      lower: boolean;
      value: FilterValue;
    };

export type FilterResult = { ok: true; node: FilterNode } | { ok: false; message: string; position: number };

interface Token {
  readonly kind: 'word' | 'value' | 'punctuation' | 'end';
  readonly text: string;
  readonly value?: FilterValue;
  readonly position: number;
}

class FilterSyntaxError extends Error {
  readonly position: number;
  constructor(message: string, position: number) {
    super(message);
    this.position = position;
  }
}

const maximumDepth = 32;

export function parseFilter(text: string): FilterResult {
  try {
    const parser = createParser(tokenize(text));
    return { ok: true, node: parser() };
  } catch (error) {
    if (error instanceof FilterSyntaxError)
      return { ok: false, message: error.message, position: error.position };
    throw error;
  }
}

const tokenPattern =
  /\s*(?:(?<time>\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d))|(?<guid>[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})|(?<number>-?\d+(?:\.\d+)?)|(?<string>'(?:[^']|'')*')|(?<word>[A-Za-z_][\w/.]*)|(?<punctuation>[(),]))/y;

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const source = text.trimEnd();
  tokenPattern.lastIndex = 0;
  let position = 0;
  while (position < source.length) {
    tokenPattern.lastIndex = position;
    const match = tokenPattern.exec(source);
    if (!match?.groups) throw new FilterSyntaxError('This was not expected here', position);
    tokens.push(tokenOf(match.groups, position));
    position = tokenPattern.lastIndex;
  }
  tokens.push({ kind: 'end', text: 'the end', position });
  return tokens;
}

function tokenOf(groups: Record<string, string | undefined>, position: number): Token {
  const { time, guid, number, string, word, punctuation } = groups;
  if (string !== undefined)
    return { kind: 'value', text: string, value: string.slice(1, -1).replaceAll("''", "'"), position };
  if (number !== undefined) return { kind: 'value', text: number, value: Number(number), position };
  const literal = time ?? guid;
  if (literal !== undefined) return { kind: 'value', text: literal, value: literal, position };
  if (word === 'true' || word === 'false')
    return { kind: 'value', text: word, value: word === 'true', position };
  if (word === 'null') return { kind: 'value', text: word, value: null, position };
  if (word !== undefined) return { kind: 'word', text: word, position };
  return { kind: 'punctuation', text: punctuation ?? '', position };
}

const comparisons: readonly string[] = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'];
const textFunctions: readonly string[] = ['contains', 'startswith', 'endswith'];

function createParser(tokens: readonly Token[]): () => FilterNode {
  let index = 0;
  const end = tokens.at(-1) ?? { kind: 'end' as const, text: 'the end', position: 0 };
  const peek = (): Token => tokens[index] ?? end;
  const next = (): Token => tokens[index++] ?? end;
  const isWord = (text: string): boolean => peek().kind === 'word' && peek().text.toLowerCase() === text;
  const expect = (text: string): void => {
    const token = next();
    if (token.text !== text) throw new FilterSyntaxError(`"${text}" was expected`, token.position);
  };

  const disjunction = (depth: number): FilterNode => {
    let left = conjunction(depth);
    while (isWord('or')) {
      next();
      left = { kind: 'or', left, right: conjunction(depth) };
    }
    return left;
  };
  const conjunction = (depth: number): FilterNode => {
    let left = operand(depth);
    while (isWord('and')) {
      next();
      left = { kind: 'and', left, right: operand(depth) };
    }
    return left;
  };
  const operand = (depth: number): FilterNode => {
    if (depth > maximumDepth) throw new FilterSyntaxError('The filter is nested too deeply', peek().position);
    if (isWord('not')) {
      next();
      return { kind: 'not', operand: operand(depth + 1) };
    }
    if (peek().text === '(' && peek().kind === 'punctuation') {
      next();
      const inner = disjunction(depth + 1);
      expect(')');
      return inner;
    }
    const token = peek();
    if (token.kind === 'word' && textFunctions.includes(token.text.toLowerCase())) return textFunction();
    return comparison();
  };
  const textFunction = (): FilterNode => {
    const fn = next().text.toLowerCase() as 'contains' | 'startswith' | 'endswith';
    expect('(');
    const subject = field();
    expect(',');
    const value = literal();
    expect(')');
    return { kind: 'text', fn, ...subject, value };
  };
  const comparison = (): FilterNode => {
    const subject = field();
    const operator = next();
    const name = operator.text.toLowerCase();
    if (name === 'in') {
      expect('(');
      const values = [literal()];
      while (peek().text === ',') {
        next();
        values.push(literal());
      }
      expect(')');
      return { kind: 'in', ...subject, values };
    }
    if (!comparisons.includes(name))
      throw new FilterSyntaxError('One of eq, ne, gt, ge, lt, le, in was expected', operator.position);
    return { kind: 'compare', operator: name as Comparison, ...subject, value: literal() };
  };
  const field = (): { field: string; lower: boolean } => {
    const token = next();
    if (token.kind !== 'word') throw new FilterSyntaxError('A field name was expected', token.position);
    if (token.text.toLowerCase() !== 'tolower' || peek().text !== '(')
      return { field: token.text, lower: false };
    expect('(');
    const inner = next();
    if (inner.kind !== 'word') throw new FilterSyntaxError('A field name was expected', inner.position);
    expect(')');
    return { field: inner.text, lower: true };
  };
  const literal = (): FilterValue => {
    const token = next();
    if (token.kind !== 'value')
      throw new FilterSyntaxError("A value such as 'text', 12 or true was expected", token.position);
    return token.value ?? null;
  };

  return () => {
    const node = disjunction(0);
    if (peek().kind !== 'end') throw new FilterSyntaxError('"and" or "or" was expected', peek().position);
    return node;
  };
}
