/**
 * How Python's values look here: None is null, bool is boolean, int is an integral number or a bigint, float is a
 * fractional number or a PyFloat, str is a string (or one of the two text classes), list is an array, dict is a plain
 * object of the host or a Dict of the template, tuple is a Tuple.
 */
export class PyFloat {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

export class Tuple {
  readonly items: readonly unknown[];
  /** Names of the items where Python has a named tuple (`groupby`). */
  readonly names: readonly string[];
  constructor(items: readonly unknown[], names: readonly string[] = []) {
    this.items = items;
    this.names = names;
  }
}

/** A dict made by the template. A Map keeps the order of keys that look like numbers, a plain object does not. */
export class Dict extends Map<unknown, unknown> {}

/** Text marked as needing no further escaping; `json` holds what it was serialised from when `tojson` made it. */
export class SafeText {
  readonly text: string;
  /** Made by `tojson`, so that it stands for a JSON value. */
  readonly isJson: boolean;
  /** Nothing but blanks stands between its parts, so that it certainly is a JSON value. */
  readonly isPlainJson: boolean;
  constructor(text: string, isJson = false, isPlainJson = isJson) {
    this.text = text;
    this.isJson = isJson;
    this.isPlainJson = isPlainJson;
  }
}

export type FragmentPart =
  | { kind: 'text'; text: string; offset: number }
  | { kind: 'value'; value: unknown; whole: boolean; offset: number };

/**
 * What a macro or a block produced while a JSON body is rendered: template text and values kept apart, so that each
 * value is still written for the place where the fragment ends up.
 */
export class Fragment {
  readonly parts: readonly FragmentPart[];
  private flat: string | undefined;
  private readonly flatten: (parts: readonly FragmentPart[]) => string;
  constructor(parts: readonly FragmentPart[], flatten: (parts: readonly FragmentPart[]) => string) {
    this.parts = parts;
    this.flatten = flatten;
  }
  get text(): string {
    this.flat ??= this.flatten(this.parts);
    return this.flat;
  }
  /** Characters of the text, as far as it has been put together. */
  get knownLength(): number {
    return this.flat?.length ?? 0;
  }
  withParts(parts: readonly FragmentPart[]): Fragment {
    return new Fragment(parts, this.flatten);
  }
}

export class Range {
  readonly start: number;
  readonly stop: number;
  readonly step: number;
  readonly length: number;
  constructor(start: number, stop: number, step: number) {
    this.start = start;
    this.step = step;
    this.length = Math.max(0, Math.ceil((stop - start) / step));
    this.stop = stop;
  }
}

/** `dict.keys()`, `.values()`, `.items()`. */
export class DictView {
  readonly kind: 'dict_keys' | 'dict_values' | 'dict_items';
  readonly items: readonly unknown[];
  constructor(kind: DictView['kind'], items: readonly unknown[]) {
    this.kind = kind;
    this.items = items;
  }
}

export class Namespace {
  readonly attributes = new Map<string, unknown>();
}

export interface CallArguments {
  positional: readonly unknown[];
  named: ReadonlyMap<string, unknown>;
}

/** Anything a template may call: a macro, a method bound to its value, a global, a function of the host. */
export class Callable {
  readonly name: string;
  readonly call: (list: CallArguments) => unknown;
  /** How Python would print it. */
  readonly spelling: string;
  /** The value a dict holds under the method's own name, which Python hides behind the method. */
  readonly shadowed: unknown;
  readonly attributes: ReadonlyMap<string, unknown>;
  constructor(details: {
    name: string;
    call: (list: CallArguments) => unknown;
    spelling: string;
    shadowed?: unknown;
    attributes?: ReadonlyMap<string, unknown>;
  }) {
    this.name = details.name;
    this.call = details.call;
    this.spelling = details.spelling;
    this.shadowed = details.shadowed;
    this.attributes = details.attributes ?? noAttributes;
  }
}

const noAttributes: ReadonlyMap<string, unknown> = new Map();

/** Objects of the engine with a few attributes: `loop`, `cycler(…)`, `joiner(…)`. */
export class EngineObject {
  readonly typeName: string;
  readonly get: (name: string) => unknown;
  readonly call: ((list: CallArguments) => unknown) | undefined;
  /** How it prints, when not by its type. */
  readonly spell: (() => string) | undefined;
  constructor(
    typeName: string,
    get: (name: string) => unknown,
    call?: (list: CallArguments) => unknown,
    spell?: () => string,
  ) {
    this.spell = spell;
    this.typeName = typeName;
    this.get = get;
    this.call = call;
  }
}

export interface UndefinedReporter {
  undefined: 'lenient' | 'strict' | 'chainable';
  onUndefined: ((name: string) => void) | undefined;
}

export class Undefined {
  /** The path as the template wrote it: `params.temperature`. */
  readonly path: string;
  readonly message: string;
  /** True for the OMIT sentinel: the key or item that holds it is left out. */
  readonly omit: boolean;
  readonly reporter: UndefinedReporter;
  constructor(path: string, message: string, reporter: UndefinedReporter, omit = false) {
    this.path = path;
    this.message = message;
    this.reporter = reporter;
    this.omit = omit;
  }
}

/** As a context value: leave out the object key or list item whose whole value this is. */
export const OMIT: unique symbol = Symbol('omit');

export type PlainObject = Record<string, unknown>;
export type Mapping = PlainObject | Map<unknown, unknown>;
export type Text = string | SafeText | Fragment;

export function isText(value: unknown): value is Text {
  return typeof value === 'string' || value instanceof SafeText || value instanceof Fragment;
}

/** The characters of a text value. */
export function plainText(value: Text): string {
  return typeof value === 'string' ? value : value.text;
}

/** Only objects without a class are data; instances of host classes stay closed. */
export function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

export function isMapping(value: unknown): value is Mapping {
  return isPlainObject(value) || value instanceof Map;
}

/** Own data properties only: nothing inherited, and a getter of the host is never run. */
export function readOwn(target: PlainObject, key: string): unknown {
  const descriptor = Object.getOwnPropertyDescriptor(target, key);
  return descriptor?.enumerable === true ? descriptor.value : undefined;
}

export function mappingHas(target: Mapping, key: unknown): boolean {
  if (target instanceof Map) return target.has(dictKey(key));
  const name = dictKey(key);
  if (typeof name !== 'string') return false;
  const descriptor = Object.getOwnPropertyDescriptor(target, name);
  return descriptor?.enumerable === true && 'value' in descriptor && descriptor.value !== undefined;
}

export function mappingGet(target: Mapping, key: unknown): unknown {
  const name = dictKey(key);
  if (target instanceof Map) return target.get(name);
  return typeof name === 'string' ? readOwn(target, name) : undefined;
}

/** Equal Python keys must be the same Map key: text classes by their text, whole floats and ints alike. */
export function dictKey(key: unknown): unknown {
  if (key instanceof SafeText || key instanceof Fragment) return key.text;
  if (key instanceof PyFloat) return key.value;
  return key;
}

export function isNumber(value: unknown): value is number | bigint | PyFloat {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof PyFloat;
}

export function isInteger(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
}

export function isFloat(value: unknown): value is number | PyFloat {
  return value instanceof PyFloat || (typeof value === 'number' && !Number.isInteger(value));
}

/** Python's name of a value's type, for messages. */
export function typeName(value: unknown): string {
  if (value === null) return 'NoneType';
  if (typeof value === 'boolean') return 'bool';
  if (isText(value)) return 'str';
  if (isInteger(value)) return 'int';
  if (isFloat(value)) return 'float';
  if (Array.isArray(value)) return 'list';
  if (value instanceof Tuple) return 'tuple';
  if (value instanceof Undefined) return 'Undefined';
  if (value instanceof Range) return 'range';
  if (value instanceof DictView) return value.kind;
  if (value instanceof EngineObject) return value.typeName;
  if (value instanceof Namespace) return 'Namespace';
  if (value instanceof Callable) return 'function';
  return isMapping(value) ? 'dict' : 'object';
}
