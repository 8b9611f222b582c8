import type { Carried, FieldNote, RequestSketch, SampleAnswer } from '../../finding.ts';
import { hole, wholeHole } from '../../holes.ts';
import {
  isObject,
  leavesOf,
  mapValues,
  objectOf,
  valueAt,
  withValueAt,
  type Json,
  type JsonObject,
  type Path,
} from '../../json-value.ts';
import { parametersOf, requestSketch } from '../../http-parts.ts';
import { inputNameScore, isConversationName, uniqueNames } from '../../names.ts';
import {
  declaredTypes,
  fieldsOf,
  kindOf,
  sampleOf,
  sampleOfFields,
  sampleOfType,
  typeNamedAs,
  type DeclaredTypes,
} from '../types/declared-types.ts';
import { withAllowedValues } from './allowed-values.ts';
import { headersRead } from './header-reads.ts';
import { signatureOf } from './parameters.ts';
import { directReads, nestedReads, type ReadField, turnsOf } from './reads.ts';
import { answersOf, typedAnswer } from './returns.ts';
import { inlineFields, schemasIn } from './schema-literals.ts';
import { addressOf, isServerCode, routesIn, type Route } from './routes.ts';

/** A request with more fields than this is none that anybody wrote; each is looked for in the whole handler. */
const MOST_FIELDS = 60;
/** Types that hold one another have far more fields than the text has. */
const MOST_NOTES = 400;

/** Server code: the routes it serves, the fields it reads, the answers it gives. */
export function handlerRequests(code: string): RequestSketch[] {
  const types = declaredTypes(code);
  const routes = routesIn(code);
  const places: Route[] =
    routes.length > 0 ? routes : [{ method: undefined, path: undefined, at: 0, from: 0, end: code.length }];
  // Without a route, only code that answers requests reads fields; a client's members are its own.
  const found =
    routes.length > 0 || isServerCode(code) ? places.flatMap((route) => handlerOf(route, code, types)) : [];
  return found.length > 0 ? found : typesAlone(code, types, routes[0]);
}

function handlerOf(route: Route, code: string, types: DeclaredTypes): RequestSketch[] {
  const part = code.slice(route.at, route.end);
  const near = signatureOf(code.slice(Math.max(route.from, route.at), route.end), types);
  const { bodyType, fields: named } = near.bodyType === undefined ? signatureOf(part, types) : near;
  const nested = nestedBody(part);
  const schema = schemasIn(part);
  const inline = inlineFields(part);
  const reads = uniqueNames([...named, ...directReads(part)]).slice(0, MOST_FIELDS);
  const hasModel =
    bodyType !== undefined || schema.body !== undefined || inline !== undefined || nested !== undefined;
  if (!hasModel && reads.length === 0) return [];
  const answers = schema.answer === undefined ? answersOf(part, types, bodyType) : [schema.answer];
  const kept = { everything: false, keeps: isKept };
  const model =
    schema.body ??
    nested ??
    (inline && sampleOfFields(types, inline, { ...kept })) ??
    (bodyType === undefined ? {} : sampleOfType(types, bodyType, { ...kept }));
  const declared = bodyType === undefined ? [] : fieldsOf(types, bodyType).map(({ name }) => name);
  const told = reads.filter((field) => field.isRequired || isKept(field));
  // Where everything may be missing, what is most like a message is what the handler is for.
  const renewed = renewedNames(part, [...reads.map(({ name }) => name), ...declared]);
  const wanted = told.some(isSpoken) ? told : [...told, ...mostSpoken(reads, told)];
  const place = (name: ReadField['place']): JsonObject => {
    let object: Json = {};
    for (const field of wanted.filter((item) => item.place === name)) {
      const type = field.type ?? (field.name === 'messages' ? 'array' : 'string');
      const path = field.name.split('.');
      if (path.length > 1 || valueAt(object, path) === undefined)
        object = withValueAt(
          object,
          path,
          turnsOf(path.at(-1) ?? field.name, part) ?? sampleOf(types, path.at(-1) ?? field.name, type),
        );
    }
    return objectOf(object);
  };
  const form = place('form');
  const isForm = Object.keys(form).length > 0 && bodyType === undefined && schema.body === undefined;
  const allowed = withAllowedValues(
    // A type of which nothing is wanted by itself leaves what the handler reads.
    hasModel && Object.keys(model as JsonObject).length > 0 ? model : { ...form, ...place('body') },
    code,
  );
  const own: JsonObject = {
    ...objectOf(allowed),
    ...Object.fromEntries(renewed.map((name): [string, Json] => [name, hole(name)])),
  };
  const verb = route.method ?? /\bdef\s+(?:on_)?(post|put|patch|get)\(\s*self/.exec(part)?.[1]?.toUpperCase();
  // Spring takes the parameters of a POST from a form as well as from the address.
  const isSpring =
    /@RequestParam\b/.test(part) && verb !== undefined && verb !== 'GET' && Object.keys(own).length === 0;
  const body: JsonObject = isSpring ? place('query') : own;
  const query = isSpring ? {} : place('query');
  const isGet = verb === 'GET' || (verb === undefined && Object.keys(body).length === 0);
  const asked = headersRead(code, part);
  return [
    requestSketch('handler_code', route.at, {
      method: isGet ? 'GET' : (verb ?? 'POST'),
      url: addressOf(route.path),
      headers: asked.further,
      query: parametersOf(isGet ? { ...query, ...body } : query),
      ...(isGet || Object.keys(body).length === 0
        ? {}
        : { bodyKind: isForm || isSpring ? 'form' : 'json', body }),
      notes: [
        // What is made up where it is missing may be missing.
        ...(bodyType === undefined ? [] : notesOf(types, bodyType)).map((note) =>
          renewed.includes(note.path.join('.')) ? { ...note, isRequired: false } : note,
        ),
        ...reads.map((field): FieldNote => ({
          path: field.name.split('.'),
          description: keepsTurnsUnder(field.name, part)
            ? 'the same id continues the conversation'
            : (field.description ?? ''),
          type: field.type === undefined ? undefined : kindOf(field.type),
          isRequired: field.isRequired ? undefined : false,
        })),
      ],
      answers: answers.map((answer) =>
        withoutEchoes(answer, new Set([...Object.keys(body), ...reads.map(({ name }) => name), ...declared])),
      ),
      carried: renewedFields(renewed, answers),
      isStream: STREAMS.test(part) || undefined,
      // A handler that gives its text back as it is answers with that text.
      ...(answers.every(({ isError }) => isError) && returnsText(part) ? { outputPaths: [[]] } : {}),
      credentials: asked.credential,
      label: 'handler',
    }),
  ];
}

const STREAMS = /StreamingResponse|text\/event-stream|StreamResponse|streamSSE|SseEmitter|Flux</;

/** A setting that was sent comes back as it was; it is not what was answered. */
function withoutEchoes(answer: SampleAnswer, sent: ReadonlySet<string>): SampleAnswer {
  if (answer.isError || !isObject(answer.value)) return answer;
  const isEcho = (item: Json): boolean => typeof item === 'string' && sent.has(wholeHole(item) ?? '');
  const hasMore = Object.values(answer.value).some((item) => typeof item === 'string' && !isEcho(item));
  const value = mapValues(answer.value, (item, name) =>
    !isConversationName(name) &&
    ((sent.has(name) && inputNameScore(name) < 40 && typeof item === 'string') ||
      (name === wholeHole(item) && isEcho(item) && hasMore))
      ? false
      : item,
  );
  return { ...answer, value };
}

const isSpoken = ({ name, place }: ReadField): boolean =>
  place !== 'query' && inputNameScore(name.split('.').at(-1) ?? name) > 0;

function mostSpoken(reads: readonly ReadField[], told: readonly ReadField[]): ReadField[] {
  const open = reads.filter(
    (field) => field.place !== 'query' && !told.includes(field) && !isConversationName(field.name),
  );
  const [best] = open.toSorted((left, right) => inputNameScore(right.name) - inputNameScore(left.name));
  return best && (inputNameScore(best.name) > 0 || told.every(({ place }) => place === 'query'))
    ? [best]
    : [];
}

const FRESH_ID = String.raw`(?:uuid|UUID|nanoid|ulid|NewGuid|SecureRandom|token_hex|token_urlsafe|bin2hex|cuid|createConversation|new_session)`;

/** What a handler makes up where it was not sent, and gives back, is what the conversation goes on with. */
const renewedNames = (part: string, names: readonly string[]): string[] =>
  [...new Set(names)].filter((name) => new RegExp(String.raw`\b${name}\b[^\n]{0,60}${FRESH_ID}`).test(part));

function renewedFields(names: readonly string[], answers: readonly SampleAnswer[]): Carried[] {
  return names.flatMap((name): Carried[] => {
    const place = answers
      .filter(({ isError }) => !isError)
      .flatMap(({ value }) => leavesOf(value))
      .find(({ path }) => path.at(-1) === name);
    return place && place.path.every((step) => typeof step === 'string')
      ? [{ request: [name], answer: place.path }]
      : [];
  });
}

/** `games.get(gameId)`, `HISTORY[visitor]`: where a handler keeps turns, what it finds them by is the conversation. */
function keepsTurnsUnder(name: string, part: string): boolean {
  if (
    !/\brole["']?\s*[:=]|["']role["']/.test(part) ||
    !/\.(?:push|append|add|set|extend|concat)\(|<</.test(part)
  )
    return false;
  const key = String.raw`(?:[\w$>.-]*\b${name}\b|\w+\[["':]${name}["']?\])`;
  return (
    !isSpoken({ name, place: 'body', type: undefined, isRequired: true }) &&
    new RegExp(
      String.raw`\b\w+(?:\.(?:get|set|setdefault|has|getOrDefault|computeIfAbsent|GetOrAdd)\(\s*${key}|\[\s*\$?${key}\s*\])`,
    ).test(part)
  );
}

function nestedBody(part: string): JsonObject | undefined {
  const groups = Object.entries(nestedReads(part)).map(([group, names]): [string, Json] => [
    group,
    Object.fromEntries(names.map((name) => [name, hole(name)])),
  ]);
  return groups.length === 0 ? undefined : Object.fromEntries(groups);
}

/** Types without a handler: their names say which is sent and which comes back. */
function typesAlone(code: string, types: DeclaredTypes, route: Route | undefined): RequestSketch[] {
  const received = new Set(
    [
      ...code.matchAll(
        /(?:ExecuteAsync|ExecutePostAsync|Deserialize|DeserializeObject|ReadFromJsonAsync|ReadAsAsync|fromJson|body|json|decode|getForObject|postForObject|bodyToMono|readValue|postForEntity|model_validate|parse_obj)\s*(?:<|\(\s*|\([^()]*,\s*)(\w+)(?:\.self|\.class|>)?|(\w+)\.(?:model_validate|parse_obj|fromJson)\(/g,
      ),
      // What is only ever read out of text comes back; to a server it comes in.
      ...(isServerCode(code) ? '' : code).matchAll(
        /#\[derive\((?=[^\]]*\bDeserialize\b)(?![^\]]*\bSerialize\b)[^\]]*\]\s*(?:#\[[^\]]*\]\s*)*(?:pub\s+)?struct\s+(\w+)/g,
      ),
    ].map((match) => match[1] ?? match[2] ?? ''),
  );
  const sendable = new Map([...types].filter(([name]) => !received.has(name)));
  const request = typeNamedAs(sendable, 'request');
  // What is only a part of another type that is received is not the whole.
  const inner = new Set(
    [...received].flatMap((name) => fieldsOf(types, name).flatMap(({ type }) => type.match(/\w+/g) ?? [])),
  );
  const answer =
    [...types.keys()].find((name) => received.has(name) && !inner.has(name)) ?? typeNamedAs(types, 'answer');
  if (request === undefined && answer === undefined) return [];
  const asked = headersRead(code);
  return [
    requestSketch('handler_code', 0, {
      method: route?.method,
      url: addressOf(route?.path),
      headers: asked.further,
      query: [],
      ...(request === undefined
        ? {}
        : {
            bodyKind: 'json',
            body: sampleOfType(types, request, { everything: false, keeps: isKept }),
            notes: notesOf(types, request),
          }),
      answers: answer === undefined ? [] : [typedAnswer(sampleOfType(types, answer, { everything: true }))],
      credentials: asked.credential,
      label: 'handler',
    }),
  ];
}

const isKept = ({ name }: { name: string }): boolean =>
  isConversationName(name) || inputNameScore(name.split('.').at(-1) ?? name) > 80;

function notesOf(
  types: DeclaredTypes,
  name: string,
  before: Path = [],
  notes: FieldNote[] = [],
): FieldNote[] {
  for (const field of fieldsOf(types, name)) {
    if (notes.length >= MOST_NOTES) break;
    const path = [...before, field.name];
    const inner =
      before.length < 4 && kindOf(field.type) !== 'array'
        ? types.get(field.type.replace(/[?&]|Option<|>/g, '').trim())?.name
        : undefined;
    notes.push({
      path,
      description: field.description ?? '',
      type: kindOf(field.type),
      isRequired: field.isRequired,
      hasDefault: field.value !== undefined,
    });
    if (inner !== undefined) notesOf(types, inner, path, notes);
  }
  return notes;
}

const returnsText = (part: string): boolean =>
  /HttpResponse\((?![^)\n]*json)[^\n]*mimetype\s*=\s*["']text|PlainTextResponse|text\/plain|\.type\(["']text|res\.send\(\s*[a-z]\w*(?:\.\w+)*\s*\)|c\.(?:text|String)\(\s*(?:200|http\.StatusOK|[a-z])/.test(
    part,
  );
