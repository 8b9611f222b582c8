import { limitError, TemplateError } from './template-error.ts';
import { undefinedError } from './spelling.ts';
import {
  DictView,
  isMapping,
  mappingKeys,
  isText,
  OMIT,
  plainText,
  Range,
  readOwn,
  Tuple,
  typeName,
  Undefined,
} from './values.ts';
import type { FragmentPart, PlainObject, UndefinedReporter } from './values.ts';
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

export interface Runtime extends UndefinedReporter {
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
  if (isMapping(value)) return mappingKeys(value);
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
