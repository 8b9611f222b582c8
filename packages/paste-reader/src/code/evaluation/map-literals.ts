import type { Node } from 'web-tree-sitter';
import { DICTIONARIES } from './node-kinds.ts';
import { hole } from '../../holes.ts';
import { textOf, type JsonObject, wordSet } from '../../json-value.ts';

const PAIRS = wordSet(
  'pair keyed_element array_element_initializer assignment_expression shorthand_property_identifier spread_element dictionary_splat member_declarator hash_splat_argument keyword_argument',
);

/** The list of arguments is one where a function gathers named ones under one name: `def post(path, **fields)`. */
const MAPS = wordSet('object dictionary hash anonymous_object_creation_expression argument_list');
const LISTS = wordSet('composite_literal array_creation_expression literal_value initializer_expression');

/** What holds the entries of a literal that names its type. */
export const holderOf = (node: Node): Node =>
  node.namedChildren.find(({ type }) => type === 'literal_value' || type === 'initializer_expression') ??
  node;

export function isMap(node: Node): boolean {
  if (MAPS.has(node.type)) return true;
  if (node.type === 'object_creation_expression')
    return node.namedChildren.some(
      (child) => child.type === 'initializer_expression' && child.namedChildren.some(isMapEntry),
    );
  if (!DICTIONARIES.has(node.type)) return false;
  const holder = node.namedChildren.find((child) => child.type === 'literal_value') ?? node;
  return (
    holder.namedChildren.some(isMapEntry) ||
    (node.type === 'composite_literal' && /^(?:map|gin\.H|fiber\.Map|echo\.Map|bson)/.test(node.text))
  );
}

const isMapEntry = (child: Node): boolean =>
  child.type === 'keyed_element' ||
  child.type === 'assignment_expression' ||
  (child.type === 'array_element_initializer' &&
    child.text.includes('=>') &&
    child.namedChildren.length > 1) ||
  (child.type === 'initializer_expression' && child.namedChildren.length === 2);

export const isList = (node: Node): boolean =>
  ((node.type === 'object_creation_expression' &&
    node.namedChildren.some(({ type }) => type === 'initializer_expression')) ||
    LISTS.has(node.type)) &&
  !isMap(node);

export function entriesOf(node: Node): { key: Node | undefined; value: Node }[] {
  const entries: { key: Node | undefined; value: Node }[] = [];
  if (node.type === 'anonymous_object_creation_expression') return anonymousEntries(node);
  for (const child of holderOf(node).namedChildren) {
    if (child.type === 'shorthand_property_identifier') entries.push({ key: child, value: child });
    else if (/spread|splat/.test(child.type) && child.namedChildren[0])
      entries.push({ key: undefined, value: child.namedChildren[0] });
    else if (
      PAIRS.has(child.type) ||
      (child.type === 'initializer_expression' && child.namedChildren.length === 2)
    ) {
      const [first, second] = [child.namedChildren[0], child.namedChildren.at(-1)];
      // Ruby leaves out the value that has the name of its key.
      if (first?.type === 'hash_key_symbol' && child.namedChildren.length === 1)
        entries.push({ key: first, value: first });
      if (!first || !second || child.namedChildren.length < 2) continue;
      // C#: ["key"] = value
      const key = /element_binding|bracketed|implicit_element|element_access/.test(first.type)
        ? (first.descendantsOfType(['string_literal'])[0] ?? first)
        : first.type === 'literal_element'
          ? (first.namedChildren[0] ?? first)
          : first;
      entries.push({ key, value: second });
    }
  }
  return entries;
}

/** new { name = value, other } — names and values stand side by side in the tree. */
function anonymousEntries(node: Node): { key: Node | undefined; value: Node }[] {
  const entries: { key: Node | undefined; value: Node }[] = [];
  const children = node.children.filter((child): child is Node => child !== null);
  for (let at = 0; at < children.length; at += 1) {
    const child = children[at];
    if (!child?.isNamed) continue;
    if (children[at + 1]?.text === '=') {
      const value = children[at + 2];
      if (value) entries.push({ key: child, value });
      at += 2;
    } else if (child.type === 'identifier') entries.push({ key: child, value: child });
  }
  return entries;
}

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
