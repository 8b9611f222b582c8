import { truthy } from '../comparison.ts';
import { textArgument } from '../arguments.ts';
import { bodyStyle, toJsonStyle, writeJson } from '../python-json.ts';
import { runtimeError } from '../template-error.ts';
import {
  chargeItems,
  chargeText,
  failUndefined,
  mappingEntries,
  mappingSize,
  omitted,
  ownList,
  undefinedAttribute,
} from '../runtime.ts';
import { str, repr } from '../spelling.ts';
import {
  Fragment,
  isInteger,
  isMapping,
  isText,
  plainText,
  SafeText,
  typeName,
  Undefined,
  Tuple,
  DictView,
  Range,
  Namespace,
} from '../values.ts';
import type { Runtime } from '../runtime.ts';
import { getAttribute } from '../attributes.ts';
import { chargedLength } from '../text-length.ts';
import { filter } from './define-filter.ts';
import type { FilterTable } from './define-filter.ts';

/** Filters about a value as such: defaults, lengths, JSON, attributes. */
export function valueFilters(): FilterTable {
  const fallback = filter('default_value? boolean?', (rt, value, [other = '', falseToo]) =>
    value instanceof Undefined || (truthy(rt, falseToo ?? false) && !truthy(rt, value)) ? other : value,
  );
  const length = filter('', (rt, value) => lengthOf(rt, value));
  return {
    default: fallback,
    d: fallback,
    length,
    count: length,
    tojson: filter('indent?', (rt, value, [indent]) => toJson(rt, value, indent)),
    string: filter('', (rt, value) =>
      value instanceof SafeText || value instanceof Fragment ? value : str(rt, value),
    ),
    safe: filter('', (rt, value) =>
      value instanceof SafeText || value instanceof Fragment ? value : new SafeText(str(rt, value)),
    ),
    pprint: filter('', (rt, value) => {
      const text = repr(rt, value);
      chargeText(rt, text.length);
      return text;
    }),
    items: filter('', (rt, value) => {
      if (value instanceof Undefined) return ownList(rt, []);
      if (!isMapping(value)) throw runtimeError('Can only get item pairs from a mapping.');
      const entries = mappingEntries(rt, value);
      chargeItems(rt, entries.length);
      return ownList(
        rt,
        entries.map((entry) => new Tuple(entry)),
      );
    }),
    attr: filter('name', (rt, value, [name]) => attributeOf(rt, value, textArgument(name, 'attr'))),
  };
}

/** `attr` sees attributes and methods only, never items. */
function attributeOf(rt: Runtime, value: unknown, name: string): unknown {
  if (!isMapping(value)) return getAttribute(rt, value, name, name);
  const found = getAttribute(rt, value, name, name);
  return found instanceof Object && 'shadowed' in found ? found : undefinedAttribute(rt, value, name, name);
}

function lengthOf(rt: Runtime, value: unknown): number {
  if (isText(value)) return chargedLength(rt, plainText(value));
  if (Array.isArray(value)) return value.length;
  if (value instanceof Tuple || value instanceof DictView) return value.items.length;
  if (value instanceof Range) return value.length;
  if (isMapping(value)) return mappingSize(rt, value);
  if (value instanceof Undefined) {
    if (rt.undefined === 'strict') throw failUndefined(value);
    return 0;
  }
  if (value instanceof Namespace) return value.attributes.size;
  throw runtimeError(`object of type '${typeName(value)}' has no len()`);
}

const bodyJsonStyle = { ...toJsonStyle, writeSpecialFloat: bodyStyle.writeSpecialFloat };

function toJson(rt: Runtime, value: unknown, indent: unknown): unknown {
  // Python writes NaN, which is no JSON: a body gets null instead.
  const plain = rt.json === null ? toJsonStyle : bodyJsonStyle;
  if (indent === undefined || indent === null) {
    const text = writeJson(rt, value, plain);
    return text === undefined ? omitted(rt, 'value') : new SafeText(text, true);
  }
  const between = indentText(indent);
  const text = writeJson(rt, value, { ...plain, indent: between });
  // An indent may be any text, and with it the result is hardly JSON any more.
  return text === undefined ? omitted(rt, 'value') : new SafeText(text, true, /^ *$/.test(between));
}

function indentText(indent: unknown): string {
  if (isText(indent)) return plainText(indent).slice(0, 100);
  if (!isInteger(indent)) throw runtimeError(`tojson: indent must be an integer, not ${typeName(indent)}`);
  return ' '.repeat(Math.min(100, Math.max(0, Number(indent))));
}
