import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { otlpLimitBytes } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import type { OtlpType } from './answer.ts';
import type { Visit } from './room.ts';

/** Which encoding the body has; it is answered in the same one. */
export function typeOf(contentType: string | undefined): OtlpType {
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/x-protobuf' || type === 'application/json') return type;
  throw mediaType('Send the body as application/x-protobuf or application/json.');
}

/** The body as it was before it was packed, which is refused as soon as it is larger than any may be. */
export async function readOtlpBody(
  stream: Readable,
  encoding: string | undefined,
  visit: Visit,
): Promise<Buffer> {
  const name = encoding?.trim().toLowerCase() ?? 'identity';
  if (name !== 'gzip' && name !== 'identity') throw mediaType('Send the body plain or packed with gzip.');
  const chunks: Buffer[] = [];
  let bytes = 0;
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > otlpLimitBytes)
        throw new Problem(
          'too_large',
          'request.too_large',
          'The spans are larger than one request may bring.',
        );
      visit.take(chunk.length);
      chunks.push(chunk);
    }
  };
  try {
    await (name === 'gzip' ? pipeline(stream, createGunzip(), collect) : pipeline(stream, collect));
  } catch (error) {
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_'))
      throw new Problem('malformed', 'request.malformed', 'The body is not whole gzip.');
    throw error;
  }
  return Buffer.concat(chunks);
}

const mediaType = (detail: string): Problem => new Problem('unsupported_media', 'request.media_type', detail);
