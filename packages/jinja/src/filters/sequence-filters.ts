import { intArgument, textArgument } from '../arguments.ts';
import { getItem } from '../attributes.ts';
import { runTest } from '../built-in-tests.ts';
import { compare, equals, identityKey, truthy } from '../comparison.ts';
import {
  charge,
  chargeItems,
  chargeOperand,
  chargeText,
  dearness,
  mappingEntries,
  ownList,
  step,
  toItems,
} from '../runtime.ts';
import type { Runtime } from '../runtime.ts';
import { sortValues } from '../sorting.ts';
import { str } from '../spelling.ts';
import { runtimeError } from '../template-error.ts';
import { binary } from '../operators.ts';
import { Fragment, isInteger, isMapping, isText, plainText, SafeText, Tuple, Undefined } from '../values.ts';
import type { CallArguments, FragmentPart } from '../values.ts';
import { applyFilter } from './apply-filter.ts';
import { filter, restFilter } from './define-filter.ts';
import type { FilterTable } from './define-filter.ts';

/** Filters over lists. Where Python returns a generator the result here is the list it would give. */
export function sequenceFilters(): FilterTable {
  return {
    list: filter('', (rt, value) => ownList(rt, copied(rt, value))),
    first: filter('', (rt, value) => edge(rt, toItems(rt, value)[0], 'first')),
    last: filter('', (rt, value) => edge(rt, toItems(rt, value).at(-1), 'last')),
    random: filter('', (rt, value) => {
      const items = toItems(rt, value);
      return edge(rt, items[Math.floor(rt.random() * items.length)], 'random');
    }),
    join: filter('d? attribute?', join),
    reverse: filter('', (rt, value) => {
      if (!isText(value)) return ownList(rt, copied(rt, value).reverse());
      charge(rt, plainText(value).length * dearness.letters);
      const reversed = [...toItems(rt, value)].reverse().join('');
      return value instanceof SafeText ? new SafeText(reversed) : reversed;
    }),
    sort: filter('reverse? case_sensitive? attribute?', sort),
    unique: filter('case_sensitive? attribute?', unique),
    min: filter('case_sensitive? attribute?', (rt, value, bound) => extreme(rt, value, bound, -1)),
    max: filter('case_sensitive? attribute?', (rt, value, bound) => extreme(rt, value, bound, 1)),
    sum: filter('attribute? start?', sum),
    batch: filter('linecount fill_with?', batch),
    slice: filter('slices fill_with?', slices),
    groupby: filter('attribute default? case_sensitive?', groupBy),
    dictsort: filter('case_sensitive? by? reverse?', dictSort),
    map: restFilter(mapItems),
    select: restFilter((rt, value, rest) => selectItems(rt, value, undefined, rest, true)),
    reject: restFilter((rt, value, rest) => selectItems(rt, value, undefined, rest, false)),
    selectattr: restFilter((rt, value, rest) => selectByAttribute(rt, value, rest, true)),
    rejectattr: restFilter((rt, value, rest) => selectByAttribute(rt, value, rest, false)),
  };
}

function edge(rt: Runtime, value: unknown, side: string): unknown {
  return value === undefined ? new Undefined('', `No ${side} item, sequence was empty.`, rt) : value;
}

/** A copy is paid for by the item, like everything that makes a list. */
function copied(rt: Runtime, value: unknown): unknown[] {
  const items = toItems(rt, value);
  charge(rt, items.length * dearness.scan);
  return [...items];
}

type Getter = (item: unknown) => unknown;

/** `attribute='a.b.0'`: the path to the value that counts, items before attributes. */
function getterFor(rt: Runtime, attribute: unknown, fallback?: unknown): Getter {
  if (attribute === undefined || attribute === null) return (item) => item;
  const path = isInteger(attribute)
    ? [Number(attribute)]
    : textArgument(attribute, 'attribute').split('.').map(pathPart);
  return (item) => {
    let value = item;
    for (const part of path) {
      step(rt);
      value = getItem(rt, value, part, String(part));
      if (value instanceof Undefined && fallback !== undefined) return fallback;
    }
    return value;
  };
}

function pathPart(part: string): string | number {
  return /^\d+$/u.test(part) ? Number(part) : part;
}

/** Text compares without regard to case unless told otherwise. */
function ignoringCase(rt: Runtime, getter: Getter, caseSensitive: unknown): Getter {
  if (truthy(rt, caseSensitive ?? false)) return getter;
  return (item) => {
    const value = getter(item);
    chargeOperand(rt, value);
    return isText(value) ? plainText(value).toLowerCase() : value;
  };
}

function join(rt: Runtime, value: unknown, [separator = '', attribute]: unknown[]): unknown {
  const getter = getterFor(rt, attribute);
  const items = toItems(rt, value).map(getter);
  chargeItems(rt, items.length);
  if (rt.json !== null && items.length > 0 && items.every(isJsonPiece))
    return joinJson(rt, items, str(rt, separator));
  const mark = str(rt, separator);
  let length = 0;
  const texts = items.map((item) => {
    const text = str(rt, item);
    length += text.length + mark.length;
    if (length > rt.maxChars) chargeText(rt, length);
    return text;
  });
  chargeText(rt, length);
  return texts.join(mark);
}

function isJsonPiece(item: unknown): boolean {
  return item instanceof Fragment || (item instanceof SafeText && item.isJson);
}

/** `map('tojson') | join(',')` builds JSON by hand; in a body its pieces stay JSON. */
function joinJson(rt: Runtime, items: readonly unknown[], separator: string): Fragment {
  const parts: FragmentPart[] = items.flatMap((value, i): FragmentPart[] => {
    const piece: FragmentPart = { kind: 'value', value, whole: false, offset: rt.at };
    return i === 0 ? [piece] : [{ kind: 'text', text: separator, offset: rt.at }, piece];
  });
  return new Fragment(parts, (list) =>
    list.map((part) => (part.kind === 'text' ? part.text : str(rt, part.value))).join(''),
  );
}

function sort(rt: Runtime, value: unknown, [reverse, caseSensitive, attribute]: unknown[]): unknown {
  const paths = isText(attribute) ? plainText(attribute).split(',') : [attribute];
  const getters = paths.map((path) => ignoringCase(rt, getterFor(rt, path), caseSensitive));
  const only = getters[0];
  const key: Getter =
    getters.length === 1 && only !== undefined
      ? only
      : (item) => new Tuple(getters.map((getter) => getter(item)));
  return ownList(rt, sortValues(rt, toItems(rt, value), key, truthy(rt, reverse ?? false)));
}

function unique(rt: Runtime, value: unknown, [caseSensitive, attribute]: unknown[]): unknown {
  const getter = ignoringCase(rt, getterFor(rt, attribute), caseSensitive);
  const items = toItems(rt, value);
  chargeItems(rt, items.length);
  const seen = new Set<string>();
  const kept = items.filter((item) => {
    const key = identityKey(rt, getter(item));
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  return ownList(rt, kept);
}

function extreme(rt: Runtime, value: unknown, [caseSensitive, attribute]: unknown[], sign: number): unknown {
  const getter = ignoringCase(rt, getterFor(rt, attribute), caseSensitive);
  const items = toItems(rt, value);
  if (items.length === 0) return new Undefined('', 'No aggregated item, sequence was empty.', rt);
  chargeItems(rt, items.length);
  let best = items[0];
  let bestKey = getter(best);
  for (const item of items.slice(1)) {
    const key = getter(item);
    if (compare(rt, key, bestKey) * sign > 0) {
      best = item;
      bestKey = key;
    }
  }
  return best;
}

function sum(rt: Runtime, value: unknown, [attribute, start = 0]: unknown[]): unknown {
  const getter = getterFor(rt, attribute);
  let total = start;
  for (const item of toItems(rt, value)) {
    step(rt);
    total = binary(rt, '+', total, getter(item));
  }
  return total;
}

function batch(rt: Runtime, value: unknown, [count, fill]: unknown[]): unknown {
  const size = intArgument(count, 1, 'batch');
  if (size < 1) throw runtimeError('batch: linecount must be at least 1');
  const items = toItems(rt, value);
  const rows: unknown[] = [];
  for (let i = 0; i < items.length; i += size) rows.push(ownList(rt, items.slice(i, i + size)));
  chargeItems(rt, items.length);
  const last = rows.at(-1);
  if (fill !== undefined && fill !== null && Array.isArray(last)) {
    chargeItems(rt, size - last.length);
    while (last.length < size) last.push(fill);
  }
  return ownList(rt, rows);
}

function slices(rt: Runtime, value: unknown, [count, fill]: unknown[]): unknown {
  const total = intArgument(count, 1, 'slice');
  if (total < 1) throw runtimeError('slice: slices must be at least 1');
  const items = toItems(rt, value);
  chargeItems(rt, items.length + total);
  const size = Math.floor(items.length / total);
  const extra = items.length % total;
  const columns: unknown[] = [];
  let offset = 0;
  for (let i = 0; i < total; i++) {
    const start = offset + i * size;
    if (i < extra) offset++;
    const column = ownList(rt, items.slice(start, offset + (i + 1) * size));
    if (fill !== undefined && fill !== null && i >= extra) column.push(fill);
    columns.push(column);
  }
  return ownList(rt, columns);
}

function groupBy(rt: Runtime, value: unknown, [attribute, fallback, caseSensitive]: unknown[]): unknown {
  const exact = getterFor(rt, attribute, fallback);
  const getter = ignoringCase(rt, exact, caseSensitive);
  const sorted = sortValues(rt, toItems(rt, value), getter, false);
  const groups: unknown[] = [];
  let current: { key: unknown; items: unknown[] } | undefined;
  for (const item of sorted) {
    step(rt);
    const key = getter(item);
    if (current !== undefined && equals(rt, current.key, key)) current.items.push(item);
    else {
      current = { key, items: ownList(rt, [item]) };
      groups.push(new Tuple([exact(item), current.items], ['grouper', 'list']));
    }
  }
  return ownList(rt, groups);
}

function dictSort(rt: Runtime, value: unknown, [caseSensitive, by = 'key', reverse]: unknown[]): unknown {
  if (!isMapping(value)) throw runtimeError('dictsort needs a mapping');
  const position = by === 'key' ? 0 : by === 'value' ? 1 : -1;
  if (position === -1) throw runtimeError('You can only sort by either "key" or "value"');
  const pairs = mappingEntries(rt, value).map((entry) => new Tuple(entry));
  const getter = ignoringCase(
    rt,
    (pair) => (pair instanceof Tuple ? pair.items[position] : pair),
    caseSensitive,
  );
  return ownList(rt, sortValues(rt, pairs, getter, truthy(rt, reverse ?? false)));
}

/** Jinja2 asks these filters' value for its truth first, so 0 or none has no items rather than being an error. */
function itemsIfAny(rt: Runtime, value: unknown): readonly unknown[] {
  return value instanceof Undefined || truthy(rt, value) ? toItems(rt, value) : [];
}

function mapItems(rt: Runtime, value: unknown, rest: unknown[], list: CallArguments): unknown {
  const items = itemsIfAny(rt, value);
  chargeItems(rt, items.length);
  if (rest.length === 0 && list.named.has('attribute')) {
    const getter = getterFor(rt, list.named.get('attribute'), list.named.get('default'));
    return ownList(rt, items.map(getter));
  }
  const [name, ...positional] = rest;
  if (name === undefined) throw runtimeError('map requires a filter argument');
  const filterName = textArgument(name, 'map');
  return ownList(
    rt,
    items.map((item) => applyFilter(rt, filterName, item, { positional, named: list.named })),
  );
}

function selectItems(
  rt: Runtime,
  value: unknown,
  getter: Getter | undefined,
  rest: unknown[],
  keep: boolean,
): unknown {
  const [name, ...positional] = rest;
  const read = getter ?? ((item: unknown) => item);
  let passes = (item: unknown): boolean => truthy(rt, item);
  if (name !== undefined) {
    const testName = textArgument(name, 'select');
    const test = rt.builtIn.tests.get(testName);
    if (test === undefined) throw runtimeError(`No test named '${testName}'.`);
    passes = (item) => runTest(rt, test, item, positional);
  }
  const items = itemsIfAny(rt, value).filter((item) => {
    step(rt);
    return passes(read(item)) === keep;
  });
  return ownList(rt, items);
}

function selectByAttribute(rt: Runtime, value: unknown, rest: unknown[], keep: boolean): unknown {
  const [attribute, ...others] = rest;
  if (attribute === undefined) throw runtimeError('Missing parameter for attribute name');
  return selectItems(rt, value, getterFor(rt, attribute), others, keep);
}
