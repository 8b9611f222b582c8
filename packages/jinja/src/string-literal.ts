import { TemplateError } from './template-error.ts';

const simpleEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  '\n': '',
};
const hexDigits: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** Reads Python's string escapes between two offsets; an unknown escape keeps its backslash, as in Python. */
export function unescapeStringLiteral(source: string, from: number, to: number): string {
  const raw = source.slice(from, to);
  if (!raw.includes('\\')) return raw;
  let text = '';
  for (let i = 0; i < raw.length; i++) {
    const char = raw[i] ?? '';
    if (char !== '\\') {
      text += char;
      continue;
    }
    const escape = raw[++i] ?? '';
    const simple = simpleEscapes[escape];
    const digits = hexDigits[escape];
    if (simple !== undefined) text += simple;
    else if (digits !== undefined) {
      text += readHex(source, from + i, raw.slice(i + 1, i + 1 + digits), digits);
      i += digits;
    } else if (escape >= '0' && escape <= '7') {
      const octal = /^[0-7]{1,3}/u.exec(raw.slice(i))?.[0] ?? '';
      text += String.fromCodePoint(Number.parseInt(octal, 8));
      i += octal.length - 1;
    } else text += `\\${escape}`;
  }
  return text;
}

function readHex(source: string, offset: number, digits: string, count: number): string {
  const code = /^[\da-f]+$/iu.test(digits) && digits.length === count ? Number.parseInt(digits, 16) : -1;
  if (code >= 0 && code <= 0x10ffff) return String.fromCodePoint(code);
  throw new TemplateError({
    kind: 'syntax',
    message: `a \\x, \\u or \\U escape needs ${count} hexadecimal digits`,
    source,
    offset: offset - 1,
  });
}
