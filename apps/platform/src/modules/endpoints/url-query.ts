import { isSecretName } from '@sonde/secrets';

export interface QueryPair {
  readonly name: string;
  /** Decoded; a plus stays what it is, since keys hold some. */
  readonly value: string;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Where an address, whose parts may be templates, names a value: in its query, in its fragment, and behind a semicolon in
 * its path (`/orders;token=…`, RFC 3986 section 3.3) or in its query, where some servers take it for an ampersand.
 */
function pairRanges(url: string): Range[] {
  // What a template holds ends no part of the address.
  const plain = url.replaceAll(/\{\{.*?\}\}|\{#.*?#\}/gs, (template) => 'x'.repeat(template.length));
  if (plain.includes('{%')) return [];
  const [beforeHash = ''] = plain.split('#', 1);
  const [beforeQuery = ''] = beforeHash.split('?', 1);
  const path = /^[a-z][a-z0-9+.-]*:\/*[^/]*/i.exec(beforeQuery)?.[0].length ?? 0;
  return [
    ...rangesBehind(beforeQuery.slice(path), /(?<=;)[^;/=]+=[^;/]*/g, path),
    ...pairsBehind(beforeHash, beforeQuery.length + 1),
    ...pairsBehind(plain, beforeHash.length + 1),
  ];
}

/** A value may hold a semicolon: only behind one that is no credential does it begin another pair. */
const pairsBehind = (plain: string, offset: number): Range[] =>
  rangesBehind(plain.slice(offset), /[^&]+/g, offset).flatMap((range) => {
    const text = plain.slice(range.start, range.end);
    const inner = /^[^;]*;/.test(text) && !isSecretName(pairOf(text).name, 'parameter');
    return inner ? [range, ...rangesBehind(text, /(?<=;)[^;=]+=[^;]*/g, range.start)] : [range];
  });

const rangesBehind = (text: string, pair: RegExp, offset: number): Range[] =>
  [...text.matchAll(pair)].map(({ index, 0: { length } }) => ({
    start: offset + index,
    end: offset + index + length,
  }));

const pairOf = (text: string): QueryPair & { readonly raw: string } => {
  const at = text.indexOf('=');
  const raw = at === -1 ? text : text.slice(0, at);
  return { raw, name: decoded(raw), value: at === -1 ? '' : decoded(text.slice(at + 1)) };
};

export const queryPairs = (url: string): QueryPair[] =>
  pairRanges(url).map(({ start, end }) => pairOf(url.slice(start, end)));

/** The address with the values of some pairs replaced by templates; undefined leaves a pair as it was written. */
export function mapQuery(url: string, change: (pair: QueryPair) => string | undefined): string {
  let mapped = '';
  let from = 0;
  for (const { start, end } of pairRanges(url)) {
    const pair = pairOf(url.slice(start, end));
    const template = change(pair);
    if (template === undefined) continue;
    mapped += `${url.slice(from, start)}${pair.raw}=${template}`;
    from = end;
  }
  return mapped + url.slice(from);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
