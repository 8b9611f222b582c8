/** Most that is kept of one file. */
export const mostTextBytes = 2 * 1024 * 1024;

/** Blanks may come after the most that is kept, which nobody would miss; so many of them are looked through for more. */
const mostBlanksAfter = 64 * 1024;

/** Takes text until there is more than is kept. */
export interface TextCollector {
  /** There was more: nothing else that comes is kept. */
  readonly isFull: boolean;
  add(text: string): void;
  /** There is more that nobody will read. */
  cut(): void;
  result(): { kind: 'text'; text: string; truncated: boolean };
}

export function createTextCollector(maxBytes: number = mostTextBytes): TextCollector {
  const parts: string[] = [];
  let bytes = 0;
  let blanks = 0;
  let truncated = false;
  return {
    get isFull() {
      return truncated;
    },
    add(text) {
      if (truncated || text === '') return;
      const size = Buffer.byteLength(text);
      if (bytes + size <= maxBytes) {
        parts.push(text);
        bytes += size;
        return;
      }
      const fitting = beginning(text, maxBytes - bytes);
      parts.push(fitting);
      bytes = maxBytes;
      const rest = text.slice(fitting.length);
      blanks += rest.length;
      truncated = blanks > mostBlanksAfter || /[^\s\0]/.test(rest);
    },
    cut() {
      truncated = true;
    },
    result: () => ({ kind: 'text', text: tidy(parts.join('')), truncated }),
  };
}

/** As many whole characters as fit. */
const beginning = (text: string, bytes: number): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(text).subarray(0, bytes), {
    stream: true,
  });

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
