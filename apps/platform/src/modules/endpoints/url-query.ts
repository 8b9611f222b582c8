import { decodeLoosely, isSecretName, webhookSecrets } from '@sonde/secrets';

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
  const plain = withoutTemplates(url);
  if (plain.includes('{%')) return [];
  const [beforeHash = ''] = plain.split('#', 1);
  const { start, end } = pathOf(plain);
  return [
    ...rangesBehind(plain.slice(start, end), /(?<=;)[^;/=]+=[^;/]*/g, start),
    ...pairsBehind(beforeHash, end + 1),
    ...pairsBehind(plain, beforeHash.length + 1),
  ];
}

/** What a template holds ends no part of the address. */
const withoutTemplates = (text: string): string => covered(text, { '{{': '}}', '{#': '#}' }, 'x');

/** The text with one sign in the place of all that stands between brackets. What nothing closes is looked for once. */
function covered(text: string, brackets: Readonly<Record<string, string>>, sign: string): string {
  const unclosed = new Set<string>();
  let plain = '';
  let from = 0;
  let at = text.indexOf('{');
  while (at !== -1) {
    const closing = brackets[text.slice(at, at + 2)];
    const end = closing === undefined || unclosed.has(closing) ? -1 : text.indexOf(closing, at + 2);
    if (end === -1) {
      if (closing !== undefined) unclosed.add(closing);
      at = text.indexOf('{', at + 1);
      continue;
    }
    plain += text.slice(from, at) + sign.repeat(end + 2 - at);
    from = end + 2;
    at = text.indexOf('{', from);
  }
  return plain + text.slice(from);
}

function pathOf(plain: string): Range {
  const [beforeQuery = ''] = plain.split(/[?#]/, 1);
  const start = /^[a-z][a-z0-9+.-]*:\/*[^/]*/i.exec(beforeQuery)?.[0].length ?? 0;
  return { start, end: beforeQuery.length };
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
  return { raw, name: decodeLoosely(raw), value: at === -1 ? '' : decodeLoosely(text.slice(at + 1)) };
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

/** The address with templates in the place of what opens a bot or a hook in its path. `before` is what stands in front. */
export function mapHooks(url: string, change: (secret: string, before: string) => string): string {
  const plain = withoutTemplates(url);
  const { start: path, end: query } = pathOf(plain);
  let mapped = '';
  let from = 0;
  // With the host, which tells what the path is.
  for (const { start, end, value } of webhookSecrets(plain.slice(0, query))) {
    // Of several segments the last is the credential; a template sends no slash.
    const at = start + value.lastIndexOf('/') + 1;
    const secret = url.slice(at, end);
    if (at < path || secret !== plain.slice(at, end)) continue;
    mapped += url.slice(from, at);
    mapped += change(decodeLoosely(secret), mapped);
    from = end;
  }
  return mapped + url.slice(from);
}

/** A form written as a text, whose parts may be templates, with some of its values replaced as those of a query are. */
export function mapForm(
  text: string,
  change: (name: string, value: string) => string | undefined | void,
): string {
  // JSON, markup, or what a template makes.
  if (/^\s*[{["<]/.test(text)) return text;
  // A statement ends a value as an ampersand does: `{% if … %}&token=…{% endif %}`.
  const plain = covered(withoutTemplates(text), { '{%': '%}' }, '&');
  let mapped = '';
  let from = 0;
  for (const { start, end } of rangesBehind(plain, /[^&\r\n]+/g, 0)) {
    const pair = text.slice(start, end);
    const equals = pair.indexOf('=');
    const name = pair.slice(0, Math.max(0, equals)).trim();
    const value = pair.slice(equals + 1).trim();
    // A sentence with the sign in it is no pair.
    const template = /^[^\s<>"'{}]+$/.test(name) ? change(name, value) : undefined;
    if (typeof template !== 'string') continue;
    const at = start + pair.indexOf(value, equals + 1);
    mapped += text.slice(from, at) + template;
    from = at + value.length;
  }
  return mapped + text.slice(from);
}
