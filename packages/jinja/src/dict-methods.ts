import { bindArguments } from './arguments.ts';
import {
  charge,
  chargeItems,
  dearness,
  mappingEntries,
  mappingKeys,
  mappingSize,
  toItems,
} from './runtime.ts';
import type { Runtime } from './runtime.ts';
import { describeMethod, repr } from './spelling.ts';
import { runtimeError } from './template-error.ts';
import { Callable, Dict, dictKey, DictView, isMapping, mappingGet, mappingHas, Tuple } from './values.ts';
import type { CallArguments, Mapping } from './values.ts';

type DictMethod = (rt: Runtime, target: Mapping, list: CallArguments) => unknown;

function changeable(target: Mapping, name: string): Dict {
  if (target instanceof Dict) return target;
  throw runtimeError(
    `this dict was given to the template and cannot be changed by ${name}(); build a new one: dict(old, key=value)`,
  );
}

const get: DictMethod = (_rt, target, list) => {
  const [key, fallback = null] = bindArguments(list, ['key', 'default'], 1, 'dict.get()');
  return mappingHas(target, key) ? mappingGet(target, key) : fallback;
};

const pop: DictMethod = (rt, target, list) => {
  const [key, fallback] = bindArguments(list, ['key', 'default'], 1, 'dict.pop()');
  const dict = changeable(target, 'pop');
  if (!mappingHas(dict, key)) {
    if (fallback === undefined) throw runtimeError(`KeyError: ${repr(rt, key)}`);
    return fallback;
  }
  const value = mappingGet(dict, key);
  dict.delete(dictKey(key));
  return value;
};

const setDefault: DictMethod = (rt, target, list) => {
  const [key, fallback = null] = bindArguments(list, ['key', 'default'], 1, 'dict.setdefault()');
  if (mappingHas(target, key)) return mappingGet(target, key);
  chargeItems(rt, 1);
  changeable(target, 'setdefault').set(dictKey(key), fallback);
  return fallback;
};

const update: DictMethod = (rt, target, list) => {
  const dict = changeable(target, 'update');
  fillDict(rt, dict, list);
  return null;
};

/** What `dict(…)` and `.update(…)` take: a mapping or pairs, and named values. */
export function fillDict(rt: Runtime, dict: Dict, list: CallArguments): void {
  const [source] = list.positional;
  if (source !== undefined) {
    const entries = isMapping(source)
      ? mappingEntries(rt, source)
      : toItems(rt, source).map((pair) => readPair(rt, pair));
    chargeItems(rt, entries.length);
    for (const [key, value] of entries) dict.set(dictKey(key), value);
  }
  chargeItems(rt, list.named.size);
  for (const [key, value] of list.named) dict.set(key, value);
}

function readPair(rt: Runtime, pair: unknown): [unknown, unknown] {
  const items = toItems(rt, pair);
  if (items.length !== 2) throw runtimeError('a dict is made from pairs of key and value');
  return [items[0], items[1]];
}

const methods: Readonly<Record<string, DictMethod>> = {
  get,
  pop,
  setdefault: setDefault,
  update,
  items: (rt, target) => {
    const entries = mappingEntries(rt, target);
    chargeItems(rt, entries.length);
    return new DictView(
      'dict_items',
      entries.map((entry) => new Tuple(entry)),
    );
  },
  keys: (rt, target) => {
    const keys = mappingKeys(rt, target);
    chargeItems(rt, keys.length);
    return new DictView('dict_keys', keys);
  },
  values: (rt, target) => {
    const entries = mappingEntries(rt, target);
    chargeItems(rt, entries.length);
    return new DictView(
      'dict_values',
      entries.map(([, value]) => value),
    );
  },
  copy: (rt, target) => {
    const entries = mappingEntries(rt, target);
    chargeItems(rt, entries.length);
    return new Dict(entries);
  },
  clear: (rt, target) => {
    charge(rt, mappingSize(rt, target) * dearness.scan);
    changeable(target, 'clear').clear();
    return null;
  },
  popitem: (rt, target) => {
    const dict = changeable(target, 'popitem');
    charge(rt, dict.size * dearness.letters);
    const last = [...dict].at(-1);
    if (last === undefined) throw runtimeError('popitem(): dictionary is empty');
    dict.delete(last[0]);
    return new Tuple(last);
  },
};

export const dictMethodNames: ReadonlySet<string> = new Set(Object.keys(methods));

/** A dict method bound to its dict; a key of the same name stays reachable as `d['name']`. */
export function bindDictMethod(rt: Runtime, target: Mapping, name: string): Callable | undefined {
  const found = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (found === undefined) return undefined;
  return new Callable({
    name,
    spelling: describeMethod(name, 'dict'),
    shadowed: mappingGet(target, name),
    call: (list) => found(rt, target, list),
  });
}
