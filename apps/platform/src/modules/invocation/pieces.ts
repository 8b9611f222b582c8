import { secretMask } from '@sonde/contract';

/** Where texts stand in the events of a stream, such as `choices[0].delta.content`, and what each event says there. */
export type Place = {
  readonly below: Map<string | number, Place>;
  readonly texts: string[];
  /** Of `texts`, how many have been written out again. */
  written: number;
};

export const newPlace = (): Place => ({ below: new Map(), texts: [], written: 0 });

// Deeper than any answer that can be mapped.
const MAX_DEPTH = 500;

/** Adds the texts of one event to the places where they stand. */
export function collect(value: unknown, place: Place, depth: number): void {
  if (typeof value === 'string') return void place.texts.push(value);
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
  for (const [name, item] of entriesOf(value)) {
    // Most of an event is numbers and the like.
    if (typeof item !== 'string' && (typeof item !== 'object' || item === null)) continue;
    let next = place.below.get(name);
    if (next === undefined) place.below.set(name, (next = newPlace()));
    collect(item, next, depth + 1);
  }
}

/** Masks what `find` finds in the texts of each place put together; whether there was any. */
export function hideAcross(
  place: Place,
  shortest: number,
  find: (joined: string) => readonly [number, number][],
): boolean {
  let isChanged = false;
  for (const next of place.below.values()) isChanged = hideAcross(next, shortest, find) || isChanged;
  const { texts } = place;
  if (texts.length < 2) return isChanged;
  const joined = texts.join('');
  const ranges = joined.length < shortest ? [] : find(joined);
  if (ranges.length === 0) return isChanged;
  let at = 0;
  let first = 0;
  for (const [index, text] of texts.entries()) {
    const end = at + text.length;
    let shown = '';
    let from = at;
    while ((ranges[first]?.[1] ?? Infinity) <= at) first += 1;
    for (let next = first; (ranges[next]?.[0] ?? Infinity) < end; next += 1) {
      const [begin, over] = ranges[next] ?? [end, end];
      // The mask stands where the secret begins, once.
      shown += joined.slice(from, Math.max(from, begin)) + (begin >= at ? secretMask : '');
      from = Math.min(end, over);
    }
    texts[index] = shown + joined.slice(from, end);
    at = end;
  }
  return true;
}

/** One event again, in the order in which they were collected. */
export function withoutPieces(value: unknown, place: Place, depth: number): unknown {
  if (typeof value === 'string') return place.texts[place.written++] ?? value;
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  const written = entriesOf(value).map(([name, item]): [string | number, unknown] => {
    const next = place.below.get(name);
    return [name, next === undefined ? item : withoutPieces(item, next, depth + 1)];
  });
  return Array.isArray(value) ? written.map(([, item]) => item) : Object.fromEntries(written);
}

const entriesOf = (value: object): [string | number, unknown][] =>
  Array.isArray(value) ? [...value.entries()] : Object.entries(value);
