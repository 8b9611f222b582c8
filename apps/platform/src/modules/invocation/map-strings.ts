/** A copy of data in which every text went through `change`; keys stay as they are. */
export const mapStrings = (value: unknown, change: (text: string) => string): unknown =>
  mapScalars(value, (scalar) => (typeof scalar === 'string' ? change(scalar) : scalar));

/** The same for texts and numbers. */
export function mapScalars(value: unknown, change: (scalar: string | number) => unknown, depth = 0): unknown {
  if (typeof value === 'string' || typeof value === 'number') return change(value);
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => mapScalars(item, change, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapScalars(item, change, depth + 1)]),
  );
}

const MAX_DEPTH = 100;
