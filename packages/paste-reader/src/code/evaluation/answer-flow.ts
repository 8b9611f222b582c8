import type { Node } from 'web-tree-sitter';
import { dottedPath, startsWith, type Path } from '../../json-value.ts';
import {
  VERB,
  isCall,
  readCall,
  type CodeCall,
  GETTERS,
  INDEXED,
  NO_STEP,
  PARSER,
  PARSES,
  PASSES,
  READS_BODY,
  REQUEST_LIKE,
} from './calls.ts';
import {
  answersSomebody,
  isCallee,
  isPattern,
  keyOf,
  literal,
  namesAddress,
  stepsOfGetter,
  unwrapped,
  isTarget,
  useOf,
  type AnswerUse,
} from './answer-use.ts';
import { isInFunctionOf, variableName, type Binding, type Bindings } from './bindings.ts';
import { MEMBERS, NAMES, partOf, STRINGS, WRAPPERS } from './node-kinds.ts';
import { lowerFirst } from '../../scanning.ts';

/** The place of an answer that code reads, and what becomes of it. */
export type AnswerRead = { readonly path: Path; readonly use: AnswerUse };

/** So many expressions are followed in one piece of code; what lies behind them is not looked for. */
const MOST_STEPS = 20_000;
/** A longer expression is no name. */
const LONGEST_NAME = 200;

/** Follows what comes back from a request through names, members, calls, loops and functions. */
export class AnswerFlow {
  #steps = 0;
  readonly #bindings: Bindings;
  constructor(bindings: Bindings) {
    this.#bindings = bindings;
  }

  /** Where in the answer an expression looks; the empty path is the answer itself. */
  place(node: Node | null | undefined, depth = 0): Path | undefined {
    if (!node || depth > 16 || ++this.#steps > MOST_STEPS) return undefined;
    if (isCall(node)) return this.#call(node, depth + 1);
    if (MEMBERS.has(node.type) || INDEXED.test(node.type)) return this.#member(node, depth + 1);
    if (NAMES.has(node.type)) return this.#name(node, depth + 1);
    if (
      WRAPPERS.has(node.type) ||
      /^(?:postfix_unary_expression|type_assertion_expression|conditional_access_expression|optional_chain|await)$/.test(
        node.type,
      )
    )
      return this.place(
        node.namedChildren.find((child) => child.type !== 'comment' && !/type/.test(child.type)),
        depth + 1,
      );
    const isChoice =
      /^(?:ternary_expression|conditional_expression)$/.test(node.type) ||
      (/^(?:binary_expression|boolean_operator|binary|binary_operator)$/.test(node.type) &&
        /^(?:\|\||\?\?|or|\?:)$/.test(node.children.find((child) => !child.isNamed)?.text ?? ''));
    return isChoice ? first(node.namedChildren, (child) => this.place(child, depth + 1)) : undefined;
  }

  /** The place that a variable is filled from at some time. */
  placeOfName(name: string): Path | undefined {
    return first(this.#bindings.names.get(variableName(name)) ?? [], (binding) => {
      const path = this.#bound(binding, 0);
      return path !== undefined && path.length > 0 ? path : undefined;
    });
  }

  timesBound = (name: string): number => this.#bindings.names.get(variableName(name))?.length ?? 0;

  #name(node: Node, depth: number): Path | undefined {
    return first(this.#meanings(node), (binding) => this.#bound(binding, depth));
  }

  /** What a name means where it stands: the function around it before the code around that. */
  #meanings(node: Node): readonly Binding[] {
    if (node.endIndex - node.startIndex > LONGEST_NAME) return [];
    const known = this.#bindings.names.get(variableName(node.text)) ?? [];
    this.#steps += known.length;
    const all = known.filter(
      ({ from, to, source }) =>
        from <= node.startIndex &&
        to >= node.endIndex &&
        !(source.startIndex <= node.startIndex && source.endIndex >= node.endIndex),
    );
    return all.toSorted((left, right) => left.to - left.from - (right.to - right.from));
  }

  #bound({ source, path, position, isDecoded }: Binding, depth: number): Path | undefined {
    if (isDecoded)
      return REQUEST_LIKE.test(source.text.replace(/^[\w.]*?\(/, '')) ||
        (/\b(?:r|req|request)\.Body\b/.test(source.text) && !/res/.test(source.text))
        ? undefined
        : [];
    const results =
      position === undefined
        ? undefined
        : this.#results(source)?.flatMap((given) => {
            const one = /^(?:expression_list|tuple|array|list)$/.test(given.type)
              ? given.namedChildren[position]
              : undefined;
            return one ? [one] : [];
          });
    if (position !== undefined && results && results.length > 0)
      return first(results, (given) => this.place(given, depth + 1));
    const base = this.place(source, depth + 1);
    if (base !== undefined)
      return position !== undefined && position > 0 && !isPattern(source) ? undefined : [...base, ...path];
    const [head, ...rest] = path;
    return /^(?:data|body|_data)$/.test(String(head)) && this.#isResponse(source, depth + 1)
      ? rest
      : undefined;
  }

  /** What a call of a function of the code itself gives back. */
  #results(node: Node): readonly Node[] | undefined {
    const inner = unwrapped(node);
    const call = isCall(inner) ? readCall(inner) : undefined;
    return call && this.#bindings.returns.get(call.last);
  }

  #call(node: Node, depth: number): Path | undefined {
    const call = readCall(node);
    if (!call) return undefined;
    const { last, receiver, args } = call;
    if (last === 'then') return this.#then(call, depth);
    const base = receiver ? this.place(receiver, depth) : undefined;
    if (base !== undefined) {
      if ((GETTERS.test(last) || last === 'at') && args.length > 0) return [...base, ...stepsOfGetter(call)];
      if (/^(?:first|First|FirstOrDefault|getFirst|shift)$/.test(last)) return [...base, 0];
      if (/^(?:last|Last|LastOrDefault|pop)$/.test(last)) return [...base, -1];
      if (PASSES.test(last)) return base;
      // Getters of typed answers: `answer.getReply()`, `answer.reply()`.
      const getter = /^get([A-Z]\w*)$/.exec(last)?.[1];
      if (getter !== undefined && args.length === 0) return [...base, lowerFirst(getter)];
      if (args.length === 0 && node.type === 'method_invocation' && /^[a-z]\w*$/.test(last))
        return [...base, last];
      return undefined;
    }
    if (READS_BODY.test(last) && !(receiver && answersSomebody(receiver, args.length > 0))) {
      // Laravel names a place right away.
      const named = args[0] && STRINGS.has(args[0].type) && receiver ? literal(args[0]) : undefined;
      return named === undefined || /^https?:|\//.test(named) ? [] : dottedPath(named);
    }
    if (PARSES.test(last) && PARSER.test(call.name)) {
      const given = args[0] ?? receiver;
      if (
        given &&
        (REQUEST_LIKE.test(given.text) ||
          /php:\/\/input|localStorage|readFile|open\(|sessionStorage/.test(given.text))
      )
        return undefined;
      return (given && this.place(given, depth)) ?? [];
    }
    if (PASSES.test(last) && args[0]) {
      const inner = this.place(args[0], depth);
      if (inner !== undefined) return inner;
    }
    if (/^toArray$/.test(last) && receiver && this.#isResponse(receiver, depth)) return [];
    const own = this.#bindings.returns.get(last);
    return (
      own &&
      first(
        // A function that calls something of its own name does not call itself.
        own.filter((given) => !(receiver && isInFunctionOf(node, given))),
        (given) =>
          this.place(
            /^(?:expression_list|tuple)$/.test(given.type) ? given.namedChildren[0] : given,
            depth + 3,
          ),
      )
    );
  }

  /** `.then((r) => r.json())` gives what its function gives. */
  #then(call: CodeCall, depth: number): Path | undefined {
    const body = call.args[0]?.childForFieldName('body');
    return body && body.type !== 'statement_block' ? this.place(body, depth) : undefined;
  }

  #member(node: Node, depth: number): Path | undefined {
    if (isCallee(node)) return undefined;
    const known = this.#name(node, depth);
    if (known !== undefined) return known;
    const object = node.namedChildren[0];
    const property = partOf(node, 'subscript', 'index') ?? node.namedChildren.at(-1);
    if (!object || !property || object.id === property.id) return undefined;
    const key = keyOf(property, node);
    const base = this.place(object, depth);
    if (base === undefined)
      return /^(?:data|_data|parsed_response|json)$/.test(String(key)) &&
        this.#isResponse(object, depth) &&
        !REQUEST_LIKE.test(object.text)
        ? []
        : undefined;
    if (key === undefined || NO_STEP.test(String(key))) return undefined;
    return /^(?:RootElement|Value|value)$/.test(String(key)) && node.type === 'member_access_expression'
      ? base
      : [...base, key];
  }

  /** What a sending call gives: the answer with its status and headers around it. */
  #isResponse(node: Node, depth: number): boolean {
    if (depth > 16 || ++this.#steps > MOST_STEPS) return false;
    const inner = unwrapped(node);
    if (NAMES.has(inner.type))
      return this.#meanings(inner).some(
        ({ source, path }) => path.length === 0 && this.#isResponse(source, depth + 1),
      );
    const call = isCall(inner) ? readCall(inner) : undefined;
    if (!call) return false;
    if (VERB.test(call.last) || /^(?:axios|request|execute|send|invoke|got|superagent)$/.test(call.last))
      return true;
    if (call.args.some(namesAddress)) return true;
    if (/^(?:firstValueFrom|lastValueFrom|catch|pipe|toPromise)$/.test(call.last)) {
      const given = call.args[0] && /ValueFrom/.test(call.last) ? call.args[0] : call.receiver;
      return given !== undefined && this.#isResponse(given, depth + 1);
    }
    return (this.#bindings.returns.get(call.last) ?? []).some((given) => this.#isResponse(given, depth + 3));
  }

  /** Every place that the code reads, whatever for. */
  places = (root: Node): Path[] => this.#all(root).map(({ path }) => path);

  /** The places whose values are handed on, most of all; else those that are kept; else all. */
  reads(root: Node): AnswerRead[] {
    const found = this.#all(root);
    const longest = found.filter(
      ({ path }) => !found.some((other) => other.path.length > path.length && startsWith(other.path, path)),
    );
    const given = longest.filter(({ use }) => use === 'given');
    const stored = longest.filter(({ use }) => use === 'stored');
    return given.length > 0 ? given : stored.length > 0 ? stored : longest;
  }

  #all(root: Node): AnswerRead[] {
    const found: AnswerRead[] = [];
    const visit = (node: Node, depth: number): void => {
      if (depth > 400) return;
      if (
        (isCall(node) || MEMBERS.has(node.type) || INDEXED.test(node.type) || NAMES.has(node.type)) &&
        !isTarget(node)
      ) {
        const path = this.place(node);
        if (path !== undefined && path.length > 0) {
          found.push({ path, use: useOf(node) });
          // Callbacks read further down.
          for (const inner of isCall(node) ? (readCall(node)?.args ?? []) : []) visit(inner, depth + 1);
          return;
        }
      }
      for (const child of node.namedChildren) visit(child, depth + 1);
    };
    visit(root, 0);
    return found;
  }
}

function first<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
