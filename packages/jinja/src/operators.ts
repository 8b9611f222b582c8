import {
  add,
  asNumber,
  divide,
  floorDivide,
  modulo,
  multiply,
  negate,
  power,
  subtract,
  toSmallInt,
} from './numbers.ts';
import type { PyNumber } from './numbers.ts';
import { formatPercent } from './percent-format.ts';
import { escapeHtml } from './html-escape.ts';
import { chargeItems, chargeText, dearness, failUndefined, inSlices, ownList } from './runtime.ts';
import type { Runtime } from './runtime.ts';
import { str } from './spelling.ts';
import { runtimeError } from './template-error.ts';
import type { BinaryOperator } from './syntax-tree.ts';
import { Fragment, isInteger, isText, plainText, SafeText, Tuple, typeName, Undefined } from './values.ts';

const numeric: Readonly<Record<BinaryOperator, (a: PyNumber, b: PyNumber) => PyNumber>> = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
  '//': floorDivide,
  '%': modulo,
  '**': power,
};

export const binaryOperators: readonly string[] = Object.keys(numeric);

/** Python's arithmetic over every pair of types that has one. */
export function binary(rt: Runtime, operator: BinaryOperator, a: unknown, b: unknown): unknown {
  const x = asNumber(a);
  const y = asNumber(b);
  if (x !== undefined && y !== undefined) return numeric[operator](x, y);
  if (operator === '%' && isText(a)) return percent(rt, a, b);
  if (a instanceof Undefined) throw failUndefined(a);
  if (b instanceof Undefined) throw failUndefined(b);
  if (operator === '+') {
    const joined = addSequences(rt, a, b);
    if (joined !== undefined) return joined;
  } else if (operator === '*') {
    const repeated = repeat(rt, a, b) ?? repeat(rt, b, a);
    if (repeated !== undefined) return repeated;
  }
  throw unsupported(operator, a, b);
}

function unsupported(operator: string, a: unknown, b: unknown): Error {
  if (operator === '+' && isText(a)) {
    return runtimeError(
      `can only concatenate str (not "${typeName(b)}") to str; use ~ to join text with other values`,
    );
  }
  return runtimeError(`unsupported operand type(s) for ${operator}: '${typeName(a)}' and '${typeName(b)}'`);
}

function percent(rt: Runtime, format: unknown, values: unknown): unknown {
  if (format instanceof SafeText) return new SafeText(formatPercent(rt, format.text, values, escapeHtml));
  return isText(format) ? formatPercent(rt, plainText(format), values) : undefined;
}

function addSequences(rt: Runtime, a: unknown, b: unknown): unknown {
  if (isText(a) && isText(b)) {
    if (a instanceof SafeText || b instanceof SafeText) return addSafe(rt, a, b);
    const left = plainText(a);
    const right = plainText(b);
    chargeText(rt, left.length + right.length);
    return left + right;
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    chargeItems(rt, a.length + b.length);
    return ownList(rt, [...(a as unknown[]), ...(b as unknown[])]);
  }
  if (a instanceof Tuple && b instanceof Tuple) {
    chargeItems(rt, a.items.length + b.items.length);
    return new Tuple([...a.items, ...b.items]);
  }
  return undefined;
}

/** Safe text escapes what is added to it, as Markup does. */
function addSafe(rt: Runtime, a: unknown, b: unknown): SafeText {
  const side = (value: unknown): string =>
    value instanceof SafeText || value instanceof Fragment
      ? value.text
      : inSlices(rt, str(rt, value), dearness.scan, escapeHtml);
  const text = side(a) + side(b);
  chargeText(rt, text.length);
  return new SafeText(text);
}

function repeat(rt: Runtime, sequence: unknown, times: unknown): unknown {
  if (!isInteger(times) && typeof times !== 'boolean') return undefined;
  const count = Math.max(0, typeof times === 'boolean' ? Number(times) : toSmallInt(times));
  if (isText(sequence)) {
    const text = plainText(sequence);
    if (text === '') return '';
    chargeText(rt, text.length * count);
    return sequence instanceof SafeText ? new SafeText(text.repeat(count)) : text.repeat(count);
  }
  const items = Array.isArray(sequence)
    ? (sequence as unknown[])
    : sequence instanceof Tuple
      ? sequence.items
      : undefined;
  if (items === undefined) return undefined;
  if (items.length === 0) return Array.isArray(sequence) ? ownList(rt, []) : sequence;
  chargeItems(rt, items.length * count);
  const repeated: unknown[] = [];
  for (let i = 0; i < count; i++) for (const item of items) repeated.push(item);
  return Array.isArray(sequence) ? ownList(rt, repeated) : new Tuple(repeated);
}

export function unaryMinus(value: unknown): unknown {
  const number = asNumber(value);
  if (number !== undefined) return negate(number);
  if (value instanceof Undefined) throw failUndefined(value);
  throw runtimeError(`bad operand type for unary -: '${typeName(value)}'`);
}

export function unaryPlus(value: unknown): unknown {
  const number = asNumber(value);
  if (number !== undefined) return number;
  if (value instanceof Undefined) throw failUndefined(value);
  throw runtimeError(`bad operand type for unary +: '${typeName(value)}'`);
}

/** `a ~ b ~ c`: every value as text. */
export function concat(rt: Runtime, values: readonly unknown[]): string {
  let text = '';
  for (const value of values) {
    text += str(rt, value);
    chargeText(rt, text.length);
  }
  return text;
}
