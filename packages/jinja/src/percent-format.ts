import { formatFloat } from './number-format.ts';
import { asNumber, isIntegral, toBigInt, toDouble, toSmallInt } from './numbers.ts';
import { charge, chargeOperand, chargeText, dearness, failUndefined } from './runtime.ts';
import type { Runtime } from './runtime.ts';
import { repr, str } from './spelling.ts';
import { runtimeError } from './template-error.ts';
import {
  isInteger,
  isMapping,
  isText,
  mappingGet,
  mappingHas,
  plainText,
  Tuple,
  typeName,
  Undefined,
} from './values.ts';

interface Conversion {
  flags: string;
  width: number;
  precision: number | undefined;
  type: string;
}

const conversionPattern = /(?:\(([^)]*)\))?([#0\- +]*)(\*|\d*)(?:\.(\*|\d*))?[hlL]?([diouxXeEfFgGcrsa%])/uy;

/** `format % values`, the printf-like formatting of Python. */
export function formatPercent(
  rt: Runtime,
  format: string,
  values: unknown,
  escape: (text: string) => string = (text) => text,
): string {
  charge(rt, format.length);
  const positional = values instanceof Tuple ? values.items : [values];
  let used = 0;
  let usedMapping = false;
  const next = (): unknown => {
    if (used >= positional.length) throw runtimeError('not enough arguments for format string');
    return positional[used++];
  };
  let text = '';
  let from = 0;
  for (let at = format.indexOf('%'); at !== -1; at = format.indexOf('%', from)) {
    text += format.slice(from, at);
    conversionPattern.lastIndex = at + 1;
    const match = conversionPattern.exec(format);
    if (match === null) throw runtimeError(`unsupported format character after '%' at index ${at}`);
    from = at + 1 + match[0].length;
    const [, key, flags = '', width = '', precision, type = 's'] = match;
    if (type === '%') {
      text += '%';
      continue;
    }
    let value: unknown;
    if (key !== undefined) {
      usedMapping = true;
      value = mappingValue(values, key);
    }
    const conversion = readConversion(flags, width, precision, type, next);
    chargeText(rt, text.length + conversion.width + (conversion.precision ?? 0));
    if (key === undefined) value = next();
    text += pad(convert(rt, value, conversion, escape), conversion);
  }
  const takesAll = usedMapping || (used === 0 && isMapping(values));
  if (!takesAll && used < positional.length) {
    throw runtimeError('not all arguments converted during string formatting');
  }
  text += format.slice(from);
  chargeText(rt, text.length);
  return text;
}

function mappingValue(values: unknown, key: string): unknown {
  if (!isMapping(values)) throw runtimeError('format requires a mapping');
  if (!mappingHas(values, key)) throw runtimeError(`KeyError: '${key}'`);
  return mappingGet(values, key);
}

function readConversion(
  flags: string,
  width: string,
  precision: string | undefined,
  type: string,
  next: () => unknown,
): Conversion {
  const star = (): number => {
    const value = next();
    if (!isInteger(value)) throw runtimeError('* wants int');
    return toSmallInt(value);
  };
  let fieldWidth = width === '*' ? star() : width === '' ? 0 : Number(width);
  let allFlags = flags;
  if (fieldWidth < 0) {
    allFlags += '-';
    fieldWidth = -fieldWidth;
  }
  const digits =
    precision === undefined ? undefined : precision === '*' ? Math.max(0, star()) : Number(precision || '0');
  return { flags: allFlags, width: fieldWidth, precision: digits, type };
}

function convert(
  rt: Runtime,
  value: unknown,
  conversion: Conversion,
  escape: (text: string) => string,
): string {
  const { type, precision } = conversion;
  if (type === 's' || type === 'r' || type === 'a') {
    chargeOperand(rt, value);
    const text = escape(type === 's' ? str(rt, value) : repr(rt, value));
    charge(rt, text.length * dearness.scan);
    return precision === undefined ? text : text.slice(0, precision);
  }
  chargeOperand(rt, value);
  if (type === 'c') return convertCharacter(rt, value);
  if (value instanceof Undefined) throw failUndefined(value);
  const number = asNumber(value);
  if (number === undefined) {
    const wanted = 'diu'.includes(type) ? 'a real number' : 'oxX'.includes(type) ? 'an integer' : 'a number';
    throw runtimeError(`%${type} format: ${wanted} is required, not ${typeName(value)}`);
  }
  if ('diu'.includes(type)) {
    const whole = isIntegral(number) ? toBigInt(number) : BigInt(Math.trunc(finite(toDouble(number))));
    return withSign(minimumDigits(whole.toString(), precision), conversion);
  }
  if ('oxX'.includes(type)) {
    if (!isIntegral(number)) throw runtimeError(`%${type} format: an integer is required, not float`);
    return withSign(minimumDigits(inBase(toBigInt(number), conversion), precision), conversion);
  }
  const float = formatFloat(toDouble(number), type, precision ?? 6, conversion.flags.includes('#'));
  return withSign(float, conversion);
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw runtimeError('cannot convert float infinity or NaN to integer');
  return value;
}

function inBase(value: bigint, conversion: Conversion): string {
  const base = conversion.type === 'o' ? 8 : 16;
  const magnitude = (value < 0n ? -value : value).toString(base);
  const prefix = conversion.flags.includes('#') ? (base === 8 ? '0o' : '0x') : '';
  const text = (value < 0n ? '-' : '') + prefix + magnitude;
  return conversion.type === 'X' ? text.toUpperCase() : text;
}

function minimumDigits(text: string, precision: number | undefined): string {
  if (precision === undefined) return text;
  const sign = text.startsWith('-') ? '-' : '';
  return sign + text.slice(sign.length).padStart(precision, '0');
}

function withSign(text: string, conversion: Conversion): string {
  if (text.startsWith('-')) return text;
  if (conversion.flags.includes('+')) return `+${text}`;
  return conversion.flags.includes(' ') ? ` ${text}` : text;
}

function convertCharacter(rt: Runtime, value: unknown): string {
  if (isInteger(value)) return String.fromCodePoint(toSmallInt(value));
  if (isText(value)) charge(rt, plainText(value).length * dearness.letters);
  if (isText(value) && Array.from(plainText(value)).length === 1) return plainText(value);
  throw runtimeError('%c requires int or char');
}

function pad(text: string, conversion: Conversion): string {
  const { flags, width, type } = conversion;
  const missing = width - text.length;
  if (missing <= 0) return text;
  if (flags.includes('-')) return text + ' '.repeat(missing);
  const numeric = !'sracr'.includes(type);
  if (!flags.includes('0') || !numeric || !/\d/u.test(text)) return ' '.repeat(missing) + text;
  const prefix = /^[+\- ]?(?:0[xXo])?/u.exec(text)?.[0] ?? '';
  return prefix + '0'.repeat(missing) + text.slice(prefix.length);
}
