import type { InvocationResult } from '@sonde/contract';
import type { Json } from '@sonde/paste-reader';

/** An answer shows its make in its beginning; what follows may be anything, of any length. */
const MAX_CHARACTERS = 256_000;
const MAX_LEAVES = 2_000;
const MAX_EVENTS = 200;
const MAX_DEPTH = 60;

/** The part of an answer that is judged, shown and learned from. Its own work is bounded by what it keeps. */
export function beginningOf(answer: Json): Json {
  let characters = MAX_CHARACTERS;
  let leaves = MAX_LEAVES;
  const isUsedUp = (): boolean => characters <= 0 || leaves <= 0;

  function leaf<Value extends Json>(value: Value): Value {
    leaves -= 1;
    return value;
  }
  function text(value: string): string {
    const kept = value.slice(0, characters);
    characters -= kept.length;
    return kept;
  }
  function copy(value: Json, depth: number): Json {
    if (typeof value === 'string') return leaf(text(value));
    if (typeof value !== 'object' || value === null) return leaf(value);
    if (depth >= MAX_DEPTH) return leaf(null);
    if (Array.isArray(value)) return list(value, depth);
    const entries: [string, Json][] = [];
    for (const [key, item] of Object.entries(value)) {
      if (isUsedUp()) break;
      entries.push([text(key), copy(item, depth + 1)]);
    }
    if (entries.length === 0) leaf(null);
    return Object.fromEntries(entries);
  }
  function list(values: readonly Json[], depth: number): Json[] {
    const kept: Json[] = [];
    for (const item of depth === 0 ? values.slice(0, MAX_EVENTS) : values) {
      if (isUsedUp()) break;
      kept.push(copy(item, depth + 1));
    }
    if (kept.length === 0) leaf(null);
    return kept;
  }
  return copy(answer, 0);
}

/** A result with the beginning of its answer: all that the steps after a probe's call ever see. */
export function beginningOfResult(result: InvocationResult): InvocationResult {
  const { output } = result;
  return {
    ...result,
    raw_response: beginningOf((result.raw_response ?? null) as Json),
    output:
      typeof output === 'string' ? output.slice(0, MAX_CHARACTERS) : beginningOf((output ?? null) as Json),
  };
}

/** How deep and how long a place may be that a target names for a correction. */
export const isModestPlace = (path: readonly (string | number)[]): boolean =>
  path.length <= 20 && path.every((step) => (typeof step === 'number' ? step < 100 : step.length <= 200));
