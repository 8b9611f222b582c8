import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { Problem } from '@sonde/server-kit';
import { invalidInput } from '#kernel/http';
import { TooManyBytesError, type Spool, type Spooled } from '#kernel/object-store';
import { safeFilename } from './conditions.ts';
import { fileTooLarge, tooManyFiles } from './problems.ts';

/** One file that has come whole and lies in the landing place. */
export interface Arrived {
  readonly filename: string;
  readonly declaredType: string;
  readonly spooled: Spooled;
}

interface Upload {
  readonly body: Readable;
  readonly contentType: string;
  readonly spool: Spool;
  readonly maxFileBytes: number;
  readonly fields: readonly string[];
  readonly mostFiles: number;
}

/** Takes a multipart body apart as it comes. Either every file has arrived, or nothing of any is left. */
export async function receiveUpload(upload: Upload): Promise<Arrived[]> {
  const { body, spool, maxFileBytes, fields, mostFiles } = upload;
  const parser = openParser(upload);
  const streams: Readable[] = [];
  const arrivals: Promise<Arrived>[] = [];
  let fault: Error | undefined;
  const refuse = (error: Error): void => {
    fault ??= error;
    // Who reads a file hears of it too; otherwise it would wait for the rest of it for ever.
    for (const stream of [...streams, parser]) stream.destroy(fault);
  };
  parser.on('file', (field, stream, filename, _encoding, declaredType) => {
    streams.push(stream);
    const arrival = spool.receive(stream, { maxBytes: maxFileBytes }).then((spooled) => ({
      filename: safeFilename(filename ?? ''),
      declaredType,
      spooled,
    }));
    arrivals.push(arrival);
    arrival.catch((error: unknown) => refuse(refusalOf(error, maxFileBytes)));
    if (!fields.includes(field)) refuse(unknownField(field, fields));
  });
  parser.on('field', (field) => refuse(unknownField(field, fields)));
  parser.on('filesLimit', () => refuse(tooManyFiles(mostFiles)));
  parser.on('partsLimit', () => refuse(tooManyFiles(mostFiles)));
  await pipeline(body, parser).catch((error: Error) => refuse(refusalOf(error, maxFileBytes)));
  const settled = await Promise.allSettled(arrivals);
  const arrived = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  if (!fault && arrived.length === 0)
    fault = invalidInput([
      { path: fields[0] ?? 'files', code: 'missing', message: 'Upload one file at least.' },
    ]);
  if (fault) {
    await discardAll(arrived);
    throw fault;
  }
  return arrived;
}

export const discardAll = (arrived: readonly Arrived[]): Promise<unknown> =>
  Promise.all(arrived.map(({ spooled }) => spooled.discard()));

function openParser({ contentType, mostFiles }: Upload): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { files: mostFiles, fields: 10, fieldSize: 1024, parts: 20, headerPairs: 20 },
    });
  } catch (error) {
    throw malformed(error);
  }
}

function refusalOf(error: unknown, maxFileBytes: number): Error {
  if (error instanceof Problem) return error;
  if (error instanceof TooManyBytesError) return fileTooLarge(maxFileBytes);
  const { code } = error as NodeJS.ErrnoException;
  // A disk that is full, or not there, is our trouble; a body that cannot be read is not.
  return code && /^E[A-Z]+$/.test(code) && code !== 'ECONNRESET' ? (error as Error) : malformed(error);
}

const malformed = (cause: unknown): Problem =>
  new Problem('malformed', 'request.malformed', 'The multipart body cannot be read, or it ended too early.', {
    cause,
  });

const unknownField = (field: string, known: readonly string[]): Problem =>
  invalidInput([
    { path: field.slice(0, 100), code: 'unknown_key', message: `Send files in the field "${known[0]}".` },
  ]);
