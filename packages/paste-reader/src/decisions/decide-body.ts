import type { FieldNote } from '../finding.ts';
import { fillBody, quoteTemplate } from './body-template.ts';
import { CONVERSATION } from './conversation.ts';
import { graphqlQueryOf, inlineTemplate } from '../formats/graphql.ts';
import { fillHoles, hasHole, holeNames, wholeHole } from '../holes.ts';
import { endsWithAssistant, findMessages, rankInputs, roleOf, type InputCandidate } from './input-field.ts';
import {
  isObject,
  leavesOf,
  samePath,
  startsWith,
  valueAt,
  withoutPath,
  withValueAt,
  type Json,
  type JsonObject,
  type Path,
  textOf,
} from '../json-value.ts';
import { parseRelaxedJson } from '../formats/relaxed-json.ts';
import { inputNameScore, isHistoryName, isSystemRole, isUserRole, plain } from '../names.ts';
import { speechScore } from '../text-looks.ts';

export const INPUT = '{{ input }}';
export const MESSAGES = '{{ messages }}';

export type BodyPlan = {
  readonly template: Json | undefined;
  readonly input: Path | undefined;
  readonly isStateless: boolean;
  readonly candidates: readonly InputCandidate[];
  readonly guessed: readonly string[];
  readonly reasons: readonly string[];
};

type BodyPlanInput = {
  readonly body: Json | undefined;
  readonly notes: readonly FieldNote[];
  readonly conversation: Path | undefined;
  /** A sample of what comes back: it tells what the other side is called. */
  readonly answer?: Json | undefined;
  /** A place decided by someone else: a correction, a model, the second candidate. */
  readonly input?: Path | undefined;
};

/** Turns a sample body into a template: the message, the conversation, what stays literal. */
export function planBody({ body, notes, conversation, answer, input: wanted }: BodyPlanInput): BodyPlan {
  const quiet = body === undefined ? body : withoutStreaming(body);
  const messages = wanted === undefined ? findMessages(quiet) : undefined;
  if (quiet !== undefined && messages) return planMessages(quiet, messages, conversation, answer);
  const candidates = rankInputs(quiet, notes);
  const input = wanted ?? candidates[0]?.path;
  const inline = input === undefined ? inlineTemplate(graphqlQueryOf(quiet) ?? '') : undefined;
  const plain = { isStateless: false, candidates, guessed: [] };
  if (quiet !== undefined && inline !== undefined)
    return {
      ...plain,
      template: withValueAt(quiet, ['query'], inline),
      input: ['query'],
      reasons: ['The message is written into the GraphQL operation, in place of its sample text.'],
    };
  if (quiet === undefined || input === undefined)
    return { ...plain, template: fillBody(quiet, () => false).body, input, reasons: [] };
  return planSingle(quiet, input, conversation, candidates);
}

function planMessages(
  body: Json,
  messages: NonNullable<ReturnType<typeof findMessages>>,
  conversation: Path | undefined,
  answer: Json | undefined,
): BodyPlan {
  const marks = [messages.path];
  let template = withValueAt(body, messages.path, messagesTemplate(messages.turns, answer));
  if (conversation && !startsWith(conversation, messages.path)) {
    template = withValueAt(template, conversation, CONVERSATION);
    marks.push(conversation);
  }
  const { body: filled, guessed } = fillBody(template, (path) => marks.some((mark) => samePath(mark, path)));
  const named =
    messages.system !== undefined && isObject(filled) && !Object.hasOwn(filled, 'system_prompt')
      ? {
          ...filled,
          system_prompt: fillHoles(messages.system, (name) => name).replaceAll('{{', "{{ '{{' }}"),
        }
      : filled;
  const place = messages.path.join('.') || 'the body';
  return {
    template: named,
    input: messages.path,
    isStateless: true,
    candidates: [{ path: messages.path, score: 150, reason: 'a list of messages with role and content' }],
    guessed,
    reasons: [
      `"${place}" is a list of messages with role and content, so the whole conversation is sent each time.`,
    ],
  };
}

const LOOP = '[{% for message in messages %}';

/**
 * The whole conversation in the shape that the paste shows: content in parts where it has parts, and the other side
 * called what it is called there.
 */
function messagesTemplate(turns: readonly JsonObject[], answer: Json | undefined): Json {
  const content = turns.findLast((turn) => isUserRole(textOf(turn['role'])))?.['content'];
  const part = Array.isArray(content)
    ? content.find((item) => isObject(item) && typeof item['text'] === 'string')
    : undefined;
  const other = otherSide(turns, answer);
  if (part === undefined && other === undefined) return MESSAGES;
  const role =
    other === undefined
      ? '{{ message.role }}'
      : `{{ '${other}' if message.role == 'assistant' else message.role }}`;
  const text = '{{ message.content }}';
  const turn = { role, content: isObject(part) ? [{ ...part, text }] : text };
  return `${LOOP}${JSON.stringify(turn)}{% if not loop.last %}, {% endif %}{% endfor %}]`;
}

/** What turns and answers call whoever answers, when it is not the usual word. */
function otherSide(turns: readonly JsonObject[], answer: Json | undefined): string | undefined {
  const answered =
    answer === undefined || typeof answer !== 'object'
      ? []
      : leavesOf(answer).filter(({ path }) => path.at(-1) === 'role');
  const role = [...turns.map((turn) => turn['role']), ...answered.map(({ value }) => value)]
    .map((value) => textOf(value))
    .find((name) => name !== '' && !isUserRole(name) && !isSystemRole(name) && name !== 'tool');
  return role === undefined || role === 'assistant' || !/^[\w-]+$/.test(role) ? undefined : role;
}

export const isMessageLoop = (value: Json | undefined): boolean =>
  typeof value === 'string' && value.startsWith(LOOP);

function planSingle(
  body: Json,
  input: Path,
  conversation: Path | undefined,
  candidates: readonly InputCandidate[],
): BodyPlan {
  const { body: trimmed, path: place } = lastTurnOnly(body, input);
  const current = withoutHistory(trimmed, place);
  const text = valueAt(current, place);
  const marks: Path[] = [place];
  let template = withValueAt(current, place, inputTemplate(typeof text === 'string' ? text : ''));
  if (conversation && valueAt(template, conversation) !== undefined && !samePath(conversation, place)) {
    template = withValueAt(template, conversation, CONVERSATION);
    marks.push(conversation);
  }
  // The same sample text elsewhere, such as a title of the conversation, is left as it is; the same variable is not.
  const variable = wholeHole(text);
  if (variable !== undefined)
    for (const leaf of leavesOf(template))
      if (wholeHole(leaf.value) === variable) {
        template = withValueAt(template, leaf.path, INPUT);
        marks.push(leaf.path);
      }
  const { body: filled, guessed } = fillBody(template, (path) => marks.some((mark) => samePath(mark, path)));
  const reason = candidates.find(({ path }) => samePath(path, input))?.reason;
  return {
    template: filled,
    input: place,
    isStateless: false,
    candidates,
    guessed,
    reasons: [`The message goes into "${place.join('.') || 'the body'}"${reason ? `: ${reason}` : ''}.`],
  };
}

/** A field that holds JSON as text: the message goes into that JSON, written as JSON again. */
function jsonInside(text: string): string | undefined {
  const parsed = /^\s*\{/.test(text) ? parseRelaxedJson(text) : undefined;
  if (!parsed || parsed.looseness > 0 || text.slice(parsed.end).trim() !== '') return undefined;
  const place = rankInputs(parsed.value, [])[0]?.path;
  if (place === undefined) return undefined;
  return JSON.stringify(withValueAt(parsed.value, place, '\uE002')).replace(
    '"\uE002"',
    '{{ input | tojson }}',
  );
}

/** An envelope of XML: the message goes into the element that holds the sample, with its marks written as entities. */
function insideMarkup(text: string): string | undefined {
  if (!/^\s*(?:<\?xml|<[A-Za-z][\w:.-]*[\s>])/.test(text) || !/<\/[\w:.-]+>\s*$/.test(text)) return undefined;
  const [best] = [...text.matchAll(/<(?:[\w.-]+:)?([A-Za-z][\w.-]*)(?:\s[^<>]*)?>([^<>]*)<\//g)]
    .map(({ index, 0: all, 1: name = '', 2: inner = '' }) => ({
      at: index + all.length - 2 - inner.length,
      length: inner.length,
      score:
        inputNameScore(name) +
        speechScore(fillHoles(inner, () => '')) +
        (wholeHole(inner) === undefined ? 0 : 10),
    }))
    .toSorted((left, right) => right.score - left.score);
  if (best === undefined) return undefined;
  const before = fillHoles(text.slice(0, best.at), (name) => name);
  const after = fillHoles(text.slice(best.at + best.length), (name) => name);
  return `${quoteTemplate(before)}{{ input | e }}${quoteTemplate(after)}`;
}

/** A prompt with a gap keeps the words around it; any other sample text is replaced whole. */
function inputTemplate(text: string): string {
  const inside = jsonInside(text) ?? insideMarkup(text);
  if (inside !== undefined) return inside;
  if (!hasHole(text) || wholeHole(text) !== undefined) return INPUT;
  const names = holeNames(text);
  const chosen = Math.max(
    0,
    names.findIndex((name) => inputNameScore(name) > 40),
  );
  let index = -1;
  return fillHoles(text, (name) => {
    index += 1;
    return index === chosen ? INPUT : name;
  });
}

/** Turns that led up to the sample message belong to somebody else's conversation. */
function lastTurnOnly(body: Json, path: Path): { body: Json; path: Path } {
  const at = path.findIndex((step) => typeof step === 'number');
  if (at === -1) return { body, path };
  const list = valueAt(body, path.slice(0, at));
  const index = path[at];
  if (!Array.isArray(list) || typeof index !== 'number' || list.length < 2) return { body, path };
  const chosen = list[index];
  if (!isObject(chosen) || roleOf(chosen) === undefined) return { body, path };
  const kept = list.filter(
    (item, position) =>
      position === index || (isObject(item) && /^(?:system|developer)$/i.test(roleOf(item) ?? '')),
  );
  const next = kept.findIndex((item) => item === chosen);
  return {
    body: withValueAt(body, path.slice(0, at), kept),
    path: [...path.slice(0, at), next, ...path.slice(at + 1)],
  };
}

function withoutHistory(body: Json, input: Path): Json {
  if (!isObject(body)) return body;
  let current: Json = body;
  for (const [key, value] of Object.entries(body))
    if (Array.isArray(value) && input[0] !== key && (isHistoryName(key) || endsWithAssistant(value)))
      current = withValueAt(current, [key], []);
  return current;
}

const STREAM_FIELDS = /^(?:stream|streaming|isstream|streamresponse|enablestreaming|usestream|streammode)$/;

export const hasStreamSwitch = (body: Json | undefined): boolean =>
  body !== undefined &&
  leavesOf(body).some(({ path }) => STREAM_FIELDS.test(plain(textOf(path.at(-1) ?? ''))));

/** Streaming is switched off wherever the paste switches it on. */
function withoutStreaming(body: Json): Json {
  let current = body;
  for (const { path, value } of leavesOf(body)) {
    const name = plain(textOf(path.at(-1) ?? ''));
    if (STREAM_FIELDS.test(name) && (value === true || (typeof value === 'string' && hasHole(value))))
      current = withValueAt(current, path, false);
    else if (STREAM_FIELDS.test(name) && value === 'true') current = withValueAt(current, path, 'false');
    else if (/^response_?mode$/i.test(textOf(path.at(-1))) && value === 'streaming')
      current = withValueAt(current, path, 'blocking');
    else if (name === 'includeusage' && path.includes('stream_options'))
      current = withoutPath(current, path.slice(0, path.indexOf('stream_options') + 1));
  }
  return current;
}
