import { compare, contains, equals } from './comparison.ts';
import { asNumber, modulo } from './numbers.ts';
import { charge, chargeOperand, dearness, failUndefined, step } from './runtime.ts';
import type { Runtime, TestFunction } from './runtime.ts';
import { str } from './spelling.ts';
import { isLower, isUpper } from './letter-case.ts';
import { runtimeError } from './template-error.ts';
import {
  Callable,
  DictView,
  EngineObject,
  isFloat,
  isInteger,
  isMapping,
  isNumber,
  isText,
  plainText,
  Range,
  SafeText,
  Tuple,
  typeName,
  Undefined,
} from './values.ts';

/** Runs a test once its operands are paid for. */
export function runTest(rt: Runtime, test: TestFunction, value: unknown, list: readonly unknown[]): boolean {
  step(rt);
  chargeOperand(rt, value);
  for (const item of list) chargeOperand(rt, item);
  return test(rt, value, list);
}

function scanned(rt: Runtime, value: unknown): string {
  const text = str(rt, value);
  charge(rt, text.length * dearness.scan);
  return text;
}

function remainder(value: unknown, divisor: unknown): unknown {
  const a = asNumber(value);
  const b = asNumber(divisor);
  if (a !== undefined && b !== undefined) return modulo(a, b);
  if (value instanceof Undefined) throw failUndefined(value);
  throw runtimeError(`unsupported operand type(s) for %: '${typeName(value)}' and '${typeName(divisor)}'`);
}

function isIterable(value: unknown): boolean {
  return isSequence(value) || value instanceof DictView;
}

function isSequence(value: unknown): boolean {
  return (
    isText(value) ||
    Array.isArray(value) ||
    value instanceof Tuple ||
    value instanceof Range ||
    isMapping(value) ||
    value instanceof Undefined
  );
}

function argument(list: readonly unknown[], name: string): unknown {
  if (list.length === 0) throw runtimeError(`the test '${name}' needs an argument`);
  return list[0];
}

const isEqual: TestFunction = (rt, value, list) => equals(rt, value, argument(list, 'eq'));
const isUnequal: TestFunction = (rt, value, list) => !equals(rt, value, argument(list, 'ne'));
const isLess: TestFunction = (rt, value, list) => compare(rt, value, argument(list, 'lt'), '<') < 0;
const isAtMost: TestFunction = (rt, value, list) => compare(rt, value, argument(list, 'le'), '<=') <= 0;
const isGreater: TestFunction = (rt, value, list) => compare(rt, value, argument(list, 'gt'), '>') > 0;
const isAtLeast: TestFunction = (rt, value, list) => compare(rt, value, argument(list, 'ge'), '>=') >= 0;

/** The tests of Jinja2, by every name they have. */
export const builtInTests: ReadonlyMap<string, TestFunction> = new Map<string, TestFunction>([
  ['defined', (_rt, value) => !(value instanceof Undefined)],
  ['undefined', (_rt, value) => value instanceof Undefined],
  ['none', (_rt, value) => value === null],
  ['boolean', (_rt, value) => typeof value === 'boolean'],
  ['true', (_rt, value) => value === true],
  ['false', (_rt, value) => value === false],
  ['integer', (_rt, value) => isInteger(value)],
  ['float', (_rt, value) => isFloat(value)],
  ['number', (_rt, value) => isNumber(value) || typeof value === 'boolean'],
  ['string', (_rt, value) => isText(value)],
  ['mapping', (_rt, value) => isMapping(value)],
  ['sequence', (_rt, value) => isSequence(value)],
  ['iterable', (_rt, value) => isIterable(value)],
  [
    'callable',
    (_rt, value) => value instanceof Callable || (value instanceof EngineObject && value.call !== undefined),
  ],
  ['escaped', (_rt, value) => value instanceof SafeText],
  ['odd', (rt, value) => equals(rt, remainder(value, 2), 1)],
  ['even', (rt, value) => equals(rt, remainder(value, 2), 0)],
  ['divisibleby', (rt, value, list) => equals(rt, remainder(value, argument(list, 'divisibleby')), 0)],
  ['upper', (rt, value) => isUpper(scanned(rt, value))],
  ['lower', (rt, value) => isLower(scanned(rt, value))],
  ['in', (rt, value, list) => contains(rt, argument(list, 'in'), value)],
  ['sameas', (_rt, value, list) => Object.is(value, argument(list, 'sameas'))],
  [
    'filter',
    (rt, value) =>
      isText(value) &&
      (rt.builtIn.filters.has(plainText(value)) || Object.hasOwn(rt.filters, plainText(value))),
  ],
  ['test', (_rt, value) => isText(value) && builtInTests.has(plainText(value))],
  ['eq', isEqual],
  ['equalto', isEqual],
  ['==', isEqual],
  ['ne', isUnequal],
  ['!=', isUnequal],
  ['lt', isLess],
  ['lessthan', isLess],
  ['<', isLess],
  ['le', isAtMost],
  ['<=', isAtMost],
  ['gt', isGreater],
  ['greaterthan', isGreater],
  ['>', isGreater],
  ['ge', isAtLeast],
  ['>=', isAtLeast],
]);
