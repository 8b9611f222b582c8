import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Answer } from '#kernel/http';
import { ofSize, type ObjectStore } from '#kernel/object-store';
import { contentDisposition, isKnown, wantedRange } from './conditions.ts';
import { isInline } from './content-type.ts';
import { contentKey } from './keys.ts';
import { storeUnavailable } from './problems.ts';
import type { FileRow } from './tables.ts';

type Conditions = Pick<FastifyRequest, 'method' | 'headers'>;

/** The bytes of a file as HTTP wants them: whole, a part, or the word that the caller has them already. */
export async function answerContent(
  objects: ObjectStore,
  file: FileRow,
  { method, headers }: Conditions,
): Promise<Answer> {
  const etag = `"${file.contentHash}"`;
  const shared = {
    etag,
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    'content-security-policy': "default-src 'none'; sandbox",
    vary: 'Authorization',
  };
  if (isKnown(headers['if-none-match'], etag)) return new Answer(304, undefined, shared);
  const { range: asked } = headers;
  const ifRange = textOf(headers['if-range']);
  const range = wantedRange({ range: asked, 'if-range': ifRange }, etag, file.sizeBytes);
  if (range === 'unsatisfiable')
    return new Answer(416, '', { ...shared, 'content-range': `bytes */${file.sizeBytes}` });
  const length = range ? range.end - range.start + 1 : file.sizeBytes;
  const described = {
    ...shared,
    'content-type': mediaType(file),
    'content-length': String(length),
    'content-disposition': contentDisposition(isInline(file.contentType), file.filename),
    ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${file.sizeBytes}` } : {}),
  };
  const status = range ? 206 : 200;
  if (method === 'HEAD' || length === 0) return new Answer(status, Readable.from([]), described);
  return new Answer(status, await openContent(objects, file, range), described);
}

export async function openContent(
  objects: ObjectStore,
  file: Pick<FileRow, 'organizationId' | 'contentHash' | 'sizeBytes'>,
  range?: { readonly start: number; readonly end: number },
): Promise<Readable> {
  const stream = await objects.open(contentKey(file), range).catch((error: unknown) => {
    throw storeUnavailable(error);
  });
  if (!stream) throw storeUnavailable(new Error('An object that a row names is missing in the store.'));
  return ofSize(stream, range ? range.end - range.start + 1 : file.sizeBytes);
}

const mediaType = ({ contentType, charset }: FileRow): string =>
  charset && contentType.startsWith('text/') ? `${contentType}; charset=${charset}` : contentType;

const textOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;
