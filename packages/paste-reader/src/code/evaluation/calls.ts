import type { Node } from 'web-tree-sitter';
import type { Json } from '../../json-value.ts';
import { parseRelaxedJson } from '../../formats/relaxed-json.ts';
import { CALLS } from './node-kinds.ts';

/** One call of a function or method, in whatever language. */
export type CodeCall = {
  readonly node: Node;
  /** The whole name without white space: `requests.post`, `client.chat.completions.create`. */
  readonly name: string;
  readonly last: string;
  readonly receiver: Node | undefined;
  readonly args: readonly Node[];
  readonly named: ReadonlyMap<string, Node>;
};

export type Scope = ReadonlyMap<string, Node>;

export const isCall = (node: Node): boolean => CALLS.has(node.type);

export function readCall(node: Node): CodeCall | undefined {
  const callee = node.childForFieldName('function') ?? node.childForFieldName('constructor');
  const method = node.childForFieldName('method') ?? node.childForFieldName('name');
  const receiver =
    node.childForFieldName('object') ??
    node.childForFieldName('receiver') ??
    node.childForFieldName('scope') ??
    callee?.childForFieldName('object') ??
    callee?.childForFieldName('operand') ??
    callee?.childForFieldName('expression') ??
    undefined;
  const type = node.childForFieldName('type');
  const raw = callee
    ? callee.text
    : method
      ? `${receiver ? `${receiver.text}.` : ''}${method.text}`
      : (type?.text ?? createdType(node));
  const name = raw
    .replaceAll(/\s+/g, '')
    .replaceAll(/->|::|\?\./g, '.')
    .replace(/<[^<>]*>$/, '');
  if (name === '') return undefined;
  const list =
    node.childForFieldName('arguments') ??
    node.namedChildren.find((child) => child.type.startsWith('argument'));
  const args: Node[] = [];
  const named = new Map<string, Node>();
  for (const child of list?.namedChildren ?? []) {
    if (child.type === 'comment') continue;
    const key =
      child.childForFieldName('name') ?? (child.type === 'pair' ? child.childForFieldName('key') : null);
    const value = child.childForFieldName('value');
    if (key && (child.type === 'keyword_argument' || child.type === 'pair' || child.type === 'argument')) {
      const inner = value ?? child.namedChildren.at(-1);
      if (inner) named.set(key.text.replace(/^:|:$/g, '').replace(/^["']|["']$/g, ''), inner);
    } else args.push(child.type === 'argument' ? (child.namedChildren.at(-1) ?? child) : child);
  }
  return { node, name, last: name.split('.').at(-1) ?? name, receiver: receiver ?? undefined, args, named };
}

/** PHP names what it makes in a child of its own. */
const createdType = (node: Node): string =>
  node.type === 'object_creation_expression'
    ? (node.namedChildren
        .find((child) => /name/.test(child.type))
        ?.text.replace(/^\\/, '')
        .replaceAll('\\', '.') ?? '')
    : '';

/** Text that is JSON is read as such. */
export function asBody(value: Json): Json {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value;
  const parsed = parseRelaxedJson(value);
  return parsed && value.slice(parsed.end).trim() === '' ? parsed.value : value;
}
