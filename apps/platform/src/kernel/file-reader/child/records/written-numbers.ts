import { isScalar, visit, type Document } from 'yaml';

/** What a file sets by a number, and does not tell: it is a number however it is written. */
const settings = /^(?:.*_)?(?:threshold|weight|temperature|top_p|timeout|min|max|version)$/i;

/**
 * The value of a JSON text, with its numbers as they are written where a number would change them: `12345678901234567890`, `1.10`. An order
 * number or a price is what stands there.
 */
export function parseWritten(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!mayChange.test(text)) return value;
  try {
    return JSON.parse(text, asWritten);
  } catch (error) {
    // Deeper than the stack, which is refused elsewhere.
    if (error instanceof RangeError) return value;
    throw error;
  }
}

/** So many digits, a nought in the end, an exponent. */
const mayChange = /[\d.]{16}|\.\d*0(?!\d)|\d[eE][+-]?\d|-0(?![.\d])/;

const asWritten = (key: string, value: unknown, { source }: { readonly source?: string } = {}): unknown =>
  typeof value === 'number' && source !== undefined ? (kept(value, source, key) ?? value) : value;

/** The same of YAML, where `012` and `0x1F` are numbers as well. */
export function keepWrittenNumbers(document: Document): void {
  visit(document, {
    Pair(_key, { key, value }) {
      if (!isScalar(value)) return;
      const name = isScalar(key) ? String(key.value) : '';
      value.value = keptOf(value, name) ?? value.value;
    },
    Scalar(place, node) {
      if (place !== 'value') node.value = keptOf(node, '') ?? node.value;
    },
  });
}

const keptOf = ({ value, source }: { value: unknown; source?: string }, name: string): string | undefined =>
  typeof value === 'number' && Number.isFinite(value) && source !== undefined
    ? kept(value, source, name)
    : undefined;

const kept = (value: number, source: string, name: string): string | undefined =>
  String(value) === source || settings.test(name) ? undefined : source;
