import type { TargetBody } from './body.ts';
import { isConversationAlias } from './conversations.ts';
import { isPlainObject } from './plain-object.ts';

export const MISSING = Symbol('missing');

export function oneOrMany(matches: unknown[]): unknown {
  if (matches.length === 0) return MISSING;
  return matches.length === 1 ? matches[0] : matches;
}

/**
 * Pieces of a stream: text is put together, what each event repeats is said once, and what one event has several of
 * stays several. The text of the answer is put together in any case, since a piece of it may come in parts.
 */
export function combineEvents(byEvent: readonly unknown[][], name: string): unknown {
  const events = byEvent.filter((found) => found.length > 0);
  const matches = events.flat();
  if (matches.length === 1) return matches[0];
  if (isConversationAlias(name)) return matches.findLast((value) => value !== null && value !== '') ?? null;
  const present = matches.filter((value) => value !== null);
  if (present.length === 0) return null;
  if (events.length === 1) return matches;
  const isText = present.every((value) => typeof value === 'string');
  if (name === 'output') return isText ? present.join('') : present;
  const [first = [], ...rest] = events;
  const repeated = JSON.stringify(first);
  if (rest.every((found) => JSON.stringify(found) === repeated)) return oneOrMany(first);
  if (events.some((found) => found.length > 1)) return matches;
  const once = JSON.stringify(present[0]);
  if (present.every((value) => JSON.stringify(value) === once)) return present[0];
  return isText ? present.join('') : present;
}

/** The messages of a socket as one object: texts and `content` joined, of other keys the first value. */
export function mergeMessages(values: readonly unknown[]): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  for (const value of values) {
    if (!isPlainObject(value)) continue;
    for (const [key, item] of Object.entries(value))
      if (!Object.hasOwn(merged, key)) defineField(merged, key, item);
  }
  if (!Object.hasOwn(merged, 'output')) merged['output'] = textOfEvents(values) ?? null;
  return merged;
}

export function textOfEvents(values: readonly unknown[]): string | undefined {
  const texts = values
    .map((value) => (isPlainObject(value) ? value['content'] : value))
    .filter((value) => typeof value === 'string');
  return texts.length === 0 ? undefined : texts.join('');
}

export function rawValue(body: TargetBody): unknown {
  if (body.kind === 'json') return body.value;
  if (body.kind === 'events') return body.values;
  return body.kind === 'text' ? body.text : null;
}

export function topLevel(body: TargetBody): Record<string, unknown> {
  if (body.kind === 'json' && isPlainObject(body.value)) return body.value;
  return body.kind === 'events' ? mergeMessages(body.values) : {};
}

/** A key such as `__proto__` becomes a field like any other. */
export function defineField(target: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}
