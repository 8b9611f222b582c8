import { setImmediate } from 'node:timers/promises';
import { Problem } from '@sonde/server-kit';

/**
 * Values of one JSON text, each of which takes tens of bytes of memory and a look of everybody who judges it, however
 * short it is written: 32 MB of empty objects would be a gigabyte. Two characters are the least that one takes.
 */
export const mostValues = 200_000;
const shortestJudged = 2 * mostValues;
/** Room that a value, or the name of one, takes beside its own text. */
const valueBytes = 100;
/** Looked through at a time, so that others are served in between. */
const sliceBytes = 2 * 1024 * 1024;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const bracket = 0x5b;
const brace = 0x7b;

/**
 * Bytes that a JSON text is about to take as a value, or a refusal where it holds too many; told from its bytes, before
 * anything is made of them. Long strings count as no more than they are.
 */
export async function judgeJsonSize(text: Buffer): Promise<number> {
  const seen: Seen = { at: 0, isInString: false, values: 1, names: 0 };
  while (seen.at < text.length) {
    look(text, seen, Math.min(seen.at + sliceBytes, text.length));
    if (seen.values > mostValues)
      throw new Problem(
        'too_large',
        'request.too_large',
        `The body holds more than ${mostValues} values. Send it in parts.`,
      );
    if (seen.at < text.length) await setImmediate();
  }
  return text.length + valueBytes * (seen.values + seen.names);
}

/** Values of a JSON text that is read at once. */
export function valuesIn(text: Uint8Array): number {
  const seen: Seen = { at: 0, isInString: false, values: 1, names: 0 };
  look(text, seen, text.length);
  return seen.values;
}

interface Seen {
  at: number;
  isInString: boolean;
  values: number;
  names: number;
}

/** Apart from the waiting, since a loop within it is many times slower. */
function look(text: Uint8Array, seen: Seen, end: number): void {
  let { at, isInString, values, names } = seen;
  for (; at < end; at += 1) {
    const byte = text[at];
    if (isInString) {
      // What follows a backslash ends nothing, also beyond the slice.
      if (byte === backslash) at += 1;
      else if (byte === quote) isInString = false;
    } else if (byte === quote) isInString = true;
    else if (byte === comma || byte === bracket || byte === brace) values += 1;
    else if (byte === colon) names += 1;
  }
  Object.assign(seen, { at, isInString, values, names });
}

/** Whether a text could hold too many values at all. */
export const isJudged = (text: Buffer): boolean => text.length > shortestJudged;
