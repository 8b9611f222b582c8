import type { Node } from 'web-tree-sitter';
import { hole, holeNames } from '../holes.ts';
import { isObject, type Json, type JsonObject } from '../json-value.ts';
import { parseRelaxedJson } from '../relaxed-json.ts';

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

const STRINGS = new Set([
  'string',
  'string_literal',
  'template_string',
  'interpreted_string_literal',
  'raw_string_literal',
  'verbatim_string_literal',
  'interpolated_string_expression',
  'encapsed_string',
  'heredoc',
  'nowdoc',
  'heredoc_body',
  'character_literal',
  'text_block',
]);
const WRAPPERS = new Set([
  'parenthesized_expression',
  'await_expression',
  'await',
  'expression_statement',
  'literal_element',
  'argument',
  'as_expression',
  'satisfies_expression',
  'non_null_expression',
  'cast_expression',
  'type_conversion_expression',
  'unary_expression',
  'expression_list',
  'array_element_initializer',
  'object_initializer',
]);
const DICTIONARIES = new Set([
  'dictionary',
  'object',
  'hash',
  'composite_literal',
  'array_creation_expression',
  'anonymous_object_creation_expression',
  'initializer_expression',
  'literal_value',
  'object_creation_expression',
  'implicit_object_creation_expression',
]);
const LISTS = new Set([
  'list',
  'array',
  'tuple',
  'implicit_array_creation_expression',
  'array_initializer',
  'collection_expression',
  'array_expression',
]);
const CALLS = new Set([
  'call',
  'call_expression',
  'new_expression',
  'method_invocation',
  'invocation_expression',
  'function_call_expression',
  'member_call_expression',
  'scoped_call_expression',
  'object_creation_expression',
  'nullsafe_member_call_expression',
]);
const NAMES = new Set([
  'identifier',
  'variable_name',
  'constant',
  'property_identifier',
  'field_identifier',
  'simple_symbol',
  'name',
  'shorthand_property_identifier',
  'type_identifier',
  'instance_variable',
  'global_variable',
]);
const CONSTANTS: Readonly<Record<string, Json>> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
  nil: null,
  undefined: null,
  TRUE: true,
  FALSE: false,
  NULL: null,
};

/** Functions that only change the form of what they are given. */
const PASSES =
  /^(?:stringify|dumps|dump|generate|marshal|marshalindent|serialize|serializeobject|serializetostring|writevalueasstring|tojson|to_json|json_encode|newreader|newbuffer|newbufferstring|ofstring|stringcontent|jsoncontent|create|uri|url|parse|parse_url|encode|getbytes|bytes|http_build_query|urlsearchparams|urlencode|formurlencodedcontent|quote|escape|str|string|new|jsonobject|reader|strip|trim|utf8bytes|requestbody|frozen|freeze|fromjson|valueof|clean|dedent|toString|rstrip|tostring|blob|parseuri|tojsonstring|jsonconvert)$/i;

export class Evaluator {
  readonly #scope: Scope;
  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** The value of an expression as far as the text tells; what it leaves open is a hole. */
  value(node: Node | null | undefined, depth = 0): Json {
    if (!node || depth > 24) return hole('');
    const { type } = node;
    if (STRINGS.has(type)) return stringOf(node, (inner) => this.text(inner, depth + 1));
    if (type === 'concatenated_string' || type === 'chained_string')
      return node.namedChildren.map((child) => this.text(child, depth + 1)).join('');
    if (Object.hasOwn(CONSTANTS, node.text)) return CONSTANTS[node.text] ?? null;
    if (/^-?[\d_]+(?:\.\d+)?(?:[eE][+-]?\d+)?[fFdDmML]?$/.test(node.text))
      return Number(node.text.replace(/[_fFdDmML]/g, ''));
    if (type.startsWith('binary')) return this.#binary(node, depth);
    if (isMap(node)) return this.#dictionary(node, depth);
    if (LISTS.has(type) || isList(node)) return this.#list(node, depth);
    if (CALLS.has(type)) return this.#call(node, depth);
    if (NAMES.has(type)) return this.#name(node, depth);
    if (WRAPPERS.has(type))
      return this.value(
        node.namedChildren.findLast((child) => child.type !== 'comment' && !/type/.test(child.type)) ??
          node.namedChildren[0],
        depth + 1,
      );
    if (type === 'conditional_expression' || type === 'ternary_expression')
      return this.value(node.namedChildren.at(0), depth + 1);
    return hole(node.text);
  }

  text(node: Node, depth = 0): string {
    const value = this.value(node, depth);
    return typeof value === 'string'
      ? value
      : isObject(value) || Array.isArray(value)
        ? hole(node.text)
        : String(value);
  }

  #name(node: Node, depth: number): Json {
    const target = this.#scope.get(node.text.replace(/^\$/, ''));
    if (!target || target.id === node.id || contains(target, node))
      return hole(node.text.replace(/^[$:@]/, ''));
    const value = this.value(target, depth + 6);
    return typeof value === 'string' &&
      holeNames(value).length === 1 &&
      value.startsWith('\uE000') &&
      value.endsWith('\uE001') &&
      /\(/.test(value)
      ? hole(node.text.replace(/^\$/, ''))
      : value;
  }

  #binary(node: Node, depth: number): Json {
    const operator = node.children.find(
      (child) => !child.isNamed && /^(?:\+|\.|%|\|\||\?\?|or)$/.test(child.text),
    )?.text;
    const [left, right] = [node.namedChildren[0], node.namedChildren.at(-1)];
    if (!left || !right) return hole(node.text);
    if (operator === '+' || operator === '.') return this.text(left, depth + 1) + this.text(right, depth + 1);
    if (operator === '||' || operator === '??' || operator === 'or') return this.value(right, depth + 1);
    if (operator === '%') return fillFormat(this.text(left, depth + 1), [right.text]);
    return hole(node.text);
  }

  #dictionary(node: Node, depth: number): Json {
    const object: JsonObject = {};
    for (const { key, value } of entriesOf(node)) {
      if (key === undefined) {
        const spread = this.value(value, depth + 1);
        if (isObject(spread)) Object.assign(object, spread);
        continue;
      }
      const name =
        NAMES.has(key.type) || /symbol|hash_key/.test(key.type)
          ? key.text.replace(/^:|:$/g, '')
          : this.text(key, depth + 1);
      object[name.replace(/^["']|["']$/g, '')] = this.value(value, depth + 1);
    }
    return object;
  }

  #list(node: Node, depth: number): Json {
    const holder =
      node.namedChildren.find(
        (child) => child.type === 'initializer_expression' || child.type === 'literal_value',
      ) ?? node;
    return holder.namedChildren
      .filter((child) => child.type !== 'comment' && !child.type.endsWith('type'))
      .map((child) => this.value(child, depth + 1));
  }

  #call(node: Node, depth: number): Json {
    const call = readCall(node);
    if (!call) return hole(node.text);
    if (/^(?:Map|Map\.of|java\.util\.Map)\.of$/.test(call.name) || call.name === 'Map.of')
      return this.#pairs(call.args, depth);
    if (/(?:^|\.)(?:List|Arrays|Set)\.(?:of|asList)$/.test(call.name))
      return call.args.map((arg) => this.value(arg, depth + 1));
    if (call.name === 'dict')
      return Object.fromEntries([...call.named].map(([name, value]) => [name, this.value(value, depth + 1)]));
    if (call.last === 'put' && call.args.length === 2) return this.#put(call, depth);
    if (/^(?:sprintf|format)$/i.test(call.last)) return this.#format(call, depth);
    if (/^(?:getenv|get|env)$/i.test(call.last) && /env/i.test(call.name))
      return hole(String(this.value(call.args[0], depth + 1)));
    if (PASSES.test(call.last)) {
      const inner = call.args[0] ?? call.receiver;
      const chosen =
        call.args.length > 1 && /^create$/i.test(call.last)
          ? (call.args.find((arg) => /[{[]/.test(this.text(arg, depth + 1))) ?? inner)
          : inner;
      if (chosen) return this.value(chosen, depth + 1);
    }
    return hole(node.text);
  }

  #pairs(args: readonly Node[], depth: number): JsonObject {
    const object: JsonObject = {};
    for (let at = 0; at + 1 < args.length; at += 2) {
      const [key, value] = [args[at], args[at + 1]];
      if (key && value) object[this.text(key, depth + 1)] = this.value(value, depth + 1);
    }
    return object;
  }

  /** new JSONObject().put("a", 1).put("b", 2) */
  #put(call: CodeCall, depth: number): Json {
    const before = call.receiver ? this.value(call.receiver, depth + 1) : {};
    return { ...(isObject(before) ? before : {}), ...this.#pairs(call.args, depth) };
  }

  #format(call: CodeCall, depth: number): Json {
    const [first, ...rest] = call.args;
    const isMethod = call.receiver !== undefined && STRINGS.has(call.receiver.type);
    const template = isMethod && call.receiver ? call.receiver : first;
    if (!template) return hole(call.node.text);
    const values = (isMethod ? call.args : rest).map((arg) => this.text(arg, depth + 1));
    return fillFormat(
      this.text(template, depth + 1),
      values,
      new Map([...call.named].map(([name, value]) => [name, this.text(value, depth + 1)])),
    );
  }
}

function fillFormat(
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
function stringOf(node: Node, inner: (node: Node) => string): string {
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

const contains = (outer: Node, inner: Node): boolean =>
  outer.startIndex <= inner.startIndex && outer.endIndex >= inner.endIndex;

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
]);

function isMap(node: Node): boolean {
  if (
    node.type === 'object' ||
    node.type === 'dictionary' ||
    node.type === 'hash' ||
    node.type === 'anonymous_object_creation_expression'
  )
    return true;
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

const isList = (node: Node): boolean =>
  (node.type === 'composite_literal' ||
    node.type === 'array_creation_expression' ||
    node.type === 'literal_value' ||
    node.type === 'initializer_expression') &&
  !isMap(node);

function entriesOf(node: Node): { key: Node | undefined; value: Node }[] {
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
      : (type?.text ?? '');
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

/** Text that is JSON is read as such. */
export function asBody(value: Json): Json {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value;
  const parsed = parseRelaxedJson(value);
  return parsed && value.slice(parsed.end).trim() === '' ? parsed.value : value;
}
