import { bindDictMethod, dictMethodNames } from './dict-methods.ts';
import { bindListMethod } from './list-methods.ts';
import { toSmallInt } from './numbers.ts';
import {
  charge,
  chargeText,
  failUndefined,
  omitted,
  ownList,
  undefinedAttribute,
  dearness,
} from './runtime.ts';
import type { Runtime } from './runtime.ts';
import { bindTextMethod } from './text-methods.ts';
import { repr } from './spelling.ts';
import { runtimeError } from './template-error.ts';
import {
  Callable,
  EngineObject,
  isInteger,
  isMapping,
  isText,
  mappingGet,
  Namespace,
  OMIT,
  plainText,
  PyFloat,
  Range,
  SafeText,
  Tuple,
  typeName,
  Undefined,
} from './values.ts';
import type { Mapping, Text } from './values.ts';

/** How fields of `str.format` reach into data: by the same rules as expressions. */
const fields = { getAttribute, getItem };

/** `target.name`: Jinja2 takes an attribute or method first, then the item of that name. */
export function getAttribute(rt: Runtime, target: unknown, name: string, path: string): unknown {
  if (typeof target === 'object' && target !== null) {
    if (isMapping(target)) {
      if (dictMethodNames.has(name)) return bindDictMethod(rt, target, name);
      return found(rt, mappingGet(target, name), target, name, path);
    }
    return objectAttribute(rt, target, name, path);
  }
  if (typeof target === 'string')
    return bindTextMethod(rt, target, name, fields) ?? missing(rt, target, name, path);
  return missing(rt, target, name, path);
}

function found(rt: Runtime, value: unknown, owner: unknown, name: string, path: string): unknown {
  if (value === undefined) return missing(rt, owner, name, path);
  return value === OMIT ? omitted(rt, path) : value;
}

function missing(rt: Runtime, owner: unknown, name: string, path: string): Undefined {
  return undefinedAttribute(rt, owner, name, path);
}

function objectAttribute(rt: Runtime, target: object, name: string, path: string): unknown {
  if (target instanceof Undefined) return chain(rt, target, path);
  let value: unknown;
  if (Array.isArray(target)) value = bindListMethod(rt, target, name);
  else if (isText(target)) value = bindTextMethod(rt, target, name, fields);
  else if (target instanceof EngineObject) value = target.get(name);
  else if (target instanceof Namespace) value = target.attributes.get(name);
  else if (target instanceof Callable) value = target.attributes.get(name);
  else if (target instanceof Tuple) value = tupleAttribute(target, name);
  return found(rt, value, target, name, path);
}

function chain(rt: Runtime, target: Undefined, path: string): Undefined {
  if (target.omit) return target;
  if (rt.undefined !== 'chainable') throw failUndefined(target);
  return new Undefined(path, target.message, rt);
}

function tupleAttribute(tuple: Tuple, name: string): unknown {
  const index = tuple.names.indexOf(name);
  return index === -1 ? undefined : tuple.items[index];
}

/** `target[key]`: the item first, then for a text key the attribute. */
export function getItem(rt: Runtime, target: unknown, key: unknown, path: string): unknown {
  if (Array.isArray(target) && typeof key === 'number') return itemAt(rt, target, key, path);
  if (isMapping(target)) return mappingItem(rt, target, key, path);
  if (target instanceof Undefined) return chain(rt, target, path);
  if (isInteger(key) || typeof key === 'boolean') {
    const index = typeof key === 'boolean' ? Number(key) : toSmallInt(key);
    if (isText(target)) return characterAt(rt, target, index, path);
    if (target instanceof Range) return rangeAt(rt, target, index, path);
    const items = indexable(target);
    if (items !== undefined) return itemAt(rt, items, index, path);
  }
  if (isText(key)) return getAttribute(rt, target, plainText(key), path);
  return new Undefined(path, `${typeName(target)} object has no element ${repr(rt, key)}`, rt);
}

function mappingItem(rt: Runtime, target: Mapping, key: unknown, path: string): unknown {
  const value = mappingGet(target, key);
  if (value !== undefined) return value === OMIT ? omitted(rt, path) : value;
  if (isText(key) && dictMethodNames.has(plainText(key))) return bindDictMethod(rt, target, plainText(key));
  return new Undefined(
    path,
    `'dict object' has no attribute ${isText(key) ? `'${plainText(key)}'` : repr(rt, key)}`,
    rt,
  );
}

function indexable(target: unknown): readonly unknown[] | undefined {
  if (Array.isArray(target)) return target;
  return target instanceof Tuple ? target.items : undefined;
}

function noElement(rt: Runtime, target: unknown, index: number, path: string): Undefined {
  return new Undefined(path, `${typeName(target)} object has no element ${index}`, rt);
}

function itemAt(rt: Runtime, items: readonly unknown[], index: number, path: string): unknown {
  const value = items[index < 0 ? items.length + index : index];
  if (value === undefined) return noElement(rt, items, index, path);
  return value === OMIT ? omitted(rt, path) : value;
}

function rangeAt(rt: Runtime, range: Range, index: number, path: string): unknown {
  const at = index < 0 ? range.length + index : index;
  return at >= 0 && at < range.length ? range.start + at * range.step : noElement(rt, range, index, path);
}

function characterAt(rt: Runtime, target: Text, index: number, path: string): unknown {
  const text = plainText(target);
  charge(rt, text.length);
  const characters = codePoints(rt, text);
  const character = characters[index < 0 ? characters.length + index : index];
  if (character === undefined) return noElement(rt, target, index, path);
  return target instanceof SafeText ? new SafeText(character) : character;
}

const surrogate = /[\ud800-\udfff]/;

/** Python counts code points; text without surrogates can be indexed as it is. */
function codePoints(rt: Runtime, text: string): string | string[] {
  if (!surrogate.test(text)) return text;
  charge(rt, text.length * dearness.letters);
  return Array.from(text);
}

/** `target[start:stop:step]`. */
export function getSlice(rt: Runtime, target: unknown, bounds: readonly unknown[]): unknown {
  if (target instanceof Undefined) {
    if (target.omit || rt.undefined === 'chainable') return target;
    throw failUndefined(target);
  }
  if (isText(target)) {
    const text = plainText(target);
    chargeText(rt, text.length);
    const sliced = sliceText(codePoints(rt, text), bounds);
    return target instanceof SafeText ? new SafeText(sliced) : sliced;
  }
  if (target instanceof Range) {
    const { start, stop, step } = sliceBounds(target.length, bounds);
    const at = (index: number) => target.start + index * target.step;
    return new Range(at(start), at(stop), target.step * step);
  }
  const items = indexable(target);
  if (items === undefined) throw runtimeError(`'${typeName(target)}' object cannot be sliced`);
  charge(rt, items.length * 16);
  const sliced = sliceItems(items, bounds);
  return target instanceof Tuple ? new Tuple(sliced) : ownList(rt, sliced);
}

function sliceText(characters: string | string[], bounds: readonly unknown[]): string {
  const { start, stop, step } = sliceBounds(characters.length, bounds);
  if (step === 1) {
    return typeof characters === 'string'
      ? characters.slice(start, Math.max(start, stop))
      : characters.slice(start, Math.max(start, stop)).join('');
  }
  let text = '';
  for (let i = start; step > 0 ? i < stop : i > stop; i += step) text += characters[i];
  return text;
}

function sliceItems(items: readonly unknown[], bounds: readonly unknown[]): unknown[] {
  const { start, stop, step } = sliceBounds(items.length, bounds);
  if (step === 1) return items.slice(start, Math.max(start, stop));
  const sliced: unknown[] = [];
  for (let i = start; step > 0 ? i < stop : i > stop; i += step) sliced.push(items[i]);
  return sliced;
}

function sliceBounds(
  length: number,
  bounds: readonly unknown[],
): { start: number; stop: number; step: number } {
  const [start, stop, step = 1] = bounds.map(sliceNumber);
  if (step === 0) throw runtimeError('slice step cannot be zero');
  const low = step > 0 ? 0 : -1;
  const high = step > 0 ? length : length - 1;
  const clamp = (value: number | undefined, fallback: number): number => {
    if (value === undefined) return fallback;
    return Math.max(low, Math.min(high, value < 0 ? value + length : value));
  };
  return { start: clamp(start, step > 0 ? low : high), stop: clamp(stop, step > 0 ? high : low), step };
}

function sliceNumber(value: unknown): number | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'boolean') return Number(value);
  if (isInteger(value)) return toSmallInt(value);
  if (value instanceof Undefined) throw failUndefined(value);
  throw runtimeError(
    `slice indices must be integers or None, not ${value instanceof PyFloat ? 'float' : typeName(value)}`,
  );
}
