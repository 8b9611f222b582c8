import type { SampleAnswer } from '../../finding.ts';
import { hole, wholeHole } from '../../holes.ts';
import { isObject, leavesOf, mapValues, withValueAt, type Json } from '../../json-value.ts';
import { parseRelaxedJson } from '../../formats/relaxed-json.ts';
import { captured, enclosed, lowerFirst, splitTopLevel } from '../../scanning.ts';
import { typescriptFields } from '../types/field-readers.ts';
import {
  fieldsOf,
  sampleOfFields,
  sampleOfType,
  typeNamedAs,
  type DeclaredTypes,
} from '../types/declared-types.ts';

/** An object that has something in it, as an answer. */
const answerOf = (value: Json | undefined, at = 0): SampleAnswer[] =>
  isObject(value) && Object.keys(value).length > 0 ? [{ value, at, isError: false }] : [];

export const typedAnswer = (value: Json): SampleAnswer => ({ value, at: 0, isError: false, isSchema: true });

/** What a handler gives back: literals, constructors of declared types, the type that its signature promises. */
export function answersOf(part: string, types: DeclaredTypes, bodyType: string | undefined): SampleAnswer[] {
  const streamed = streamedAnswers(part);
  if (streamed.length > 0) return streamed;
  const literals = literalAnswers(part);
  const hasAnswer = literals.some(({ isError }) => !isError);
  const named = hasAnswer ? undefined : (namedAnswer(part, types, bodyType) ?? inlineAnswer(part, types));
  if (named) return [...literals, named];
  if (hasAnswer) return literals.map((answer) => withKinds(answer, types));
  const others = [...variableAnswers(part), ...constructedAnswers(part)];
  return [...literals, ...(others.length > 0 ? others : arrowAnswers(part))];
}

/** `send({ delta })` where `send` writes an event of a stream. */
function streamedAnswers(part: string): SampleAnswer[] {
  const writers = captured(
    part,
    /\b(?:const|let|var|function|def|func)\s+(\w+)\s*(?:=\s*)?(?:async\s*)?\([^()\n]{0,80}\)[^\n]{0,40}(?:\n[^\n]{0,200}){0,2}?\bdata: ?\$?[`"'{]/g,
  );
  return [...new Set(writers)].slice(0, 3).flatMap((name) =>
    [...part.matchAll(new RegExp(String.raw`(?<!function |def |func )\b${name}\(\s*(?=\{)`, 'g'))].flatMap(
      (match): SampleAnswer[] => {
        const value = parseRelaxedJson(part, match.index + match[0].length)?.value;
        return isObject(value) && Object.keys(value).length > 0
          ? [{ value, at: match.index, isError: Object.hasOwn(value, 'error') }]
          : [];
      },
    ),
  );
}

/** A map inside of a map is a map without its type. */
const withoutTypes = (code: string): string =>
  code
    .replace(/ as const\b/g, '')
    .replace(/(:\s*|=>\s*)%\{/g, '$1{')
    .replace(new RegExp(String.raw`(:\s*)${MAP}(?=\{)`, 'g'), '$1');

function literalAnswers(given: string): SampleAnswer[] {
  const part = withoutTypes(given);
  const answers: (SampleAnswer & { readonly helper: string | undefined })[] = [];
  for (const match of part.matchAll(ANSWER_CALLS)) {
    const at = match.index + match[0].length;
    const rest = part.slice(at).replace(/^content\s*=\s*/, '');
    const value = /Map\.of|mapOf/.test(match[0])
      ? pairsOf(part, at)
      : /^\w+\s*=(?!=|>)/.test(rest) && match[0].includes('jsonify')
        ? keywordsOf(part, at - 1)
        : undefined;
    const keywords = value === undefined ? undefined : enclosed(part, part.lastIndexOf('(', at));
    const parsed =
      value === undefined
        ? parseRelaxedJson(rest)
        : { value, end: keywords === undefined ? 0 : Math.max(0, keywords.end - at) };
    if (!parsed || !isObject(parsed.value) || Object.keys(parsed.value).length === 0) continue;
    const after = rest.slice(parsed.end);
    const status =
      /(?:status|code)\(\s*([45])\d\d/.test(match[0]) ||
      /^\s*\)?\s*,\s*(?:status(?:_code)?\s*[=:]\s*|\{\s*status:\s*)?[45]\d\d/.test(after);
    const isBefore =
      /(?:\b[45]\d\d\s*,\s*|StatusBadRequest,\s*|StatusInternalServerError,\s*)(?:gin\.H|fiber\.Map|echo\.Map|map\[)?[^,]{0,12}$/.test(
        part.slice(Math.max(0, match.index - 40), at),
      );
    const names = Object.keys(parsed.value);
    const isError =
      status ||
      isBefore ||
      Number(parsed.value['statusCode'] ?? 200) >= 400 ||
      (names.every((key) => /^(?:error|errors|detail|message|status|code|success|ok)$/.test(key)) &&
        names.some((key) => /^errors?$/.test(key)));
    answers.push({
      value: sliced(unwrapped(parsed.value)),
      at,
      isError,
      helper: match.groups?.['helper'],
    });
  }
  return throughHelpers(answers, part);
}

/** `ok(res, { tip })` of a helper that answers with `{ success: true, data }`: what is given stands where the parameter does. */
function throughHelpers(
  answers: readonly (SampleAnswer & { readonly helper: string | undefined })[],
  part: string,
): SampleAnswer[] {
  const own = new Set<SampleAnswer>();
  const placed = answers.map(({ helper, ...answer }): SampleAnswer => {
    const start =
      helper === undefined
        ? null
        : new RegExp(
            String.raw`\b(?:const|let|function|def|func)\s+${helper}\b\s*=?\s*(?:async\s*)?\(([^)]*)\)`,
          ).exec(part);
    const names = new Set([...(start?.[1] ?? '').matchAll(/\w+/g)].map((match) => match[0]));
    const made = start
      ? answers.find(
          ({ at, helper: other }) => other === undefined && at > start.index && at < start.index + 400,
        )
      : undefined;
    if (!made) return answer;
    own.add(made);
    const place = leavesOf(made.value).find(
      ({ value }) => typeof value === 'string' && names.has(wholeHole(value) ?? value),
    );
    return place ? { ...answer, value: withValueAt(made.value, place.path, answer.value) } : answer;
  });
  return placed.filter((_answer, index) => !answers[index] || !own.has(answers[index]));
}

/** Where a declared type has the same fields as what is given back, it says what kind each of them is. */
function withKinds(answer: SampleAnswer, types: DeclaredTypes): SampleAnswer {
  const { value } = answer;
  if (answer.isError || !isObject(value)) return answer;
  const names = Object.keys(value).toSorted().join();
  const type = [...types.keys()].find(
    (name) =>
      fieldsOf(types, name)
        .map((field) => field.name)
        .toSorted()
        .join() === names,
  );
  return type === undefined
    ? answer
    : { ...answer, value: sampleOfType(types, type, { everything: true }), isSchema: true };
}

/** A function's gateway answer holds the body as JSON text. */
function unwrapped(value: Json): Json {
  if (!isObject(value) || !('statusCode' in value) || !('body' in value)) return value;
  const body = value['body'];
  if (isObject(body)) return body;
  const inner = typeof body === 'string' ? /(?:stringify|dumps)\(([\s\S]*)\)/.exec(body)?.[1] : undefined;
  return (inner === undefined ? undefined : parseRelaxedJson(inner)?.value) ?? value;
}

/** `enquiry.slice(:id, :answer)` stands for an object of those fields. */
function sliced(value: Json): Json {
  if (!isObject(value)) return value;
  return mapValues(value, (item) => {
    const listed = /(?:slice|only:?|pick|values_at)\s*[([]([^)\]]*)/.exec(
      typeof item === 'string' ? item : '',
    );
    const names = [...(listed?.[1] ?? '').matchAll(/[:"'](\w+)/g)].map(([, name = '']) => name);
    return names.length === 0 ? item : Object.fromEntries(names.map((name) => [name, hole(name)]));
  });
}

/** The type that the signature or a constructor names. */
function namedAnswer(part: string, types: DeclaredTypes, bodyType: string | undefined) {
  const said = [...part.matchAll(ANSWER_TYPE_NAMES)]
    .flatMap((match) => match.slice(1))
    .filter((name): name is string => name !== undefined && types.has(name) && name !== bodyType);
  const mentioned = [...types.keys()].filter(
    (name) => name !== bodyType && new RegExp(String.raw`\b${name}\b`).test(part),
  );
  const name =
    said.at(0) ?? typeNamedAs(new Map([...types].filter(([key]) => mentioned.includes(key))), 'answer');
  if (name === undefined) return undefined;
  const value = sampleOfType(types, name, { everything: true });
  return Object.keys(value).length === 0 ? undefined : typedAnswer(value);
}

/** `Promise<{ reply: { body: string } }>`: a type written where it is promised. */
function inlineAnswer(part: string, types: DeclaredTypes): SampleAnswer | undefined {
  const match = /\b(?:Promise|Observable|Task|ActionResult|Response|json)<\s*\{/.exec(part);
  const inner = match ? enclosed(part, match.index + match[0].length - 1)?.inner : undefined;
  const value =
    inner === undefined ? {} : sampleOfFields(types, typescriptFields(inner), { everything: true });
  return Object.keys(value).length === 0 ? undefined : typedAnswer(value);
}

/** The type that Go writes before a map. */
const MAP = String.raw`(?:gin\.H|fiber\.Map|echo\.Map|bson\.M|map\[string\](?:interface\{\}|any|string))`;

/** `result = {…}` … `return result` */
function variableAnswers(part: string): SampleAnswer[] {
  const names = captured(
    part,
    /\b(?:return|json\(|send\(|jsonify\(|respond\(|Ok\(|Encode\(|json_encode\(|JSON\((?:\d+|http\.\w+),)\s*\$?(\w+)\s*(?:[);\n]|$)/g,
  );
  return [...new Set(names)].flatMap((name): SampleAnswer[] => {
    const at = new RegExp(
      String.raw`(?:\b|\$)${name}\s*(?::\s*[\w<>\[\], ]+)?\s*:?=\s*${MAP}?(?=[{\[])`,
    ).exec(part);
    return at ? answerOf(parseRelaxedJson(withoutTypes(part.slice(at.index + at[0].length)))?.value) : [];
  });
}

/** `return ChatResponse(answer=answer, sources=sources)` of a type the paste does not show. */
function constructedAnswers(part: string): SampleAnswer[] {
  return [
    ...part.matchAll(/\b(?:return|respond\(|Ok\(|Json\(|json\()\s*(?:new\s+|&)?[A-Z]\w*\s*([({])/g),
  ].flatMap((match): SampleAnswer[] => {
    const value = keywordsOf(part, match.index + match[0].length - 1);
    return /Exception|Error/.test(match[0]) ? [] : answerOf(value, match.index);
  });
}

/** `async ({ body }) => ({ answer: … })`: a handler that is one expression. */
function arrowAnswers(part: string): SampleAnswer[] {
  const match = /=>\s*\(\s*(?=\{)/.exec(part);
  return match ? answerOf(parseRelaxedJson(part, match.index + match[0].length)?.value) : [];
}

function keywordsOf(part: string, open: number): Json | undefined {
  const block = enclosed(part, open);
  if (!block) return undefined;
  const pairs = splitTopLevel(block.inner).flatMap((item): [string, Json][] => {
    const match = /^\s*(\w+)\s*[:=](?!=)\s*([\s\S]+)$/.exec(item) ?? /^\s*([a-z]\w*)\s*$/.exec(item);
    if (!match) return [];
    const name = match[1] ?? '';
    return [[lowerFirst(name), nestedValue(match[2]) ?? hole(match[2]?.trim() ?? name)]];
  });
  const isNamed = pairs.length > 0 && /[:=]/.test(block.inner);
  return isNamed ? Object.fromEntries(pairs) : undefined;
}

/** An object given under a name keeps its own fields: `reply={"content": text}`, `meta=dict(took=1)`. */
function nestedValue(text: string | undefined): Json | undefined {
  const given = text?.trim() ?? '';
  if (given.startsWith('dict(')) return keywordsOf(given, given.indexOf('('));
  const parsed = given.startsWith('{') ? parseRelaxedJson(given)?.value : undefined;
  return isObject(parsed) ? parsed : undefined;
}

/** `Map.of("answer", text)` and `mapOf("answer" to text)` */
function pairsOf(part: string, at: number): Json | undefined {
  const open = part.lastIndexOf('(', at);
  const inner = open === -1 ? undefined : enclosed(part, open)?.inner;
  if (inner === undefined) return undefined;
  const items = splitTopLevel(inner);
  const pairs: [string, Json][] = [];
  for (let index = 0; index < items.length; index += 1) {
    const infix = /^\s*"(\w+)"\s+to\s+([\s\S]+)$/.exec(items[index] ?? '');
    if (infix) pairs.push([infix[1] ?? '', hole(infix[2] ?? '')]);
    else {
      const key = /^\s*"(\w+)"\s*$/.exec(items[index] ?? '')?.[1];
      if (key !== undefined) pairs.push([key, hole((items[(index += 1)] ?? '').trim())]);
    }
  }
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}

/**
 * How handlers give back their answer, framework by framework, up to where the answer begins. The order counts: of two
 * that begin alike the longer comes first.
 */
const CALLS: readonly string[] = [
  // Flask, Django, FastAPI, fetch handlers, Next.js
  String.raw`jsonify|JsonResponse|JSONResponse|Response\.json|NextResponse\.json`,
  // Express, Fastify, Hono, Koa
  String.raw`res(?:ponse)?(?:\.status\(\s*\d+\s*\))?\.(?:json|send)`,
  String.raw`reply(?:\.code\(\s*\d+\s*\))?\.send`,
  String.raw`c\.json|ctx\.(?:body|response\.body)\s*=`,
  // Laravel, plain PHP, plain Python, Rails
  String.raw`->json|json_encode|json\.dumps|render\s+json:`,
  // Gin, Fiber, Echo
  String.raw`gin\.H|fiber\.Map|echo\.Map`,
  String.raw`JSON\.stringify`,
  // ASP.NET, Java, Rust, Elixir, aiohttp
  String.raw`(?:Ok|Results\.Ok|Json|Results\.Json|TypedResults\.Ok)\(\s*new`,
  String.raw`Map\.of|json!|encode!\(%|\bjson\(\s*(?:\w+\s*,\s*)?%|web\.json_response|\bResponse`,
  // A helper of the paste's own, such as "return ok(res, {"
  String.raw`return\s+(?:await\s+)?(?:\$this->|self\.|this\.)?(?<helper>\w*(?:json|JSON|respon[ds]|reply|ok|success|send|result|created|encode)\w*)\((?=\s*(?:\$?[\w.:]+\s*,\s*)*[{[])(?:\s*\$?[\w.:]+\s*,)*`,
  // Tornado, Falcon, Azure Functions
  String.raw`return\s+response|self\.finish|\.media\s*=|jsonBody\s*:`,
  // net/http
  String.raw`(?:Encode|JSON|[wW]riteJSON|respond\w*)\([^\n{}]*map\[string\](?:interface\{\}|any|string)`,
  // AWS Lambda, Ktor
  String.raw`callback\(null,|call\.respond|mapOf`,
  String.raw`yield(?:\s+\w+(?=\())?|return|\.json|make_response|self\.write`,
  // Sinatra: the last line of a block
  String.raw`\n[ \t]*(?=\{[^\n]*\}(?:\.to_json|[ \t]*\n[ \t]*end\b))`,
];

/** What an answer begins with: a literal, a call, or a name that is given a value. */
const BEGINNING = String.raw`(?=[{[(]|content=|\w+\s*=|"\w+"\s*(?:to|,))`;

/** Finds where a handler answers; the match ends where the answer begins. */
const ANSWER_CALLS = new RegExp(String.raw`(?:${CALLS.join('|')})\s*\(?\s*${BEGINNING}`, 'g');

/** Where a signature or a constructor names the type of the answer, language by language. */
const TYPE_NAMES: readonly string[] = [
  // FastAPI and annotated Python
  String.raw`response_model\s*=\s*(\w+)|->\s*(?:\w+\[)?(\w+)\]?\s*:`,
  // What a framework or a promise wraps
  String.raw`(?:ResponseEntity|ActionResult|Promise|Task|Mono|Json|web::Json)<\s*(?:ActionResult<)?(\w+)`,
  // What is made to be given back
  String.raw`\bnew\s+(\w+)\s*[({]|\b(?:return|respond\(|Ok\(|Json\()\s*&?(\w+)\s*[({]`,
  // Java and C#, Rust, TypeScript and Kotlin
  String.raw`\b(?:public|private)\s+(\w+)\s+\w+\s*\(|->\s*(?:impl\s+)?(\w+)|\)\s*:\s*(\w+)\s*[{=]`,
  // Go
  String.raw`(?:,\s*|Encode\(\s*)&?(?:\w+\.)?(\w+)\{`,
];

const ANSWER_TYPE_NAMES = new RegExp(TYPE_NAMES.join('|'), 'g');
