const MOST_READINGS = 32;

/** The first complete JSON object inside a text, fenced or surrounded by prose; undefined when there is none. */
export function readJsonObject(text: string): unknown {
  // Braces that nothing closes would each be followed to the end of the text.
  let left = MOST_READINGS * text.length;
  for (let start = text.indexOf('{'); start !== -1 && left > 0; start = text.indexOf('{', start + 1)) {
    const end = endOfObject(text, start);
    left -= (end ?? text.length) - start;
    if (end === undefined) continue;
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
