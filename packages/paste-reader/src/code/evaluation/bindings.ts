import type { Node } from 'web-tree-sitter';
import { wordSet, type Path } from '../../json-value.ts';
import { isCall, readCall } from './calls.ts';
import { KEEPS, partOf, sidesOf } from './node-kinds.ts';

/** What a name stands for at one place of the code. */
export type Binding = {
  readonly source: Node;
  /** What is taken out of the source: `{ data: { reply } }` takes `data.reply`, a loop takes an item. */
  readonly path: Path;
  /** The place in a list of several values: `reply, thread = ask(…)`. */
  readonly position?: number;
  /** The name holds what was decoded into it: `Decode(&out)`. */
  readonly isDecoded?: boolean;
  /** The part of the code in which the name means this. */
  readonly from: number;
  readonly to: number;
};

const LOOPS = wordSet(
  'for_in_statement for_statement for_in_clause foreach_statement range_clause enhanced_for_statement for',
);
const FUNCTION =
  /^(?:function_declaration|function_definition|method_definition|method_declaration|arrow_function|function_expression|method|local_function_statement|func_literal|lambda|lambda_expression|anonymous_function)$/;
const DECODES = /^(?:Decode|Unmarshal|UnmarshalJSON|SetResult|decode|ReadJSON|DecodeJSON)$/;
const EACH =
  /^(?:map|forEach|flatMap|filter|find|each|some|every|collect|Select|ForEach|each_with_index|array_map)$/;

/** One spelling for what is the same variable: `$sid`, `this->sid`, `self.sid`, `state["sid"]`. */
export const variableName = (text: string): string =>
  text
    .replaceAll(/\s+/g, '')
    .replaceAll(/\.get\(["'`]?([^(),"'`]+)["'`]?(?:,[^()]*)?\)/g, '.$1')
    .replaceAll(/->|\?\.|::/g, '.')
    .replaceAll(/\[["':]?([\w-]+)["']?\]/g, '.$1')
    .replaceAll(/[$@!]/g, '')
    .replace(/^(?:this|self)\./, '')
    .replace(/\.current$/, '');

/** One walk over the tree: which names stand for what, and what each function gives back. */
export function bindingsOf(root: Node) {
  const names = new Map<string, Binding[]>();
  const returns = new Map<string, Node[]>();
  const visit = (node: Node, depth: number, around: Node): void => {
    if (depth > 400) return;
    const bind: Bind = (name, binding) => {
      // Members outlive the function that sets them.
      const home = /^[$\w]+$/.test(name) ? around : root;
      const known = names.get(variableName(name)) ?? [];
      known.push({ ...binding, from: home.startIndex, to: home.endIndex });
      names.set(variableName(name), known);
    };
    bindAssignment(node, bind);
    if (LOOPS.has(node.type)) bindLoop(node, bind);
    if (node.type === 'as_pattern' && node.namedChildren[0] && node.namedChildren[1])
      bind(node.namedChildren[1].text, { source: node.namedChildren[0], path: [] });
    if (isCall(node)) bindCall(node, bind);
    if (FUNCTION.test(node.type)) rememberReturns(node, returns);
    const inner = FUNCTION.test(node.type) ? node : around;
    for (const child of node.namedChildren) visit(child, depth + 1, inner);
  };
  visit(root, 0, root);
  return { names, returns };
}

export type Bindings = ReturnType<typeof bindingsOf>;

type Meaning = Omit<Binding, 'from' | 'to'>;
type Bind = (name: string, binding: Meaning) => void;

function bindAssignment(node: Node, bind: Bind): void {
  const { left, right } = (KEEPS.has(node.type) ? sidesOf(node) : undefined) ?? {};
  if (!left || !right || right.type.endsWith('type')) return;
  const value = right.type === 'equals_value_clause' ? (right.namedChildren[0] ?? right) : right;
  bindTarget(left, { source: value, path: [] }, bind);
}

const TARGETS = wordSet('array_pattern pattern_list tuple_pattern left_assignment_list expression_list');

/** A target is a name, a member, a pattern that takes values apart, or a list of targets. */
function bindTarget(target: Node, binding: Meaning, bind: Bind): void {
  if (target.type === 'object_pattern')
    for (const part of target.namedChildren) bindPattern(part, binding, bind);
  else if (TARGETS.has(target.type)) {
    const { source } = binding;
    const values = /^(?:expression_list|tuple|right_assignment_list)$/.test(source.type)
      ? source.namedChildren
      : undefined;
    target.namedChildren.forEach((part, position) => {
      const own = values?.length === target.namedChildren.length ? values[position] : undefined;
      bindTarget(part, own ? { source: own, path: [] } : { ...binding, position }, bind);
    });
  } else bind(target.text, binding);
}

function bindPattern(part: Node, binding: Meaning, bind: Bind): void {
  const inner = (key: string): Meaning => ({ ...binding, path: [...binding.path, key] });
  if (part.type === 'shorthand_property_identifier_pattern') bind(part.text, inner(part.text));
  else if (part.type === 'object_assignment_pattern') {
    const name = partOf(part, 'left')?.text ?? '';
    bind(name, inner(name));
  } else if (part.type === 'pair_pattern') {
    const key = partOf(part, 'key')?.text.replace(/^["']|["']$/g, '') ?? '';
    const value = partOf(part, 'value');
    const target = value?.type === 'assignment_pattern' ? partOf(value, 'left') : value;
    if (target) bindTarget(target, inner(key), bind);
  }
}

function bindLoop(node: Node, bind: Bind): void {
  if (node.type === 'for_statement' && node.namedChildren.some(({ type }) => type === 'range_clause')) return;
  const isPhp = node.type === 'foreach_statement' && !partOf(node, 'left');
  const [first, second] = node.namedChildren;
  const left = isPhp
    ? second?.type === 'pair'
      ? second.namedChildren.at(-1)
      : second
    : partOf(node, 'left', 'pattern', 'name');
  const right = isPhp ? first : partOf(node, 'right', 'value');
  if (!left || !right) return;
  const target = left.type === 'expression_list' ? (left.namedChildren.at(-1) ?? left) : left;
  const source = right.type === 'in' ? (right.namedChildren[0] ?? right) : right;
  bindTarget(target, { source, path: [0] }, bind);
}

/** Callbacks are handed what stands before them; decoders fill what they are pointed at. */
function bindCall(node: Node, bind: Bind): void {
  const call = readCall(node);
  if (!call) return;
  const pointed = DECODES.test(call.last) ? call.args.at(-1) : undefined;
  if (pointed && (pointed.text.startsWith('&') || /^\w+$/.test(pointed.text)))
    bind(pointed.text.replace(/^&/, ''), { source: node, path: [], isDecoded: true });
  // A map keeps something for each of many: `threads.set(chat, data.thread)`, read again with `threads.get(chat)`.
  const [key, kept] = call.args;
  if (call.receiver && key && kept && /^(?:set|put|setItem|setex)$/.test(call.last))
    bind(`${call.receiver.text}.get(${key.text})`, { source: kept, path: [] });
  const isThen = /^(?:then|subscribe|tap|pipe|done|success)$/.test(call.last);
  if (!call.receiver || !(isThen || EACH.test(call.last))) return;
  const callback =
    call.args.find((arg) => FUNCTION.test(arg.type)) ??
    node.namedChildren.find((child) => /^(?:block|do_block)$/.test(child.type));
  const list = partOf(callback, 'parameters', 'parameter');
  const parameter = list?.type === 'identifier' ? list : list?.namedChildren[0];
  const target = partOf(parameter, 'pattern', 'name') ?? parameter;
  if (target) bindTarget(target, { source: call.receiver, path: isThen ? [] : [0] }, bind);
}

function rememberReturns(node: Node, returns: Map<string, Node[]>): void {
  const isHeld = /^(?:variable_declarator|public_field_definition|field_definition)$/;
  const around = isHeld.test(node.parent?.type ?? '') ? node.parent : undefined;
  const name = (partOf(node, 'name') ?? partOf(around, 'name', 'property'))?.text;
  if (name === undefined) return;
  const body = partOf(node, 'body');
  const given = returnedBy(node);
  if (body && node.type === 'arrow_function' && body.type !== 'statement_block') given.push(body);
  // Ruby gives back the last thing it says.
  const last = node.type === 'method' ? body?.namedChildren.at(-1) : undefined;
  if (last && last.type !== 'return') given.push(last);
  returns.set(name, [...(returns.get(name) ?? []), ...given]);
}

/** What a function itself returns, not what functions inside of it do. */
function returnedBy(node: Node): Node[] {
  const found: Node[] = [];
  const visit = (child: Node): void => {
    if (/^(?:return_statement|return)$/.test(child.type)) {
      const value = child.namedChildren[0];
      if (value) found.push(value);
      return;
    }
    if (!FUNCTION.test(child.type)) for (const inner of child.namedChildren) visit(inner);
  };
  for (const child of node.namedChildren) visit(child);
  return found;
}

/** Whether a node stands in the function whose result is given. */
export function isInFunctionOf(node: Node, result: Node): boolean {
  for (let parent = result.parent; parent; parent = parent.parent)
    if (FUNCTION.test(parent.type))
      return parent.startIndex <= node.startIndex && parent.endIndex >= node.endIndex;
  return false;
}
