import type { Node } from 'web-tree-sitter';
import type { Path } from '../../json-value.ts';
import { REQUEST_LIKE } from './answer-calls.ts';
import type { CodeCall } from './calls.ts';
import { STRINGS, WRAPPERS } from './node-kinds.ts';

/** The steps that a getter takes: `dig("a", 0)`, `get("a")`, `SelectToken("a.b")`, `at("/a/b")`. */
export function stepsOfGetter(call: CodeCall): Path {
  const isChain = /^dig$/.test(call.last);
  return (isChain ? call.args : call.args.slice(call.last === 'data_get' ? 1 : 0).slice(0, 1)).flatMap(
    (arg) => {
      const text = literal(arg);
      if (text === undefined)
        return /^-?\d+$/.test(arg.text) ? [Number(arg.text)] : [arg.text.replace(/^:/, '')];
      return /^(?:SelectToken|data_get|json)$/.test(call.last)
        ? stepsOf(text)
        : text.startsWith('/')
          ? stepsOf(text.slice(1).replaceAll('/', '.'))
          : [text];
    },
  );
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

export const stepsOf = (text: string): Path =>
  text
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter((step) => step !== '' && step !== '$')
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));

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
