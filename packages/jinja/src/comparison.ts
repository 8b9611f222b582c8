import { compareNumbers, asNumber } from './numbers.ts';
import { repr } from './spelling.ts';
import type { CompareOperator } from './syntax-tree.ts';
import { limitError, runtimeError, TemplateError } from './template-error.ts';
import {
  charge,
  chargeOperand,
  chargeSearch,
  dearness,
  failUndefined,
  mappingEntries,
  mappingSize,
  rangeItems,
} from './runtime.ts';
import type { Runtime } from './runtime.ts';
import {
  DictView,
  isMapping,
  isText,
  mappingGet,
  mappingHas,
  OMIT,
  plainText,
  PyFloat,
  Range,
  Tuple,
  typeName,
  Undefined,
} from './values.ts';

const deepestComparison = 200;

/** Python's `==`. */
export function equals(rt: Runtime, a: unknown, b: unknown, depth = 0): boolean {
  if (typeof a !== 'string' && a === b) return true;
  if (typeof a === 'string' && typeof b === 'string') {
    if (a.length === b.length) charge(rt, a.length);
    return a === b;
  }
  if (a === null || b === null) return false;
  const x = asNumber(a);
  const y = asNumber(b);
  if (x !== undefined && y !== undefined) return compareNumbers(x, y) === 0;
  if (x !== undefined || y !== undefined) return false;
  if (isText(a) || isText(b)) {
    if (!isText(a) || !isText(b)) return false;
    chargeOperand(rt, a);
    chargeOperand(rt, b);
    return plainText(a) === plainText(b);
  }
  return equalObjects(rt, a, b, depth);
}

function equalObjects(rt: Runtime, a: unknown, b: unknown, depth: number): boolean {
  if (depth > deepestComparison) throw limitError('the compared values are nested too deeply');
  if (a instanceof Undefined || b instanceof Undefined) return equalUndefined(a, b);
  const items = sequenceItems(rt, a);
  if (items !== undefined) {
    const others = sequenceItems(rt, b);
    if (others === undefined || Array.isArray(a) !== Array.isArray(b) || items.length !== others.length)
      return false;
    charge(rt, items.length * 256);
    return items.every((item, i) => equals(rt, item, others[i], depth + 1));
  }
  if (!isMapping(a) || !isMapping(b) || mappingSize(rt, a) !== mappingSize(rt, b)) return false;
  charge(rt, mappingSize(rt, a) * 256);
  return mappingEntries(rt, a).every(
    ([key, value]) => mappingHas(b, key) && equals(rt, value, mappingGet(b, key), depth + 1),
  );
}

function equalUndefined(a: unknown, b: unknown): boolean {
  for (const value of [a, b]) {
    if (value instanceof Undefined && value.reporter.undefined === 'strict' && !value.omit)
      throw failUndefined(value);
  }
  return a instanceof Undefined && b instanceof Undefined;
}

function sequenceItems(rt: Runtime, value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (value instanceof Tuple) return value.items;
  if (value instanceof Range) return rangeItems(rt, value);
  return value instanceof DictView ? value.items : undefined;
}

export type OrderOperator = '<' | '<=' | '>' | '>=';

/** Python's ordering: negative, zero, positive, or NaN where neither side is smaller. */
export function compare(rt: Runtime, a: unknown, b: unknown, operator: OrderOperator = '<'): number {
  if (typeof a === 'string' && typeof b === 'string') return compareText(rt, a, b);
  const x = asNumber(a);
  const y = asNumber(b);
  if (x !== undefined && y !== undefined) return compareNumbers(x, y);
  if (isText(a) && isText(b)) return compareText(rt, plainText(a), plainText(b));
  if (a instanceof Undefined) throw failUndefined(a);
  if (b instanceof Undefined) throw failUndefined(b);
  const items = sequenceItems(rt, a);
  const others = sequenceItems(rt, b);
  if (items !== undefined && others !== undefined && Array.isArray(a) === Array.isArray(b)) {
    return compareSequences(rt, items, others, operator);
  }
  throw runtimeError(
    `'${operator}' not supported between instances of '${typeName(a)}' and '${typeName(b)}'`,
  );
}

function compareSequences(
  rt: Runtime,
  a: readonly unknown[],
  b: readonly unknown[],
  operator: OrderOperator,
): number {
  charge(rt, a.length * 256);
  for (let i = 0; i < a.length && i < b.length; i++) {
    if (!equals(rt, a[i], b[i])) return compare(rt, a[i], b[i], operator);
  }
  return a.length - b.length;
}

/** By code point, as Python orders: JS would put emoji before U+E000. */
export function compareText(rt: Runtime, a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  if (length > 32) charge(rt, length * dearness.scan);
  if (a === b) return 0;
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) {
      const xSurrogate = x >= 0xd800 && x <= 0xdfff;
      const ySurrogate = y >= 0xd800 && y <= 0xdfff;
      if (xSurrogate !== ySurrogate) return xSurrogate ? 1 : -1;
      return x - y;
    }
  }
  return a.length - b.length;
}

/** Python's `item in container`. */
export function contains(rt: Runtime, container: unknown, item: unknown): boolean {
  if (isText(container)) {
    if (!isText(item)) {
      if (item instanceof Undefined) throw failUndefined(item);
      throw runtimeError(`'in <string>' requires string as left operand, not ${typeName(item)}`);
    }
    chargeOperand(rt, item);
    const text = plainText(container);
    const wanted = plainText(item);
    charge(rt, text.length);
    chargeSearch(rt, text, wanted);
    return text.includes(wanted);
  }
  if (container instanceof Undefined) {
    if (rt.undefined === 'strict') throw failUndefined(container);
    return false;
  }
  if (container instanceof Range) return rangeHas(container, item);
  const items = sequenceItems(rt, container);
  if (items !== undefined) {
    charge(rt, items.length * 32);
    return items.some((other) => equals(rt, other, item));
  }
  if (isMapping(container)) return mappingHas(container, item);
  throw runtimeError(`argument of type '${typeName(container)}' is not iterable`);
}

function rangeHas(range: Range, item: unknown): boolean {
  // Python counts true as 1, here as everywhere.
  const value = item instanceof PyFloat ? item.value : typeof item === 'boolean' ? Number(item) : item;
  if (typeof value !== 'number' || !Number.isInteger(value)) return false;
  const index = (value - range.start) / range.step;
  return Number.isInteger(index) && index >= 0 && index < range.length;
}

/** Python's truth value. */
export function truthy(rt: Runtime, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'object' && value !== null) return truthyObject(rt, value);
  // What is left is true and false in Python where it is in JavaScript, but for NaN and our own symbol.
  return value ? value !== OMIT : Number.isNaN(value);
}

function truthyObject(rt: Runtime, value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (value instanceof Undefined) {
    if (value.reporter.undefined === 'strict' && !value.omit) throw failUndefined(value);
    return false;
  }
  if (isText(value)) return plainText(value) !== '';
  if (value instanceof PyFloat) return value.value !== 0;
  if (value instanceof Tuple || value instanceof DictView) return value.items.length > 0;
  if (value instanceof Range) return value.length > 0;
  return isMapping(value) ? mappingSize(rt, value) > 0 : true;
}

/** One string per class of equal values, to look them up without comparing each with each. */
export function identityKey(rt: Runtime, value: unknown): string {
  chargeOperand(rt, value);
  if (isText(value)) return `s${plainText(value)}`;
  const number = asNumber(value);
  if (number !== undefined) return `n${number instanceof PyFloat ? number.value : number}`;
  if (value instanceof Undefined) return 'u';
  if (Array.isArray(value) || isMapping(value)) {
    throw new TemplateError({ kind: 'runtime', message: `unhashable type: '${typeName(value)}'` });
  }
  return `o${repr(rt, value)}`;
}

type Comparison = (rt: Runtime, a: unknown, b: unknown) => boolean;

/** What each operator between two values says. */
export const comparisons: Readonly<Record<CompareOperator, Comparison>> = {
  '==': equals,
  '!=': (rt, a, b) => !equals(rt, a, b),
  '<': (rt, a, b) => compare(rt, a, b, '<') < 0,
  '<=': (rt, a, b) => compare(rt, a, b, '<=') <= 0,
  '>': (rt, a, b) => compare(rt, a, b, '>') > 0,
  '>=': (rt, a, b) => compare(rt, a, b, '>=') >= 0,
  in: (rt, a, b) => contains(rt, b, a),
  'not in': (rt, a, b) => !contains(rt, b, a),
};

export const compareOperators: readonly string[] = Object.keys(comparisons);
