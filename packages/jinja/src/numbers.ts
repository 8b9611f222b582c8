import { limitError, runtimeError } from './template-error.ts';
import { isNumber, PyFloat } from './values.ts';

/** Results larger than this many bits are refused: nobody needs them, and each step would cost more than the last. */
const largestBits = 32_768n;
const largestBigInt = 1n << largestBits;

export type PyNumber = number | bigint | PyFloat;

/** bool counts as 0 and 1 in arithmetic, as in Python. */
export function asNumber(value: unknown): PyNumber | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return isNumber(value) ? value : undefined;
}

export function isIntegral(value: PyNumber): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
}

export function toDouble(value: PyNumber): number {
  if (typeof value === 'number') return value;
  if (value instanceof PyFloat) return value.value;
  const double = Number(value);
  if (!Number.isFinite(double)) throw runtimeError('int too large to convert to float');
  return double;
}

/** A float result: whole values keep being floats (`4 / 2` is 2.0). */
export function float(value: number): number | PyFloat {
  return Number.isInteger(value) ? new PyFloat(value) : value;
}

/** An exact int result in its narrowest form. */
export function narrowBigInt(value: bigint): number | bigint {
  if (value >= -9007199254740991n && value <= 9007199254740991n) return Number(value);
  if (value > largestBigInt || value < -largestBigInt) throw limitError('the number is too large');
  return value;
}

export function toBigInt(value: number | bigint): bigint {
  return BigInt(value);
}

/** An int as a JS number, for lengths and indexes; what does not fit is clamped far beyond any of them. */
export function toSmallInt(value: number | bigint): number {
  if (typeof value === 'number') return value;
  return value > 0n ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER;
}

export function add(a: PyNumber, b: PyNumber): PyNumber {
  if (typeof a === 'number' && typeof b === 'number' && Number.isInteger(a) && Number.isInteger(b)) {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  if (isIntegral(a) && isIntegral(b)) return narrowBigInt(toBigInt(a) + toBigInt(b));
  return float(toDouble(a) + toDouble(b));
}

export function subtract(a: PyNumber, b: PyNumber): PyNumber {
  if (isIntegral(a) && isIntegral(b)) {
    if (typeof a === 'number' && typeof b === 'number') {
      const difference = a - b;
      if (Number.isSafeInteger(difference)) return difference;
    }
    return narrowBigInt(toBigInt(a) - toBigInt(b));
  }
  return float(toDouble(a) - toDouble(b));
}

export function multiply(a: PyNumber, b: PyNumber): PyNumber {
  if (isIntegral(a) && isIntegral(b)) {
    if (typeof a === 'number' && typeof b === 'number') {
      const product = a * b;
      if (Number.isSafeInteger(product)) return product === 0 ? 0 : product;
    }
    return narrowBigInt(toBigInt(a) * toBigInt(b));
  }
  return float(toDouble(a) * toDouble(b));
}

export function divide(a: PyNumber, b: PyNumber): PyNumber {
  const divisor = toDouble(b);
  if (divisor === 0)
    throw runtimeError(isIntegral(a) && isIntegral(b) ? 'division by zero' : 'float division by zero');
  return float(toDouble(a) / divisor);
}

export function floorDivide(a: PyNumber, b: PyNumber): PyNumber {
  if (isIntegral(a) && isIntegral(b)) {
    const x = toBigInt(a);
    const y = toBigInt(b);
    if (y === 0n) throw runtimeError('integer division or modulo by zero');
    const quotient = x / y;
    return narrowBigInt(x % y !== 0n && x < 0n !== y < 0n ? quotient - 1n : quotient);
  }
  const divisor = toDouble(b);
  if (divisor === 0) throw runtimeError('float floor division by zero');
  const x = toDouble(a);
  // The quotient is whole up to rounding; Python snaps it the same way, and gives a zero the sign of the plain quotient.
  const rest = x % divisor;
  const below = rest !== 0 && rest < 0 !== divisor < 0;
  const quotient = (x - rest) / divisor - (below ? 1 : 0);
  if (quotient === 0) return new PyFloat(x / divisor < 0 || Object.is(x / divisor, -0) ? -0 : 0);
  const floor = Math.floor(quotient);
  return new PyFloat(quotient - floor > 0.5 ? floor + 1 : floor);
}

export function modulo(a: PyNumber, b: PyNumber): PyNumber {
  if (isIntegral(a) && isIntegral(b)) {
    const x = toBigInt(a);
    const y = toBigInt(b);
    if (y === 0n) throw runtimeError('integer modulo by zero');
    const rest = x % y;
    return narrowBigInt(rest !== 0n && rest < 0n !== y < 0n ? rest + y : rest);
  }
  const divisor = toDouble(b);
  if (divisor === 0) throw runtimeError('float modulo');
  return float(floatModulo(toDouble(a), divisor));
}

/** Python's result has the sign of the divisor. */
function floatModulo(x: number, y: number): number {
  const rest = x % y;
  if (rest === 0) return y < 0 ? -0 : 0;
  return rest < 0 !== y < 0 ? rest + y : rest;
}

export function power(a: PyNumber, b: PyNumber): PyNumber {
  if (isIntegral(a) && isIntegral(b)) {
    const base = toBigInt(a);
    const exponent = toBigInt(b);
    if (exponent >= 0n) return narrowBigInt(boundedPower(base, exponent));
    if (base === 0n) throw runtimeError('0.0 cannot be raised to a negative power');
  }
  const base = toDouble(a);
  const exponent = toDouble(b);
  if (base === 0 && exponent < 0) throw runtimeError('0.0 cannot be raised to a negative power');
  const result = base ** exponent;
  if (Number.isNaN(result) && !Number.isNaN(base) && !Number.isNaN(exponent)) {
    throw runtimeError('the power of a negative number to a fraction is not a real number');
  }
  if (!Number.isFinite(result) && Number.isFinite(base) && Number.isFinite(exponent)) {
    throw runtimeError('the result of ** is too large');
  }
  return float(result);
}

/** The size is known before the work is done, so that `9 ** 9 ** 9` costs nothing. */
function boundedPower(base: bigint, exponent: bigint): bigint {
  const magnitude = base < 0n ? -base : base;
  if (magnitude <= 1n) return base ** (exponent % 2n === 0n ? (exponent === 0n ? 0n : 2n) : 1n);
  const bits = BigInt(magnitude.toString(2).length);
  if ((bits - 1n) * exponent > largestBits) throw limitError('the result of ** is too large');
  return base ** exponent;
}

export function negate(value: PyNumber): PyNumber {
  if (value instanceof PyFloat) return new PyFloat(-value.value);
  if (typeof value === 'bigint') return narrowBigInt(-value);
  return value === 0 ? 0 : -value;
}

export function compareNumbers(a: PyNumber, b: PyNumber): number {
  if (typeof a === 'number' && typeof b === 'number')
    return a < b ? -1 : a > b ? 1 : a === b ? 0 : Number.NaN;
  // JS compares bigint with number exactly, as Python does.
  const x = a instanceof PyFloat ? a.value : a;
  const y = b instanceof PyFloat ? b.value : b;
  return x < y ? -1 : x > y ? 1 : x == y ? 0 : Number.NaN;
}

/** Rounds half to even at a number of decimals, from the exact binary value as Python does. */
export function roundDouble(value: number, digits: number): number {
  if (!Number.isFinite(value)) return value;
  if (digits > 22) return value;
  if (digits < 0) {
    const unit = 10 ** -digits;
    return roundHalfEven(value / unit) * unit;
  }
  if (digits === 0) return roundHalfEven(value);
  return Number(fixed(value, digits));
}

function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest < 0.5) return floor;
  if (rest > 0.5) return floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}

/** `'%.{digits}f' % value`: JS rounds exact ties up where Python rounds them to even. */
export function fixed(value: number, digits: number): string {
  const shown = Math.min(digits, 100);
  let text: string;
  if (Math.abs(value) >= 1e21) text = `${BigInt(value)}${shown > 0 ? `.${'0'.repeat(shown)}` : ''}`;
  else text = tieToEven(value, value.toFixed(shown), shown);
  if (Object.is(value, -0) && !text.startsWith('-')) text = `-${text}`;
  return text + '0'.repeat(Math.max(0, digits - shown));
}

function tieToEven(value: number, text: string, digits: number): string {
  // Only a value with very few binary fraction digits can be an exact decimal tie.
  if (digits > 20 || !isExactTie(Math.abs(value), digits)) return text;
  const last = Number(text.at(-1));
  if (last % 2 === 0) return text;
  const unit = 10 ** -digits;
  return (Math.sign(value) * (Math.abs(Number(text)) - unit)).toFixed(digits);
}

function isExactTie(value: number, digits: number): boolean {
  if (value >= 2 ** 52) return false;
  const exact = value.toFixed(Math.min(100, digits + 60));
  const point = exact.indexOf('.');
  const rest = exact.slice(point + 1 + digits);
  return rest.startsWith('5') && /^50*$/u.test(rest);
}
