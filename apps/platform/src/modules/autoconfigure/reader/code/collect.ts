import type { Node, Tree } from 'web-tree-sitter';
import { isCall, readCall, type CodeCall, type Scope } from './evaluate.ts';

export type Collected = {
  readonly scope: Scope;
  readonly calls: readonly CodeCall[];
  /** `request["Authorization"] = …`, `request.body = …`, `req.Header = …`. */
  readonly memberWrites: readonly { target: string; key: string; value: Node }[];
  readonly comments: readonly { text: string; at: number }[];
};

const ASSIGNMENTS = new Set([
  'assignment',
  'assignment_expression',
  'variable_declarator',
  'short_var_declaration',
  'assignment_statement',
  'var_spec',
  'const_spec',
  'local_variable_declaration',
  'variable_declaration',
]);

/** One walk over the tree: what is assigned, called, written and read. */
export function collect(tree: Tree): Collected {
  const scope = new Map<string, Node>();
  const calls: CodeCall[] = [];
  const memberWrites: { target: string; key: string; value: Node }[] = [];
  const comments: { text: string; at: number }[] = [];
  const visit = (node: Node, depth: number): void => {
    if (depth > 400) return;
    if (/comment/.test(node.type)) comments.push({ text: node.text, at: node.startIndex });
    if (ASSIGNMENTS.has(node.type)) assign(node, scope, memberWrites);
    if (isCall(node)) {
      const call = readCall(node);
      if (call) calls.push(call);
    }
    for (const child of node.namedChildren) visit(child, depth + 1);
  };
  visit(tree.rootNode, 0);
  return { scope, calls, memberWrites, comments };
}

function assign(
  node: Node,
  scope: Map<string, Node>,
  writes: { target: string; key: string; value: Node }[],
): void {
  const left =
    node.childForFieldName('left') ??
    node.childForFieldName('name') ??
    node.childForFieldName('pattern') ??
    node.namedChildren[0];
  const right =
    node.childForFieldName('right') ??
    node.childForFieldName('value') ??
    (node.namedChildren.length > 1 ? node.namedChildren.at(-1) : undefined);
  if (!left || !right || left.id === right.id) return;
  const target = left.type === 'expression_list' ? (left.namedChildren[0] ?? left) : left;
  const value =
    right.type === 'expression_list' || right.type === 'equals_value_clause'
      ? (right.namedChildren[0] ?? right)
      : right;
  if (/^(?:identifier|variable_name|constant|instance_variable)$/.test(target.type)) {
    const name = target.text.replace(/^\$/, '');
    if (!scope.has(name)) scope.set(name, value);
    return;
  }
  const member =
    /^([\w$.@]+?)(?:\.|->)(\w+)$/.exec(target.text) ??
    /^([\w$.@]+)\[\s*["':]?([\w-]+)["']?\s*\]$/.exec(target.text);
  if (member) writes.push({ target: (member[1] ?? '').replace(/^\$/, ''), key: member[2] ?? '', value });
}
