/** The object a text is, if it is JSON and nothing else. */
export function objectIn(text: string): Record<string, unknown> | undefined {
  if (!/^\s*\{[\s\S]*\}\s*$/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/**
 * An answer in JSON as sentences: what stands in it for people, without flags, codes and the names of fields. Any other
 * text is given back as it is.
 */
export function readable(text: string): string {
  const value = objectIn(text);
  return value ? linesOf(value, 0).join('\n') : text;
}

const depthMax = 5;

function linesOf(value: Record<string, unknown>, depth: number): string[] {
  if (depth > depthMax) return [];
  return Object.entries(value).flatMap(([name, item]): string[] => {
    if (typeof item === 'string') return isForPeople(item) ? [spaced(item)] : [];
    if (Array.isArray(item)) {
      const words = item.filter((one): one is string => typeof one === 'string' && isForPeople(one));
      const inside = item.filter(isObject).flatMap((one) => linesOf(one, depth + 1));
      return [...(words.length > 0 ? [`${spaced(name)}: ${words.map(spaced).join(', ')}.`] : []), ...inside];
    }
    return isObject(item) ? linesOf(item, depth + 1) : [];
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Codes are written in capitals, ids and numbers without a vowel between letters. */
const isForPeople = (text: string): boolean => /\p{Ll}{2}/u.test(text) && !/^[0-9a-f-]{16,}$/i.test(text);

/** `order_status` and `orderStatus` are "order status"; sentences stay what they are. */
const spaced = (text: string): string =>
  /\s/.test(text)
    ? text
    : text
        .replaceAll(/[_-]+/g, ' ')
        .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
        .toLowerCase();
