import { compareText } from './comparison.ts';
import { charge, chargeText, dearness, inSlices, mappingEntries, rangeItems } from './runtime.ts';
import type { Runtime } from './runtime.ts';
import { floatText, str } from './spelling.ts';
import { undefinedError } from './undefined-error.ts';
import { limitError, runtimeError } from './template-error.ts';
import {
  Callable,
  DictView,
  isMapping,
  isText,
  OMIT,
  plainText,
  PyFloat,
  Range,
  Tuple,
  typeName,
  Undefined,
} from './values.ts';
import type { Mapping } from './values.ts';

export interface JsonStyle {
  sortKeys: boolean;
  /** Between items and between key and value. */
  itemSeparator: string;
  keySeparator: string;
  indent: string | null;
  writeString: (rt: Runtime, text: string) => string;
  /** JSON proper has no NaN; Python writes one. */
  writeSpecialFloat: (value: number) => string;
  writeUndefined: (value: Undefined) => string;
  /** A method stands for the key it hides; only the request body looks past it. */
  unwrapMethods: boolean;
}

/** Depth at which a value counts as endless. */
const deepestValue = 200;

/** What Jinja2's `tojson` writes: keys sorted, everything outside ASCII and `<>&'` escaped. */
export const toJsonStyle: JsonStyle = {
  sortKeys: true,
  itemSeparator: ', ',
  keySeparator: ': ',
  indent: null,
  writeString: asciiString,
  writeSpecialFloat: (value) => (Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity'),
  writeUndefined(value) {
    if (value.reporter.undefined !== 'chainable') throw undefinedError(value);
    value.reporter.onUndefined?.(value.path);
    return 'null';
  },
  unwrapMethods: false,
};

/** What goes into a request body: keys in their order, characters as they are. */
export const bodyStyle: JsonStyle = {
  sortKeys: false,
  itemSeparator: ', ',
  keySeparator: ': ',
  indent: null,
  writeString: (rt, text) => {
    chargeText(rt, text.length);
    return JSON.stringify(text);
  },
  writeSpecialFloat: () => 'null',
  writeUndefined(value) {
    if (value.reporter.undefined === 'strict') throw undefinedError(value);
    value.reporter.onUndefined?.(value.path);
    return 'null';
  },
  unwrapMethods: true,
};

const needsAscii = /[<>&'\u007f-\uffff]/;

const asciiEscapes = /[<>&'\u007f-\uffff]/g;

function asciiString(rt: Runtime, text: string): string {
  chargeText(rt, text.length);
  if (!needsAscii.test(text)) return JSON.stringify(text);
  return `"${inSlices(rt, text, dearness.letters, asciiContent)}"`;
}

function asciiContent(text: string): string {
  return JSON.stringify(text).slice(1, -1).replace(asciiEscapes, asciiEscape);
}

/** A text uses few different characters, so each is spelled once. */
const spelled: string[] = [];

function asciiEscape(unit: string): string {
  const code = unit.charCodeAt(0);
  return (spelled[code] ??= `\\u${code.toString(16).padStart(4, '0')}`);
}

/** Writes any value of the template as JSON text; undefined when the value is the OMIT sentinel. */
export function writeJson(rt: Runtime, value: unknown, style: JsonStyle): string | undefined {
  return write({ rt, style, depth: 0, newline: '\n' }, value);
}

interface Writer {
  rt: Runtime;
  style: JsonStyle;
  depth: number;
  newline: string;
}

function write(writer: Writer, value: unknown): string | undefined {
  const { style } = writer;
  if (typeof value === 'string') {
    return style.writeString(writer.rt, value);
  }
  if (typeof value === 'number') return writeNumber(style, value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'bigint') return str(writer.rt, value);
  if (value === null || value === undefined) return 'null';
  if (value === OMIT) return undefined;
  return typeof value === 'object' ? writeObject(writer, value) : unsupported(value);
}

function writeNumber(style: JsonStyle, value: number): string {
  if (Number.isInteger(value)) return value === 0 ? '0' : value.toString();
  return Number.isFinite(value) ? floatText(value) : style.writeSpecialFloat(value);
}

function unsupported(value: unknown): never {
  throw runtimeError(`Object of type ${typeName(value)} is not JSON serializable`);
}

function writeObject(writer: Writer, value: object): string | undefined {
  const { style } = writer;
  if (isText(value)) return write(writer, plainText(value));
  if (value instanceof PyFloat)
    return Number.isFinite(value.value) ? floatText(value.value) : style.writeSpecialFloat(value.value);
  if (value instanceof Undefined) return value.omit ? undefined : style.writeUndefined(value);
  if (++writer.depth > deepestValue)
    throw limitError(`the value is nested deeper than ${deepestValue} levels`);
  const text = writeContainer(writer, value);
  writer.depth--;
  return text;
}

function writeContainer(writer: Writer, value: object): string | undefined {
  if (Array.isArray(value)) return writeList(writer, value);
  if (value instanceof Tuple || value instanceof DictView) return writeList(writer, value.items);
  if (value instanceof Range) {
    return writeList(writer, rangeItems(writer.rt, value));
  }
  if (value instanceof Callable && writer.style.unwrapMethods && value.shadowed !== undefined) {
    return write(writer, value.shadowed);
  }
  return isMapping(value) ? writeMapping(writer, value) : unsupported(value);
}

function writeList(writer: Writer, items: readonly unknown[]): string {
  const written: string[] = [];
  const { inner, outer } = lines(writer);
  let length = 0;
  for (const item of items) {
    const text = write(writer, item);
    if (text === undefined) continue;
    written.push(text);
    // A list may hold one list many times, so the text can outgrow the data.
    length += text.length + 2;
    if (length > writer.rt.maxChars) chargeText(writer.rt, length);
  }
  charge(writer.rt, written.length * dearness.scan);
  chargeText(writer.rt, length);
  writer.newline = outer;
  if (written.length === 0) return '[]';
  return writer.style.indent === null
    ? `[${written.join(writer.style.itemSeparator)}]`
    : `[${inner}${written.join(`,${inner}`)}${outer}]`;
}

function lines(writer: Writer): { inner: string; outer: string } {
  const outer = writer.newline;
  const inner = outer + (writer.style.indent ?? '');
  writer.newline = inner;
  return { inner, outer };
}

function writeMapping(writer: Writer, value: Mapping): string {
  const { style } = writer;
  const entries = mappingEntries(writer.rt, value);
  if (style.sortKeys && entries.length > 1) sortEntries(writer.rt, entries);
  const written: string[] = [];
  const { inner, outer } = lines(writer);
  let length = 0;
  for (const [key, item] of entries) {
    const text = write(writer, item);
    if (text === undefined) continue;
    const pair = style.writeString(writer.rt, keyText(key)) + style.keySeparator + text;
    written.push(pair);
    length += pair.length + 2;
    if (length > writer.rt.maxChars) chargeText(writer.rt, length);
  }
  chargeText(writer.rt, length);
  writer.newline = outer;
  if (written.length === 0) return '{}';
  return style.indent === null
    ? `{${written.join(style.itemSeparator)}}`
    : `{${inner}${written.join(`,${inner}`)}${outer}}`;
}

function sortEntries(rt: Runtime, entries: [unknown, unknown][]): void {
  entries.sort(([a], [b]) => {
    if (typeof a === 'string' && typeof b === 'string') return compareText(rt, a, b);
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    throw runtimeError(`'<' not supported between instances of '${typeName(a)}' and '${typeName(b)}'`);
  });
}

function keyText(key: unknown): string {
  if (isText(key)) return plainText(key);
  if (key === null) return 'null';
  if (typeof key === 'boolean') return key ? 'true' : 'false';
  if (typeof key === 'number') return Number.isInteger(key) ? key.toString() : floatText(key);
  if (typeof key === 'bigint') return key.toString();
  throw runtimeError(`keys must be str, int, float, bool or None, not ${typeName(key)}`);
}
