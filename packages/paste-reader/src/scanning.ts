/** What is longer than this is no body of a type and no list of arguments. */
const LONGEST = 12_000;

/** The text between a bracket and its partner, strings skipped; undefined when it is never closed. */
export function enclosed(text: string, open: number): { inner: string; end: number } | undefined {
  const opener = text[open] ?? '';
  const closer = { '{': '}', '(': ')', '[': ']', '<': '>' }[opener];
  if (closer === undefined) return undefined;
  let depth = 0;
  for (let at = open; at < text.length && at < open + LONGEST; at += 1) {
    const character = text[at] ?? '';
    if (character === '"' || character === "'" || character === '`') {
      const end = endOfString(text, at);
      if (end === undefined) continue;
      at = end;
    } else if (character === opener) depth += 1;
    else if (character === closer && --depth === 0) return { inner: text.slice(open + 1, at), end: at + 1 };
  }
  return undefined;
}

/** An apostrophe in a comment opens no string: only a partner on the same line makes one. */
function endOfString(text: string, start: number): number | undefined {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at;
    else if (text[at] === '\n' && quote !== '`') return undefined;
  }
  return undefined;
}

/** Parts at the top level of a list: brackets and strings keep together what they hold. */
export function splitTopLevel(text: string, separators = ','): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '"' || character === "'" || character === '`') at = endOfString(text, at) ?? at;
    else if ('{([<'.includes(character)) depth += 1;
    else if ('})]'.includes(character) || (character === '>' && text[at - 1] !== '=' && text[at - 1] !== '-'))
      depth = Math.max(0, depth - 1);
    else if (depth === 0 && separators.includes(character)) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts.filter((part) => part.trim() !== '');
}

/** What the first group of a pattern takes, at each place where it fits. */
export const captured = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '');

export const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
