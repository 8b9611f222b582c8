/** Most that is kept of one file. */
export const mostTextBytes = 2 * 1024 * 1024;

/** Takes text until there is enough, and knows whether there was more. */
export interface TextCollector {
  readonly isFull: boolean;
  add(text: string): void;
  /** There is more that nobody will read. */
  cut(): void;
  result(): { kind: 'text'; text: string; truncated: boolean };
}

export function createTextCollector(maxBytes: number = mostTextBytes): TextCollector {
  const parts: string[] = [];
  let bytes = 0;
  let truncated = false;
  return {
    get isFull() {
      return bytes >= maxBytes;
    },
    add(text) {
      if (truncated || text === '') return;
      const size = Buffer.byteLength(text);
      if (bytes + size <= maxBytes) {
        parts.push(text);
        bytes += size;
        return;
      }
      parts.push(beginning(text, maxBytes - bytes));
      bytes = maxBytes;
      truncated = true;
    },
    cut() {
      truncated = true;
    },
    result: () => ({ kind: 'text', text: tidy(parts.join('')), truncated }),
  };
}

/** As many whole characters as fit. */
const beginning = (text: string, bytes: number): string =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true });

/** PostgreSQL cannot hold NUL, nor half of a character; long gaps say nothing. */
const tidy = (text: string): string =>
  text
    .replaceAll('\0', '')
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    // By line: a pattern for blanks before a line's end would look at long gaps again and again.
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
