import { Transform, pipeline, type Readable } from 'node:stream';

/** The part of an object that is wanted: first and last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredObject {
  readonly key: string;
  readonly sizeBytes: number;
  /** Milliseconds since the epoch; storing the same bytes again renews it. */
  readonly modifiedAt: number;
}

/** Where bytes are kept. Once `put` has returned, they survive the death of any process. */
export interface ObjectStore {
  readonly kind: 'folder' | 's3';
  /** Stores the bytes of a local file. Half of an object is never seen, and storing twice is harmless. */
  put(key: string, file: string): Promise<void>;
  /** Undefined when there is no such object. A reader that gives up destroys the stream. */
  open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  find(key: string): Promise<StoredObject | undefined>;
  /** Removing what is not there is no fault. */
  remove(key: string): Promise<void>;
  list(): AsyncIterable<StoredObject>;
  close(): Promise<void>;
}

const keyPattern = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/;

/** Keys are ours, made of ids and hashes; whatever else arrives here is a mistake, and never a path. */
export function requireKey(key: string): string {
  if (key.length > 300 || !keyPattern.test(key)) throw new Error('This is not the key of an object.');
  return key;
}

/** The bytes of an object whose size is known: more or fewer of them are a failure, never another object. */
export function ofSize(source: Readable, sizeBytes: number): Readable {
  let bytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > sizeBytes) done(new Error('The object is larger than it should be.'));
      else done(null, chunk);
    },
    flush(done) {
      done(bytes === sizeBytes ? null : new Error('The object ended too early.'));
    },
  });
  // Whoever gives the one up gives up the other, and a source that breaks is told.
  pipeline(source, counter, () => {});
  return counter;
}
