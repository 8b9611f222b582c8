import type { Node } from 'web-tree-sitter';
import type { Json } from '../../json-value.ts';
import { parseRelaxedJson } from '../../formats/relaxed-json.ts';
import { CALLS, partOf } from './node-kinds.ts';

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
  const callee = partOf(node, 'function', 'constructor');
  const method = partOf(node, 'method', 'name');
  const receiver =
    partOf(node, 'object', 'receiver', 'scope') ?? partOf(callee, 'object', 'operand', 'expression');
  const raw = callee
    ? callee.text
    : method
      ? `${receiver ? `${receiver.text}.` : ''}${method.text}`
      : (partOf(node, 'type')?.text ?? createdType(node));
  const name = raw
    .replaceAll(/\s+/g, '')
    .replaceAll(/->|::|\?\./g, '.')
    .replace(/<[^<>]*>$/, '');
  if (name === '') return undefined;
  const list =
    partOf(node, 'arguments') ?? node.namedChildren.find((child) => child.type.startsWith('argument'));
  const args: Node[] = [];
  const named = new Map<string, Node>();
  for (const child of list?.namedChildren ?? []) {
    if (child.type === 'comment') continue;
    const key = partOf(child, 'name', ...(child.type === 'pair' ? ['key'] : []));
    if (key && /^(?:keyword_argument|pair|argument)$/.test(child.type)) {
      const inner = partOf(child, 'value') ?? child.namedChildren.at(-1);
      if (inner) named.set(key.text.replace(/^:|:$/g, '').replace(/^["']|["']$/g, ''), inner);
    } else args.push(child.type === 'argument' ? (child.namedChildren.at(-1) ?? child) : child);
  }
  return { node, name, last: name.split('.').at(-1) ?? name, receiver, args, named };
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

/** Calls that send: the last part of their names. */
export const VERB =
  /^(?:get|post|put|patch|delete|head|request)(?:async|json|asjson|asjsonasync|forobject|forentity|_json|_form)?$/i;

/** How code of many languages reads what comes back: names of calls and members. */

export const READS_BODY =
  /^(?:json|ReadFromJsonAsync|ReadAsAsync|GetFromJsonAsync|getJSON|parsed_response|json_body|readEntity|\$fetch|ofetch|toPromise)$/;
export const PARSES =
  /^(?:parse|Parse|ParseAsync|loads|json_decode|JObject\.Parse|Deserialize|DeserializeAsync|DeserializeObject|readTree|readValue|fromJson|decode|JSONObject|jsonDecode|parse_json|parseString|from_json|load)$/;
export const PARSER =
  /json|JsonElement|JObject|JsonNode|[mM]apper|[gG]son|moshi|orjson|ujson|simplejson|Yajl|Oj\b/i;
export const GETTERS =
  /^(?:get|dig|path|fetch|opt|GetProperty|getJSONObject|getJSONArray|getString|optString|optJSONObject|optJSONArray|getAsJsonObject|getAsJsonArray|getJsonObject|getJsonArray|getProperty|SelectToken|data_get|getObject|Value|findPath|findValue|pluck|required)$/;
export const PASSES =
  /^(?:strip|trim|GetString|asText|textValue|toString|to_s|getAsString|asString|EnumerateArray|ToString|rstrip|lstrip|lower|String|str|escape|escapeHtml|html_escape|htmlspecialchars|nl2br|firstValueFrom|lastValueFrom|unwrap|unwrap_or_default|catch|as_str|GetValue|getAsJsonObject|getAsJsonArray|asArray|asObject|AsArray|AsObject|iterator|iter|list|reversed|markdown|marked|sanitize|Ok|orElse|orElseThrow|block|join|json|text|value|values|cast|slice|substring|replace|to_string|to_owned|clone|finally|throw|presence|string)$/;
export const REQUEST_LIKE =
  /^(?:await\s+)?(?:req|request|c\.req|ctx\.request|event|\$request|r\.Body|flask\.request|self\.request|httpRequest)\b/;
export const INDEXED = /^(?:element_access_expression|index_expression|array_access)$/;
export const NO_STEP = /^(?:length|size|Length|Count|count|keys|items)$/;
