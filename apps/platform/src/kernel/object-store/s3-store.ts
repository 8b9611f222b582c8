import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as pause } from 'node:timers/promises';
import { S3ServiceError, S3mini } from 's3mini';
import { soundAnswers } from './s3-answers.ts';
import { requireKey, type ObjectStore, type StoredObject } from './object-store.ts';

export interface S3Options {
  readonly endpoint: string;
  readonly bucket: string;
  /** Below which all keys lie; empty for the whole bucket. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly forcePathStyle: boolean;
  readonly fetch: typeof globalThis.fetch;
  /** How long to wait before each further try. */
  readonly retryDelaysMs?: readonly number[];
  /** How long a list or the beginning of an object may take. */
  readonly answersWithinMs?: number;
  readonly close?: () => Promise<void>;
}

const retryDelaysDefault = [200, 800, 2000];
const pageSize = 1000;

/** Objects in a bucket of any server that speaks S3. Every byte passes through us; no presigned address is ever made. */
export function createS3Store(options: S3Options): ObjectStore {
  const { prefix } = options;
  const nameOf = (key: string): string => (prefix ? `${prefix}/${requireKey(key)}` : requireKey(key));
  const s3 = new S3mini({
    endpoint: bucketUrl(options),
    region: options.region,
    accessKeyId: options.accessKeyId,
    secretAccessKey: options.secretAccessKey,
    fetch: soundAnswers(options.fetch, options.answersWithinMs),
  });
  const persist = <T>(work: () => Promise<T>): Promise<T> =>
    tryAgain(work, options.retryDelaysMs ?? retryDelaysDefault);
  const onObject = async <T>(key: string, work: (name: string) => Promise<T>): Promise<T> => {
    const name = nameOf(key);
    return persist(() => work(name));
  };

  return {
    kind: 's3',
    put: (key, file) =>
      onObject(key, async (name) => {
        await s3.putObject(name, await openAsBlob(file), 'application/octet-stream');
      }),
    async open(key, range) {
      const answer = await onObject(key, (name) => get(s3, name, range));
      return answer?.body ? Readable.fromWeb(answer.body as ReadableStream) : undefined;
    },
    find: (key) =>
      onObject(key, async (name) => {
        const [found] = await listPage(s3, name, 1);
        return found?.Key === name ? describe(found, key) : undefined;
      }),
    remove: (key) => onObject(key, async (name) => void (await s3.deleteObject(name))),
    async *list() {
      const start = prefix ? `${prefix}/` : '';
      let token: string | undefined;
      do {
        const from = token;
        const page = await persist(() => s3.listObjectsPaged('/', start, pageSize, from));
        for (const found of objectsOf(page)) yield describe(found, found.Key.slice(start.length));
        token = page?.nextContinuationToken;
      } while (token);
    },
    close: () => options.close?.() ?? Promise.resolve(),
  };
}

type Found = { readonly Key: string; readonly Size: number; readonly LastModified: Date };

const describe = (found: Found, key: string): StoredObject => ({
  key,
  sizeBytes: Number(found.Size),
  modifiedAt: new Date(found.LastModified).getTime(),
});

async function get(s3: S3mini, name: string, range?: { start: number; end: number }) {
  try {
    // The library counts the end of a range as the first byte that is not wanted.
    const answer = await s3.getObjectRaw(name, range === undefined, range?.start, range && range.end + 1);
    if (range === undefined || answer?.status === 206) return answer;
    await answer?.body?.cancel();
    throw new Error('The store of files answered with another part than was asked for.');
  } catch (error) {
    if (error instanceof S3ServiceError && error.status === 404) return undefined;
    throw error;
  }
}

async function listPage(s3: S3mini, prefix: string, size: number): Promise<readonly Found[]> {
  return objectsOf(await s3.listObjectsPaged('/', prefix, size));
}

function objectsOf(page: { objects: readonly Found[] | null } | null | undefined): readonly Found[] {
  if (!page?.objects) throw new Error('The bucket for files does not exist.');
  return page.objects;
}

/** A bucket as part of the path works everywhere; some services want it in the host name. */
function bucketUrl({ endpoint, bucket, forcePathStyle }: S3Options): string {
  const url = new URL(endpoint);
  if (forcePathStyle) url.pathname = `${url.pathname.replace(/\/$/, '')}/${bucket}`;
  else url.hostname = `${bucket}.${url.hostname}`;
  return url.href;
}

/** A busy store or a broken line is asked again; a refusal stays one. */
async function tryAgain<T>(work: () => Promise<T>, delaysMs: readonly number[]): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const delay = delaysMs[attempt];
      if (delay === undefined || (error instanceof S3ServiceError && error.status < 500)) throw error;
      await pause(delay);
    }
  }
}
