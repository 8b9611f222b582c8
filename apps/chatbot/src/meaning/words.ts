import { z } from 'zod';
import { stem } from '../knowledge/stemmer.ts';
import { pack, unpack } from './packing.ts';

/** What single words mean, as directions: words that mean alike point alike. */
export type WordMeanings = Readonly<{
  dimensions: number;
  /** Whether this very form of the word is known, so that it is no misspelling. */
  has(word: string): boolean;
  /** Undefined for a word nobody knows in any form. */
  meaningOf(word: string): Float32Array | undefined;
}>;

/**
 * How meanings are kept, packed: a heading, then for each word its scale as a 32-bit float, and the values of all words as
 * signed bytes.
 */
const headingSchema = z.strictObject({ dimensions: z.int().positive(), words: z.array(z.string()) });

/** Steps from 0 to the largest value of a word: its direction stays within a few degrees. */
const steps = 15;

export function readWordsFile(packed: Buffer): WordMeanings {
  const { heading, body } = unpack(packed);
  const { dimensions, words } = headingSchema.parse(heading);
  const values = new Int8Array(body.buffer, body.byteOffset + words.length * 4, words.length * dimensions);
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
      const scale = body.readFloatLE(at * 4);
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
  const scales = Buffer.alloc(meanings.size * 4);
  const values = Buffer.alloc(meanings.size * dimensions);
  for (const [at, meaning] of [...meanings.values()].entries()) {
    const largest = meaning.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const scale = largest === 0 ? 1 : largest / steps;
    scales.writeFloatLE(scale, at * 4);
    for (const [dimension, value] of meaning.entries())
      values.writeInt8(Math.round(value / scale), at * dimensions + dimension);
  }
  return pack({ dimensions, words: [...meanings.keys()] }, Buffer.concat([scales, values]));
}
