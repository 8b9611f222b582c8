import type { Node } from 'web-tree-sitter';
import { CONSTANT_WORDS, type Json, wordSet } from '../../json-value.ts';

export const STRINGS = wordSet(
  'string string_literal template_string interpreted_string_literal raw_string_literal verbatim_string_literal interpolated_string_expression encapsed_string heredoc nowdoc heredoc_body character_literal text_block',
);
export const WRAPPERS = wordSet(
  'parenthesized_expression await_expression await expression_statement literal_element argument as_expression satisfies_expression non_null_expression cast_expression type_conversion_expression unary_expression expression_list array_element_initializer object_initializer',
);
export const DICTIONARIES = wordSet(
  'dictionary object hash composite_literal array_creation_expression anonymous_object_creation_expression initializer_expression literal_value object_creation_expression implicit_object_creation_expression',
);
export const LISTS = wordSet(
  'list array tuple implicit_array_creation_expression array_initializer collection_expression array_expression',
);
export const CALLS = wordSet(
  'call call_expression new_expression method_invocation invocation_expression function_call_expression member_call_expression scoped_call_expression object_creation_expression nullsafe_member_call_expression',
);
export const NAMES = wordSet(
  'identifier variable_name constant property_identifier field_identifier simple_symbol name shorthand_property_identifier type_identifier instance_variable global_variable hash_key_symbol',
);
export const MEMBERS = wordSet(
  'attribute member_expression selector_expression field_access member_access_expression class_constant_access_expression scope_resolution subscript subscript_expression element_reference',
);
/** The first of these parts that a node has: grammars call the same part by different names. */
export function partOf(node: Node | null | undefined, ...names: string[]): Node | undefined {
  for (const name of names) {
    const part = node?.childForFieldName(name);
    if (part) return part;
  }
  return undefined;
}

/** What is kept under a name, and that name. */
export function sidesOf(node: Node): { left: Node; right: Node } | undefined {
  const left = partOf(node, 'left', 'name', 'pattern', 'property') ?? node.namedChildren[0];
  const right =
    partOf(node, 'right', 'value') ?? (node.namedChildren.length > 1 ? node.namedChildren.at(-1) : undefined);
  return left && right && left.id !== right.id ? { left, right } : undefined;
}

/** What makes a value known under a name, in the languages that have a word for it. */
export const KEEPS = wordSet(
  'assignment assignment_expression variable_declarator short_var_declaration assignment_statement var_spec',
);

export const CONSTANTS: Readonly<Record<string, Json>> = {
  ...CONSTANT_WORDS,
  TRUE: true,
  FALSE: false,
  NULL: null,
};
