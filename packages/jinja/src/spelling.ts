import { limitError } from './template-error.ts';
import {
  Callable,
  Dict,
  DictView,
  EngineObject,
  Fragment,
  isMapping,
  Namespace,
  OMIT,
  PyFloat,
  Range,
  SafeText,
  Tuple,
  Undefined,
} from './values.ts';
import { undefinedError } from './undefined-error.ts';
import { charge, dearness, inSlices, mappingEntries } from './runtime.ts';
import type { Runtime } from './runtime.ts';

/** No real address is ever printed; this one spelling stands for all of them. */
const anAddress = '0x7f4803381200';

function describeObject(name: string): string {
  return `<${name} object at ${anAddress}>`;
}

export function describeMethod(method: string, type: string): string {
  return `<built-in method ${method} of ${type} object at ${anAddress}>`;
}

/** Ten thousand digits take as long as copying so many characters. */
const bigIntPrinting = 256_000;

/** Python's `str(value)`: what `{{ value }}` prints. */
export function str(rt: Runtime, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? integerText(value) : floatText(value);
  if (typeof value === 'bigint') charge(rt, bigIntPrinting);
  if (value instanceof SafeText || value instanceof Fragment) return value.text;
  if (value instanceof Undefined) return undefinedText(value);
  return repr(rt, value);
}

/** An undefined value prints as nothing, and says so to whoever collects warnings. */
export function undefinedText(value: Undefined): string {
  if (value.omit) return '';
  if (value.reporter.undefined === 'strict') throw undefinedError(value);
  value.reporter.onUndefined?.(value.path);
  return '';
}

/** Writers of nested values stop here: deeper is a cycle or an attack. */
const deepestValue = 200;
/** A shared list can print exponentially large without being deep. */
const longestRepr = 64 * 1024 * 1024;

interface ReprState {
  rt: Runtime;
  depth: number;
  length: number;
  open: Set<unknown>;
}

export function repr(rt: Runtime, value: unknown): string {
  if (typeof value !== 'object' || value === null) return chargedScalar(rt, value);
  return nestedRepr(value, { rt, depth: 0, length: 0, open: new Set() });
}

function scalarRepr(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? integerText(value) : floatText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value === null) return 'None';
  if (value === undefined || value === OMIT) return '';
  return describeObject(typeof value === 'function' ? 'function' : 'object');
}

function chargedScalar(rt: Runtime, value: unknown): string {
  if (typeof value === 'string') return quoteCharged(rt, value);
  if (typeof value === 'bigint') charge(rt, bigIntPrinting);
  return scalarRepr(value);
}

function quoteCharged(rt: Runtime, text: string): string {
  charge(rt, text.length * dearness.scan);
  return plainAscii.test(text) ? `'${text}'` : quote(rt, text);
}

function nestedRepr(value: unknown, state: ReprState): string {
  const text = containerRepr(value, state);
  charge(state.rt, text.length);
  state.length += text.length;
  if (state.length > longestRepr) throw limitError('the printed value is too long');
  return text;
}

function containerRepr(value: unknown, state: ReprState): string {
  if (typeof value !== 'object' || value === null) return chargedScalar(state.rt, value);
  if (value instanceof PyFloat) return floatText(value.value);
  if (value instanceof SafeText) return `Markup(${quoteCharged(state.rt, value.text)})`;
  if (value instanceof Fragment) return quoteCharged(state.rt, value.text);
  if (value instanceof Undefined) return 'Undefined';
  if (value instanceof Callable) return value.spelling;
  if (value instanceof EngineObject) return value.spell?.() ?? describeObject(value.typeName);
  if (value instanceof Range) return rangeRepr(value);
  if (state.open.has(value)) return Array.isArray(value) ? '[...]' : '{...}';
  if (++state.depth > deepestValue)
    throw limitError(`the value is nested deeper than ${deepestValue} levels`);
  state.open.add(value);
  const text = collectionRepr(value, state);
  state.open.delete(value);
  state.depth--;
  return text;
}

function collectionRepr(value: object, state: ReprState): string {
  const join = (items: readonly unknown[]) => items.map((item) => nestedRepr(item, state)).join(', ');
  if (Array.isArray(value)) return `[${join(value)}]`;
  if (value instanceof Tuple)
    return value.items.length === 1 ? `(${join(value.items)},)` : `(${join(value.items)})`;
  if (value instanceof DictView) return `${value.kind}([${join(value.items)}])`;
  if (value instanceof Namespace) return `<Namespace ${collectionRepr(new Dict(value.attributes), state)}>`;
  if (!isMapping(value)) return describeObject('object');
  const entries = mappingEntries(state.rt, value).map(
    ([key, item]) => `${nestedRepr(key, state)}: ${nestedRepr(item, state)}`,
  );
  return `{${entries.join(', ')}}`;
}

function rangeRepr(range: Range): string {
  const { stop } = range;
  return range.step === 1
    ? `range(${range.start}, ${stop})`
    : `range(${range.start}, ${stop}, ${range.step})`;
}

function integerText(value: number): string {
  return Math.abs(value) < 1e21 ? (value === 0 ? '0' : value.toString()) : BigInt(value).toString();
}

/** Python's shortest float spelling: the same digits as JS, other rules for when an exponent appears. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const magnitude = Math.abs(value);
  if (magnitude >= 1e16 || magnitude < 1e-4) {
    const [mantissa = '', exponent = ''] = value.toExponential().split('e');
    const digits = exponent.slice(1).padStart(2, '0');
    return `${mantissa}e${exponent[0]}${digits}`;
  }
  const text = value.toString();
  return text.includes('.') ? text : `${text}.0`;
}

const plainAscii = /^[ !#-&(-[\]-~]*$/u;

/** Python's quoting: single quotes unless the text holds some and no double ones. */
function quote(rt: Runtime, text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inner = inSlices(rt, text, dearness.letters, (piece) => {
    let quoted = '';
    for (const char of piece) quoted += quoteCharacter(char, mark);
    return quoted;
  });
  return mark + inner + mark;
}

const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}]/u;

function quoteCharacter(char: string, mark: string): string {
  if (char === mark || char === '\\') return `\\${char}`;
  if (char === '\n') return '\\n';
  if (char === '\r') return '\\r';
  if (char === '\t') return '\\t';
  if (char === ' ' || !unprintable.test(char)) return char;
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
  if (code < 0x10000) return `\\u${code.toString(16).padStart(4, '0')}`;
  return `\\U${code.toString(16).padStart(8, '0')}`;
}
