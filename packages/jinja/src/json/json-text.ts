/** Where JSON text stands: 0 outside of a string, 1 inside of one, 2 inside and directly after a backslash. */
export type JsonPosition = 0 | 1 | 2;

interface Scan {
  end: JsonPosition;
  /** The last character opens a string. */
  opensAtEnd: boolean;
}

/** Template text with what reading it does to the position, worked out once per starting position. */
export interface JsonText {
  text: string;
  /** Without the last character, for when that opens a string which may turn into a typed value. */
  withoutLast: string;
  offset: number;
  scans: [Scan | undefined, Scan | undefined, Scan | undefined];
  /** Without the first character, made when needed. */
  tail: JsonText | undefined;
}

export function createJsonText(text: string, offset: number): JsonText {
  return {
    text,
    withoutLast: text.slice(0, -1),
    offset,
    scans: [undefined, undefined, undefined],
    tail: undefined,
  };
}

export function scanJsonText(prepared: JsonText, start: JsonPosition): Scan {
  const known = prepared.scans[start];
  if (known !== undefined) return known;
  const scan = scanText(prepared.text, start);
  prepared.scans[start] = scan;
  return scan;
}

export function withoutFirst(prepared: JsonText): JsonText {
  prepared.tail ??= createJsonText(prepared.text.slice(1), prepared.offset + 1);
  return prepared.tail;
}

function scanText(text: string, start: JsonPosition): Scan {
  let position = start;
  let opened = -1;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (position === 2) position = 1;
    else if (char === 0x22) {
      position = position === 0 ? 1 : 0;
      if (position === 1) opened = i;
    } else if (char === 0x5c && position === 1) position = 2;
  }
  return { end: position, opensAtEnd: position === 1 && opened === text.length - 1 && opened !== -1 };
}
