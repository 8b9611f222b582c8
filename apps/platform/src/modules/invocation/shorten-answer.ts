import { isPlainObject } from './plain-object.ts';

const longestText = 4_000;
const mostItems = 50;
const mostNodes = 5_000;
const deepest = 100;

/** An answer as one can look through it: its shape, with long texts and lists cut. Words at each cut say where the rest is. */
export function shortened(value: unknown, wholeIs: string): unknown {
  let left = mostNodes;
  const rest = (count: number, what: string): string => `… ${count} more ${what}: ${wholeIs}`;

  function shorten(one: unknown, depth: number): unknown {
    left -= 1;
    if (typeof one === 'string')
      return one.length > longestText
        ? `${one.slice(0, longestText)}${rest(one.length - longestText, 'characters')}`
        : one;
    if (typeof one !== 'object' || one === null) return one;
    if (left <= 0 || depth > deepest) return `… ${wholeIs}`;
    if (Array.isArray(one)) return shortenList(one, depth);
    return isPlainObject(one) ? shortenObject(one, depth) : one;
  }

  function shortenList(list: readonly unknown[], depth: number): unknown[] {
    const shown = list.slice(0, mostItems).map((item) => shorten(item, depth + 1));
    return list.length > mostItems ? [...shown, rest(list.length - mostItems, 'items')] : shown;
  }

  function shortenObject(object: Record<string, unknown>, depth: number): Record<string, unknown> {
    const names = Object.keys(object);
    const shown = names.slice(0, mostItems * 4).map((name) => [name, shorten(object[name], depth + 1)]);
    if (names.length > shown.length) shown.push(['…', rest(names.length - shown.length, 'keys')]);
    return Object.fromEntries(shown);
  }

  return shorten(value, 0);
}
