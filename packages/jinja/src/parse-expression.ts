import { PyFloat } from './values.ts';
import { narrowBigInt } from './numbers.ts';
import type { ArgumentList, CompareOperator, Expression, Target } from './syntax-tree.ts';
import { describeToken } from './token-stream.ts';
import type { TokenStream } from './token-stream.ts';

/** `a if b else c`, the widest expression without a comma. */
export function parseExpression(stream: TokenStream, withCondition = true): Expression {
  return stream.nested(() => (withCondition ? parseCondition(stream) : parseOr(stream)));
}

/** Comma-separated expressions become a tuple; one alone stays itself. */
export function parseTuple(stream: TokenStream, withCondition = true, endName?: string): Expression {
  const offset = stream.current.offset;
  const items: Expression[] = [];
  let isTuple = false;
  while (!atTupleEnd(stream, endName)) {
    items.push(parseExpression(stream, withCondition));
    if (!stream.is('operator', ',')) break;
    isTuple = true;
    stream.next();
  }
  const only = items[0];
  if (!isTuple && only !== undefined) return only;
  if (!isTuple) throw stream.fail(`Expected an expression, got '${describeToken(stream.current)}'`);
  return { type: 'tuple', items, offset };
}

function atTupleEnd(stream: TokenStream, endName: string | undefined): boolean {
  const { type, value } = stream.current;
  if (type === 'variable_end' || type === 'block_end' || (type === 'operator' && value === ')')) return true;
  return endName !== undefined && type === 'name' && value === endName;
}

function parseCondition(stream: TokenStream): Expression {
  let value = parseOr(stream);
  while (stream.is('name', 'if')) {
    const { offset } = stream.next();
    const test = parseOr(stream);
    const otherwise = stream.skip('name', 'else') ? stream.nested(() => parseCondition(stream)) : null;
    value = { type: 'condition', test, value, otherwise, offset };
  }
  return value;
}

function parseOr(stream: TokenStream): Expression {
  let left = parseAnd(stream);
  while (stream.is('name', 'or')) {
    const { offset } = stream.next();
    left = { type: 'or', left, right: parseAnd(stream), offset };
  }
  return left;
}

function parseAnd(stream: TokenStream): Expression {
  let left = parseNot(stream);
  while (stream.is('name', 'and')) {
    const { offset } = stream.next();
    left = { type: 'and', left, right: parseNot(stream), offset };
  }
  return left;
}

function parseNot(stream: TokenStream): Expression {
  if (!stream.is('name', 'not')) return parseCompare(stream);
  const { offset } = stream.next();
  return { type: 'unary', operator: 'not', operand: stream.nested(() => parseNot(stream)), offset };
}

const compareOperators: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

function parseCompare(stream: TokenStream): Expression {
  const left = parseSum(stream);
  const rest: { operator: CompareOperator; operand: Expression }[] = [];
  const offset = stream.current.offset;
  for (;;) {
    const { type, value } = stream.current;
    if (type === 'operator' && compareOperators.has(value)) stream.next();
    else if (type === 'name' && value === 'in') stream.next();
    else if (type === 'name' && value === 'not' && stream.peek().value === 'in') {
      stream.next();
      stream.next();
      rest.push({ operator: 'not in', operand: parseSum(stream) });
      continue;
    } else break;
    rest.push({ operator: value as CompareOperator, operand: parseSum(stream) });
  }
  return rest.length === 0 ? left : { type: 'compare', left, rest, offset };
}

type Level = (stream: TokenStream) => Expression;

function binaryLevel(operators: readonly string[], operand: Level): Level {
  return (stream) => {
    let left = operand(stream);
    // A long chain becomes a deep tree, so it counts as nesting too.
    let length = 0;
    while (stream.current.type === 'operator' && operators.includes(stream.current.value)) {
      if (++length > 500) throw stream.fail('more than 500 operators in a row');
      const { value, offset } = stream.next();
      left = {
        type: 'binary',
        operator: value as Extract<Expression, { type: 'binary' }>['operator'],
        left,
        right: operand(stream),
        offset,
      };
    }
    return left;
  };
}

const parsePower = binaryLevel(['**'], (stream) => parseUnary(stream, true));
const parseProduct = binaryLevel(['*', '/', '//', '%'], parsePower);
const parseSum = binaryLevel(['+', '-'], parseConcat);

function parseConcat(stream: TokenStream): Expression {
  const first = parseProduct(stream);
  if (!stream.is('operator', '~')) return first;
  const offset = stream.current.offset;
  const parts = [first];
  while (stream.skip('operator', '~')) parts.push(parseProduct(stream));
  return { type: 'concat', parts, offset };
}

function parseUnary(stream: TokenStream, withFilter: boolean): Expression {
  const { type, value, offset } = stream.current;
  let node: Expression;
  if (type === 'operator' && (value === '-' || value === '+')) {
    stream.next();
    node = {
      type: 'unary',
      operator: value,
      operand: stream.nested(() => parseUnary(stream, false)),
      offset,
    };
  } else node = parsePrimary(stream);
  node = parsePostfix(stream, node);
  return withFilter ? parseFilters(stream, node) : node;
}

const constants: Readonly<Record<string, boolean | null>> = {
  true: true,
  True: true,
  false: false,
  False: false,
  none: null,
  None: null,
};

function parsePrimary(stream: TokenStream): Expression {
  const token = stream.current;
  if (token.type === 'name') return parseName(stream);
  if (token.type === 'string') return parseText(stream);
  if (token.type === 'integer' || token.type === 'float') return parseNumber(stream);
  if (stream.is('operator', '(')) return parseParenthesis(stream);
  if (stream.is('operator', '[')) return parseList(stream);
  if (stream.is('operator', '{')) return parseDict(stream);
  throw stream.fail(
    token.type === 'variable_end' || token.type === 'block_end'
      ? `Expected an expression, got '${describeToken(token)}'`
      : `unexpected '${describeToken(token)}'`,
  );
}

function parseName(stream: TokenStream): Expression {
  const { value, offset } = stream.next();
  if (Object.hasOwn(constants, value)) return { type: 'constant', value: constants[value], offset };
  return { type: 'name', name: value, offset };
}

/** Texts next to one another are one text. */
function parseText(stream: TokenStream): Expression {
  const { offset } = stream.current;
  let value = '';
  while (stream.is('string')) value += stream.next().value;
  return { type: 'constant', value, offset };
}

function parseNumber(stream: TokenStream): Expression {
  const { type, value, offset } = stream.next();
  const digits = value.replaceAll('_', '');
  if (type === 'integer') return { type: 'constant', value: narrowBigInt(BigInt(digits)), offset };
  const double = Number(digits);
  return { type: 'constant', value: Number.isInteger(double) ? new PyFloat(double) : double, offset };
}

function parseParenthesis(stream: TokenStream): Expression {
  const { offset } = stream.next();
  if (stream.skip('operator', ')')) return { type: 'tuple', items: [], offset };
  const inner = parseTuple(stream);
  stream.expect('operator', ')');
  return inner;
}

function parseList(stream: TokenStream): Expression {
  const { offset } = stream.next();
  const items: Expression[] = [];
  while (!stream.is('operator', ']')) {
    if (items.length > 0) stream.expect('operator', ',');
    if (stream.is('operator', ']')) break;
    items.push(parseExpression(stream));
  }
  stream.expect('operator', ']');
  return { type: 'list', items, offset };
}

function parseDict(stream: TokenStream): Expression {
  const { offset } = stream.next();
  const pairs: { key: Expression; value: Expression }[] = [];
  while (!stream.is('operator', '}')) {
    if (pairs.length > 0) stream.expect('operator', ',');
    if (stream.is('operator', '}')) break;
    const key = parseExpression(stream);
    stream.expect('operator', ':');
    pairs.push({ key, value: parseExpression(stream) });
  }
  stream.expect('operator', '}');
  return { type: 'dict', pairs, offset };
}

function parsePostfix(stream: TokenStream, start: Expression): Expression {
  let node = start;
  for (let length = 0; stream.current.type === 'operator'; length++) {
    const { value } = stream.current;
    if (value === '.') node = parseDot(stream, node);
    else if (value === '[') node = parseSubscript(stream, node);
    else if (value === '(') node = parseCall(stream, node);
    else break;
    if (length > 200) throw stream.fail('more than 200 attributes or calls in a row');
  }
  return node;
}

function parseDot(stream: TokenStream, target: Expression): Expression {
  stream.next();
  const token = stream.next();
  if (token.type === 'name') return { type: 'attribute', target, name: token.value, offset: token.offset };
  if (token.type !== 'integer') throw stream.fail('expected name or number', token.offset);
  const index: Expression = { type: 'constant', value: Number(token.value), offset: token.offset };
  return { type: 'item', target, index, offset: token.offset };
}

function parseSubscript(stream: TokenStream, target: Expression): Expression {
  const { offset } = stream.next();
  const first = parseSlicePart(stream, ':', ']', ',');
  if (stream.is('operator', ':')) {
    const parts: (Expression | null)[] = [first];
    while (stream.skip('operator', ':') && parts.length < 3) parts.push(parseSlicePart(stream, ':', ']'));
    stream.expect('operator', ']');
    return { type: 'slice', target, parts, offset };
  }
  if (first === null) throw stream.fail('expected subscript expression');
  const items = [first];
  while (stream.skip('operator', ',')) {
    if (!stream.is('operator', ']')) items.push(parseExpression(stream));
  }
  const isTuple = !stream.is('operator', ']') || items.length > 1;
  stream.expect('operator', ']');
  const index: Expression = isTuple ? { type: 'tuple', items, offset } : first;
  return { type: 'item', target, index, offset };
}

function parseSlicePart(stream: TokenStream, ...ends: string[]): Expression | null {
  if (stream.current.type === 'operator' && ends.includes(stream.current.value)) return null;
  return parseExpression(stream);
}

function parseCall(stream: TokenStream, target: Expression): Expression {
  const { offset } = stream.current;
  return { type: 'call', target, arguments: parseArguments(stream), offset };
}

const noArguments: ArgumentList = { positional: [], named: [], star: null, doubleStar: null };

function parseArguments(stream: TokenStream): ArgumentList {
  stream.expect('operator', '(');
  const list: ArgumentList = { positional: [], named: [], star: null, doubleStar: null };
  let first = true;
  while (!stream.is('operator', ')')) {
    if (!first) stream.expect('operator', ',');
    if (stream.is('operator', ')')) break;
    first = false;
    parseArgument(stream, list);
  }
  stream.expect('operator', ')');
  return list;
}

function parseArgument(stream: TokenStream, list: ArgumentList): void {
  const { offset } = stream.current;
  const invalid = () => stream.fail('invalid syntax for function call expression', offset);
  if (stream.skip('operator', '*')) {
    if (list.star !== null || list.doubleStar !== null) throw invalid();
    list.star = parseExpression(stream);
  } else if (stream.skip('operator', '**')) {
    if (list.doubleStar !== null) throw invalid();
    list.doubleStar = parseExpression(stream);
  } else if (
    stream.current.type === 'name' &&
    stream.peek().type === 'operator' &&
    stream.peek().value === '='
  ) {
    if (list.doubleStar !== null) throw invalid();
    const name = stream.next().value;
    stream.next();
    list.named.push({ name, value: parseExpression(stream) });
  } else {
    if (list.star !== null || list.doubleStar !== null || list.named.length > 0) throw invalid();
    list.positional.push(parseExpression(stream));
  }
}

function parseFilters(stream: TokenStream, start: Expression): Expression {
  let node = start;
  for (let length = 0; ; length++) {
    if (length > 200) throw stream.fail('more than 200 filters in a row');
    if (stream.is('operator', '|')) node = parseFilter(stream, node);
    else if (stream.is('name', 'is')) node = parseTest(stream, node);
    // A call may follow a filter or a test directly, as in Jinja2.
    else if (stream.is('operator', '(')) node = parseCall(stream, node);
    else return node;
  }
}

/** One `| name(arguments)`; the bar is the current token unless `inline` says the name comes first. */
export function parseFilter(stream: TokenStream, target: Expression, inline = false): Expression {
  if (!inline) stream.expect('operator', '|');
  const { name, offset } = parseDottedName(stream);
  const list = stream.is('operator', '(') ? parseArguments(stream) : noArguments;
  return { type: 'filter', target, name, arguments: list, offset };
}

function parseDottedName(stream: TokenStream): { name: string; offset: number } {
  const token = stream.expect('name');
  let name = token.value;
  while (stream.skip('operator', '.')) name += `.${stream.expect('name').value}`;
  return { name, offset: token.offset };
}

function parseTest(stream: TokenStream, target: Expression): Expression {
  stream.next();
  const negated = stream.skip('name', 'not');
  const { name, offset } = parseDottedName(stream);
  let list = noArguments;
  if (stream.is('operator', '(')) list = parseArguments(stream);
  else if (startsBareArgument(stream)) {
    if (stream.is('name', 'is')) throw stream.fail('You cannot chain multiple tests with is');
    const argument = stream.nested(() => parsePostfix(stream, parsePrimary(stream)));
    list = { ...noArguments, positional: [argument] };
  }
  const node: Expression = { type: 'test', target, name, arguments: list, offset };
  return negated ? { type: 'unary', operator: 'not', operand: node, offset } : node;
}

const afterTest: ReadonlySet<string> = new Set(['else', 'or', 'and']);

function startsBareArgument(stream: TokenStream): boolean {
  const { type, value } = stream.current;
  if (type === 'name') {
    // `if` and `in` can only continue the surrounding expression, never be a test's argument.
    return !afterTest.has(value) && value !== 'if' && value !== 'in' && value !== 'not';
  }
  if (type === 'operator') return value === '[' || value === '{';
  return type === 'string' || type === 'integer' || type === 'float';
}

/** The left side of `set`, `for` and `with`. */
export function parseTarget(stream: TokenStream, withTuple: boolean, withNamespace: boolean): Target {
  const { offset } = stream.current;
  const items: Target[] = [parseSingleTarget(stream, withNamespace)];
  let isTuple = false;
  while (withTuple && stream.skip('operator', ',')) {
    isTuple = true;
    if (stream.is('name', 'in') || stream.is('operator', '=') || stream.is('operator', ')')) break;
    items.push(parseSingleTarget(stream, withNamespace));
  }
  const only = items[0];
  return !isTuple && only !== undefined ? only : { type: 'tuple', items, offset };
}

const reserved: ReadonlySet<string> = new Set(['true', 'false', 'none', 'True', 'False', 'None']);

function parseSingleTarget(stream: TokenStream, withNamespace: boolean): Target {
  if (stream.skip('operator', '(')) {
    const inner = stream.nested(() => parseTarget(stream, true, withNamespace));
    stream.expect('operator', ')');
    return inner;
  }
  const token = stream.expect('name');
  if (reserved.has(token.value)) throw stream.fail(`can't assign to '${token.value}'`, token.offset);
  if (withNamespace && stream.skip('operator', '.')) {
    const attribute = stream.expect('name').value;
    return { type: 'namespace', name: token.value, attribute, offset: token.offset };
  }
  return { type: 'name', name: token.value, offset: token.offset };
}
