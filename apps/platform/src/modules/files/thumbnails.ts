import { randomUUID } from 'node:crypto';
import { writeFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { thumbnailSizes } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import type { FastifyRequest } from 'fastify';
import type { Database } from '#kernel/database';
import { ReaderBusyError, UnreadableFileError, type FileReader } from '#kernel/file-reader';
import { Answer } from '#kernel/http';
import type { ObjectStore, Spool } from '#kernel/object-store';
import { isKnown } from './conditions.ts';
import { openContent } from './content.ts';
import { hasPicture } from './content-type.ts';
import { contentKey, thumbnailKey } from './keys.ts';
import { noPicture, storeUnavailable } from './problems.ts';
import { recordPictureError } from './store.ts';
import type { FileRow } from './tables.ts';

export interface ThumbnailOptions {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly spool: Spool;
  readonly reader: FileReader;
}

export type Thumbnails = ReturnType<typeof createThumbnails>;

/** Small pictures, made when they are first asked for and kept beside the bytes they show. */
export function createThumbnails(options: ThumbnailOptions) {
  const underWay = new Map<string, Promise<readonly Uint8Array[]>>();

  /** Several who ask at once wait for the same pictures. */
  function makeOnce(file: FileRow): Promise<readonly Uint8Array[]> {
    const key = contentKey(file);
    const making = underWay.get(key) ?? make(options, file).finally(() => underWay.delete(key));
    underWay.set(key, making);
    return making;
  }

  async function bytesOf(file: FileRow, size: number): Promise<Uint8Array> {
    const kept = await options.objects.open(thumbnailKey(file, size)).catch((error: unknown) => {
      throw storeUnavailable(error);
    });
    if (kept) return bytesUpTo(kept, mostPictureBytes);
    const image = (await makeOnce(file))[thumbnailSizes.findIndex((one) => one === size)];
    if (!image) throw noPicture('There is no picture of this size.');
    return image;
  }

  return {
    async answer(
      file: FileRow,
      size: number,
      { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
    ): Promise<Answer> {
      if (!hasPicture(file.contentType))
        throw noPicture('There are pictures of raster images and PDF documents.');
      if (file.pictureError) throw noPicture(file.pictureError);
      const etag = `W/"${file.contentHash}-${size}"`;
      const shared = { etag, 'cache-control': 'private, no-cache', vary: 'Authorization' };
      if (isKnown(headers['if-none-match'], etag)) return new Answer(304, undefined, shared);
      const image = await bytesOf(file, size);
      return new Answer(200, Readable.from(method === 'HEAD' ? [] : [image]), {
        ...shared,
        'content-type': 'image/webp',
        'content-length': String(image.length),
        'content-security-policy': "default-src 'none'; sandbox",
      });
    },
  };
}

const mostPictureBytes = 8 * 1024 * 1024;

/** What was kept is small; a store may answer with anything. */
async function bytesUpTo(source: Readable, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of source as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > most) throw storeUnavailable(new Error('A small picture came without end.'));
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function make(
  { database, objects, spool, reader }: ThumbnailOptions,
  file: FileRow,
): Promise<readonly Uint8Array[]> {
  const { organizationId, contentType, createdBy } = file;
  const source = await openContent(objects, file);
  const local = await spool.receive(source, { maxBytes: file.sizeBytes });
  try {
    const request = { path: local.path, contentType, sizes: thumbnailSizes };
    const { images } = await reader.makeThumbnails(request, { organizationId, userId: createdBy });
    for (const [index, image] of images.entries())
      await keep({ objects, spool }, thumbnailKey(file, thumbnailSizes[index] ?? 0), image);
    return images;
  } catch (error) {
    if (error instanceof ReaderBusyError)
      throw new Problem('unavailable', 'service.busy', 'Many pictures are being made. Try again shortly.', {
        headers: { 'retry-after': '5' },
      });
    if (!(error instanceof UnreadableFileError)) throw error;
    // Tried once: another try would cost as much and end the same.
    await database.tenant(organizationId, (tx) =>
      recordPictureError(tx, organizationId, file.id, error.message),
    );
    throw noPicture(error.message);
  } finally {
    await local.discard();
  }
}

async function keep(
  { objects, spool }: Pick<ThumbnailOptions, 'objects' | 'spool'>,
  key: string,
  image: Uint8Array,
): Promise<void> {
  const path = join(spool.directory, randomUUID());
  await mkdir(spool.directory, { recursive: true });
  try {
    await writeFile(path, image, { flush: true });
    await objects.put(key, path);
  } finally {
    await rm(path, { force: true });
  }
}
