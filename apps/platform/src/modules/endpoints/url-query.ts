export interface QueryPair {
  readonly name: string;
  /** Decoded; a plus stays what it is, since keys hold some. */
  readonly value: string;
}

/** The query of an address whose parts may be templates, with the places of its pairs. */
function partsOf(url: string): { head: string; pairs: string[]; tail: string } | undefined {
  // What a template holds ends no part of the address.
  const plain = url.replaceAll(/\{\{.*?\}\}|\{#.*?#\}/gs, (template) => 'x'.repeat(template.length));
  const start = plain.indexOf('?');
  const hash = plain.indexOf('#');
  const end = hash === -1 ? url.length : hash;
  if (start === -1 || start > end || plain.includes('{%')) return undefined;
  const pairs: string[] = [];
  let from = start + 1;
  for (let at = from; at <= end; at += 1) {
    if (at < end && plain[at] !== '&') continue;
    pairs.push(url.slice(from, at));
    from = at + 1;
  }
  return { head: url.slice(0, start), pairs, tail: url.slice(end) };
}

const pairOf = (text: string): QueryPair & { readonly raw: string } => {
  const at = text.indexOf('=');
  const raw = at === -1 ? text : text.slice(0, at);
  return { raw, name: decoded(raw), value: at === -1 ? '' : decoded(text.slice(at + 1)) };
};

export const queryPairs = (url: string): QueryPair[] => (partsOf(url)?.pairs ?? []).map(pairOf);

/** The address with the values of some pairs replaced by templates; undefined leaves a pair as it was written. */
export function mapQuery(url: string, change: (pair: QueryPair) => string | undefined): string {
  const parts = partsOf(url);
  if (parts === undefined) return url;
  const pairs = parts.pairs.map((text) => {
    const pair = pairOf(text);
    const template = change(pair);
    return template === undefined ? text : `${pair.raw}=${template}`;
  });
  return `${parts.head}?${pairs.join('&')}${parts.tail}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
