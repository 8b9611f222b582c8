import { textLength } from './text-length.ts';
import { formatFloat, groupDigits } from './number-format.ts';
import type { Grouping } from './number-format.ts';
import { asNumber, isIntegral, toBigInt, toDouble } from './numbers.ts';
import { charge, chargeOperand, chargeText, dearness, step } from './runtime.ts';
import type { Runtime } from './runtime.ts';
import { floatText, repr, str } from './spelling.ts';
import { runtimeError } from './template-error.ts';
import { isText, plainText, Undefined, typeName } from './values.ts';
import type { CallArguments } from './values.ts';

interface FormatState {
  rt: Runtime;
  list: CallArguments;
  next: number;
  /** Set by the first field that takes a position. */
  isManual: boolean | undefined;
  escape: ((text: string) => string) | undefined;
  fields: FieldAccess;
}

/** How a field reaches into data. */
export interface FieldAccess {
  getAttribute: (rt: Runtime, target: unknown, name: string, path: string) => unknown;
  getItem: (rt: Runtime, target: unknown, key: unknown, path: string) => unknown;
}

/** `str.format`: only data is reachable through its fields, by the same rules as in expressions. */
export function formatBraces(
  rt: Runtime,
  format: string,
  list: CallArguments,
  fields: FieldAccess,
  escape?: (text: string) => string,
): string {
  return expand({ rt, list, next: 0, isManual: undefined, escape, fields }, format, 0);
}

function expand(state: FormatState, format: string, depth: number): string {
  if (depth > 2) throw runtimeError('Max string recursion exceeded');
  let text = '';
  charge(state.rt, format.length);
  const brace = /[{}]/g;
  for (let i = 0; i < format.length; i++) {
    brace.lastIndex = i;
    const next = brace.exec(format)?.index ?? format.length;
    text += format.slice(i, next);
    i = next;
    const char = format[i];
    if (char === undefined) break;
    step(state.rt);
    if (format[i + 1] === char) {
      text += char;
      i++;
      continue;
    }
    if (char === '}') throw runtimeError("Single '}' encountered in format string");
    const end = fieldEnd(format, i + 1);
    charge(state.rt, (end - i) * dearness.letters);
    text += formatField(state, format.slice(i + 1, end), depth);
    chargeText(state.rt, text.length);
    i = end;
  }
  return text;
}

function fieldEnd(format: string, from: number): number {
  let open = 1;
  for (let i = from; i < format.length; i++) {
    if (format[i] === '{') open++;
    else if (format[i] === '}' && --open === 0) return i;
  }
  throw runtimeError("expected '}' before end of string");
}

function formatField(state: FormatState, field: string, depth: number): string {
  const match = /^([^!:]*)(?:!([rsa]))?(?::(.*))?$/su.exec(field);
  if (match === null) throw runtimeError(`invalid format field '{${field}}'`);
  const [, path = '', conversion, rawSpec = ''] = match;
  const value = readField(state, path);
  const spec = rawSpec.includes('{') ? expand(state, rawSpec, depth + 1) : rawSpec;
  const { rt } = state;
  const shown = conversion === undefined ? value : conversion === 's' ? str(rt, value) : repr(rt, value);
  const text = formatValue(state.rt, shown, spec);
  return state.escape === undefined ? text : state.escape(text);
}

const pathStep = /\.([^.[]+)|\[([^\]]+)\]/uy;

function readField(state: FormatState, path: string): unknown {
  const first = /^[^.[]*/u.exec(path)?.[0] ?? '';
  let value: unknown;
  const isManual = /^\d+$/u.test(first);
  if (first === '' || isManual) {
    if (state.isManual !== undefined && state.isManual !== isManual) {
      throw runtimeError('a format string uses either {} or {0} fields, not both');
    }
    state.isManual = isManual;
  }
  if (first === '') value = state.list.positional[state.next++];
  else if (isManual) value = state.list.positional[Number(first)];
  else value = state.list.named.get(first);
  if (value === undefined) {
    throw runtimeError(
      /^\d*$/u.test(first)
        ? 'Replacement index out of range for positional args tuple'
        : `KeyError: '${first}'`,
    );
  }
  pathStep.lastIndex = first.length;
  for (let at = first.length; at < path.length; at = pathStep.lastIndex) {
    const match = pathStep.exec(path);
    if (match === null) throw runtimeError(`invalid format field '{${path}}'`);
    const [, attribute, index = ''] = match;
    value =
      attribute === undefined
        ? state.fields.getItem(state.rt, value, /^\d+$/u.test(index) ? Number(index) : index, path)
        : state.fields.getAttribute(state.rt, value, attribute, path);
  }
  return value;
}

interface FormatSpec {
  fill: string;
  align: string;
  sign: string;
  alternate: boolean;
  width: number;
  grouping: Grouping;
  precision: number | undefined;
  type: string;
}

const specPattern = /^(?:(.)?([<>=^]))?([-+ ])?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([bcdeEfFgGnosxX%])?$/su;

function parseSpec(spec: string): FormatSpec {
  const match = specPattern.exec(spec);
  if (match === null) throw runtimeError(`Invalid format specifier '${spec}'`);
  const [, fill, align, sign = '-', alternate, zero, width = '0', grouping = '', precision, type = ''] =
    match;
  return {
    fill: fill ?? (zero === undefined ? ' ' : '0'),
    align: align ?? (zero === undefined ? '' : '='),
    sign,
    alternate: alternate !== undefined,
    width: Number(width),
    grouping: grouping as Grouping,
    precision: precision === undefined ? undefined : Number(precision),
    type,
  };
}

function formatValue(rt: Runtime, value: unknown, spec: string): string {
  chargeOperand(rt, value);
  if (spec === '') return str(rt, value);
  const parsed = parseSpec(spec);
  chargeText(rt, parsed.width + (parsed.precision ?? 0));
  if (isText(value)) return formatText(rt, plainText(value), parsed);
  const number = asNumber(value);
  if (number !== undefined) {
    const text = isIntegral(number) ? formatInteger(number, parsed) : formatDouble(toDouble(number), parsed);
    return align(text, parsed, '>');
  }
  if (value instanceof Undefined) return formatText(rt, str(rt, value), parsed);
  throw runtimeError(`unsupported format string passed to ${typeName(value)}.__format__`);
}

function formatText(rt: Runtime, text: string, spec: FormatSpec): string {
  if (spec.type !== '' && spec.type !== 's') {
    throw runtimeError(`Unknown format code '${spec.type}' for object of type 'str'`);
  }
  if (spec.align === '=') throw runtimeError("'=' alignment not allowed in string format specifier");
  charge(rt, text.length * dearness.letters);
  const cut = spec.precision === undefined ? text : Array.from(text).slice(0, spec.precision).join('');
  return align(cut, spec, '<');
}

const bases: Readonly<Record<string, number>> = { b: 2, o: 8, x: 16, X: 16 };

function formatInteger(value: number | bigint, spec: FormatSpec): string {
  if (spec.type !== '' && 'eEfFgG%'.includes(spec.type)) return formatDouble(toDouble(value), spec);
  if (spec.type === 'c') return String.fromCodePoint(Number(value));
  if (spec.type === 's') throw runtimeError("Unknown format code 's' for object of type 'int'");
  if (spec.precision !== undefined) throw runtimeError('Precision not allowed in integer format specifier');
  const base = bases[spec.type];
  const whole = toBigInt(value);
  let digits = (whole < 0n ? -whole : whole).toString(base ?? 10);
  if (spec.type === 'X') digits = digits.toUpperCase();
  digits = groupDigits(digits, spec.grouping, base === undefined ? 3 : 4);
  const prefix = base !== undefined && spec.alternate ? `0${spec.type}` : '';
  return signText(whole < 0n, spec) + prefix + digits;
}

function formatDouble(value: number, spec: FormatSpec): string {
  const magnitude = Math.abs(value);
  let text: string;
  if (spec.type === '')
    text = spec.precision === undefined ? floatText(magnitude) : generalWithPoint(magnitude, spec.precision);
  else if ('bcdosxX'.includes(spec.type)) {
    throw runtimeError(`Unknown format code '${spec.type}' for object of type 'float'`);
  } else
    text = formatFloat(magnitude, spec.type === 'n' ? 'g' : spec.type, spec.precision ?? 6, spec.alternate);
  return signText(value < 0 || Object.is(value, -0), spec) + groupDigits(text, spec.grouping);
}

/** Without a type, a float keeps at least one digit after the point. */
function generalWithPoint(value: number, precision: number): string {
  const text = formatFloat(value, 'g', precision);
  return /[.en]/u.test(text) ? text : `${text}.0`;
}

function signText(negative: boolean, spec: FormatSpec): string {
  if (negative) return '-';
  return spec.sign === '-' ? '' : spec.sign;
}

function align(text: string, spec: FormatSpec, fallback: string): string {
  const missing = spec.width - textLength(text);
  if (missing <= 0) return text;
  const where = spec.align === '' ? fallback : spec.align;
  if (where === '<') return text + spec.fill.repeat(missing);
  if (where === '>') return spec.fill.repeat(missing) + text;
  if (where === '^') {
    const left = Math.floor(missing / 2);
    return spec.fill.repeat(left) + text + spec.fill.repeat(missing - left);
  }
  const sign = /^[-+ ]?(?:0[box])?/iu.exec(text)?.[0] ?? '';
  return sign + spec.fill.repeat(missing) + text.slice(sign.length);
}
