import type { Pair } from '../finding.ts';
import { fillHoles, hasHole } from '../holes.ts';
import { pathOf } from './choose-request.ts';
import { pairsOf } from '../shell/curl.ts';

/** An address apart from its query. */
export function splitQuery(url: string): { base: string; query: Pair[] } {
  const at = url.indexOf('?');
  if (at === -1) return { base: url.split('#', 1)[0] ?? url, query: [] };
  return { base: url.slice(0, at), query: pairsOf((url.slice(at + 1).split('#', 1)[0] ?? '').trim()) };
}

/** The address to call: what the user typed, completed by the path of the paste when he typed only the server. */
export function chooseAddress(given: string | undefined, pasted: string | undefined): string | undefined {
  if (given === undefined || given === '') return isUsable(pasted) ? pasted : undefined;
  const typed = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `http://${given}`;
  if (!URL.canParse(typed)) return typed;
  const { pathname, origin, search } = new URL(typed);
  const path = pathOf(pasted);
  if (pathname !== '/' || search !== '' || path === '' || path === '/' || hasHole(path)) return typed;
  return origin + path;
}

export const isUsable = (url: string | undefined): url is string =>
  url !== undefined && /^(?:https?|wss?):\/\//i.test(url) && URL.canParse(fillHoles(url, () => 'x'));

export function joinQuery(base: string, query: readonly Pair[]): string {
  if (query.length === 0) return base;
  return `${base}?${query.map(([name, value]) => `${encodeURIComponent(name)}=${value.includes('{{') ? value : encodeURIComponent(value)}`).join('&')}`;
}
