import { randomFillSync } from 'node:crypto';

const idBytes = 16;
/** Random bytes are fetched for so many ids at once, as `randomUUID` does. */
const pool = Buffer.alloc(256 * idBytes);
let poolUsed = pool.length;

const hexDigits = Buffer.from('0123456789abcdef', 'latin1');
/** Where in the text the two digits of each byte stand. */
const textPositions = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34] as const;
const text = Buffer.from('00000000-0000-4000-8000-000000000000', 'latin1');

/**
 * A UUID of version 4 (RFC 9562, section 5.4) in which the session's place, a 32-bit number, can be found again: its
 * first 32 bits are the place, masked with the last 32. The other 90 are random, which is more than anybody can guess;
 * in public mode knowing the id is the only protection a conversation has. Whoever collects ids can tell how many
 * sessions were begun between them, and nothing else.
 */
export function createSessionId(place: number): string {
  if (poolUsed === pool.length) {
    randomFillSync(pool);
    poolUsed = 0;
  }
  const start = poolUsed;
  poolUsed += idBytes;
  pool.writeUInt32BE((place ^ pool.readUInt32BE(start + 12)) >>> 0, start);
  pool.writeUInt8(0x40 | (pool.readUInt8(start + 6) & 0x0f), start + 6);
  pool.writeUInt8(0x80 | (pool.readUInt8(start + 8) & 0x3f), start + 8);
  for (let index = 0; index < idBytes; index++) {
    const byte = pool[start + index] ?? 0;
    const position = textPositions[index] ?? 0;
    text[position] = hexDigits[byte >> 4] ?? 0;
    text[position + 1] = hexDigits[byte & 15] ?? 0;
  }
  return text.toString('latin1');
}

/** The place a session of this id would have if this process had made the id; any number for other texts. */
export function placeOf(id: string): number {
  return (Number.parseInt(id.slice(0, 8), 16) ^ Number.parseInt(id.slice(28), 16)) >>> 0;
}
