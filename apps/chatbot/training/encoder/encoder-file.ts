import { z } from 'zod';

/**
 * How the encoder's weights are kept: the length of a heading (32 bits, little-endian), the heading as JSON, then for each
 * tensor its scales as 32-bit floats and its values as signed bytes. A value is its byte times the scale of its line; lines
 * are the rows of the first dimension. Vectors are one line.
 */
const headingSchema = z.strictObject({
  pieces: z.array(z.tuple([z.string(), z.number()])),
  tensors: z.array(z.strictObject({ name: z.string(), rows: z.int(), columns: z.int(), offset: z.int() })),
});

export type EncoderFile = Readonly<{
  pieces: ReadonlyArray<readonly [text: string, score: number]>;
  tensor(name: string): Tensor;
}>;

/** Row by row. */
export type Tensor = Readonly<{ rows: number; columns: number; values: Float32Array }>;

export function readEncoderFile(bytes: Buffer): EncoderFile {
  const headingLength = bytes.readUInt32LE(0);
  const heading = headingSchema.parse(JSON.parse(bytes.toString('utf8', 4, 4 + headingLength)));
  const base = 4 + headingLength;
  const tensors = new Map(heading.tensors.map((tensor) => [tensor.name, tensor]));
  return {
    pieces: heading.pieces,
    tensor(name) {
      const found = tensors.get(name);
      if (found === undefined) throw new Error(`The encoder file has no tensor ${name}.`);
      const { rows, columns, offset } = found;
      const values = new Float32Array(rows * columns);
      const signed = new Int8Array(bytes.buffer, bytes.byteOffset + base + offset + rows * 4, values.length);
      for (let row = 0; row < rows; row++) {
        const scale = bytes.readFloatLE(base + offset + row * 4);
        for (let at = row * columns; at < (row + 1) * columns; at++) values[at] = (signed[at] ?? 0) * scale;
      }
      return { rows, columns, values };
    },
  };
}

export function writeEncoderFile(
  pieces: EncoderFile['pieces'],
  tensors: ReadonlyMap<string, Tensor>,
): Buffer {
  const parts: Buffer[] = [];
  const headings = [];
  let offset = 0;
  for (const [name, { rows, columns, values }] of tensors) {
    headings.push({ name, rows, columns, offset });
    const scales = Buffer.alloc(rows * 4);
    const lines = Buffer.alloc(rows * columns);
    for (let row = 0; row < rows; row++) {
      const line = values.subarray(row * columns, (row + 1) * columns);
      const largest = line.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      const scale = largest === 0 ? 1 : largest / 127;
      scales.writeFloatLE(scale, row * 4);
      for (const [at, value] of line.entries())
        lines.writeInt8(Math.round(value / scale), row * columns + at);
    }
    parts.push(scales, lines);
    offset += rows * 4 + rows * columns;
  }
  const heading = Buffer.from(JSON.stringify({ pieces, tensors: headings }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(heading.length);
  return Buffer.concat([length, heading, ...parts]);
}
