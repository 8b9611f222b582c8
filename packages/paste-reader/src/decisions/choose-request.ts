import { findConversationField, isIdentifier } from './conversation.ts';
import type { Findings, RequestSketch, FollowUp, SampleAnswer, Carried } from '../finding.ts';
import { fillHoles, hole } from '../holes.ts';
import { inputScoreOf, rankInputs } from './input-field.ts';
import {
  isObject,
  withValueAt,
  type Json,
  leavesOf,
  type Path,
  keyOf,
  valueAt,
  type JsonObject,
} from '../json-value.ts';
import { inputNameScore } from '../names.ts';
import { headerNamed } from '../http-parts.ts';
import { pairsOf } from '../shell/curl.ts';

export type Wanted = { readonly url: string | undefined; readonly method: string | undefined };

const KIND_SCORE: Readonly<Record<RequestSketch['kind'], number>> = {
  curl: 30,
  http: 28,
  client_code: 26,
  postman: 26,
  har: 24,
  handler_code: 24,
  openapi: 24,
  graphql: 26,
  json_rpc: 26,
  sample: 14,
  prose: 0,
};

const TALKS =
  /chat|message|completion|ask|query|question|answer|generate|predict|invoke|converse|respond|reply|prompt|talk|inference|agent|assistant|complet|say|run\b|detectintent|interact|search|rag|llm|bot|frage|pregunta|pergunta/i;
const PREPARES =
  /login|signin|sign-in|auth\b|oauth|token|health|status|upload|ingest|embed|models?\b|register|logout|feedback|webhook-config|list|delete|rate|rating|history$|settings|moderation|transcri|speech|image/i;

export type Ranked = { readonly request: RequestSketch; readonly score: number };

/** The requests that may be the one that sends a message, best first, each with what other parts say of it. */
export function chooseRequests(findings: Findings, wanted: Wanted): Ranked[] {
  return findings.requests
    .map((request, index) => ({ request, score: scoreRequest(request, wanted) - index * 0.5 }))
    .toSorted((left, right) => right.score - left.score)
    .slice(0, 3)
    .map(({ request, score }) => ({
      request: withFollowUps(complete(request, findings, wanted), findings),
      score,
    }));
}

function scoreRequest(request: RequestSketch, wanted: Wanted): number {
  let score = KIND_SCORE[request.kind];
  const input = inputScoreOf(request);
  score += Math.min(70, input * 0.5);
  const queryInput = (request.query ?? []).some(([name]) => inputNameScore(name) > 60);
  if (request.bodyKind === 'none' && queryInput) score += 36;
  if (request.bodyKind === 'none' && !queryInput && request.query?.length === 0) score -= 10;
  const path = pathOf(request.url);
  if (TALKS.test(path)) score += 22;
  if (PREPARES.test(path.split('/').slice(-2).join('/')) && !TALKS.test(path.split('/').at(-1) ?? ''))
    score -= 34;
  if (TALKS.test(request.label ?? '')) score += 8;
  if (request.method === 'DELETE') score -= 50;
  // Types alone tell of a body; code that sends one tells of the request.
  if (request.kind === 'handler_code' && request.url === undefined) score -= 15;
  if (wanted.method && request.method === wanted.method) score += 8;
  if (wanted.url) score += closeness(path, pathOf(wanted.url));
  if (request.answers.some((answer) => !answer.isError)) score += 5;
  return score;
}

function closeness(path: string, wanted: string): number {
  if (path === '' || wanted === '') return 0;
  const left = path.replace(/\/+$/, '');
  const right = wanted.replace(/\/+$/, '');
  if (left === right) return 120;
  const pattern = fillHoles(left, () => '\u0000');
  const asRegExp = new RegExp(
    `${pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('\u0000', '[^/]+')}$`,
  );
  if (pattern !== left && asRegExp.test(right)) return 115;
  if (left !== '' && right.endsWith(left)) return 100;
  return right !== '' && left.endsWith(right) ? 60 : 0;
}

export function pathOf(url: string | undefined): string {
  if (url === undefined) return '';
  const withoutQuery = url.split(/[?#]/, 1)[0] ?? '';
  const match = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/]*|\uE000[^\uE001]*\uE001)(\/.*)?$/i.exec(withoutQuery);
  return match ? (match[1] ?? '/') : withoutQuery.startsWith('/') ? withoutQuery : `/${withoutQuery}`;
}

/** What the chosen request leaves out and other parts of the paste tell: its body, its answer, its fields. */
function complete(request: RequestSketch, findings: Findings, wanted: Wanted): RequestSketch {
  const own = request.body ?? bodyFromElsewhere(request, findings);
  const isTold = (request.carried ?? []).length > 0;
  const server = servedBy(request, findings);
  const carried = isObject(own) && !isTold ? carriedBetween(own, request, findings) : undefined;
  const body =
    carried === undefined ? withFollowUp(own, request, findings) : withValueAt(own, carried.request, null);
  const further = request.answers.some((answer) => !answer.isError)
    ? []
    : [
        ...nearestAnswers(request, findings),
        ...declaredAnswers(request, findings),
        ...(server?.answers ?? []),
      ];
  const url =
    request.url ??
    (/^(?:sample|json_rpc|graphql)$/.test(request.kind)
      ? findings.requests.find((other) => other.url !== undefined)?.url
      : undefined);
  return {
    ...request,
    url: wholeAddress(url, findings),
    ...(body === undefined || request.body === body
      ? {}
      : { body, bodyKind: request.bodyKind === 'none' ? kindByHeader(request) : request.bodyKind }),
    answers: [...request.answers, ...further],
    ...(carried === undefined ? {} : { carried: [carried] }),
    headers: request.headers.length > 0 ? request.headers : headersFromElsewhere(request, findings),
    method: request.method ?? methodBeside(request, findings, wanted),
    notes: [...request.notes, ...findings.requestNotes, ...(server?.notes ?? [])],
    outputPaths: [...(request.outputPaths ?? []), ...findings.outputPaths],
    toldPaths: findings.toldPaths,
    credentials: request.credentials ?? findings.credential,
  };
}

/** What a request without a body of its own says that it sends. */
function kindByHeader({ headers }: RequestSketch): RequestSketch['bodyKind'] {
  const type = headerNamed(headers, 'content-type') ?? '';
  return type.includes('urlencoded') ? 'form' : type.includes('multipart/form') ? 'multipart' : 'json';
}

function bodyFromElsewhere(request: RequestSketch, findings: Findings) {
  if (request.method === 'GET' || request.method === 'DELETE') return undefined;
  const inputScore = ({ body }: RequestSketch): number => rankInputs(body, [])[0]?.score ?? 0;
  return findings.requests
    .filter(
      ({ url, body }) =>
        body !== undefined && (/^\/?$/.test(pathOf(url)) || pathOf(url) === pathOf(request.url)),
    )
    .toSorted((left, right) => inputScore(right) - inputScore(left))[0]?.body;
}

/** A sample body by itself is sent with the headers and to the address that the words around it name. */
const headersFromElsewhere = (request: RequestSketch, findings: Findings): RequestSketch['headers'] =>
  /^(?:sample|prose|json_rpc|graphql)$/.test(request.kind)
    ? (findings.requests.find((other) => other !== request && other.kind === 'prose')?.headers ?? [])
    : [];

/** The method that the text names beside this very path; a body rules out the methods that have none. */
function methodBeside(request: RequestSketch, findings: Findings, wanted: Wanted): string | undefined {
  const path = pathOf(wanted.url ?? request.url);
  const beside = findings.routes.find((route) => pathOf(route.path) === path)?.method;
  if (beside !== undefined) return beside;
  const isBodyless = findings.method === 'GET' || findings.method === 'DELETE';
  return request.body !== undefined && isBodyless && request.kind !== 'prose'
    ? (findings.routes.find(({ method }) => method === 'POST')?.method ?? findings.method)
    : findings.method;
}

/** A sentence says what the next request has besides, and which part of the answer it is. */
function withFollowUps(request: RequestSketch, { followUps, answers }: Findings): RequestSketch {
  if ((request.carried ?? []).length > 0) return request;
  const query = [...pairsOf((request.url ?? '').split('?')[1] ?? ''), ...(request.query ?? [])];
  for (const followUp of followUps) {
    const { name } = followUp;
    const source = sourceOf(followUp, [...request.answers, ...answers]);
    const isThere =
      query.some(([other]) => other === name) ||
      (isObject(request.body) && Object.hasOwn(request.body, name));
    if (source === undefined || isThere) continue;
    const carried = [{ request: [name], answer: source }];
    if (isObject(request.body)) return { ...request, body: { ...request.body, [name]: null }, carried };
    if (query.length > 0)
      return { ...request, query: [...(request.query ?? []), [name, hole(name)]], carried };
  }
  return request;
}

/** A later call to the same address shows the field that goes on with a conversation. */
function withFollowUp(body: Json | undefined, request: RequestSketch, findings: Findings): Json | undefined {
  if (!isObject(body) || findConversationField(body, undefined) !== undefined) return body;
  for (const other of findings.requests) {
    const isElsewhere = other.url !== undefined && other.url !== request.url;
    if (other === request || other.body === body || isElsewhere || !isObject(other.body)) continue;
    const place = findConversationField(other.body, undefined);
    if (place?.length === 1 && typeof place[0] === 'string') return { ...body, [place[0]]: null };
  }
  return body;
}

/** A path by itself belongs to the server that another part of the paste names. */
function wholeAddress(url: string | undefined, findings: Findings): string | undefined {
  if (url === undefined) return url;
  // A heading may be read without the parameters that the same address has in full elsewhere.
  const withQuery = findings.requests.find((other) => other.url?.startsWith(`${url}?`))?.url;
  if (withQuery !== undefined) return withQuery;
  if (!url.startsWith('/')) return url;
  const known = [...findings.urls, ...findings.requests.map((request) => request.url ?? '')].filter((other) =>
    /^(?:https?|wss?):\/\//i.test(other),
  );
  const full = known.find((other) => other.split('?')[0]?.endsWith(url));
  if (full !== undefined) return full;
  const base = known.find((other) => /^\w+:\/\/[^/]+(?:\/(?:api|v\d)?[\w/]*)?\/?$/.test(other));
  return base === undefined ? url : base.replace(/\/+$/, '') + url;
}

/** A command beside the code that answers it: the code says what comes back and what the fields are for. */
const servedBy = (request: RequestSketch, findings: Findings): RequestSketch | undefined =>
  request.kind === 'handler_code' || request.url === undefined
    ? undefined
    : findings.requests.find(
        ({ kind, url }) =>
          kind === 'handler_code' && url !== undefined && pathOf(url) === pathOf(request.url),
      );

/** The answer type that the paste declares beside the code that sends the request. */
const declaredAnswers = (request: RequestSketch, findings: Findings) =>
  findings.requests
    .filter((other) => other !== request && other.kind === 'handler_code' && other.url === undefined)
    .flatMap(({ answers }) => answers);

function nearestAnswers(request: RequestSketch, findings: Findings) {
  const answers = findings.answers.filter(({ isError }) => !isError);
  return [...answers.filter(({ at }) => at > request.at), ...answers.filter(({ at }) => at <= request.at)];
}

const LATER =
  /\b(?:next|follow[- ]?ups?|following|subsequent|later|second|from then on|to continue|previous|last|folge\w*|nächst\w*|weitere\w*|danach|suivant\w*|siguiente|próxim\w*)\b/iu;
const ADDS =
  /\b(?:add|adding|plus|pass|passing|send|append|include|with|same|mit|anh[äa]ngen|mitschicken|ajout\w*|añad\w*|envi\w*)\b/iu;
const PAIRS =
  /(?:^|[\s`'"?&(])(?:([A-Za-z]\w*)=(?:<([^>\n]*)>|\{+([^}\n]*)\}+|([\w.-]{4,})))|"([A-Za-z]\w*)"\s*:\s*"?(?:<([^>\n]*)>|([\w.-]{4,}))"?/g;

/** `follow-up: same request plus &thread=771a…`, `next turn: add cs=<cs of the previous reply>`. */
export const followUpsIn = (text: string): FollowUp[] =>
  text
    .split('\n')
    .filter((line) => LATER.test(line) && ADDS.test(line) && line.length < 300)
    .flatMap((line) =>
      [...line.matchAll(PAIRS)].map((match) => ({
        name: match[1] ?? match[5] ?? '',
        value: match[2] ?? match[3] ?? match[4] ?? match[6] ?? match[7] ?? '',
      })),
    );

/** The place of an answer that what is added comes from: where the same value stands, or a field that the words name. */
function sourceOf({ name, value }: FollowUp, answers: readonly SampleAnswer[]): Path | undefined {
  const leaves = answers
    .filter(({ isError }) => !isError)
    .flatMap((answer) => leavesOf(answer.value))
    .filter((leaf) => typeof leaf.path.at(-1) === 'string' && typeof leaf.value !== 'boolean');
  const words = value.split(/[^\w]+/);
  return (
    leaves.find((leaf) => isIdentifier(value) && String(leaf.value) === value) ??
    leaves.find((leaf) => words.length > 1 && words.includes(String(leaf.path.at(-1)))) ??
    leaves.find((leaf) => words.length > 1 && leaf.path.at(-1) === name)
  )?.path;
}

/**
 * Of two calls to one address the later has a value that the earlier had not and that an answer gave out under the same
 * name: it goes on with the conversation, wherever it stands.
 */
function carriedBetween(body: JsonObject, request: RequestSketch, findings: Findings): Carried | undefined {
  const calls = findings.requests.flatMap((other) =>
    isObject(other.body) && (other.url === undefined || other.url === request.url) ? [other.body] : [],
  );
  const answers = [...findings.answers, ...findings.requests.flatMap((other) => other.answers)].filter(
    ({ isError }) => !isError,
  );
  for (const later of calls)
    for (const { path, value } of leavesOf(later)) {
      if (!isIdentifier(value)) continue;
      const isAdded = [body, ...calls].some(
        (first) =>
          first !== later &&
          (valueAt(first, path) ?? '') === '' &&
          Object.keys(first).every((name) => Object.hasOwn(later, name)),
      );
      if (!isAdded) continue;
      for (const answer of answers) {
        const source = leavesOf(answer.value).find(
          (leaf) => leaf.value === value && keyOf(leaf.path) === keyOf(path),
        );
        if (source !== undefined) return { request: path, answer: source.path };
      }
    }
  return undefined;
}
