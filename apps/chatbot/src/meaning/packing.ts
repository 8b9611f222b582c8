import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** A heading and what it tells of. */
export type Unpacked = Readonly<{ heading: unknown; body: Buffer }>;

/** The length of the heading (32 bits, little-endian), the heading as JSON, then the body; compressed. */
export function pack(heading: unknown, body: Buffer): Buffer {
  const told = Buffer.from(JSON.stringify(heading));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(told.length);
  return brotliCompressSync(Buffer.concat([length, told, body]), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
}

export function unpack(packed: Buffer): Unpacked {
  const bytes = brotliDecompressSync(packed);
  const bodyAt = 4 + bytes.readUInt32LE(0);
  const heading: unknown = JSON.parse(bytes.toString('utf8', 4, bodyAt));
  return { heading, body: bytes.subarray(bodyAt) };
}
