/** No model is asked for so much. */
const MOST_CHARACTERS = 1_000_000;
/** Objects that are no JSON cost more than their length: an error is made for each. */
const MOST_TRIES = 200;
/** An object begins with a name, or is empty. */
const BEGINNING = /\{\s*["}]/g;

/** An object of JSON that stands in a text, and the very characters it was read from. */
export interface FoundObject {
  readonly value: unknown;
  readonly source: string;
}

/**
 * Every complete JSON object of a text, fenced or surrounded by prose, in their order. One within another is none by itself, nor
 * one within something that is broken; where one begins that nothing closes, what follows is part of it, and so nothing is
 * found at all: half a reply may have said the opposite.
 */
export function readJsonObjects(text: string): FoundObject[] {
  if (text.length > MOST_CHARACTERS) return [];
  const found: FoundObject[] = [];
  let tries = 0;
  let from = 0;
  for (const { index: start } of text.matchAll(BEGINNING)) {
    if (start < from) continue;
    const end = endOfObject(text, start);
    tries += 1;
    if (end === undefined || tries > MOST_TRIES) return [];
    from = end;
    const source = text.slice(start, end);
    try {
      found.push({ value: JSON.parse(source), source });
    } catch {
      // Not this brace: the prose before the object may hold some of its own.
    }
  }
  return found;
}

/**
 * Short objects that stand anywhere in a text, those within others and behind something broken among them: what its author may
 * have wanted somebody to repeat. Undefined where there may be more than are looked at.
 */
export function readShortObjects(text: string): unknown[] | undefined {
  const found: unknown[] = [];
  let tries = 0;
  for (const { index: start } of text.matchAll(BEGINNING)) {
    tries += 1;
    if (tries > MOST_SHORT) return undefined;
    const piece = text.slice(start, start + SHORT);
    const end = endOfObject(piece, 0);
    if (end === undefined) continue;
    try {
      found.push(JSON.parse(piece.slice(0, end)));
    } catch {
      // No object after all.
    }
  }
  return found;
}
const MOST_SHORT = 500;
const SHORT = 5000;

function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}
