import { CONVERSATION, conversationInPath } from './conversation.ts';
import { placeCredential } from './credentials.ts';
import { chooseRequest, pathOf, type Wanted } from './choose-request.ts';
import { chooseAddress, isUsable, joinQuery, splitQuery } from './decide-address.ts';
import { planAnswer, type AnswerPlan } from './decide-answer.ts';
import { planConversation } from './decide-conversation.ts';
import type { BodyPlan } from './decide-body.ts';
import { headersFor, isConversationHeader } from './decide-headers.ts';
import type { Findings, Pair, RequestSketch } from '../finding.ts';
import { graphqlQueryOf, outputPathsOf, variableNotes } from '../formats/graphql.ts';
import { fillHoles } from '../holes.ts';
import type { Hypothesis, ReadResult } from '../hypothesis.ts';
import { isAmbiguous } from './input-field.ts';
import { isObject, valueAt, type Json } from '../json-value.ts';
import { shapeOf, type Shape } from './shapes.ts';

export type DecideInput = {
  readonly findings: Findings;
  readonly wanted: Wanted;
  readonly authToken: string | undefined;
  readonly secrets: ReadonlySet<string>;
};

/** From what the paste tells to one configuration, with the reasons for it. Undefined when it tells of no request. */
export function decide({ findings, wanted, authToken, secrets }: DecideInput): ReadResult | undefined {
  const request = chooseRequest(findings, wanted) ?? requestOfAnswer(findings, wanted);
  if (!request) return undefined;
  const address = chooseAddress(wanted.url, request.url);
  const shape = shapeOf(
    address && isKnownByAddress(address) ? `${request.url ?? ''} ${address}` : (request.url ?? address),
    request.body,
  );
  const method = methodOf(request, wanted);
  const parts = foldQuery(request, address, method);
  const placed = placeCredential({
    headers: request.headers,
    query: parts.query,
    body: parts.body,
    declared: request.credentials ?? (shape?.credential && !authToken ? undefined : shapeCredential(shape)),
    authToken,
    secrets,
  });
  const isQueryMethod = QUERY_METHODS.has(method);
  const bodyWithQuery = isQueryMethod ? withPairs(placed.body, placed.query) : placed.body;
  const graphql = graphqlQueryOf(request.body);
  const told =
    graphql === undefined
      ? request
      : {
          ...request,
          outputPaths: [...(request.outputPaths ?? []), ...outputPathsOf(graphql)],
          notes: [...variableNotes(graphql), ...request.notes],
        };
  const answer = planAnswer(told, shape, request.isStream === true);
  const plan = planConversation({
    answerNotes: findings.answerNotes,
    body: bodyWithQuery,
    request: told,
    shape,
    answer,
  });
  const url = finishUrl(
    parts.base,
    isQueryMethod ? parts.kept : [...parts.kept, ...placed.query],
    wanted.url !== undefined,
  );
  const bodyKind = isQueryMethod
    ? 'none'
    : request.bodyKind === 'none' && plan.body.template !== undefined
      ? 'json'
      : request.bodyKind;
  const template = withStreamOff(plan.body.template, shape, isQueryMethod);
  const hypothesis: Hypothesis = {
    method,
    url: url.text,
    bodyKind,
    headers: headersFor(placed.headers, bodyKind, method, shape),
    template,
    input: plan.body.input,
    candidates: plan.body.candidates,
    mode: plan.body.isStateless
      ? 'stateless'
      : url.hasConversation || plan.isStateful
        ? 'stateful'
        : 'single_turn',
    responseMapping: plan.responseMapping,
    outputSource: answer.source,
    inventedConversation: plan.invented,
    usesToken: placed.usesToken,
    isAsynchronous: answer.isAsynchronous,
    needsParams: placed.needsParams,
    warnings: [
      ...warningsOf(plan.body, answer, placed.needsParams, plan.isOwn),
      ...droppedWarning(request.dropped ?? []),
      ...placed.headers
        .filter(([name]) => isConversationHeader(name))
        .map(([name]) => conversationHeaderWarning(name)),
    ],
    reasons: [
      request.url === undefined
        ? `The request is read from the ${SOURCE_NAMES[request.kind]}.`
        : `The ${SOURCE_NAMES[request.kind]} sends ${method} ${pathOf(fillHoles(request.url, (name) => `{${name}}`))}.`,
      ...plan.body.reasons,
      ...(placed.where ? [`The credential goes into ${placed.where}.`] : []),
      ...answer.reasons,
    ],
  };
  return {
    hypothesis,
    pastedUrl: isUsable(request.url) ? request.url : undefined,
    pastedSecret: placed.pastedSecret,
    answerHints: {
      codePaths: request.outputPaths ?? [],
      sampleExpression: answer.source === 'sample' ? String(answer.mapping['output']) : undefined,
    },
  };
}

/** An answer by itself, with an address the user typed: what is sent there has to be found out, or is known of its kind. */
function requestOfAnswer({ answers, method }: Findings, wanted: Wanted): RequestSketch | undefined {
  const answer = answers.find(({ isError }) => !isError)?.value;
  if (wanted.url === undefined || answer === undefined) return undefined;
  const isChat = isObject(answer) && Array.isArray(answer['choices']);
  return {
    kind: 'sample',
    at: 0,
    method,
    headers: [],
    bodyKind: 'json',
    body: isChat
      ? { model: answer['model'] ?? 'default', messages: [{ role: 'user', content: 'Hello' }] }
      : undefined,
    notes: [],
    answers: answers.filter(({ isError }) => !isError),
  };
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
  shape?.credential ? { in: 'header' as const, ...shape.credential } : undefined;

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
  const isTyped = address !== request.url;
  const fromPaste: Pair[] = [...pasted.query, ...(request.query ?? [])];
  if (!isTyped) return { base: typed.base, kept: [] as Pair[], query: fromPaste, body: request.body };
  // A typed address is kept as it is; what the paste has beyond it is added only where both mean the same place.
  const names = new Set(typed.query.map(([name]) => name));
  const isSamePlace = pathOf(request.url) === pathOf(address) || pathOf(request.url) === '';
  const added = fromPaste.filter(([name]) => !names.has(name) && (isSamePlace || QUERY_METHODS.has(method)));
  return { base: typed.base, kept: typed.query, query: added, body: request.body };
}

function withPairs(body: Json | undefined, pairs: readonly Pair[]): Json | undefined {
  const fields = isObject(body) ? body : {};
  if (pairs.length === 0) return Object.keys(fields).length === 0 ? undefined : fields;
  return { ...fields, ...Object.fromEntries(pairs) };
}

function finishUrl(
  base: string,
  query: readonly Pair[],
  isTyped: boolean,
): { text: string | null; hasConversation: boolean } {
  if (base === '') return { text: null, hasConversation: false };
  const inPath = conversationInPath(base);
  let path = base;
  if (inPath?.isOpen || (inPath && !isTyped))
    path = path.replace(
      inPath.value,
      inPath.isOpen
        ? `{{ conversation_id | default('new') }}`
        : `{{ conversation_id | default('${inPath.value.replaceAll(/[^\w.-]/g, '')}') }}`,
    );
  const filled = fillHoles(path, (name) => name.replaceAll(/[^\w.-]+/g, '-'));
  const pairs = query.map(([name, value]): Pair => [name, fillHoles(value, (hole) => hole)]);
  return { text: joinQuery(filled, pairs), hasConversation: inPath !== undefined };
}

/** Some servers stream unless told not to. */
function withStreamOff(
  template: Json | undefined,
  shape: Shape | undefined,
  isQueryMethod: boolean,
): Json | undefined {
  if (
    !shape?.stream ||
    isQueryMethod ||
    !isObject(template) ||
    valueAt(template, [shape.stream[0]]) !== undefined
  )
    return template;
  return { ...template, [shape.stream[0]]: shape.stream[1] };
}

export const WARNINGS = {
  unverified: 'Mapping generated but unverified',
  ambiguous: 'Multiple candidate input fields detected',
  output: 'Could not determine the output field; set response_mapping.output manually',
  asynchronous:
    'The target answers later: it gives a ticket instead of an answer, which one call cannot wait for. Use a synchronous variant of the API if it has one.',
} as const;

function droppedWarning(dropped: readonly string[]): string[] {
  if (dropped.length === 0) return [];
  const named = [...new Set(dropped)].slice(0, 10).join(', ');
  return [`Not taken over: ${named}. If the target needs it, the request will not be the same.`];
}

const conversationHeaderWarning = (name: string): string =>
  `The target tells conversations apart by the header ${name}. Headers do not change from call to call, so all messages belong to one conversation.`;

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
  if (isOwn)
    warnings.push(
      'The target takes the id of a conversation from its caller: calls without a conversation share the id sonde-conversation.',
    );
  if (params.length > 0)
    warnings.push(
      `The request needs a second credential: set ${params.map((name) => `params.${name}`).join(', ')} in the project, or enter it as a secret header.`,
    );
  return warnings;
}

export { CONVERSATION };
