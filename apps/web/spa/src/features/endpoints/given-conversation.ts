import { isOfAnAnswer, isOfSomethingElse } from '@sonde/paste-reader/no-conversation';
import { pathOf } from '../../lib/json-path.ts';
import { conversationField } from './call-variables.ts';
import { setMapping } from './draft.ts';
import type { EndpointDraft } from './draft.ts';

type Mapped = Pick<EndpointDraft, 'request_mapping' | 'response_mapping'>;

export interface GivenConversation {
  /** The name that the request and its answer share, or that the answer alone brings. */
  readonly field: string;
  /** No request sends it yet. */
  readonly isNew: boolean;
  /** What reads it from the answer and sends it with the next message. */
  readonly changes: Mapped;
}

interface Given {
  readonly path: string;
  /** How deep it lies. */
  readonly keys: number;
  readonly id: string;
}

const placeholder = String.raw`"?\{\{[-\s]*conversation_id\b[^}]*\}\}"?`;
/** What a target gives out is longer than what somebody makes up for a first call. */
const identifier = String.raw`(?=[\w-]*\d)[\w-]{2,64}`;
const shortestGivenOut = 3;
/** A field that the template leaves open, gives to the conversation, or fixes to an ID. */
const field = new RegExp(
  String.raw`"([\w-]+)"(\s*:\s*)(?:(null|"")|(${placeholder})|"(${identifier})")(?=\s*[,}])`,
  'g',
);
const isIdentifier = new RegExp(`^${identifier}$`);

export interface SharedValue {
  readonly field: string;
  readonly value: string;
}

/**
 * What the template sends with every message and the answer brings back under the same name, where no part of the template
 * names the conversation: all messages may go on in one, whatever is called a new conversation here.
 */
export function sharedValue(template: string, answer: unknown): SharedValue | undefined {
  if (conversationField(template) !== null) return undefined;
  const given = identifiersOf(answer);
  for (const [, name = '', , , , fixed] of template.matchAll(field))
    if (fixed !== undefined && given.get(name)?.id === fixed && !isOfSomethingElse(name))
      return { field: name, value: fixed };
  return undefined;
}

/**
 * The field of an answer that most likely names its conversation, because the request has one of the same name: the one that
 * is left open first. With an ID that is known already, only the field that holds it.
 */
export function givenConversation(
  { request_mapping: template, response_mapping: rows }: Mapped,
  answer: unknown,
  known: string | null = null,
): GivenConversation | undefined {
  const given = identifiersOf(answer);
  const [found] = [...template.matchAll(field)]
    .flatMap((match) => {
      const [, name = '', , open, placed, fixed] = match;
      const there = given.get(name);
      if (there === undefined || (known !== null && there.id !== known) || isOfSomethingElse(name)) return [];
      if (there.id !== fixed && Math.min(there.id.length, fixed?.length ?? Infinity) < shortestGivenOut)
        return [];
      const rank = placed === undefined ? (open === undefined ? 2 : 1) : 0;
      return [{ match, name, there, rank }];
    })
    .toSorted((left, right) => left.rank - right.rank);
  if (found === undefined)
    return givenAlone({ request_mapping: template, response_mapping: rows }, given, known);
  const request_mapping = found.rank === 0 ? template : withPlaceholder(template, found.match);
  const response_mapping = setMapping(rows, 'conversation_id', found.there.path);
  const isMapped = rows.some(({ name, value }) => name === 'conversation_id' && value === found.there.path);
  if (isMapped && request_mapping === template) return undefined;
  return { field: found.name, isNew: false, changes: { request_mapping, response_mapping } };
}

/** What conversations are called in part; any other name has to be the only one that may hold one together. */
const namedLike = /session|conversation|thread|chat|dialog|visit|talk|context|interaction/i;
/** An object whose first field a new one can be set before; a template that begins otherwise is left to its author. */
const objectStart = /^\s*\{(\s*)(?=")/;
const shortestAlone = 6;
const deepestAlone = 2;
const isNumberOrDate = /^\d{4}-\d{2}-\d{2}|^v?\d+(?:-\d+)*$/;

/** An ID that the application gives out and no request sends back: each message begins anew, as though it had no memory. */
function givenAlone(
  { request_mapping: template, response_mapping: rows }: Mapped,
  given: ReadonlyMap<string, Given>,
  known: string | null,
): GivenConversation | undefined {
  const start = objectStart.exec(template);
  if (start === null || conversationField(template) !== null) return undefined;
  const candidates = [...given].filter(
    ([name, { id, keys }]) =>
      keys <= deepestAlone &&
      id.length >= shortestAlone &&
      (known === null || id === known) &&
      !isNumberOrDate.test(id) &&
      !isOfSomethingElse(name) &&
      (namedLike.test(name) || !isOfAnAnswer(name)) &&
      !template.includes(`"${name}"`),
  );
  const found =
    candidates.find(([name]) => namedLike.test(name)) ??
    (candidates.length === 1 ? candidates[0] : undefined);
  if (found === undefined) return undefined;
  const [field, { path }] = found;
  const between = start[1] === '' ? ' ' : start[1];
  return {
    field,
    isNew: true,
    changes: {
      request_mapping: `${start[0]}"${field}": "{{ conversation_id }}",${between}${template.slice(start[0].length)}`,
      response_mapping: setMapping(rows, 'conversation_id', path),
    },
  };
}

function withPlaceholder(template: string, match: RegExpExecArray): string {
  const [whole, name = '', between = ''] = match;
  const after = template.slice(match.index + whole.length);
  return `${template.slice(0, match.index)}"${name}"${between}"{{ conversation_id }}"${after}`;
}

/** By the name of their field, the outermost first. Lists are of what is talked about. */
function identifiersOf(answer: unknown): ReadonlyMap<string, Given> {
  const found = new Map<string, Given>();
  let level: [readonly string[], unknown][] = [[[], answer]];
  while (level.length > 0) {
    const next: typeof level = [];
    for (const [path, value] of level) {
      const name = path.at(-1);
      if (typeof value === 'string' && name !== undefined && isIdentifier.test(value) && !found.has(name))
        found.set(name, { path: pathOf(path), keys: path.length, id: value });
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        for (const [key, inner] of Object.entries(value)) next.push([[...path, key], inner]);
    }
    level = next;
  }
  return found;
}
