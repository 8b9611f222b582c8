import { conversationInPath } from './conversation.ts';
import { placeCredential } from './credentials.ts';
import { pathOf, type Wanted } from './choose-request.ts';
import { planAnswers, type AnswerPlan } from './decide-answer.ts';
import { planConversation } from './decide-conversation.ts';
import type { BodyPlan } from './decide-body.ts';
import { headersFor } from './decide-headers.ts';
import type { Findings, Pair, RequestSketch } from '../finding.ts';
import { carriedByOperation, graphqlQueryOf, outputPathsOf, variableNotes } from '../formats/graphql.ts';
import { isFileField } from '../formats/multipart.ts';
import { fillHoles, hasHole } from '../holes.ts';
import { inHeader, requestSketch } from '../http-parts.ts';
import { type Hypothesis, modeOf, namesConversation } from '../hypothesis.ts';
import { isAmbiguous } from './input-field.ts';
import { isObject, leavesOf, type Json } from '../json-value.ts';
import { shapeOf, type Shape } from './shapes.ts';
import { pairsOf } from '../shell/curl.ts';

export type Given = {
  readonly findings: Findings;
  readonly wanted: Wanted;
  readonly authToken: string | undefined;
  readonly secrets: ReadonlySet<string>;
};

/** A request of the paste with all that its other parts say of it, made ready for a place of the answer. */
type Reading = {
  readonly request: RequestSketch;
  readonly shape: Shape | undefined;
  readonly address: string | undefined;
  readonly answers: readonly AnswerPlan[];
};

export type Configured = {
  readonly hypothesis: Hypothesis;
  readonly pastedSecret: string | undefined;
  readonly secretUrl: string | undefined;
};

export function readingOf(request: RequestSketch, { wanted }: Given): Reading {
  const address = chooseAddress(wanted.url, request.url);
  const shape = shapeOf(
    address && isKnownByAddress(address) ? `${request.url ?? ''} ${address}` : (request.url ?? address),
    request.body,
  );
  const graphql = graphqlQueryOf(request.body);
  const told =
    graphql === undefined
      ? request
      : {
          ...request,
          outputPaths: [...(request.outputPaths ?? []), ...outputPathsOf(graphql)],
          notes: [...variableNotes(graphql), ...request.notes],
          carried: [...(request.carried ?? []), ...carriedByOperation(graphql, request.body)],
        };
  return { request: told, shape, address, answers: planAnswers(told, shape, request.isStream === true) };
}

/** One complete configuration: the request of a reading, with one of the places where its answer may be. */
export function configure(
  { request, shape, address }: Reading,
  answer: AnswerPlan,
  { findings, wanted, authToken, secrets }: Given,
): Configured {
  const method = methodOf(request, wanted);
  const parts = foldQuery(request, address, method);
  const placed = placeCredential({
    address: parts.base,
    headers: request.headers,
    query: [...parts.kept, ...parts.added],
    body: request.body,
    declared: request.credentials ?? (shape?.credential && !authToken ? undefined : shapeCredential(shape)),
    authToken,
    secrets,
  });
  const kept = placed.query.slice(0, parts.kept.length);
  const added = placed.query.slice(parts.kept.length);
  const isQueryMethod = QUERY_METHODS.has(method);
  const plan = planConversation({
    answerNotes: findings.answerNotes,
    body: isQueryMethod ? withPairs(placed.body, added) : placed.body,
    request,
    shape,
    answer,
  });
  const bodyKind = isQueryMethod
    ? 'none'
    : request.bodyKind === 'none' && plan.body.template !== undefined
      ? 'json'
      : request.bodyKind;
  const url = finishUrl(placed.address, isQueryMethod ? kept : [...kept, ...added]);
  const template = isQueryMethod ? plan.body.template : withStreamOff(plan.body.template, shape);
  const headers = headersFor(placed.headers, bodyKind, method, shape);
  const { conversation_id: told, ...mapping } = plan.responseMapping;
  const isStateful = modeOf({ template, url, headers }) === 'stateful';
  const files = leavesOf(template ?? null).filter(({ value }) => isFileField(value));
  const dropped = [...new Set(request.dropped)].slice(0, 10);
  const hypothesis: Hypothesis = {
    method,
    url,
    bodyKind,
    headers,
    template,
    input: plan.body.input,
    candidates: plan.body.candidates,
    responseMapping: isStateful && told !== undefined ? { ...mapping, conversation_id: told } : mapping,
    outputSource: answer.source,
    inventedConversation: plan.invented,
    usesToken: placed.usesToken,
    isAsynchronous: answer.isAsynchronous,
    needsParams: placed.needsParams,
    warnings: [
      // What else is amiss then comes of it.
      ...(request.unclosed === undefined ? [] : [unclosedWarning(request.unclosed)]),
      ...warningsOf(plan.body, answer, placed.needsParams, namesConversation({ template, url, headers })),
      ...(files.length === 0 ? [] : [fileWarning(files.map(({ path }) => path.join('.')).join(', '))]),
      ...(findings.isCut ? [WARNINGS.cut] : []),
      ...(dropped.length === 0
        ? []
        : [
            `Not taken over: ${dropped.join(', ')}. If the application needs it, the request will not be the same.`,
          ]),
    ],
    reasons: [
      request.url === undefined
        ? `The request is read from the ${SOURCE_NAMES[request.kind]}.`
        : `The ${SOURCE_NAMES[request.kind]} sends ${/^wss?:/i.test(request.url) ? 'messages over a WebSocket to' : method} ${pathOf(fillHoles(request.url, (name) => `{${name}}`))}.`,
      ...plan.body.reasons,
      ...(placed.where ? [`The credential goes into ${placed.where}.`] : []),
      ...answer.reasons,
    ],
  };
  // What stands in the address that was typed belongs to it; everything else to the address of the paste.
  const isTyped = placed.pastedSecret !== undefined && (wanted.url ?? '').includes(placed.pastedSecret);
  return {
    hypothesis,
    pastedSecret: placed.pastedSecret,
    secretUrl: isTyped ? wanted.url : isUsable(request.url) ? request.url : undefined,
  };
}

/** An answer by itself, with an address the user typed: what is sent there has to be found out, or is known of its kind. */
export function requestOfAnswer({ answers, method }: Findings, wanted: Wanted): RequestSketch | undefined {
  const answer = answers.find(({ isError }) => !isError)?.value;
  if (wanted.url === undefined || answer === undefined) return undefined;
  const isChat = isObject(answer) && Array.isArray(answer['choices']);
  return requestSketch('sample', 0, {
    method,
    bodyKind: 'json',
    body: isChat
      ? { model: answer['model'] ?? 'default', messages: [{ role: 'user', content: 'Hello' }] }
      : undefined,
    answers: answers.filter(({ isError }) => !isError),
  });
}

const QUERY_METHODS = new Set(['GET', 'DELETE', 'HEAD']);

const SOURCE_NAMES: Readonly<Record<RequestSketch['kind'], string>> = {
  curl: 'command',
  http: 'HTTP message',
  postman: 'Postman collection',
  openapi: 'OpenAPI document',
  har: 'browser recording',
  graphql: 'GraphQL operation',
  json_rpc: 'JSON-RPC call',
  client_code: 'code',
  handler_code: 'route handler',
  sample: 'sample',
  prose: 'description',
};

const isKnownByAddress = (address: string): boolean =>
  !/^https?:\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1\])/.test(address);

const shapeCredential = (shape: Shape | undefined) =>
  shape?.credential && inHeader(shape.credential.name, shape.credential.prefix);

function methodOf(request: RequestSketch, wanted: Wanted): string {
  const method =
    wanted.method ??
    request.method ??
    (request.body === undefined &&
    ((request.query?.length ?? 0) > 0 || (request.kind === 'prose' && request.url?.includes('?')))
      ? 'GET'
      : 'POST');
  return method.toUpperCase();
}

/** The query of the paste and of the typed address, apart; with GET, parameters are the template. */
function foldQuery(request: RequestSketch, address: string | undefined, method: string) {
  const pasted = splitQuery(request.url ?? '');
  const typed = splitQuery(address ?? '');
  const fromPaste: Pair[] = [...pasted.query, ...(request.query ?? [])];
  if (address === request.url) return { base: typed.base, kept: [] as Pair[], added: fromPaste };
  // A typed address is kept as it is; what the paste has beyond it is added only where both mean the same place.
  const names = new Set(typed.query.map(([name]) => name));
  const isSamePlace = pathOf(request.url) === pathOf(address) || pathOf(request.url) === '';
  const added = fromPaste.filter(([name]) => !names.has(name) && (isSamePlace || QUERY_METHODS.has(method)));
  return { base: typed.base, kept: typed.query, added };
}

function withPairs(body: Json | undefined, pairs: readonly Pair[]): Json | undefined {
  const fields = isObject(body) ? body : {};
  if (pairs.length === 0) return Object.keys(fields).length === 0 ? undefined : fields;
  return { ...fields, ...Object.fromEntries(pairs) };
}

/** The conversation in a path is that of the call, whoever wrote it there; what the paste has is the first one. */
function finishUrl(base: string, query: readonly Pair[]): string | null {
  if (base === '') return null;
  const inPath = conversationInPath(base);
  const first = inPath?.isOpen ? 'new' : (inPath?.value.replaceAll(/[^\w.-]/g, '') ?? '');
  const path =
    inPath === undefined
      ? base
      : base.replace(`/${inPath.value}`, () => `/{{ conversation_id | default('${first}') }}`);
  const filled = fillHoles(path, (name) => name.replaceAll(/[^\w.-]+/g, '-'));
  return joinQuery(
    filled,
    query.map(([name, value]): Pair => [name, fillHoles(value, (hole) => hole)]),
  );
}

/** Some servers stream unless told not to. */
const withStreamOff = (template: Json | undefined, shape: Shape | undefined): Json | undefined =>
  shape?.isStreaming && isObject(template) && !Object.hasOwn(template, 'stream')
    ? { ...template, stream: false }
    : template;

export const WARNINGS = {
  cut: 'The text is very long, and only its first part was read. Paste the part about one call if something is missing.',
  unverified: 'Mapping generated but unverified',
  ambiguous: 'Multiple candidate input fields detected',
  output: 'Could not determine the output field; set response_mapping.output manually',
  asynchronous:
    'The application answers later: its first answer only has an ID to ask again by, and this test call does not ask again. Say under Connection, “After the call”, how to ask, or use an address that answers at once.',
  ownConversation:
    'The application takes the id of a conversation from its caller: each test and each conversation gets a fresh id before its first message.',
  sharedConversation:
    'The request names its conversation, and whether the application takes any other id is not known: calls that name none share one. If any will do, set “Who names a conversation” of the endpoint to Sonde.',
} as const;

const unclosedWarning = ({ mark, line, column }: NonNullable<RequestSketch['unclosed']>): string =>
  `The quotation mark ${mark} in line ${line}, character ${column}, is never closed, so all that follows it was read as one value. Copy the command again with its end, or close it.`;

const fileWarning = (fields: string): string =>
  `The file that the paste sends is not part of it (${fields}): the files of each call are sent there, and a call without files, such as the test call, leaves the field out.`;

function warningsOf(plan: BodyPlan, answer: AnswerPlan, params: readonly string[], isOwn: boolean): string[] {
  const warnings: string[] = [];
  if (!plan.isStateless && isAmbiguous(plan.candidates))
    warnings.push(
      `${WARNINGS.ambiguous}: ${plan.candidates
        .slice(0, 3)
        .map(({ path }) => path.join('.'))
        .join(', ')}.`,
    );
  if (plan.input === undefined)
    warnings.push('No field for the message was found: put {{ input }} where it belongs.');
  if (answer.source === 'guess' && !answer.isAsynchronous) warnings.push(WARNINGS.output);
  if (answer.isAsynchronous) warnings.push(WARNINGS.asynchronous);
  if (plan.guessed.length > 0)
    warnings.push(
      `The paste gives no value for ${plan.guessed.slice(0, 6).join(', ')}: check what was filled in.`,
    );
  if (isOwn) warnings.push(WARNINGS.sharedConversation);
  if (params.length > 0)
    warnings.push(
      `The request needs a second credential: set ${params.map((name) => `params.${name}`).join(', ')} in the project, or enter it as a secret header.`,
    );
  return warnings;
}

/** An address apart from its query. */
function splitQuery(url: string): { base: string; query: Pair[] } {
  const at = url.indexOf('?');
  if (at === -1) return { base: url.split('#', 1)[0] ?? url, query: [] };
  return { base: url.slice(0, at), query: pairsOf((url.slice(at + 1).split('#', 1)[0] ?? '').trim()) };
}

/** The address to call: what the user typed, completed by the path of the paste when he typed only the server. */
function chooseAddress(given: string | undefined, pasted: string | undefined): string | undefined {
  if (given === undefined || given === '') return isUsable(pasted) ? pasted : undefined;
  const typed = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `http://${given}`;
  if (!URL.canParse(typed)) return typed;
  const { pathname, origin, search } = new URL(typed);
  const path = pathOf(pasted);
  if (pathname !== '/' || search !== '' || path === '' || path === '/' || hasHole(path)) return typed;
  return origin + path;
}

export const isUsable = (url: string | undefined): url is string =>
  url !== undefined && /^(?:https?|wss?):\/\//i.test(url) && URL.canParse(fillHoles(url, () => 'x'));

function joinQuery(base: string, query: readonly Pair[]): string {
  if (query.length === 0) return base;
  return `${base}?${query.map(([name, value]) => `${encodeURIComponent(name)}=${value.includes('{{') ? value : encodeURIComponent(value)}`).join('&')}`;
}
