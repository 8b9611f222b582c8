import type { Node } from 'web-tree-sitter';
import { PASSES, isCall, readCall, REQUEST_LIKE, type CodeCall } from './calls.ts';
import { dottedPath, wordSet, type Path } from '../../json-value.ts';
import { KEEPS, partOf, STRINGS, WRAPPERS } from './node-kinds.ts';

/** What becomes of a value that was read: handed on, kept under a name, or only looked at. */
export type AnswerUse = 'given' | 'stored' | 'tested';

const WRITES = wordSet(
  'assignment assignment_expression augmented_assignment augmented_assignment_expression variable_declarator short_var_declaration operator_assignment',
);
const TAKES_APART = wordSet(
  'pattern_list left_assignment_list object_pattern pair_pattern formal_parameters parameters parameter as_pattern_target',
);

/** The left side of an assignment is written, not read; names of parameters and keys are neither. */
export function isTarget(node: Node): boolean {
  const parent = node.parent;
  if (!parent) return false;
  const field = (name: string): boolean => partOf(parent, name)?.id === node.id;
  if (WRITES.has(parent.type))
    return field('left') || field('name') || parent.namedChildren[0]?.id === node.id;
  if (TAKES_APART.has(parent.type)) return true;
  if (parent.type === 'expression_list')
    return (
      /^(?:short_var_declaration|assignment_statement|range_clause)$/.test(parent.parent?.type ?? '') &&
      partOf(parent.parent, 'left')?.id === parent.id
    );
  return /^(?:pair|keyword_argument)$/.test(parent.type) && (field('key') || field('name'));
}

/** What a page shows is what was asked for. */
const SHOWN = /\.(?:innerText|innerHTML|textContent|value)$/;

const SHOWS_NOTHING =
  /(?:log(?:ger|ging)?\.\w+|raise|throw|Error|Exception|assert|warn|isinstance|Array\.isArray|len|count|typeof|empty|isset)$/i;

const GIVES = wordSet(
  'return_statement return yield yield_expression arrow_function augmented_assignment augmented_assignment_expression operator_assignment echo_statement lambda',
);
const TESTS = wordSet(
  'throw_statement raise_statement comparison_operator not_operator unary_expression if_statement for_statement for_in_statement foreach_statement enhanced_for_statement for_in_clause range_clause',
);
/** What stands in their condition is looked at; what stands below is not. */
const MAY_TEST = wordSet('while_statement if unless elif_clause if_modifier unless_modifier');

/** Handed on, kept under a name, or only looked at. */
export function useOf(node: Node): AnswerUse {
  if (isInFailedBranch(node)) return 'tested';
  let child = node;
  for (const parent of around(node)) {
    const { type } = parent;
    if (GIVES.has(type)) return 'given';
    if (TESTS.has(type) || (MAY_TEST.has(type) && partOf(parent, 'condition')?.id === child.id))
      return 'tested';
    if (
      type.startsWith('binary') &&
      /^(?:===?|!==?|<|>|<=|>=|in|instanceof|&&)$/.test(
        parent.children.find((item) => !item.isNamed)?.text ?? '',
      )
    )
      return 'tested';
    if (KEEPS.has(type)) return SHOWN.test(parent.namedChildren[0]?.text ?? '') ? 'given' : 'stored';
    if (isCall(parent) && child.id !== parent.childForFieldName('function')?.id) {
      const call = readCall(parent);
      if (call && /^console\.(?:error|warn|debug|info|time)$/.test(call.name)) return 'tested';
      if (call && /^console\.|^(?:print|puts|echo)/.test(call.name)) return 'given';
      if (call && SHOWS_NOTHING.test(call.name)) return 'tested';
      if (call && !PASSES.test(call.last) && child.id !== call.receiver?.id) return 'given';
    }
    if (type === 'body_statement' && parent.namedChildren.at(-1)?.id === child.id) return 'given';
    if (/(?:_statement|_block|^block|body)$/.test(type) && type !== 'expression_statement') return 'stored';
    child = parent;
  }
  return 'stored';
}

const FAILED =
  /(?:!|\bnot )\s*[\w.?]+\.(?:ok|is_success|isSuccess\w*|success)\b|\bunless [\w.]+\.(?:ok|success)\?|status\w*\s*(?:!==?|>=?)\s*\d{3}|\.(?:is_error|failed|isError)\b/;
const SUCCEEDED =
  /^\(?\s*[\w.?]+(?:\.(?:ok|is_success|isSuccess\w*|success\??)|status\w*\s*={2,3}\s*20\d)(?:\(\))?\s*\)?$/;

/** What is read where the request has failed tells of the failure, it is no answer. */
function isInFailedBranch(node: Node): boolean {
  let child = node;
  for (const parent of around(node)) {
    const inner = child;
    child = parent;
    if (!/^(?:if_statement|if|unless)$/.test(parent.type)) continue;
    const condition = parent.childForFieldName('condition');
    if (!condition || condition.id === inner.id) continue;
    const isElse =
      parent.childForFieldName('alternative')?.id === inner.id || /^(?:else|elif)/.test(inner.type);
    if ((isElse ? SUCCEEDED : FAILED).test(condition.text)) return true;
  }
  return false;
}

/** What a node stands in, the nearest first; nobody nests what he means deeper than this. */
function* around(node: Node): Generator<Node> {
  let { parent } = node;
  for (let count = 0; parent && count < 60; count += 1, parent = parent.parent) yield parent;
}

/** The steps that a getter takes: `dig("a", 0)`, `get("a")`, `SelectToken("a.b")`, `at("/a/b")`. */
export function stepsOfGetter(call: CodeCall): Path {
  const first = call.last === 'data_get' ? 1 : 0;
  return (call.last === 'dig' ? call.args : call.args.slice(first, first + 1)).flatMap((arg) => {
    const text = literal(arg);
    if (text === undefined)
      return /^-?\d+$/.test(arg.text) ? [Number(arg.text)] : [arg.text.replace(/^:/, '')];
    if (/^(?:SelectToken|data_get|json)$/.test(call.last)) return dottedPath(text);
    return text.startsWith('/') ? dottedPath(text.slice(1).replaceAll('/', '.')) : [text];
  });
}

/** `{ url: …, method: … }`: whatever takes it, sends. */
export const namesAddress = (arg: Node): boolean =>
  /^(?:object|dictionary|hash|array_creation_expression)$/.test(arg.type) &&
  arg.namedChildren.some((entry) => /^["']?(?:url|uri|method)\b/.test(entry.text));

/** `req.json()` reads a request, `res.json(answer)` gives one back. */
export const answersSomebody = (receiver: Node, isGiven: boolean): boolean =>
  REQUEST_LIKE.test(receiver.text) ||
  (isGiven &&
    /^(?:express|bodyParser|res|c|ctx|reply|NextResponse|Response|web|\$res)$/.test(receiver.text)) ||
  /^(?:express|bodyParser)$/.test(receiver.text);

export const isCallee = (node: Node): boolean => node.parent?.childForFieldName('function')?.id === node.id;

export const isPattern = (source: Node): boolean => /^(?:list|array)$/.test(source.type);

export function unwrapped(node: Node): Node {
  let current = node;
  while (WRAPPERS.has(current.type) && current.namedChildren[0]) current = current.namedChildren[0];
  return current;
}

export const literal = (node: Node): string | undefined =>
  STRINGS.has(node.type)
    ? node.text.replace(/^\w?(["'`])([\s\S]*)\1$/, '$2')
    : node.type === 'simple_symbol'
      ? node.text.slice(1)
      : undefined;

export function keyOf(property: Node, node: Node): string | number | undefined {
  const isIndex = /subscript|element_reference|element_access|index/.test(node.type);
  const inner = /argument/.test(property.type)
    ? (property.namedChildren[0]?.namedChildren[0] ?? property.namedChildren[0] ?? property)
    : property;
  const text = literal(inner);
  if (text !== undefined) return text;
  if (/^-?\d+$/.test(inner.text)) return Number(inner.text);
  if (!isIndex) return inner.text;
  return /^\w$/.test(inner.text) ? 0 : undefined;
}
