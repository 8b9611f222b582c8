/** A copy of data in which every text went through `change`; keys stay as they are. */
export function mapStrings(value: unknown, change: (text: string) => string, depth = 0): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapStrings(item, change, depth + 1)]),
  );
}

const MAX_DEPTH = 100;
