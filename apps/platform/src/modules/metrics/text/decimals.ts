/**
 * A number as it is written, without what does not count in it: `1200.5`, `-3`. A computer holds some sixteen digits of a number, which are
 * too few for the number of a parcel, a card or a customer; such texts are equal where the numbers are.
 */
export type Decimal = string;

interface Parts {
  readonly units: bigint;
  /** So many of its digits stand behind the point. */
  readonly places: number;
}

const pattern = /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]?\d+))?$/i;
/** A power beyond it is no number that people write. */
const powerMost = 400;

/** Of digits with a point, and perhaps a power of ten: `0012.50` is 12.5. Undefined where the text is none. */
export function decimalOf(text: string): Decimal | undefined {
  const [found, sign = '', whole = '', fraction = '', power = '0'] = pattern.exec(text) ?? [];
  if (found === undefined || Math.abs(Number(power)) > powerMost) return undefined;
  const shift = Number(power) - fraction.length;
  const digits = `${whole}${fraction}${'0'.repeat(Math.max(0, shift))}`;
  const places = Math.max(0, -shift);
  const all = digits.padStart(places + 1, '0');
  const before = all.slice(0, all.length - places).replace(/^0+(?=\d)/, '');
  const behind = all.slice(all.length - places);
  let least = behind.length;
  while (behind[least - 1] === '0') least -= 1;
  const told = least > 0 ? `${before}.${behind.slice(0, least)}` : before;
  return told === '0' ? '0' : `${sign}${told}`;
}

/** Of a number that was written within the digits a computer holds. */
export const decimalFrom = (value: number): Decimal => decimalOf(String(value)) ?? String(value);

/** Whether a computer holds it as it is written. */
export const isHeld = (decimal: Decimal): boolean => decimalFrom(Number(decimal)) === decimal;

export const negated = (decimal: Decimal): Decimal =>
  decimal === '0' ? decimal : decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`;
export const sizeOf = (decimal: Decimal): Decimal => decimal.replace(/^-/, '');

export function multiplied(one: Decimal, other: Decimal): Decimal {
  if (other === '1') return one;
  const [left, right] = [partsOf(one), partsOf(other)];
  return writtenOf({ units: left.units * right.units, places: left.places + right.places });
}

export const sumOf = (one: Decimal, other: Decimal): Decimal => {
  const [left, right, places] = aligned(one, other);
  return writtenOf({ units: left + right, places });
};

/** Whether two numbers differ by no more than what is allowed. */
export function isWithin(one: Decimal, other: Decimal, allowed: Decimal): boolean {
  if (one === other) return true;
  const [difference, most] = aligned(sizeOf(sumOf(one, negated(other))), allowed);
  return difference <= most;
}

function aligned(one: Decimal, other: Decimal): readonly [bigint, bigint, number] {
  const [left, right] = [partsOf(one), partsOf(other)];
  const places = Math.max(left.places, right.places);
  return [
    left.units * 10n ** BigInt(places - left.places),
    right.units * 10n ** BigInt(places - right.places),
    places,
  ];
}

function partsOf(decimal: Decimal): Parts {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return { units: BigInt(`${whole}${fraction}`), places: fraction.length };
}

function writtenOf({ units, places }: Parts): Decimal {
  const digits = sizeOf(String(units)).padStart(places + 1, '0');
  const at = digits.length - places;
  const written = `${units < 0n ? '-' : ''}${digits.slice(0, at)}${places > 0 ? '.' : ''}${digits.slice(at)}`;
  return decimalOf(written) ?? written;
}
