/** No model is asked for so much. */
const MOST_CHARACTERS = 1_000_000;
const MOST_READINGS = 32;
/** Objects that are no JSON cost more than their length: an error is made for each. */
const MOST_TRIES = 200;
/** An object begins with a name, or is empty. */
const BEGINNING = /\{\s*["}]/g;

/** The first complete JSON object inside a text, fenced or surrounded by prose; undefined when there is none. */
export function readJsonObject(text: string): unknown {
  if (text.length > MOST_CHARACTERS) return undefined;
  // Braces that nothing closes would each be followed to the end of the text.
  let left = MOST_READINGS * text.length;
  let tries = 0;
  for (const { index: start } of text.matchAll(BEGINNING)) {
    const end = endOfObject(text, start);
    left -= (end ?? text.length) - start;
    if (left <= 0) return undefined;
    if (end === undefined) continue;
    tries += 1;
    if (tries > MOST_TRIES) return undefined;
    try {
      return JSON.parse(text.slice(start, end));
    } catch {
      // Not this brace: the prose before the object may hold some of its own.
    }
  }
  return undefined;
}

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
