import { fileURLToPath } from 'node:url';
import { createEgress, createEgressPolicy } from '@sonde/egress';
import type { Clock } from '../clock.ts';
import { createFolderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import { createS3Store } from './s3-store.ts';

export { moveObjects, type MoveReport } from './move.ts';
export { ofSize } from './object-store.ts';
export type { ByteRange, ObjectStore, StoredObject } from './object-store.ts';
export { TooManyBytesError, createSpool, type Spool, type Spooled } from './spool.ts';

export interface ObjectStoreSettings {
  /** `file:///folder` or `s3://bucket/prefix`. */
  readonly url: string;
  readonly s3: {
    readonly endpoint: string | undefined;
    readonly region: string;
    readonly accessKeyId: { reveal(): string } | undefined;
    readonly secretAccessKey: { reveal(): string } | undefined;
    readonly forcePathStyle: boolean;
  };
}

/** No object is larger: files have a limit of their own, far below. */
const largestObjectBytes = 8 * 1024 * 1024 * 1024;

/** The store that the operator's settings name; these may be private addresses, which a user's URL may not always be. */
export function openObjectStore({ url, s3 }: ObjectStoreSettings, clock: Clock): ObjectStore {
  const { protocol, host, pathname } = new URL(url);
  if (protocol === 'file:') return createFolderStore({ root: fileURLToPath(url), clock });
  const egress = createEgress({ policy: createEgressPolicy(), maxFetchResponseBytes: largestObjectBytes });
  return createS3Store({
    endpoint: s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`,
    bucket: host,
    prefix: pathname.replace(/^\/+|\/+$/g, ''),
    region: s3.region,
    accessKeyId: s3.accessKeyId?.reveal() ?? '',
    secretAccessKey: s3.secretAccessKey?.reveal() ?? '',
    forcePathStyle: s3.forcePathStyle,
    fetch: egress.fetch,
    close: () => egress.close(),
  });
}
