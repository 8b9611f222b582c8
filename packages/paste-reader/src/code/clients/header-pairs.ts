import type { Pair } from '../../finding.ts';
import { isObject, type Json, textOf } from '../../json-value.ts';

export function headerPairs(value: Json): Pair[] {
  if (!isObject(value)) return [];
  return Object.entries(value)
    .filter(([, item]) => typeof item === 'string' || typeof item === 'number')
    .map(([name, item]): Pair => [name, textOf(item)]);
}

export const basicAuth = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** Cookies given as an object travel as one header. */
export function cookieHeader(cookies: Json): Pair[] {
  const pairs = headerPairs(cookies).map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0 ? [] : [['Cookie', pairs.join('; ')]];
}
