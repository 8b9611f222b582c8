import { chargeItems, isOwned, mappingEntries, omitted, rangeItems, undefinedName } from './runtime.ts';
import type { FilterContext, Runtime } from './runtime.ts';
import { limitError } from './template-error.ts';
import {
  Callable,
  DictView,
  isMapping,
  isText,
  OMIT,
  plainText,
  PyFloat,
  Range,
  readOwn,
  Tuple,
  Undefined,
} from './values.ts';
import { str } from './spelling.ts';

const deepestValue = 200;

/**
 * A template's value as plain data for a filter or function of the host. Host data passes as it is; only what the
 * template built itself is rebuilt, because it may hold tuples, floats or text classes.
 */
export function toHost(rt: Runtime, value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value === OMIT ? undefined : value;
  if (depth > deepestValue) throw limitError('the value is nested too deeply');
  if (isText(value)) return plainText(value);
  if (value instanceof PyFloat) return value.value;
  if (value instanceof Undefined) return undefined;
  if (Array.isArray(value)) return isOwned(rt, value) ? hostList(rt, value, depth) : value;
  if (value instanceof Tuple || value instanceof DictView) return hostList(rt, value.items, depth);
  if (value instanceof Range) return rangeItems(rt, value);
  if (value instanceof Map) return hostObject(rt, value, depth);
  return isMapping(value) ? value : value instanceof Callable ? undefined : value;
}

function hostList(rt: Runtime, items: readonly unknown[], depth: number): unknown[] {
  chargeItems(rt, items.length);
  return items.map((item) => toHost(rt, item, depth + 1));
}

function hostObject(rt: Runtime, map: Map<unknown, unknown>, depth: number): Record<string, unknown> {
  chargeItems(rt, map.size);
  return Object.fromEntries(
    mappingEntries(rt, map).map(([key, item]) => [str(rt, key), toHost(rt, item, depth + 1)]),
  );
}

export function toHostNamed(rt: Runtime, named: ReadonlyMap<string, unknown>): Record<string, unknown> {
  return Object.fromEntries([...named].map(([name, value]) => [name, toHost(rt, value)]));
}

/** What the host returned, where JavaScript says undefined and the template has its own word for it. */
export function fromHost(rt: Runtime, value: unknown): unknown {
  if (value === undefined) return undefinedName(rt, 'result');
  return value === OMIT ? omitted(rt, 'result') : value;
}

export function filterContext(rt: Runtime): FilterContext {
  return {
    get(name) {
      const value = readOwn(rt.context, name);
      return value === OMIT ? undefined : value;
    },
  };
}
