import type { Node } from 'web-tree-sitter';
import { hole } from '../../holes.ts';
import { textOf, type JsonObject } from '../../json-value.ts';

export function fillFormat(
  template: string,
  values: readonly string[],
  named: ReadonlyMap<string, string> = new Map(),
): string {
  let next = 0;
  return template
    .replace(/%[sdvq]|\{\d*\}/g, () => values[next++] ?? hole('value'))
    .replace(/(?<!\{)\{([A-Za-z_]\w*)\}(?!\})/g, (all, name: string) => named.get(name) ?? all);
}

/** Text of a literal with its interpolations as holes or as what they are known to be. */
export function stringOf(node: Node, inner: (node: Node) => string): string {
  const parts = node
    .descendantsOfType(['interpolation', 'template_substitution'])
    .filter((part): part is Node => part !== null);
  const source = node.text;
  let text = '';
  let at = 0;
  for (const part of parts) {
    const from = part.startIndex - node.startIndex;
    if (from < at) continue;
    const expression = part.namedChildren[0];
    text += `${source.slice(at, from)}${expression ? inner(expression) : hole(part.text)}`;
    at = part.endIndex - node.startIndex;
  }
  text += source.slice(at);
  if (node.type === 'encapsed_string')
    text = text.replace(/\{?\$(\w+)(?:->\w+|\[[^\]]*\])?\}?/g, (_all, name: string) => hole(name));
  // Doubled braces of an interpolated string are single ones.
  if (node.type === 'interpolated_string_expression') text = text.replaceAll('{{', '{').replaceAll('}}', '}');
  return unquote(text, node.type);
}

function unquote(text: string, type: string): string {
  if (type === 'heredoc' || type === 'nowdoc')
    return text.replace(/^<<<\s*['"]?\w+['"]?\r?\n/, '').replace(/\r?\n\s*\w+;?$/, '');
  if (type === 'heredoc_body') return text.replace(/\r?\n?\s*\w+\s*$/, '').trim();
  const match = /^(?:[a-zA-Z$@]{0,3})("""|'''|"|'|`)([\s\S]*?)\1$/.exec(text);
  const body = match ? (match[2] ?? '') : text;
  const isRaw =
    /^(?:[bfF]?[rR]|\$?@)/.test(text) ||
    type === 'raw_string_literal' ||
    (text.startsWith('`') && type === 'raw_string_literal');
  if (isRaw) return text.startsWith('@') || text.startsWith('$@') ? body.replaceAll('""', '"') : body;
  if (match?.[1] === "'" && type === 'string' && !/\\[nt"]/.test(body))
    return body.replace(/\\(['\\])/g, '$1');
  return body.replace(/\\(u[0-9a-fA-F]{4}|[\s\S])/g, (_all, code: string) => {
    if (code.length === 5) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return { n: '\n', t: '\t', r: '\r', '\n': '' }[code] ?? code;
  });
}

/** What makes the text of a query out of names and values. */
export const MAKES_QUERY =
  /^(?:new\s+)?(?:URLSearchParams|http_build_query|(?:[\w.]+\.)?urlencode|URI\.encode_www_form)\(/;

export const queryText = (fields: JsonObject): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${textOf(value)}`)
    .join('&');
