import { hasHole } from './holes.ts';
import { isObject, keyOf, leavesOf, valueAt, withValueAt, type Json, type Path } from './json-value.ts';
import { isConversationName, isConversationNoun, plain } from './names.ts';
import type { Shape } from './shapes.ts';

export const CONVERSATION = '{{ conversation_id }}';

/** Where a request says which conversation it goes on with. */
export function findConversationField(body: Json | undefined, shape: Shape | undefined): Path | undefined {
  if (body === undefined || typeof body !== 'object' || body === null) return undefined;
  const known = shape?.conversation?.request;
  if (known && valueAt(body, known) !== undefined) return known;
  const places = leavesOf(body)
    .filter(({ path, value }) => typeof value !== 'boolean' && isConversationPlace(path))
    .filter(({ value }) => typeof value !== 'string' || value.length < 200)
    .toSorted((left, right) => rank(right.path) - rank(left.path));
  return places[0]?.path;
}

function isConversationPlace(path: Path): boolean {
  const key = keyOf(path);
  if (typeof path.at(-1) === 'number') return false;
  if (isConversationName(key)) return true;
  const parent = path.at(-2);
  return plain(key) === 'id' && typeof parent === 'string' && isConversationNoun(parent);
}

function rank(path: Path): number {
  const name = plain(keyOf(path));
  const named = /id$|uuid$|key$/.test(name) ? 10 : 0;
  const kind = /conversation/.test(name) ? 4 : /session|thread/.test(name) ? 3 : 2;
  return named + kind - path.length;
}

/** A field of the body that tells the conversation in the answer's words, when the request never shows it. */
export function addConversationField(
  body: Json | undefined,
  answerPath: string,
): { body: Json; path: Path } | undefined {
  const name = /^\$\.(?:\w+\.)*(\w+)$/.exec(answerPath)?.[1];
  if (!isObject(body) || name === undefined || !isConversationName(name) || Object.hasOwn(body, name))
    return undefined;
  return { body: withValueAt(body, [name], CONVERSATION), path: [name] };
}

const PATH_PLACE =
  /\/(conversations?|sessions?|threads?|chats?)\/(\uE000[^\uE001]*\uE001|[0-9a-f]{8}-[0-9a-f-]{20,}|(?:conv|sess|thread|ses|thr)[-_][\w-]+|[\w-]*\d[\w-]*)(?=[/:?]|$)/i;

/** `/sessions/{id}/messages`: the conversation stands in the path. */
export function conversationInPath(
  url: string,
): { segment: string; value: string; isOpen: boolean } | undefined {
  const match = PATH_PLACE.exec(url);
  if (!match) return undefined;
  const value = match[2] ?? '';
  // `/chats/<id of a knowledge base>/completions` and the like: only a clear noun counts for plain values.
  if (!hasHole(value) && !/^(?:conversation|session|thread)/i.test(match[1] ?? '')) return undefined;
  if (hasHole(value) && !/conv|sess|thread|chat|dialog|^\uE000(?:id|uuid)\uE001$/i.test(value))
    return undefined;
  return { segment: match[1] ?? '', value, isOpen: hasHole(value) };
}
