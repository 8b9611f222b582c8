import { randomBytes, randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const idBytes = 16;
// Asked for by the page: the system's randomness costs as much for one id as for three hundred.
const page = new Uint8Array(idBytes * 256);
let used = page.length;
let last = { at: 0, sequence: 0 };

/** A UUIDv7: unguessable in its random part, and rows come out in the order they were made. */
export function newId(): string {
  const random = nextBytes(idBytes);
  const now = Date.now();
  // Within a millisecond, or after the clock was set back, the sequence goes on; each millisecond begins somewhere low.
  last =
    now > last.at
      ? { at: now, sequence: new DataView(random.buffer, random.byteOffset).getUint32(6) >>> 1 }
      : next();
  return v7({ random, msecs: last.at, seq: last.sequence });
}

function next(): typeof last {
  const isFull = last.sequence === 0xffff_ffff;
  return { at: last.at + Number(isFull), sequence: isFull ? 0 : last.sequence + 1 };
}

function nextBytes(count: number): Uint8Array<ArrayBuffer> {
  if (used + count > page.length) {
    randomFillSync(page);
    used = 0;
  }
  used += count;
  return page.subarray(used - count, used);
}

/** For ids of another shape, such as those of traces. */
export const randomHex = (bytes: number): string => {
  const random = nextBytes(bytes);
  return Buffer.from(random.buffer, random.byteOffset, random.byteLength).toString('hex');
};

/** An unguessable value of the given strength, in base64url. */
export const newSecret = (bytes = 32): string => randomBytes(bytes).toString('base64url');
