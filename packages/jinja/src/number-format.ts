import { fixed } from './numbers.ts';

/** Python's `e`, `f`, `g` and `%` presentations of a float, without sign handling beyond a leading minus. */
export function formatFloat(value: number, type: string, precision: number, alternate = false): string {
  if (!Number.isFinite(value)) {
    const name = Number.isNaN(value) ? 'nan' : value < 0 ? '-inf' : 'inf';
    return type === type.toUpperCase() && type !== '%' ? name.toUpperCase() : name;
  }
  switch (type) {
    case 'f':
    case 'F':
      return fixed(value, precision);
    case '%':
      return `${fixed(value * 100, precision)}%`;
    case 'e':
    case 'E': {
      const text = exponential(value, precision);
      return type === 'E' ? text.toUpperCase() : text;
    }
    default: {
      const text = general(value, precision, alternate);
      return type === 'G' ? text.toUpperCase() : text;
    }
  }
}

function exponential(value: number, precision: number): string {
  const shown = Math.min(precision, 100);
  const [mantissa = '', exponent = ''] = value.toExponential(shown).split('e');
  const padded = mantissa + '0'.repeat(precision - shown);
  return `${padded}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
}

function general(value: number, precision: number, alternate: boolean): string {
  const digits = Math.min(precision === 0 ? 1 : precision, 100);
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const exponent = Number(value.toExponential(digits - 1).split('e')[1]);
  const trim = (text: string) => (alternate || !text.includes('.') ? text : text.replace(/\.?0+$/u, ''));
  if (exponent < -4 || exponent >= digits) {
    const [mantissa = '', power = ''] = exponential(value, digits - 1).split('e');
    return `${trim(mantissa)}e${power}`;
  }
  return trim(fixed(value, Math.max(0, digits - 1 - exponent)));
}

export type Grouping = '' | ',' | '_';

/** Inserts a separator every `size` digits of the integer part. */
export function groupDigits(text: string, separator: Grouping, size = 3): string {
  if (separator === '') return text;
  const match = /^([+-]?)([\da-fA-F]+)(.*)$/su.exec(text);
  if (match === null) return text;
  const [, sign = '', whole = '', rest = ''] = match;
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= size)
    groups.unshift(whole.slice(Math.max(0, end - size), end));
  return sign + groups.join(separator) + rest;
}
