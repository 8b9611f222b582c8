import type { FieldNote } from '../finding.ts';
import {
  containersOf,
  isObject,
  jsonPathOf,
  keyOf,
  leavesOf,
  namesOf,
  samePath,
  valueAt,
  type Json,
  type JsonObject,
  type Path,
  textOf,
} from '../json-value.ts';
import {
  inputNameScore,
  isAssistantRole,
  isContextName,
  isConversationName,
  isGenericName,
  isMetadataName,
  isSystemRole,
  isToolCallsName,
  isUserRole,
  outputNameScore,
  plain,
} from '../names.ts';
import { isConversationPlace } from './conversation.ts';
import { noteOn, roleOf } from './input-field.ts';
import { wholeHole } from '../holes.ts';
import { looksTechnical, speechScore } from '../text-looks.ts';

export type OutputCandidate = { readonly path: Path; readonly score: number; readonly expression: string };

export type AnswerHints = {
  /** Places that code reads, from the paste. */
  readonly codePaths: readonly Path[];
  readonly notes: readonly FieldNote[];
  /** What was sent, so that its repetition is not taken for an answer. */
  readonly sent?: string | undefined;
  readonly isSchema?: boolean | undefined;
};

/** Where the text of the answer may be, best first. */
export function rankOutputs(answer: Json, hints: AnswerHints): OutputCandidate[] {
  if (typeof answer === 'string') return [{ path: [], score: 80, expression: '$' }];
  if (typeof answer !== 'object' || answer === null) return [];
  const texts = leavesOf(answer).filter(({ value }) => typeof value === 'string');
  const roleIn = onceEach(roleOf);
  const hasMore = texts.some(({ path, value }) => !isOffered(path) && !looksTechnical(textOf(value).trim()));
  const scored = texts
    .filter(({ value }) => !hasPlainTwin(textOf(value), texts))
    .filter(({ path }) => !isFurtherPiece(answer, path))
    .filter(({ path }) => !(isOffered(path) && hasMore))
    .map(({ path, value }) => ({
      path,
      score: scoreLeaf(answer, path, textOf(value), hints, roleIn),
      expression: expressionOf(answer, path),
      isSpoken:
        isSpoken(textOf(value).replaceAll(/<\/?[a-z][^<>]*>/gi, '')) ||
        (isOpen(textOf(value)) && textOf(value) !== hints.sent && nameScore(namesOf(path)) >= 0),
    }))
    .toSorted((left, right) => right.score - left.score);
  const clear = scored.filter(({ score }) => score > 20);
  if (clear.length > 0) return clear.slice(0, 8);
  // Nothing has a telling name: the only text that anybody would say is the answer all the same.
  const speaking = scored.filter(({ score, isSpoken: speaks }) => speaks && score > -60);
  // One text beside lists of texts: those are what is offered along with it.
  const single = speaking.filter(({ path }) => typeof path.at(-1) === 'string');
  const only = single.length === 1 ? single : speaking;
  return only.length === 1 || (only[0] && only[0].score - (only[1]?.score ?? 0) > 12)
    ? only.slice(0, 1).map((candidate) => ({ ...candidate, score: 22 }))
    : [];
}

/** The same words stand elsewhere without their markup. */
const hasPlainTwin = (text: string, texts: readonly { value: Json }[]): boolean => {
  const bare = text.replace(/<\/?[a-z][^<>]*>/gi, '').trim();
  return bare !== '' && bare !== text.trim() && texts.some(({ value }) => textOf(value).trim() === bare);
};

const isOpen = (text: string): boolean =>
  wholeHole(text) !== undefined || /^(?:string|\.{3}|…|<[^>]*>)$/i.test(text.trim());

const isSpoken = (text: string): boolean =>
  wholeHole(text) === undefined &&
  !looksTechnical(text.trim()) &&
  (speechScore(text) > 10 || (/[.!?]\s*$/.test(text.slice(-40)) && /\S\s+\p{L}/u.test(text)));

type RoleIn = (container: JsonObject) => string | undefined;

/** The texts of one container ask the same of it; a container of thousands is looked through once. */
function onceEach(ask: RoleIn): RoleIn {
  const known = new Map<JsonObject, string | undefined>();
  return (container) => {
    if (!known.has(container)) known.set(container, ask(container));
    return known.get(container);
  };
}

function scoreLeaf(answer: Json, path: Path, text: string, hints: AnswerHints, roleIn: RoleIn): number {
  const names = namesOf(path);
  const key = names.at(-1) ?? '';
  let score = nameScore(names);
  score += Math.max(-45, spoken(text));
  const sent = hints.sent?.trim();
  if (sent !== undefined && sent !== '' && text.trim() === sent) score -= 55;
  score += branchScore(names.slice(0, -1));
  score += turnScore(answer, path, roleIn);
  score += noteScore(path, hints.notes);
  if (hints.codePaths.some((code) => matchesCode(code, path))) score += 90;
  else if (hints.codePaths.some((code) => code.length > 0 && plain(keyOf(code)) === plain(key))) score += 25;
  if (isConversationName(key)) score -= 80;
  // Alternatives and later turns are rarely the answer; the last turn of a conversation is.
  const list = valueAt(
    answer,
    path.slice(
      0,
      path.findLastIndex((step) => typeof step === 'number'),
    ),
  );
  const index = path.findLast((step) => typeof step === 'number');
  if (typeof index === 'number' && index > 0)
    score += Array.isArray(list) && index === list.length - 1 && names.includes('messages') ? 6 : -6;
  return score - 4 * path.length;
}

function spoken(text: string): number {
  if (wholeHole(text) !== undefined || /^(?:string|\.{3}|…)$/i.test(text.trim())) return 2;
  if (looksTechnical(text.trim())) return -40;
  return Math.min(34, speechScore(text) + Math.min(10, text.length / 20));
}

function nameScore(names: readonly string[]): number {
  const [key, parent] = names.toReversed();
  if (key === undefined) return 40;
  const own = outputNameScore(key);
  if (parent === undefined || !isGenericName(key)) return own;
  return own + Math.max(-30, Math.min(34, outputNameScore(parent) * 0.35));
}

const SIDE_BRANCH =
  /^(?:request|input|inputs|question|query|prompt|user|usage|metadata|meta|error|errors|history|logs?|intent|entities|debug|trace|reasoning|thinking|thought|thoughts|intermediatesteps|memory|why|headers|session)$/;

function branchScore(names: readonly string[]): number {
  let score = 0;
  for (const name of names) {
    if (SIDE_BRANCH.test(plain(name)) || isContextName(name)) score -= 60;
    else if (inputNameScore(name) > 90 && outputNameScore(name) <= 0) score -= 30;
  }
  return score;
}

function turnScore(answer: Json, path: Path, roleIn: RoleIn): number {
  for (let length = path.length - 1; length >= 0; length -= 1) {
    const container = valueAt(answer, path.slice(0, length));
    if (!isObject(container)) continue;
    const type = container['type'];
    if (
      typeof type === 'string' &&
      /thinking|reasoning|tool|function|speak_audio|image|debug|path|end/.test(type)
    )
      return -60;
    const role = roleIn(container);
    if (role === undefined) continue;
    if (isUserRole(role) || isSystemRole(role)) return -90;
    return isAssistantRole(role) ? 26 : 0;
  }
  return 0;
}

const ANSWER_WORDS =
  /\b(?:answer|reply|response|generated|output|completion|result)\b|antwort|respuesta|resposta|r[eé]ponse|回答|答案|回复|返信|応答/iu;

function noteScore(path: Path, notes: readonly FieldNote[]): number {
  const note = noteOn(path, notes);
  if (!note) return 0;
  if (/\b(?:user'?s?|original)\b.{0,20}\b(?:question|message|query|input)\b/i.test(note.description))
    return -30;
  return ANSWER_WORDS.test(note.description) ? 26 : 0;
}

/** Code says `data["choices"][0]`; a sample may have the same place at another index. */
function matchesCode(code: Path, path: Path): boolean {
  if (samePath(code, path)) return true;
  return namesOf(code).length > 0 && samePath(namesOf(code), namesOf(path));
}

/** JSONPath of a place, choosing among mixed elements by what they are rather than by where they happen to stand. */
export function expressionOf(answer: Json, path: Path): string {
  const last = path.at(-1);
  const parent = valueAt(answer, path.slice(0, -1));
  if (
    typeof last === 'number' &&
    Array.isArray(parent) &&
    parent.length > 1 &&
    parent.every((item) => typeof item === 'string') &&
    !areProposals(parent)
  )
    return `{{ jsonpath('${jsonPathOf(path.slice(0, -1)).replaceAll("'", '"')}') | join('') }}`;
  const at = path.findIndex((step) => typeof step === 'number' && step > 0);
  if (at === -1) return jsonPathOf(path);
  const list = valueAt(answer, path.slice(0, at));
  const chosen = valueAt(answer, path.slice(0, at + 1));
  if (Array.isArray(list) && isObject(chosen)) {
    const fields = Object.keys(chosen).filter((name) =>
      /(?:type|role|sender|kind|name|author|source)$/i.test(name),
    );
    const field = fields.find(
      (name) =>
        typeof chosen[name] === 'string' &&
        /^[A-Za-z_]\w*$/.test(name) &&
        list.every((item, index) => index === path[at] || !isObject(item) || item[name] !== chosen[name]),
    );
    if (field !== undefined && /^[\w -]+$/.test(textOf(chosen[field])))
      return `${jsonPathOf(path.slice(0, at))}[?@.${field} == '${textOf(chosen[field])}']${jsonPathOf(path.slice(at + 1)).slice(1)}`;
    if (path[at] === list.length - 1 && roleOf(chosen) !== undefined)
      return `${jsonPathOf(path.slice(0, at))}[-1]${jsonPathOf(path.slice(at + 1)).slice(1)}`;
  }
  return jsonPathOf(path);
}

export type AnswerExtras = {
  context?: string;
  metadata?: string | Record<string, string>;
  tool_calls?: string;
  conversation_id?: string;
};

/** What else of the answer has a meaning for us: passages, usage, tool calls, the conversation. */
export function findExtras(answer: Json, output: Path | undefined): AnswerExtras {
  if (typeof answer !== 'object' || answer === null) return {};
  const extras: AnswerExtras = {};
  const entries = containersOf(answer)
    .filter(({ path }) => path.length <= 5)
    .flatMap(({ path, value }) =>
      Object.entries(value).map(([key, item]): { path: Path; item: Json } => ({
        path: [...path, Array.isArray(value) ? Number(key) : key],
        item,
      })),
    )
    .toSorted((left, right) => left.path.length - right.path.length);
  const isInOutput = (path: Path): boolean =>
    output !== undefined && path.every((step, index) => output[index] === step);
  const first = (matches: (name: string, item: Json, path: Path) => boolean): Path | undefined =>
    entries.find(
      ({ path, item }) =>
        typeof path.at(-1) === 'string' && !isInOutput(path) && matches(textOf(path.at(-1)), item, path),
    )?.path;
  const context = first(
    (name, item) =>
      isContextName(name) && item !== null && typeof item !== 'number' && typeof item !== 'boolean',
  );
  if (context) extras.context = jsonPathOf(context);
  const toolCalls = first((name, item) => isToolCallsName(name) && typeof item === 'object');
  if (toolCalls) extras.tool_calls = jsonPathOf(toolCalls);
  const conversation = first(
    (_name, item, path) =>
      (typeof item === 'string' || typeof item === 'number') && isConversationPlace(path),
  );
  if (conversation) extras.conversation_id = jsonPathOf(conversation);
  const metadata = entries
    .filter(({ path }) => path.length <= 2 && isMetadataName(textOf(path.at(-1))) && !isInOutput(path))
    .map(({ path }): [string, string] => [textOf(path.at(-1)), jsonPathOf(path)]);
  if (metadata.length > 0)
    extras.metadata =
      metadata.length === 1 ? (metadata[0]?.[1] ?? '') : Object.fromEntries(metadata.toReversed());
  return extras;
}

/** A ticket in place of an answer: the work goes on elsewhere and has to be asked for. */
export function isAsynchronousAnswer(answer: Json): boolean {
  if (!isObject(answer)) return false;
  const names = Object.keys(answer).map(plain);
  const state = Object.entries(answer).find(([name]) => /^(?:status|state)$/.test(plain(name)))?.[1];
  const isPending =
    typeof state === 'string' &&
    /^(?:in_?queue|queued|pending|processing|starting|started|accepted|running|submitted|in_?progress|created|waiting)$/i.test(
      state.trim(),
    );
  const hasTicket = names.some((name) =>
    /^(?:statusurl|responseurl|pollurl|pollingurl|resulturl|urls|jobid|taskid|requestid|runid|operationid|executionid|id|location|href)$/.test(
      name,
    ),
  );
  return (
    (isPending && hasTicket) ||
    names.some((name) => /^(?:statusurl|pollurl|pollingurl|resulturl)$/.test(name))
  );
}

/** A list of texts is one place: its first entry stands for it. */
const isFurtherPiece = (answer: Json, path: Path): boolean => {
  const list = typeof path.at(-1) === 'number' && path.at(-1) !== 0 ? valueAt(answer, path.slice(0, -1)) : [];
  return Array.isArray(list) && list.length > 1 && list.every((item) => typeof item === 'string');
};

/** Several headlines are proposals, of which the first is taken; pieces of one text run on where they are cut. */
const areProposals = (texts: readonly string[]): boolean =>
  texts.every(
    (text) =>
      /^[\p{Lu}\p{N}"„“«¿¡\p{Lo}]/u.test(text) && !/\s$|[.!?…。！？]["”»]?$/u.test(text) && text.length < 120,
  ) && texts.some((text) => /\S\s\S/.test(text));

/** What is offered along with an answer; by itself it is the answer. */
const isOffered = (path: Path): boolean =>
  namesOf(path.slice(0, -1)).some((name) => OFFERED.test(plain(name)));

const OFFERED = /^(?:options|suggestions|quickreplies|buttons|followups?)$/;
