import type { Node } from 'web-tree-sitter';
import { hasHole, hole, holeNames, wholeHole } from '../../holes.ts';
import { isObject, type Json, type JsonObject, textOf } from '../../json-value.ts';
import { isConversationName } from '../../names.ts';
import type { Collected } from '../collect.ts';
import type { AnswerFlow } from './answer-flow.ts';
import { ofKind } from '../types/declared-types.ts';
import { readCall, type CodeCall, type Scope } from './calls.ts';
import {
  entriesOf,
  holderOf,
  isList,
  isMap,
  fillFormat,
  MAKES_QUERY,
  queryText,
  stringOf,
} from './map-literals.ts';
import { CALLS, CONSTANTS, LISTS, MEMBERS, NAMES, partOf, STRINGS, WRAPPERS } from './node-kinds.ts';

/** Functions that only change the form of what they are given. */
const PASSES =
  /^(?:stringify|dumps|dump|generate|marshal|marshalindent|serialize|serializeobject|serializetostring|writevalueasstring|tojson|to_json|(?:wp_)?json_encode|stream_context_create|newreader|newbuffer|newbufferstring|ofstring|stringcontent|jsoncontent|create|uri|url|parse|parse_url|encode|getbytes|bytes|http_build_query|urlsearchparams|urlencode|formurlencodedcontent|quote|escape|str|string|new|jsonobject|reader|strip|trim|utf8bytes|requestbody|frozen|freeze|fromjson|valueof|clean|dedent|toString|rstrip|tostring|blob|parseuri|tojsonstring|jsonconvert|jsonencode|encode_json)$/i;

const DUMPS =
  /^(?:model_dump|model_dump_json|dict|to_dict|as_dict|to_json|toJson|toMap|asdict|jsonable_encoder)$/;

const CHARSET =
  /^(?:[\w.]*charsets?\.)?["']?(?:utf[-_]?8|utf[-_]?16|(?:us[-_]?)?ascii|latin[-_]?1|iso[-_]?8859[-_]?1)["']?$/i;

/** So many expressions are followed in one piece of code, and texts of so many characters made of them in all. */
const MOST_STEPS = 5_000;
const MOST_TEXT = 200_000;

export class Evaluator {
  #steps = 0;
  #written = 0;
  readonly #scope: Scope;
  readonly #writes: Collected['memberWrites'];
  readonly #flow: AnswerFlow;
  readonly #types: Collected['types'];
  constructor({ scope, memberWrites, types }: Collected, flow: AnswerFlow) {
    this.#scope = scope;
    this.#writes = memberWrites;
    this.#flow = flow;
    this.#types = types;
  }

  /** The value of an expression as far as the text tells; what it leaves open is a hole. */
  value(node: Node | null | undefined, depth = 0): Json {
    if (!node || depth > 24 || ++this.#steps > MOST_STEPS) return hole('');
    const { type } = node;
    if (STRINGS.has(type)) return stringOf(node, (inner) => this.text(inner, depth + 1));
    if (type === 'concatenated_string' || type === 'chained_string')
      return node.namedChildren.map((child) => this.text(child, depth + 1)).join('');
    if (Object.hasOwn(CONSTANTS, node.text)) return CONSTANTS[node.text] ?? null;
    if (/^-?[\d_]+(?:\.\d+)?(?:[eE][+-]?\d+)?[fFdDmML]?$/.test(node.text))
      return Number(node.text.replace(/[_fFdDmML]/g, ''));
    if (type.startsWith('binary') || type === 'boolean_operator') return this.#binary(node, depth);
    if (isMap(node)) return this.#dictionary(node, depth);
    if (LISTS.has(type) || isList(node)) return this.#list(node, depth);
    if (CALLS.has(type)) return this.#call(node, depth);
    if (NAMES.has(type)) return this.#name(node, depth);
    if (MEMBERS.has(type)) return this.#member(node, depth);
    if (WRAPPERS.has(type))
      return this.value(
        node.namedChildren.findLast((child) => child.type !== 'comment' && !/type/.test(child.type)) ??
          node.namedChildren[0],
        depth + 1,
      );
    // What holds when the condition does; Python writes it first.
    if (type === 'ternary_expression' || type === 'conditional_expression')
      return this.value(
        partOf(node, 'consequence') ?? node.namedChildren.at(type === 'ternary_expression' ? 1 : 0),
        depth + 1,
      );
    return hole(node.text);
  }

  values = (call: CodeCall): Json[] => call.args.map((arg) => this.value(arg));

  named = ({ named }: CodeCall, depth = 0): JsonObject =>
    Object.fromEntries([...named].map(([name, value]) => [name, this.value(value, depth)]));

  /** The code that a name stands for. */
  source(node: Node): string {
    return this.#scope.get(node.text.replace(/^[$@]/, ''))?.text ?? node.text;
  }

  text(node: Node, depth = 0): string {
    const value = this.value(node, depth);
    if (isObject(value) && MAKES_QUERY.test(this.source(node))) return queryText(value);
    const text =
      typeof value === 'string'
        ? value
        : isObject(value) || Array.isArray(value)
          ? hole(node.text)
          : textOf(value);
    this.#written += text.length;
    return this.#written > MOST_TEXT ? hole('') : text;
  }

  /** A variable that answers fill stays open, whatever it begins with. */
  #isFilledLater(name: string): boolean {
    return this.#flow.timesBound(name) > 0 && this.#flow.placeOfName(name) !== undefined;
  }

  #name(node: Node, depth: number): Json {
    if (this.#isFilledLater(node.text)) return hole(node.text.replace(/^[$@]/, ''));
    const target = this.#scope.get(node.text.replace(/^\$/, ''));
    if (!target || target.id === node.id || contains(target, node))
      return hole(node.text.replace(/^[$:@]/, ''));
    const value = this.value(target, depth + 6);
    if (Array.isArray(value)) return this.#grown(value, node.text.replace(/^\$/, ''), depth);
    if (isObject(value)) return this.#withWrites(value, node, depth);
    return wholeHole(value)?.includes('(') ? hole(node.text.replace(/^\$/, '')) : value;
  }

  /** A list that begins empty holds what is put into it. */
  #grown(value: Json, name: string, depth: number): Json {
    const item = this.#scope.get(`${name}[]`);
    return Array.isArray(value) && value.length === 0 && item ? [this.value(item, depth + 6)] : value;
  }

  /** `body["thread"] = thread` after `body = {…}`: under a condition only what goes on with a conversation counts. */
  #withWrites(value: JsonObject, node: Node, depth: number): JsonObject {
    const target = node.text.replace(/^[$@]/, '');
    const added: JsonObject = {};
    for (const write of this.#writes) {
      if (write.target !== target || contains(write.value, node) || Object.hasOwn(value, write.key)) continue;
      const item = this.value(write.value, depth + 6);
      if (!isConditional(write.value) || this.#goesOn(write.key, item)) added[write.key] = item;
    }
    return { ...value, ...added };
  }

  #goesOn(key: string, value: Json): boolean {
    const names = holeNames(JSON.stringify(value));
    return isConversationName(key) || names.some((name) => this.#flow.placeOfName(name) !== undefined);
  }

  /** `self.base`, `Config.URL`, `settings["url"]`: what was set under that name, or what the object holds there. */
  #member(node: Node, depth: number): Json {
    const [object, property] = [node.namedChildren[0], node.namedChildren.at(-1)];
    if (!object || !property || object.id === property.id) return hole(node.text);
    if (this.#isFilledLater(node.text)) return hole(node.text.replace(/^[$@]/, ''));
    const name = property.text.replace(/^[$:"']+|["']+$/g, '');
    if (NAMES.has(object.type) || MEMBERS.has(object.type)) {
      const held = this.#scope.has(object.text.replace(/^[$@]/, ''))
        ? this.value(object, depth + 1)
        : undefined;
      if (isObject(held) && Object.hasOwn(held, name)) return held[name] ?? null;
    }
    // What a command line is asked for has its default where it is declared.
    const option = this.#scope.get(`args.${name}`);
    if (option && /^(?:args|opts|options|ns)$/.test(object.text)) return this.value(option, depth + 6);
    const isOwn = /^(?:\$?this|self|cls|static|[A-Z]\w*)$/.test(object.text);
    const target = isOwn ? this.#scope.get(name) : undefined;
    if (!target || contains(target, node))
      return this.#listOf(node, depth) ?? hole(node.text.replace(/^[$:@]/, ''));
    return this.#grown(this.value(target, depth + 6), name, depth);
  }

  #binary(node: Node, depth: number): Json {
    const operator = node.children.find(
      (child) => !child.isNamed && /^(?:\+|\.|%|\|\||\?\?|or|&&)$/.test(child.text),
    )?.text;
    const [left, right] = [node.namedChildren[0], node.namedChildren.at(-1)];
    if (!left || !right) return hole(node.text);
    if (operator === '+' || operator === '.') return this.text(left, depth + 1) + this.text(right, depth + 1);
    if (operator === '%') return fillFormat(this.text(left, depth + 1), [right.text]);
    return operator === undefined ? hole(node.text) : this.value(right, depth + 1);
  }

  #dictionary(node: Node, depth: number): Json {
    const object: JsonObject = {};
    for (const { key, value } of entriesOf(node)) {
      if (key === undefined) {
        const spread = this.value(value, depth + 1);
        // What is only spread in under a condition may be missing.
        const isOptional = /conditional|ternary|binary|boolean/.test(bare(value).type);
        for (const [name, item] of isObject(spread) ? Object.entries(spread) : [])
          if (!isOptional || !hasHole(JSON.stringify(item)) || this.#goesOn(name, item)) object[name] = item;
        continue;
      }
      const name =
        NAMES.has(key.type) || /symbol|hash_key/.test(key.type)
          ? key.text.replace(/^:|:$/g, '')
          : this.text(key, depth + 1);
      const field = name.replace(/^["']|["']$/g, '');
      object[field] = this.#typed(field, this.value(value, depth + 1));
    }
    return object;
  }

  /** A parameter of which only the type is known gets a plain value of that type. */
  #typed(field: string, value: Json): Json {
    const type = this.#types.get(wholeHole(value) ?? '');
    return type === undefined ? value : ofKind(type, field, value);
  }

  #list(node: Node, depth: number): Json {
    return holderOf(node)
      .namedChildren.filter((child) => child.type !== 'comment' && !child.type.endsWith('type'))
      .map((child) => this.value(child, depth + 1));
  }

  #call(node: Node, depth: number): Json {
    const call = readCall(node);
    if (!call) return hole(node.text);
    // A tag in front of a text, such as gql, marks what it is and changes nothing.
    const tagged = partOf(node, 'arguments');
    if (tagged?.type === 'template_string') return this.value(tagged, depth + 1);
    if (/^(?:gql|graphql)$/.test(call.last)) return this.value(call.args[0], depth + 1);
    if (/^(?:java\.util\.)?Map\.of$/.test(call.name)) return this.#pairs(call.args, depth);
    if (/(?:^|\.)(?:List|Arrays|Set)\.(?:of|asList)$/.test(call.name))
      return call.args.map((arg) => this.value(arg, depth + 1));
    // Without what is empty it is the same.
    if (
      /^(?:compact|compact_blank|filter|merge)$/.test(call.last) &&
      call.receiver &&
      isMap(bare(call.receiver))
    )
      return this.value(call.receiver, depth + 1);
    if (call.name === 'dict') return this.named(call, depth + 1);
    if (call.last === 'put' && call.args.length === 2) return this.#put(call, depth);
    if (/^(?:sprintf|format|formatted)$/i.test(call.last)) return this.#format(call, depth);
    if (/^(?:getenv|get|env|getOrDefault|fetch)$/i.test(call.last) && /env/i.test(call.name)) {
      // An address that stands in for an unset variable is the address.
      const fallback = this.value(call.args[1], depth + 1);
      if (typeof fallback === 'string' && /^https?:\/\//.test(fallback)) return fallback;
      return hole(textOf(this.value(call.args[0], depth + 1)));
    }
    const dumped = /^(?:asdict|jsonable_encoder)$/.test(call.last)
      ? call.args[0]
      : (call.receiver ?? call.args[0]);
    if (DUMPS.test(call.last) && (call.receiver ?? call.args[0])) return this.value(dumped, depth + 1);
    // A data class made with named arguments is the object of those names; what is turned into JSON may be given so too.
    const isMade = /^[A-Z]\w*$/.test(call.last) || PASSES.test(call.last);
    if (isMade && call.args.length === 0 && call.named.size > 0) return this.named(call, depth + 1);
    const made = this.#scope.get(`${call.last}()`);
    if (made && !contains(made, node)) return this.value(made, depth + 6);
    if (PASSES.test(call.last)) {
      // `body.encode("utf-8")` turns what stands before it; the argument only says how.
      const isTurned = call.receiver !== undefined && CHARSET.test(call.args[0]?.text ?? '');
      const inner = isTurned ? call.receiver : (call.args[0] ?? call.receiver);
      const chosen =
        call.args.length > 1 && /^create$/i.test(call.last)
          ? (call.args.find((arg) => /[{[]/.test(this.text(arg, depth + 1))) ?? inner)
          : inner;
      if (chosen) return this.value(chosen, depth + 1);
    }
    return this.#listOf(node, depth) ?? hole(node.text);
  }

  /** `get(messages)`, `turns.value`, `state().messages`: a list that is only known by what is put into it. */
  #listOf(node: Node, depth: number): Json | undefined {
    if (node.text.length > 60) return undefined;
    const items = [...new Set(node.text.match(/[A-Za-z_]\w*/g) ?? [])].flatMap((name) => {
      const item = this.#scope.get(`${name}[]`);
      return item && !contains(item, node) ? [item] : [];
    });
    return items.length === 1 ? [this.value(items[0], depth + 6)] : undefined;
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
    const method = call.receiver && STRINGS.has(call.receiver.type) ? call.receiver : undefined;
    const template = method ?? first;
    if (!template) return hole(call.node.text);
    const textOfNode = (arg: Node): string => this.text(arg, depth + 1);
    const named = new Map([...call.named].map(([name, value]) => [name, textOfNode(value)]));
    return fillFormat(textOfNode(template), (method ? call.args : rest).map(textOfNode), named);
  }
}

const bare = (node: Node): Node =>
  WRAPPERS.has(node.type) && node.namedChildren[0] ? bare(node.namedChildren[0]) : node;

const isConditional = (node: Node): boolean => {
  for (let parent = node.parent; parent; parent = parent.parent) {
    if (/^(?:if_statement|if|if_modifier|unless|unless_modifier)$/.test(parent.type)) return true;
    if (/function|method|class|program|module|source_file|compilation_unit/.test(parent.type)) return false;
  }
  return false;
};

const contains = (outer: Node, inner: Node): boolean =>
  outer.startIndex <= inner.startIndex && outer.endIndex >= inner.endIndex;
