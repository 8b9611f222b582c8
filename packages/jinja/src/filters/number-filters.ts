import { intArgument, textArgument } from '../arguments.ts';
import {
  asNumber,
  fixed,
  float,
  isIntegral,
  narrowBigInt,
  negate,
  compareNumbers,
  roundDouble,
  toDouble,
} from '../numbers.ts';
import type { PyNumber } from '../numbers.ts';
import { failUndefined } from '../runtime.ts';
import { truthy } from '../comparison.ts';
import { runtimeError } from '../template-error.ts';
import { isText, plainText, PyFloat, typeName, Undefined } from '../values.ts';
import { filter } from './define-filter.ts';
import type { FilterTable } from './define-filter.ts';

/** Filters about numbers. */
export function numberFilters(): FilterTable {
  return {
    abs: filter('', (_rt, value) => absolute(needNumber(value, 'abs'))),
    int: filter(
      'default? base?',
      (_rt, value, [fallback = 0, base]) => toInteger(value, intArgument(base, 10, 'int')) ?? fallback,
    ),
    float: filter('default?', (_rt, value, [fallback = new PyFloat(0)]) => {
      const parsed = toFloat(value);
      return parsed === undefined ? fallback : float(parsed);
    }),
    round: filter('precision? method?', (_rt, value, [precision, method]) =>
      round(
        needNumber(value, 'round'),
        intArgument(precision, 0, 'round'),
        method === undefined ? 'common' : textArgument(method, 'round'),
      ),
    ),
    filesizeformat: filter('binary?', (rt, value, [binary]) =>
      fileSize(toFloat(value) ?? 0, truthy(rt, binary ?? false)),
    ),
  };
}

function needNumber(value: unknown, name: string): PyNumber {
  const number = asNumber(value);
  if (number !== undefined) return number;
  if (value instanceof Undefined) throw failUndefined(value);
  throw runtimeError(`${name}: a number is needed, got ${typeName(value)}`);
}

function absolute(value: PyNumber): PyNumber {
  return compareNumbers(value, 0) < 0
    ? negate(value)
    : value instanceof PyFloat
      ? new PyFloat(Math.abs(value.value))
      : value;
}

const floatPattern = /^[+-]?(?:(?:\d+(?:_\d+)*)?\.?(?:\d+(?:_\d+)*)?(?:e[+-]?\d+)?|inf(?:inity)?|nan)$/iu;

function parseFloatText(text: string): number | undefined {
  const trimmed = text.trim();
  if (!floatPattern.test(trimmed) || (!/\d/u.test(trimmed) && !/[in]/iu.test(trimmed))) return undefined;
  const plain = trimmed.replaceAll('_', '').toLowerCase();
  const special = /^([+-]?)(inf|nan)/u.exec(plain);
  if (special === null) return Number.isNaN(Number(plain)) ? undefined : Number(plain);
  if (special[2] === 'nan') return Number.NaN;
  return special[1] === '-' ? -Infinity : Infinity;
}

function toFloat(value: unknown): number | undefined {
  const number = asNumber(value);
  if (number !== undefined) return toDouble(number);
  return isText(value) ? parseFloatText(plainText(value)) : undefined;
}

const digitsOf: Readonly<Record<number, { pattern: RegExp; prefix: string }>> = {
  2: { pattern: /^(?:0b)?[01]+(?:_[01]+)*$/iu, prefix: '0b' },
  8: { pattern: /^(?:0o)?[0-7]+(?:_[0-7]+)*$/iu, prefix: '0o' },
  16: { pattern: /^(?:0x)?[\da-f]+(?:_[\da-f]+)*$/iu, prefix: '0x' },
};

function parseIntText(text: string, base: number): number | bigint | undefined {
  const trimmed = text.trim();
  const sign = /^[+-]/u.exec(trimmed)?.[0] ?? '';
  const body = trimmed.slice(sign.length);
  let magnitude: bigint;
  const special = digitsOf[base];
  if (base === 10 && /^\d+(?:_\d+)*$/u.test(body) && body.length < 5000)
    magnitude = BigInt(body.replaceAll('_', ''));
  else if (special !== undefined && special.pattern.test(body) && body.length < 5000) {
    const digits = body.replaceAll('_', '').toLowerCase();
    magnitude = BigInt(digits.startsWith(special.prefix) ? digits : special.prefix + digits);
  } else return undefined;
  return narrowBigInt(sign === '-' ? -magnitude : magnitude);
}

function toInteger(value: unknown, base: number): number | bigint | undefined {
  if (isText(value)) {
    const whole = parseIntText(plainText(value), base);
    if (whole !== undefined) return whole;
  }
  const number = asNumber(value);
  if (number !== undefined && isIntegral(number)) return number;
  const double = number === undefined ? toFloat(value) : toDouble(number);
  return double === undefined || !Number.isFinite(double)
    ? undefined
    : narrowBigInt(BigInt(Math.trunc(double)));
}

function round(value: PyNumber, precision: number, method: string): PyNumber {
  if (method === 'common') {
    if (isIntegral(value) && precision >= 0) return value;
    const rounded = roundDouble(toDouble(value), precision);
    return isIntegral(value) ? narrowBigInt(BigInt(rounded)) : float(rounded);
  }
  if (method !== 'ceil' && method !== 'floor') throw runtimeError('method must be common, ceil or floor');
  const unit = 10 ** precision;
  return float(Math[method](toDouble(value) * unit) / unit);
}

const decimalUnits = ['kB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'];
const binaryUnits = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB'];

function fileSize(bytes: number, binary: boolean): string {
  const base = binary ? 1024 : 1000;
  const units = binary ? binaryUnits : decimalUnits;
  if (bytes === 1) return '1 Byte';
  if (bytes < base) return `${Math.trunc(bytes)} Bytes`;
  let unit = base * base;
  for (const name of units) {
    if (bytes < unit || name === units.at(-1)) return `${fixed((base * bytes) / unit, 1)} ${name}`;
    unit *= base;
  }
  return '';
}
