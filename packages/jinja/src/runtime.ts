import { limitError, TemplateError } from './template-error.ts';
import { undefinedError } from './undefined-error.ts';
import {
  DictView,
  isMapping,
  Fragment,
  isText,
  mappingHas,
  OMIT,
  plainText,
  Range,
  readOwn,
  SafeText,
  Tuple,
  typeName,
  Undefined,
} from './values.ts';
import type { CallArguments, FragmentPart, Mapping, PlainObject, UndefinedReporter } from './values.ts';
import type { JsonProof } from './json/json-proof.ts';
import type { JsonPosition } from './json/json-text.ts';

export interface RenderLimits {
  /** Evaluated statements and expressions, loop turns and, for large values, characters worked on. */
  steps?: number;
  /** Characters of the result, and of any single text on the way to it. */
  outputChars?: number;
  timeMs?: number;
  /** Macro calls and recursive loops inside one another. */
  depth?: number;
}

/** The budget of a render that names none: far above any request body, far below a noticeable stop. */
export const defaultLimits: Required<RenderLimits> = {
  steps: 1_000_000,
  outputChars: 32 * 1024 * 1024,
  timeMs: 2_000,
  depth: 100,
};

export interface FilterContext {
  /** Reads a variable of the render's context; undefined when there is none. */
  get(name: string): unknown;
}

/**
 * A filter of the host. `value` and arguments are plain JavaScript data (arrays, plain objects, strings, numbers,
 * booleans, null, undefined); host values are handed over as they are, never copied. The result is data again.
 */
export type FilterFunction = (
  value: unknown,
  positional: readonly unknown[],
  named: Readonly<Record<string, unknown>>,
  context: FilterContext,
) => unknown;

/** A function of the host a template may call by its name. */
export type TemplateFunction = (
  positional: readonly unknown[],
  named: Readonly<Record<string, unknown>>,
  context: FilterContext,
) => unknown;

/** Where a JSON body being rendered stands; see json/json-output.ts. */
export interface JsonOutput {
  position: JsonPosition;
  /** An opening quote was seen but not written yet: its string may turn out to be one typed value. */
  heldQuote: boolean;
  /** The next text begins with the closing quote of a string that became a typed value. */
  skipQuote: boolean;
  /** True when an omitted value left a marker to be taken out. */
  hasOmitted: boolean;
  /** Whether what was written so far is known to be JSON. */
  proof: JsonProof;
  /** Pairs of output length and template offset, to place errors of the finished body. */
  marks: number[];
  /** Not null while a macro or block is captured. */
  parts: FragmentPart[] | null;
  /** Characters of all captured text so far. */
  capturedChars: number;
}

/** A filter of Jinja2: its parameters by name (a trailing `?` marks optional ones) and what it does. */
export interface BuiltInFilter {
  parameters: readonly string[];
  required: number;
  /** Takes any further arguments as they are (`map`, `select`, `format`). */
  rest: boolean;
  run: (rt: Runtime, value: unknown, bound: unknown[], list: CallArguments) => unknown;
}

export type TestFunction = (rt: Runtime, value: unknown, list: readonly unknown[]) => boolean;

export interface Runtime extends UndefinedReporter {
  /** Those of Jinja2 itself. Filters name filters and tests, so that they find one another here. */
  builtIn: {
    readonly filters: ReadonlyMap<string, BuiltInFilter>;
    readonly tests: ReadonlyMap<string, TestFunction>;
  };
  context: PlainObject;
  filters: Readonly<Record<string, FilterFunction>>;
  functions: Readonly<Record<string, TemplateFunction>>;
  random: () => number;
  output: string;
  json: JsonOutput | null;
  /** Offset in the template of what is being evaluated, for errors. */
  at: number;
  steps: number;
  nextCheck: number;
  maxSteps: number;
  maxChars: number;
  maxDepth: number;
  depth: number;
  now: () => number;
  deadline: number;
  timeMs: number;
  /** Lists the template made itself: only these may be changed. */
  owned: WeakSet<object> | null;
}

/** Steps between two looks at the clock. */
export const checkEvery = 1024;

function checkBudget(rt: Runtime): void {
  if (rt.steps > rt.maxSteps) throw limitError(`the template takes more than ${rt.maxSteps} steps`);
  if (rt.now() > rt.deadline) throw limitError(`the template takes longer than ${rt.timeMs} ms`);
  rt.nextCheck = Math.min(rt.maxSteps, rt.steps + checkEvery);
}

/** Counts one step. */
export function step(rt: Runtime): void {
  if (++rt.steps > rt.nextCheck) checkBudget(rt);
}

/** Counts work in proportion to its size: an operation over a long text or list is many steps. */
export function charge(rt: Runtime, size: number): void {
  rt.steps += 1 + Math.floor(size / 256);
  if (rt.steps > rt.nextCheck) checkBudget(rt);
}

/** How many times dearer work is than what the engine does to a whole text at once, such as searching it. */
export const dearness = {
  /** A regular expression, or a loop over code units. */
  scan: 8,
  /** A text or an object for each character. */
  letters: 32,
} as const;

/** Up to so many characters, what is looked for is compared with each place of a text about once. */
const usualWanted = 100;
/** So many characters are compared in the time in which one is searched. */
const comparedAtOnce = 16;

/**
 * Counts what the search for a long text costs beyond reading once what is searched: the engine may compare it almost
 * whole at every place where it fits.
 */
export function chargeSearch(rt: Runtime, text: string, wanted: string): void {
  if (wanted.length <= usualWanted || wanted.length >= text.length) return;
  charge(rt, ((text.length - wanted.length) * (wanted.length - usualWanted)) / comparedAtOnce);
}

/**
 * What any operation pays for the values it is given, whatever it does with them: reading a text once. Operations that
 * work harder, and those over lists and mappings, charge the rest themselves.
 */
export function chargeOperand(rt: Runtime, value: unknown): void {
  if (typeof value === 'string') {
    if (value.length > 256) charge(rt, value.length);
  } else if (typeof value === 'object') chargeObject(rt, value);
  else if (typeof value === 'bigint') rt.steps += bigIntSteps;
}

/** Numbers beyond 2**53 have up to ten thousand digits. */
const bigIntSteps = 128;

function chargeObject(rt: Runtime, value: object | null): void {
  if (value instanceof SafeText) charge(rt, value.text.length);
  else if (value instanceof Fragment) charge(rt, value.parts.length * 64 + value.knownLength);
}

export function chargeOperands(rt: Runtime, { positional, named }: CallArguments): void {
  for (const value of positional) chargeOperand(rt, value);
  if (named.size > 0) for (const value of named.values()) chargeOperand(rt, value);
}

const sliceChars = 65_536;

/** Changes a long text piece by piece, so that the budget is looked at while it is worked on and not only before. */
export function inSlices(
  rt: Runtime,
  text: string,
  weight: number,
  change: (piece: string) => string,
): string {
  if (text.length <= sliceChars) {
    charge(rt, text.length * weight);
    const changed = change(text);
    chargeGrowth(rt, text.length, changed.length, weight);
    return changed;
  }
  let changed = '';
  for (let from = 0; from < text.length;) {
    let end = Math.min(text.length, from + sliceChars);
    // Both halves of a character stay together.
    if (end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--;
    charge(rt, (end - from) * weight);
    const piece = change(text.slice(from, end));
    chargeGrowth(rt, end - from, piece.length, weight);
    changed += piece;
    if (changed.length > rt.maxChars) chargeText(rt, changed.length);
    from = end;
  }
  return changed;
}

/** A character that is escaped costs several times one that is copied, and shows it by what it has become. */
function chargeGrowth(rt: Runtime, before: number, after: number, weight: number): void {
  if (after > before) charge(rt, (after - before) * weight);
}

/** Refuses a text before it is built. */
export function chargeText(rt: Runtime, length: number): void {
  if (length > rt.maxChars) throw limitError(`a text would be longer than ${rt.maxChars} characters`);
  charge(rt, length);
}

/** Refuses a list before it is built; each item is a step. */
export function chargeItems(rt: Runtime, count: number): void {
  if (count > rt.maxSteps) throw limitError(`the template takes more than ${rt.maxSteps} steps`);
  rt.steps += count;
  if (rt.steps > rt.nextCheck) checkBudget(rt);
}

export function isOwned(rt: Runtime, items: object): boolean {
  return rt.owned?.has(items) === true;
}

export function ownList(rt: Runtime, items: unknown[]): unknown[] {
  rt.owned ??= new WeakSet();
  rt.owned.add(items);
  return items;
}

/** Reads a variable of the context or a function of the host; globals are the compiler's business. */
export function readContext(rt: Runtime, name: string): unknown {
  const value = readOwn(rt.context, name);
  if (value !== undefined && value !== OMIT) return value;
  return value === OMIT ? omitted(rt, name) : undefined;
}

export function omitted(rt: Runtime, path: string): Undefined {
  return new Undefined(path, `'${path}' is not known yet`, rt, true);
}

export function undefinedName(rt: Runtime, name: string): Undefined {
  return new Undefined(name, `'${name}' is undefined`, rt);
}

export function undefinedAttribute(rt: Runtime, owner: unknown, name: string, path: string): Undefined {
  const subject = owner === null ? "'None'" : `'${objectName(owner)}'`;
  return new Undefined(path, `${subject} has no attribute '${name}'`, rt);
}

function objectName(owner: unknown): string {
  return `${typeName(owner)} object`;
}

export function failUndefined(value: Undefined): TemplateError {
  return undefinedError(value);
}

/** What a `for` or a filter walks over. Host arrays come back as they are and must not be changed. */
export function toItems(rt: Runtime, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value instanceof Tuple || value instanceof DictView) return value.items;
  if (value instanceof Range) return rangeItems(rt, value);
  if (isText(value)) {
    const text = plainText(value);
    chargeItems(rt, text.length);
    return Array.from(text);
  }
  if (value instanceof Undefined) return undefinedItems(rt, value);
  if (isMapping(value)) return mappingKeys(rt, value);
  throw new TemplateError({ kind: 'runtime', message: `'${typeName(value)}' object is not iterable` });
}

function undefinedItems(rt: Runtime, value: Undefined): readonly unknown[] {
  if (rt.undefined === 'strict') throw failUndefined(value);
  if (!value.omit) rt.onUndefined?.(value.path);
  return [];
}

export function rangeItems(rt: Runtime, range: Range): unknown[] {
  chargeItems(rt, range.length);
  const items: unknown[] = [];
  for (let i = 0; i < range.length; i++) items.push(range.start + i * range.step);
  return items;
}

/** Reading the keys of the host's objects costs in proportion to their number, each time anew. */
export function mappingKeys(rt: Runtime, target: Mapping): unknown[] {
  const keys: unknown[] =
    target instanceof Map ? [...target.keys()] : Object.keys(target).filter((key) => mappingHas(target, key));
  charge(rt, keys.length * dearness.letters);
  return keys;
}

export function mappingEntries(rt: Runtime, target: Mapping): [unknown, unknown][] {
  const entries: [unknown, unknown][] = [];
  if (target instanceof Map) for (const entry of target) entries.push(entry);
  else {
    for (const key of Object.keys(target)) {
      const value = readOwn(target, key);
      if (value !== undefined) entries.push([key, value]);
    }
  }
  charge(rt, entries.length * dearness.letters);
  return entries;
}

export function mappingSize(rt: Runtime, target: Mapping): number {
  return target instanceof Map ? target.size : mappingKeys(rt, target).length;
}
