import type { Node } from 'web-tree-sitter';
import { DICTIONARIES } from './node-kinds.ts';

const PAIRS = new Set([
  'pair',
  'keyed_element',
  'array_element_initializer',
  'assignment_expression',
  'shorthand_property_identifier',
  'spread_element',
  'dictionary_splat',
  'member_declarator',
  'hash_splat_argument',
  'keyword_argument',
]);

export function isMap(node: Node): boolean {
  if (
    node.type === 'object' ||
    node.type === 'dictionary' ||
    node.type === 'hash' ||
    node.type === 'anonymous_object_creation_expression'
  )
    return true;
  // Named arguments that a function gathers under one name: `def post(path, **fields)`.
  if (node.type === 'argument_list') return true;
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
    node.type === 'composite_literal' ||
    node.type === 'array_creation_expression' ||
    node.type === 'literal_value' ||
    node.type === 'initializer_expression') &&
  !isMap(node);

export function entriesOf(node: Node): { key: Node | undefined; value: Node }[] {
  const holder =
    node.namedChildren.find(
      (child) => child.type === 'literal_value' || child.type === 'initializer_expression',
    ) ?? node;
  const entries: { key: Node | undefined; value: Node }[] = [];
  if (node.type === 'anonymous_object_creation_expression') return anonymousEntries(node);
  for (const child of holder.namedChildren) {
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
