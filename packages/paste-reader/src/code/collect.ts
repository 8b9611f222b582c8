import { wordSet } from '../json-value.ts';
import type { Node, Tree } from 'web-tree-sitter';
import { isCall, readCall, type CodeCall, type Scope } from './evaluation/calls.ts';
import { KEEPS, partOf, sidesOf } from './evaluation/node-kinds.ts';
import { lowerFirst } from '../scanning.ts';

export type MemberWrite = {
  readonly target: string;
  readonly key: string;
  readonly value: Node;
};

export type Collected = {
  readonly scope: Scope;
  /** The declared types of parameters. */
  readonly types: ReadonlyMap<string, string>;
  readonly calls: readonly CodeCall[];
  /** `request["Authorization"] = …`, `request.body = …`, `req.Header = …`. */
  readonly memberWrites: readonly MemberWrite[];
  readonly comments: readonly { text: string; at: number }[];
};

const DECLARES = wordSet(
  'const_spec local_variable_declaration variable_declaration default_parameter typed_default_parameter assignment_pattern public_field_definition field_definition property_element const_element required_parameter optional_parameter object_assignment_pattern keyword_parameter',
);

const PARAMETERS = wordSet(
  'typed_parameter typed_default_parameter required_parameter optional_parameter parameter_declaration formal_parameter parameter simple_parameter',
);

function parameterName(node: Node): string | undefined {
  const pattern = partOf(node, 'name', 'pattern') ?? node.namedChildren[0];
  return pattern?.type === 'object_pattern' ? undefined : pattern?.text.replace(/^\$/, '');
}

/** One walk over the tree: what is assigned, called, written and read. */
export function collect(tree: Tree): Collected {
  const scope = new Map<string, Node>();
  const types = new Map<string, string>();
  const calls: CodeCall[] = [];
  const memberWrites: MemberWrite[] = [];
  const comments: { text: string; at: number }[] = [];
  const functions = new Map<string, string[]>();
  const returned = new Map<string, Node>();
  const grown: { names: string[]; item: Node }[] = [];
  const visit = (node: Node, depth: number): void => {
    if (depth > 400) return;
    const declared = functionOf(node);
    if (declared) {
      functions.set(declared.name, declared.parameters);
      const value = returnedObject(node);
      if (value) returned.set(declared.name, value);
    }
    if (/comment/.test(node.type)) comments.push({ text: node.text, at: node.startIndex });
    if (KEEPS.has(node.type) || DECLARES.has(node.type)) assign(node, scope, memberWrites);
    if (PARAMETERS.has(node.type)) {
      const type = partOf(node, 'type')?.text.replace(/^:\s*/, '');
      const name = parameterName(node);
      if (type !== undefined && name !== undefined && !types.has(name)) types.set(name, type);
    }
    if (node.type === 'array') {
      const names = grownLists(node);
      const item = names.length > 0 ? node.namedChildren.find(({ type }) => type === 'object') : undefined;
      if (item) grown.push({ names, item });
    }
    if (isCall(node)) {
      const call = readCall(node);
      if (call) calls.push(call);
    }
    for (const child of node.namedChildren) visit(child, depth + 1);
  };
  visit(tree.rootNode, 0);
  for (const call of calls) {
    const list = /^(?:append|push|add)$/.test(call.last) ? listName(call.receiver?.text ?? '') : undefined;
    const item = call.args[0];
    if (list !== undefined && item && !scope.has(`${list}[]`)) scope.set(`${list}[]`, item);
  }
  for (const { names, item } of grown)
    for (const name of names) if (!scope.has(`${name}[]`)) scope.set(`${name}[]`, item);
  for (const call of calls) {
    const option = call.last === 'add_argument' ? /["']--([\w-]+)["']/.exec(call.node.text)?.[1] : undefined;
    const value = call.named.get('default');
    if (option !== undefined && value) scope.set(`args.${option.replaceAll('-', '_')}`, value);
  }
  bindParameters(functions, calls, scope);
  for (const [name, node] of returned) if (!scope.has(`${name}()`)) scope.set(`${name}()`, node);
  return { scope, types, calls, memberWrites, comments };
}

const listName = (text: string): string | undefined =>
  /(\w+)$/.exec(text.replace(/(?:\??\.(?:value|current)|\(\))$/, ''))?.[1];

/** `[...messages, turn]` grows a list; so does `messages.update((m) => [...m, turn])`, whatever it is called inside. */
function grownLists(node: Node): string[] {
  const spread = node.namedChildren.find(({ type }) => type === 'spread_element')?.namedChildren[0];
  if (!spread) return [];
  const names = [listName(spread.text)];
  const callback = node.parent?.type === 'arrow_function' ? node.parent : node.parent?.parent;
  const around = callback?.type === 'arrow_function' ? callback.parent?.parent : undefined;
  const call = around && isCall(around) ? readCall(around) : undefined;
  if (call && /^(?:update|set|mutate)$/.test(call.last)) names.push(listName(call.receiver?.text ?? ''));
  const setter = call && /^set([A-Z]\w*)$/.exec(call.last)?.[1];
  if (setter !== undefined) names.push(lowerFirst(setter));
  if (node.parent?.type === 'pair') names.push(partOf(node.parent, 'key')?.text);
  return names.filter((name): name is string => name !== undefined);
}

function assign(node: Node, scope: Map<string, Node>, writes: MemberWrite[]): void {
  const { left, right } = sidesOf(node) ?? {};
  // A parameter without a default has a type behind it, not a value.
  if (!left || !right || right.type === 'type_annotation') return;
  const target = left.type === 'expression_list' ? (left.namedChildren[0] ?? left) : left;
  const value =
    right.type === 'expression_list' || right.type === 'equals_value_clause'
      ? (right.namedChildren[0] ?? right)
      : right;
  if (
    /^(?:identifier|variable_name|constant|instance_variable|property_identifier|name|shorthand_property_identifier_pattern)$/.test(
      target.type,
    )
  ) {
    const name = target.text.replace(/^[$@]/, '');
    if (!scope.has(name)) scope.set(name, value);
    return;
  }
  const member =
    /^([\w$.@]+?)(?:\.|->)(\w+)$/.exec(target.text) ??
    /^([\w$.@]+)\[\s*["':]?([\w-]+)["']?\s*\]$/.exec(target.text);
  if (!member) return;
  const [, holder = '', key = ''] = member;
  writes.push({ target: holder.replace(/^\$/, ''), key, value });
  if (/^(?:self|\$?this)$/.test(holder) && !scope.has(key)) scope.set(key, value);
}

const FUNCTIONS = wordSet(
  'function_declaration function_definition method_definition method_declaration arrow_function function_expression method local_function_statement',
);

/** A function with the names of its parameters: `query(data)`, `const run = async (model, input) => …`. */
function functionOf(node: Node): { name: string; parameters: string[] } | undefined {
  if (!FUNCTIONS.has(node.type)) return undefined;
  const around = node.parent?.type === 'variable_declarator' ? node.parent : undefined;
  const name = (partOf(node, 'name') ?? partOf(around, 'name'))?.text;
  const list = partOf(node, 'parameters', 'parameter');
  if (name === undefined || !list) return undefined;
  const holders = list.type === 'identifier' ? [list] : list.namedChildren;
  const parameters = holders
    .map((child) =>
      child.type === 'identifier' || child.type === 'dictionary_splat_pattern'
        ? child
        : (partOf(child, 'name', 'pattern', 'left') ?? child.namedChildren[0]),
    )
    .map((child) => child?.text.replace(/^[$@]/, '') ?? '')
    .filter((text) => text !== 'self');
  return { name, parameters };
}

const OBJECTS = new Set(['object', 'dictionary', 'hash', 'array_creation_expression']);

/** `headers() { return {…} }`: what a helper makes, when it makes one object. */
function returnedObject(node: Node): Node | undefined {
  const found = node
    .descendantsOfType('return_statement')
    .map((statement) => statement?.namedChildren[0])
    .find((value) => value !== undefined && value !== null && OBJECTS.has(value.type));
  return found ?? undefined;
}

/** What a function is called with is what its parameters stand for, where nothing else says it. */
function bindParameters(
  functions: ReadonlyMap<string, readonly string[]>,
  calls: readonly CodeCall[],
  scope: Map<string, Node>,
): void {
  for (const call of calls) {
    const parameters = functions.get(call.last);
    if (!parameters) continue;
    parameters.forEach((name, index) => {
      if (name.startsWith('**')) {
        const gathered = partOf(call.node, 'arguments');
        if (gathered && call.named.size > 0 && !scope.has(name.slice(2))) scope.set(name.slice(2), gathered);
        return;
      }
      const given = call.named.get(name) ?? call.args[index];
      if (given && name !== '' && !scope.has(name) && given.text !== name) scope.set(name, given);
    });
  }
}
