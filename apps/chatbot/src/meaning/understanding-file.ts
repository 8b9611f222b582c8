import { z } from 'zod';

/**
 * How a trained understanding is kept: the length of a heading (32 bits, little-endian), the heading as JSON, the rarity of
 * each trait as 32-bit floats, then for each row of weights its scale as a 32-bit float, and all rows as signed bytes. A
 * row has a weight for each passage and one for "none of them"; rows are traits, then dimensions of the meaning, then one
 * that always counts.
 */
const headingSchema = z.strictObject({ ids: z.array(z.string()).min(1), traits: z.int(), rows: z.int() });

export type UnderstandingFile = Readonly<{
  ids: readonly string[];
  rarity: Float32Array;
  weights: Weights;
}>;

export type Weights = Readonly<{
  /** Adds the row, so many times, to the first of the sums. */
  addRow(row: number, times: number, sums: Float64Array): void;
}>;

export function readUnderstandingFile(bytes: Buffer): UnderstandingFile {
  const headingLength = bytes.readUInt32LE(0);
  const heading: unknown = JSON.parse(bytes.toString('utf8', 4, 4 + headingLength));
  const { ids, traits, rows } = headingSchema.parse(heading);
  const rarityAt = 4 + headingLength;
  const scalesAt = rarityAt + traits * 4;
  const valuesAt = scalesAt + rows * 4;
  const columns = ids.length + 1;
  const rarity = Float32Array.from({ length: traits }, (_value, at) => bytes.readFloatLE(rarityAt + at * 4));
  const scales = Float32Array.from({ length: rows }, (_value, at) => bytes.readFloatLE(scalesAt + at * 4));
  const values = new Int8Array(bytes.buffer, bytes.byteOffset + valuesAt, rows * columns);
  return {
    ids,
    rarity,
    weights: {
      addRow(row, times, sums) {
        const scale = (scales[row] ?? 0) * times;
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
  const rows = weights.length / columns;
  const heading = Buffer.from(JSON.stringify({ ids, traits: rarity.length, rows }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(heading.length);
  const numbers = Buffer.alloc((rarity.length + rows) * 4);
  for (const [at, value] of rarity.entries()) numbers.writeFloatLE(value, at * 4);
  const values = Buffer.alloc(rows * columns);
  for (let row = 0; row < rows; row++) {
    const line = weights.subarray(row * columns, (row + 1) * columns);
    const largest = line.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const scale = largest === 0 ? 1 : largest / 127;
    numbers.writeFloatLE(scale, (rarity.length + row) * 4);
    for (const [at, value] of line.entries()) values.writeInt8(Math.round(value / scale), row * columns + at);
  }
  return Buffer.concat([length, heading, numbers, values]);
}
