import { z } from 'zod';
import { pack, unpack } from './packing.ts';

/**
 * How a trained understanding is kept, packed: a heading, the rarity of each trait as 32-bit floats, and all rows of weights
 * as signed bytes, in steps that are the same for all. A row has a weight for each passage and one for "none of them"; rows
 * are traits, then dimensions of the meaning, then one that always counts.
 */
const headingSchema = z.strictObject({
  ids: z.array(z.string()).min(1),
  traits: z.int(),
  rows: z.int(),
  step: z.number(),
});

/**
 * Weights are told in steps of this size: what is lost shifts a sum by less than chance does between two trainings, and
 * most weights become 0 and cost nothing.
 */
const usualStep = 0.12;

export type UnderstandingFile = Readonly<{
  ids: readonly string[];
  rarity: Float32Array;
  weights: Weights;
}>;

export type Weights = Readonly<{
  /** Adds the row, so many times, to the first of the sums. */
  addRow(row: number, times: number, sums: Float64Array): void;
}>;

export function readUnderstandingFile(packed: Buffer): UnderstandingFile {
  const { heading, body } = unpack(packed);
  const { ids, traits, rows, step } = headingSchema.parse(heading);
  const columns = ids.length + 1;
  const rarity = Float32Array.from({ length: traits }, (_value, at) => body.readFloatLE(at * 4));
  const values = new Int8Array(body.buffer, body.byteOffset + traits * 4, rows * columns);
  return {
    ids,
    rarity,
    weights: {
      addRow(row, times, sums) {
        const scale = step * times;
        const begin = row * columns;
        // Rows and sums are complete; providing for absent values would take twice the time.
        for (let at = 0; at < columns; at++)
          sums[at] = (sums[at] as number) + scale * (values[begin + at] as number);
      },
    },
  };
}

/** `weights` row by row. */
export function writeUnderstandingFile(
  ids: readonly string[],
  rarity: Float32Array,
  weights: Float32Array,
): Buffer {
  const columns = ids.length + 1;
  const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const step = Math.max(usualStep, largest / 127);
  const rarities = Buffer.alloc(rarity.length * 4);
  for (const [at, value] of rarity.entries()) rarities.writeFloatLE(value, at * 4);
  const values = Int8Array.from(weights, (weight) => Math.round(weight / step));
  return pack(
    { ids, traits: rarity.length, rows: weights.length / columns, step },
    Buffer.concat([rarities, Buffer.from(values.buffer)]),
  );
}
