import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { privateFolder } from './private-folder.ts';

/** Bytes that have arrived whole, in a local file that is ours until it is discarded. */
export interface Spooled {
  readonly path: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  /** The first bytes, enough to tell what they are. */
  readonly head: Buffer;
  discard(): Promise<void>;
}

/** More came than is allowed; nothing of it is kept. */
export class TooManyBytesError extends Error {
  override readonly name = 'TooManyBytesError';
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    super(`More than ${maxBytes} bytes came.`);
    this.maxBytes = maxBytes;
  }
}

export interface Spool {
  readonly directory: string;
  receive(source: Readable, limits: { maxBytes: number; signal?: AbortSignal }): Promise<Spooled>;
  /** Removes what processes that were killed have left behind; answers how many. */
  sweep(before: number): Promise<number>;
}

const headBytes = 64 * 1024;

/** The landing place of what is uploaded: hashed and counted on the way, on disk when it is told of. */
export function createSpool(directory: string): Spool {
  return {
    directory,
    async receive(source, { maxBytes, signal }) {
      // At once: a source that breaks while nobody listens to it would take the process with it.
      privateFolder(directory);
      const path = join(directory, randomUUID());
      const discard = () => rm(path, { force: true });
      const meter = createMeter(maxBytes);
      try {
        await pipeline(source, meter.stream, createWriteStream(path, { flags: 'wx', flush: true }), {
          signal,
        });
      } catch (error) {
        await discard();
        throw error;
      }
      return { path, discard, ...meter.result() };
    },
    async sweep(before) {
      let removed = 0;
      for (const name of await readdir(directory).catch(nothingThere)) {
        const file = join(directory, name);
        const found = await stat(file).catch(() => undefined);
        if (!found?.isFile() || found.mtimeMs >= before) continue;
        await rm(file, { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

function createMeter(maxBytes: number) {
  const hash = createHash('sha256');
  const first: Buffer[] = [];
  let kept = 0;
  let sizeBytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) return done(new TooManyBytesError(maxBytes));
      hash.update(chunk);
      if (kept < headBytes) {
        const part = Buffer.from(chunk.subarray(0, headBytes - kept));
        first.push(part);
        kept += part.length;
      }
      done(null, chunk);
    },
  });
  return {
    stream,
    result: () => ({ sha256: hash.digest('hex'), sizeBytes, head: Buffer.concat(first) }),
  };
}

/** A folder that nothing has been put into is empty; any other trouble is told. */
export function nothingThere(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
