import { toSmallInt } from './numbers.ts';
import { failUndefined } from './runtime.ts';
import { undefinedText } from './spelling.ts';
import { runtimeError } from './template-error.ts';
import { isInteger, isText, plainText, typeName, Undefined } from './values.ts';
import type { CallArguments } from './values.ts';

/** Puts positional and named arguments in the order of the parameters; what was not passed is undefined. */
export function bindArguments(
  list: CallArguments,
  parameters: readonly string[],
  required: number,
  callee: string,
): unknown[] {
  const { positional, named } = list;
  if (positional.length === 0 && named.size === 0 && required === 0) return [];
  if (positional.length > parameters.length) {
    throw runtimeError(`${callee} takes at most ${parameters.length} arguments (${positional.length} given)`);
  }
  const bound: unknown[] = [...positional];
  for (const [name, value] of named) {
    const index = parameters.indexOf(name);
    if (index === -1) throw runtimeError(`${callee} got an unexpected keyword argument '${name}'`);
    if (index < positional.length) throw runtimeError(`${callee} got multiple values for argument '${name}'`);
    bound[index] = value;
  }
  for (let i = 0; i < required; i++) {
    if (bound[i] === undefined) throw runtimeError(`${callee} is missing the argument '${parameters[i]}'`);
  }
  return bound;
}

/** An argument that must be an int. */
export function intArgument(value: unknown, fallback: number, callee: string): number {
  if (value === undefined) return fallback;
  if (isInteger(value)) return toSmallInt(value);
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof Undefined) throw failUndefined(value);
  throw runtimeError(`${callee}: '${typeName(value)}' object cannot be interpreted as an integer`);
}

/** An argument that must be text. */
export function textArgument(value: unknown, callee: string): string {
  if (isText(value)) return plainText(value);
  if (value instanceof Undefined && value.reporter.undefined === 'chainable') return undefinedText(value);
  if (value instanceof Undefined) throw failUndefined(value);
  throw runtimeError(`${callee}: expected str, got ${typeName(value)}`);
}
