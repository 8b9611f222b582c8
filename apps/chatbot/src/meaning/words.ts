import { z } from 'zod';
import { stem } from '../knowledge/stemmer.ts';

/** What single words mean, as directions: words that mean alike point alike. */
export type WordMeanings = Readonly<{
  dimensions: number;
  /** Whether this very form of the word is known, so that it is no misspelling. */
  has(word: string): boolean;
  /** Undefined for a word nobody knows in any form. */
  meaningOf(word: string): Float32Array | undefined;
}>;

/**
 * How meanings are kept: the length of a heading (32 bits, little-endian), the heading as JSON, then for each word its scale
 * as a 32-bit float, and the values of all words as signed bytes.
 */
const headingSchema = z.strictObject({ dimensions: z.int().positive(), words: z.array(z.string()) });

export function readWordsFile(bytes: Buffer): WordMeanings {
  const headingLength = bytes.readUInt32LE(0);
  const heading: unknown = JSON.parse(bytes.toString('utf8', 4, 4 + headingLength));
  const { dimensions, words } = headingSchema.parse(heading);
  const scalesAt = 4 + headingLength;
  const values = new Int8Array(
    bytes.buffer,
    bytes.byteOffset + scalesAt + words.length * 4,
    words.length * dimensions,
  );
  const places = new Map(words.map((word, at) => [word, at]));
  // "Scratching" means about what "scratched" means; the first to claim a stem keeps it.
  const placesOfStems = new Map<string, number>();
  for (const [at, word] of words.entries()) {
    const stemmed = stem(word);
    if (!placesOfStems.has(stemmed)) placesOfStems.set(stemmed, at);
  }
  return {
    dimensions,
    has: (word) => places.has(word),
    meaningOf(word) {
      const at = places.get(word) ?? placesOfStems.get(stem(word));
      if (at === undefined) return undefined;
      const scale = bytes.readFloatLE(scalesAt + at * 4);
      return Float32Array.from(
        values.subarray(at * dimensions, (at + 1) * dimensions),
        (value) => value * scale,
      );
    },
  };
}

/** All meanings have the same number of dimensions. */
export function writeWordsFile(meanings: ReadonlyMap<string, Float32Array>): Buffer {
  const [first] = meanings.values();
  const dimensions = first?.length ?? 0;
  const heading = Buffer.from(JSON.stringify({ dimensions, words: [...meanings.keys()] }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(heading.length);
  const scales = Buffer.alloc(meanings.size * 4);
  const values = Buffer.alloc(meanings.size * dimensions);
  for (const [at, meaning] of [...meanings.values()].entries()) {
    const largest = meaning.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const scale = largest === 0 ? 1 : largest / 127;
    scales.writeFloatLE(scale, at * 4);
    for (const [dimension, value] of meaning.entries())
      values.writeInt8(Math.round(value / scale), at * dimensions + dimension);
  }
  return Buffer.concat([length, heading, scales, values]);
}
