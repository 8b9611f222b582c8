import type { Carried, Pair, RequestSketch } from '../../finding.ts';
import { hole, wholeHole } from '../../holes.ts';
import { rankInputs, findMessages } from '../../decisions/input-field.ts';
import {
  isObject,
  keyOf,
  leavesOf,
  mapValues,
  samePath,
  type Json,
  type JsonObject,
} from '../../json-value.ts';
import { headerNamed, parametersOf, requestSketch } from '../../http-parts.ts';
import { SETTING } from '../carried.ts';
import { findJson } from '../../formats/json-fragments.ts';
import { parseRelaxedJson } from '../../formats/relaxed-json.ts';
import { pairsOf } from '../../shell/curl.ts';
import { enclosed, splitTopLevel } from '../../scanning.ts';
import { declaredTypes, fieldsOf, type DeclaredTypes } from '../types/declared-types.ts';

/**
 * A request out of code whose language has no grammar here (Kotlin, Swift, Rust, Dart, Elixir, R …): the address, the
 * method, the headers and the literal that looks most like a body, wherever they stand.
 */
export function looseRequest(code: string): RequestSketch | undefined {
  const url = addressIn(code);
  if (url === undefined) return undefined;
  const body = bodyIn(code);
  const headers = looseHeaders(code);
  const method = methodIn(code) ?? (body === undefined ? 'GET' : 'POST');
  const isGet = method === 'GET';
  const type = headerNamed(headers, 'content-type') ?? '';
  const isForm = /urlencoded/.test(type) || /FormBody|formUrlEncoded|encode\s*=\s*"form"|\.form\(/.test(code);
  const isMultipart =
    /multipart/.test(type) || /MultipartBody|addFormDataPart|\.multipart\(|MultipartRequest/.test(code);
  const query = queryIn(code);
  return requestSketch('client_code', 0, {
    method,
    url,
    headers,
    query: isGet && isObject(body) && query.length === 0 ? parametersOf(body) : query,
    bodyKind: isGet || body === undefined ? 'none' : isMultipart ? 'multipart' : isForm ? 'form' : 'json',
    body: isGet ? undefined : body,
    carried: carriedIn(body, code),
    label: 'code',
  });
}

function addressIn(code: string): string | undefined {
  const constants = new Map(
    [...code.matchAll(/\b(\w+)\s*(?::\s*[\w&'<>]+\s*)?(?::=|=|<-)\s*"(https?:\/\/[^"\s]+)"/g)].map(
      (match): [string, string] => [match[1] ?? '', match[2] ?? ''],
    ),
  );
  const literals = [
    ...code.matchAll(/["'`]((?:https?|wss?):\/\/[^"'`\s]+)["'`](?:\s*(?:\+|<>|\.\.)\s*["']([^"'\s]+)["'])?/g),
  ].map((match) => `${match[1] ?? ''}${match[2] ?? ''}`);
  const joined = [
    ...code.matchAll(
      /["'`]\$?\\?[({]?\$?\{?(\w+)\}?\)?(\/[^"'`\s]*)["'`]|\b(\w+)\s*(?:\+|<>)\s*["'](\/?[^"'\s]*)["']/g,
    ),
  ]
    .map((match) => {
      const base = constants.get(match[1] ?? match[3] ?? '');
      return base === undefined ? undefined : `${base}${match[2] ?? match[4] ?? ''}`;
    })
    .find((address) => address !== undefined);
  const talking = literals.find((address) =>
    /chat|message|ask|query|answer|complet|generat|predict|respond|convers|bot|assist|agent|invoke/i.test(
      address.replace(/^\w+:\/\/[^/]*/, ''),
    ),
  );
  const chosen =
    joined ?? talking ?? literals.find((address) => /^\w+:\/\/[^/]+\/./.test(address)) ?? literals[0];
  return chosen === undefined ? undefined : withInterpolations(chosen);
}

function methodIn(code: string): string | undefined {
  const named =
    /(?:httpMethod|method|Method)\s*[:=(]+\s*\.?["']?(POST|GET|PUT|PATCH|post|get|put)\b/.exec(code)?.[1] ??
    /\bMethod(?:::|\.)(POST|GET|PUT|Post|Get|post|get)\b/.exec(code)?.[1] ??
    /\bHttp(Post|Put|Get)\(/.exec(code)?.[1] ??
    /(?:\.|\b)(post|patch)!?\s*[({]/i.exec(code)?.[1] ??
    /(?:\.|\b)(put)!?\s*\((?!\s*["']\w+["']\s*,)/i.exec(code)?.[1] ??
    /["'](POST|PUT|PATCH)["']/.exec(code)?.[1] ??
    /\b(POST|PUT)\s*\(/.exec(code)?.[1] ??
    /\.(get)!?\(\s*["'`](?:http|\/)/.exec(code)?.[1];
  return named?.toUpperCase();
}

/** The literal with the best place for a message; builders that put one field after the other count as one. */
function bodyIn(code: string): Json | undefined {
  const text = asJson(code);
  const types = declaredTypes(code);
  const literals = [
    ...[...jsonTexts(code), ...built(code), ...formTexts(code)].map((value) => ({ value, isGiven: false })),
    ...[...constructed(code), ...positional(code, types)].map(([name, value]) => ({
      value,
      isGiven: types.has(name) && !/response|answer|reply|result|out(?:put)?$|error/i.test(name),
    })),
    ...findJson(text).map(({ value, start }) => ({
      value,
      isGiven: GIVEN_AS_BODY.test(text.slice(Math.max(0, start - 40), start)),
    })),
  ];
  return literals
    .map(({ value, isGiven }) => ({ value: withoutOptions(value), isGiven }))
    .filter(({ value }) => (isObject(value) || Array.isArray(value)) && !isHeaders(value))
    .map(({ value, isGiven }) => ({
      value: withDefaults(value, code),
      score: findMessages(value) ? 200 : Math.max(isGiven ? 31 : 0, rankInputs(value, [])[0]?.score ?? 0),
    }))
    .filter(({ score }) => score > 30)
    .toSorted((left, right) => right.score - left.score)[0]?.value;
}

/** What a call is given as its body is the body, whatever its fields are called. */
const GIVEN_AS_BODY = /\b(?:json|body|setBody|jsonEncode|json_encode|encode!?|payload)\s*[:=(]\s*$/;

/** `style \\ "free"`, `level: String = "easy"`: a variable that has a value where it is declared is sent with it. */
function withDefaults(value: Json, code: string): Json {
  if (Array.isArray(value)) return value.map((item) => withDefaults(item, code));
  if (isObject(value)) return mapValues(value, (item) => withDefaults(item, code));
  const name = /^\w{1,40}$/.exec(wholeHole(value) ?? '')?.[0];
  if (name === undefined) return value;
  const given = new RegExp(
    String.raw`\b${name}(?:\s*:\s*[\w<>?]{1,30})?\s*(?:=|\\\\|<-|:=)\s*("[^"\n]{1,60}"|\d+(?:\.\d+)?\b|true\b|false\b)(?!\s*(?:\+|<>|\.))`,
  ).exec(code)?.[1];
  return given === undefined ? value : literalOf(given);
}

/** `_session = data["session"]`, `threadId = out.threadId`: a variable of the body that is filled from an answer. */
export function carriedIn(body: Json | undefined, code: string): Carried[] {
  const input = rankInputs(body, [])[0]?.path ?? [];
  return leavesOf(body ?? null).flatMap(({ path, value }): Carried[] => {
    const filled = wholeHole(value) ?? '';
    const name = /(\w{1,40})[!?]*$/.exec(filled)?.[1];
    if (samePath(path, input) || SETTING.test(keyOf(path))) return [];
    const chain =
      new RegExp(`^${CHAIN}$`).exec(filled)?.[1] ??
      (name === undefined
        ? undefined
        : new RegExp(
            String.raw`(?:^|[\s;{(.])${name}\s*=\s*${CHAIN}(?:\s+as[!?]?\s+\w+\??)?[!?]?[ \t]*(?:;|\n|$)`,
            'm',
          ).exec(code)?.[1]);
    const answer = chain?.match(/\w+/g);
    return answer ? [{ request: path, answer }] : [];
  });
}

/** Steps into something that is neither the code's own object nor its settings. */
const CHAIN = String.raw`(?!(?:self|this|config|settings|args|options|env|request|req)\b)[a-z]\w*((?:[!?]?\.\w+|[!?]?\[\s*["']\w+["']\s*\])+)`;

/** The options of a call hold the body beside the method and the headers. */
const withoutOptions = (value: Json): Json => {
  if (!isObject(value) || !('method' in value || 'headers' in value)) return value;
  const body = value['body'] ?? value['json'] ?? value['data'];
  return body === undefined ? value : body;
};

const isHeaders = (value: Json): boolean =>
  isObject(value) && Object.keys(value).some((key) => /^(?:content-type|authorization|accept)$/i.test(key));

/** Text literals that hold JSON: raw strings, triple quotes, escaped quotes. */
function jsonTexts(code: string): Json[] {
  const texts = [
    ...code.matchAll(/r?#*"""([\s\S]*?)"""/g),
    ...code.matchAll(/\br#+"([\s\S]*?)"#+/g),
    ...code.matchAll(/"(\{(?:\\.|[^"\\\n])*\})"/g),
    ...code.matchAll(/'(\{(?:\\.|[^'\\\n])*\})'/g),
    ...code.matchAll(/R"\w*\(([\s\S]*?)\)\w*"/g),
  ].map((match) => (match[1] ?? '').replaceAll('\\"', '"'));
  return texts.flatMap((text) => {
    const parsed = /^\s*[{[]/.test(text) ? parseRelaxedJson(withInterpolations(text)) : undefined;
    return parsed ? [parsed.value] : [];
  });
}

/** Maps of other languages, in the letters of JSON: Swift's and Elixir's brackets, Kotlin's `to`, Lua's and R's `=`. */
const asJson = (code: string): string =>
  withInterpolations(code)
    .replace(
      /\b(?:mapOf|mutableMapOf|hashMapOf)\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g,
      (_all, inner: string) => `{${inner.replace(/\s+to\s+/g, ': ')}}`,
    )
    .replace(/\blist\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g, '{$1}')
    .replace(/%\{/g, '{')
    .replace(/\[(\s*"[\w-]+"\s*:(?:[^[\]]|\[[^[\]]*\])*)\]/g, '{$1}');

const PUTS =
  /(?:\b(?:putObject|withObject|with|putJsonObject)\(\s*"(?<within>\w+)"\s*\)|\b(?<holder>\w+)|(?<=\)\s{0,80}))\s*\.(?:put|addProperty|insert|append|add|set|field|param|addFormDataPart)\(\s*"(?<name>[\w.-]+)"\s*,\s*(?<value>[^;\n]*?)\)(?=\s*(?:[;\n}.,]|$))/g;

/** `put("message", text)`, `obj["message"] = text`, `.insert("message", text)`: one body, field by field. */
function built(code: string): Json[] {
  const fields: JsonObject = {};
  const parts = new Map(
    [...code.matchAll(/\b(\w+)\s*=\s*\w+\.(?:putObject|withObject|with)\(\s*"(\w+)"\s*\)\s*(?:;|\n)/g)].map(
      (match): [string, string] => [match[1] ?? '', match[2] ?? ''],
    ),
  );
  for (const { groups = {} } of code.matchAll(PUTS)) {
    const { within, holder = '', name = '', value = '' } = groups;
    if (/^(?:Content-Type|Authorization|Accept|X-|x-)/.test(name)) continue;
    const part = within ?? parts.get(holder);
    if (part === undefined) fields[name] ??= literalOf(value);
    else {
      const known = fields[part];
      fields[part] = { [name]: literalOf(value), ...(isObject(known) ? known : {}) };
    }
  }
  for (const match of code.matchAll(
    /\b\w*(?:body|payload|json|params|data|req)\w*\[\s*["'](\w+)["']\s*\]\s*=\s*([^;\n]+)/gi,
  ))
    fields[match[1] ?? ''] ??= literalOf(match[2] ?? '');
  return Object.keys(fields).length === 0 ? [] : [fields];
}

const NO_BODY =
  /^(?:URL|URLRequest|URLQueryItem|Uri|Request|Headers?|Client|Http\w*|Json\w*|JSON\w*|String|List|Map|Date|Text|Button|Column|Row)$/;
const DECLARED = /\b(?:struct|class|enum|impl|trait|interface|type|record|object)\s+$/;
const IS_TYPE = /^(?:String|Int|Double|Bool|Float|Long|Boolean|\[?[A-Z]\w*\]?\??)$/;

/** `AskBody(text: "…", lat: 46.5)`, `ChatRequest(message = text)`, `ChatRequest { message: text }`: labels are field names. */
function constructed(code: string): [string, Json][] {
  return [...code.matchAll(/\b([A-Z]\w*)\s*([({])/g)].flatMap((match): [string, Json][] => {
    if (NO_BODY.test(match[1] ?? '') || DECLARED.test(code.slice(0, match.index))) return [];
    const inner = enclosed(code, match.index + match[0].length - 1)?.inner ?? '';
    // A field filled from a variable of its own name is written once.
    const pairs = splitTopLevel(inner).map(
      (item) =>
        /^\s*([a-z]\w*)\s*[:=](?![=:])\s*([\s\S]+)$/.exec(item) ??
        (match[2] === '{' ? /^\s*(([a-z]\w*))\s*$/.exec(item) : null),
    );
    const fields = pairs.flatMap((pair): [string, Json][] =>
      pair === null || IS_TYPE.test((pair[2] ?? '').trim())
        ? []
        : [[pair[1] ?? '', literalOf(pair[2] ?? '')]],
    );
    return fields.length === 0 || fields.length < pairs.length
      ? []
      : [[match[1] ?? '', Object.fromEntries(fields)]];
  });
}

/** `setBody(Wish("something warm"))`: arguments of a declared type in the order of its fields. */
function positional(code: string, types: DeclaredTypes): [string, Json][] {
  return [...code.matchAll(/\b([A-Z]\w*)\s*\(/g)].flatMap((match): [string, Json][] => {
    const fields = fieldsOf(types, match[1] ?? '');
    if (fields.length === 0 || /(?:class|struct|record)\s+$/.test(code.slice(0, match.index))) return [];
    const args = splitTopLevel(enclosed(code, match.index + match[0].length - 1)?.inner ?? '');
    if (args.length === 0 || args.some((arg) => /^\s*\w+\s*[:=](?!=)/.test(arg))) return [];
    const given = fields
      .slice(0, args.length)
      .map((field, index): [string, Json] => [field.name, literalOf(args[index] ?? '')]);
    return [[match[1] ?? '', Object.fromEntries(given)]];
  });
}

function literalOf(text: string): Json {
  const given = text.trim();
  const parsed = /^(?:["'\d-]|true|false|null)/.test(given) ? parseRelaxedJson(given) : undefined;
  return parsed?.value ?? hole(given);
}

const formTexts = (code: string): Json[] =>
  [...code.matchAll(/["']((?:\w+=[^"'&\s]*&)*\w+=)["']\s*(?:\+|\.\.|<>|%|&)/g)].map((match) =>
    Object.fromEntries(pairsOf(match[1] ?? '').map(([name, value]) => [name, value || hole(name)])),
  );

const queryIn = (code: string): Pair[] =>
  [
    ...code.matchAll(
      /(?:addQueryParameter|queryParam|URLQueryItem|appendQueryParameter|parameter)\(\s*(?:name:\s*)?"(\w+)"\s*,\s*(?:value:\s*)?([^)\n]+)/g,
    ),
  ].flatMap(([, name = '', value = '']) => parametersOf({ [name]: literalOf(value) }));

const NAME = String.raw`(?:[A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+|[xX]-[\w-]+|[Aa]uthorization|[Cc]ontent-[Tt]ype|[Aa]ccept|api-key|apikey|[a-z]+(?:-[a-z]+)*-(?:key|token|version))`;

const VALUE = String.raw`(?<value>"(?:\\.|[^"\\])*"(?:\s*(?:\+|<>|\.\.)\s*[\w.()"]+)*|'[^']*'|[A-Za-z_$][\w.$()!?"\[\]:]*)`;

const PLACES: readonly { pattern: RegExp; mark?: string }[] = [
  // ("X-Auth-Token", value), "x-api-key": value, {"authorization", "Bearer …"}, "X-Key" to value, "X-Key" = value
  { pattern: new RegExp(String.raw`["'](?<name>${NAME})["']\s*(?:,|:|=>|to\b|=)\s*${VALUE}`, 'g') },
  // setValue("Bearer …", forHTTPHeaderField: "Authorization")
  {
    pattern: new RegExp(String.raw`${VALUE}\s*,\s*forHTTPHeaderField:\s*"(?<name>${NAME})"`, 'g'),
    mark: 'forHTTPHeaderField',
  },
  // HttpHeaders.Authorization, "Bearer …"; .header(AUTHORIZATION, format!("Bearer {}", key))
  {
    pattern: new RegExp(
      String.raw`(?:HttpHeaders\.|header::)?\b(?<name>Authorization|AUTHORIZATION)\s*[,:]\s*(?:format!\(\s*)?${VALUE}`,
      'g',
    ),
  },
];

/** Headers as any language writes them: a name that looks like one beside a value. */
function looseHeaders(code: string): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const { pattern, mark } of PLACES)
    for (const { groups } of mark === undefined || code.includes(mark) ? code.matchAll(pattern) : []) {
      const key = properName(groups?.['name'] ?? '');
      const value = textOf(groups?.['value'] ?? '');
      if (!pairs.has(key.toLowerCase())) pairs.set(key.toLowerCase(), [key, value]);
    }
  const bearer =
    /\.?bearer_?[aA]uth\(\s*([^)]+)\)|\bauth:\s*\{:bearer,\s*([^}]+)\}|req_auth_bearer_token\(\s*([^)]+)\)|\.with_?[tT]oken\(\s*([^)]+)\)/.exec(
      code,
    );
  const token = bearer?.slice(1).find((part) => part !== undefined);
  if (token !== undefined && !pairs.has('authorization'))
    pairs.set('authorization', ['Authorization', `Bearer ${textOf(token.trim())}`]);
  return [...pairs.values()];
}

const properName = (name: string): string =>
  name.toLowerCase() === 'authorization' ? 'Authorization' : name;

function textOf(given: string): string {
  const literal = /^(["'])([\s\S]*?)\1/.exec(given);
  if (!literal) return hole(given);
  const rest = given
    .slice(literal[0].length)
    .replace(/^\s*(?:\+|<>|\.\.)\s*/, '')
    .trim();
  return (
    withInterpolations(literal[2] ?? '').replace(/\{\}|%s/g, hole('value')) + (rest === '' ? '' : hole(rest))
  );
}

/** `\(name)`, `#{name}`, `${name}` and `$name` inside of literals become holes. */
const withInterpolations = (text: string): string =>
  text
    .replace(/\\\(([^()]*(?:\([^()]*\))?[^()]*)\)/g, (_all, inner: string) => hole(inner))
    .replace(/[#$]\{([^{}]*)\}/g, (_all, inner: string) => hole(inner))
    .replace(/(?<![\w\\])\$([a-zA-Z_]\w*)/g, (_all, inner: string) => hole(inner));
