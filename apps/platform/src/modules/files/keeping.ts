import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import { newId } from '#kernel/ids';
import type { ObjectStore, Spool } from '#kernel/object-store';
import { openContent } from './content.ts';
import { whileHeld } from './holds.ts';
import { contentKey } from './keys.ts';
import { storeUnavailable } from './problems.ts';
import { findFiles, insertFiles, type Binding } from './store.ts';

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly objects: ObjectStore;
  readonly spool: Spool;
}

export interface Kept {
  readonly organizationId: string;
  readonly projectId: string | null;
  readonly binding: Binding;
  readonly filename: string;
  readonly contentType: string;
  readonly text: string;
}

/** Texts that the platform itself keeps as files, since they are too large for a row. */
export function createKeeping({ database, clock, objects, spool }: Options) {
  return {
    /** Bytes first, row second; answers the id of the file. */
    async keep({ organizationId, projectId, binding, filename, contentType, text }: Kept): Promise<string> {
      const bytes = Buffer.from(text, 'utf8');
      const spooled = await spool.receive(Readable.from([bytes]), { maxBytes: bytes.length });
      const at = new Date(clock.now());
      const id = newId();
      try {
        const contentHash = spooled.sha256;
        await whileHeld({ database, clock }, { organizationId, contentHashes: [contentHash] }, async () => {
          await objects
            .put(contentKey({ organizationId, contentHash }), spooled.path)
            .catch((error: unknown) => {
              throw storeUnavailable(error);
            });
          const rows = [
            {
              id,
              organizationId,
              projectId,
              ownerId: null,
              entityType: binding.type,
              entityId: binding.id,
              filename,
              contentType,
              charset: 'utf-8',
              sizeBytes: spooled.sizeBytes,
              description: null,
              position: 0,
              contentHash,
              warnings: [],
              extractionStatus: 'not_applicable' as const,
              extractionError: null,
              truncated: false,
              pictureError: null,
              createdBy: null,
              createdAt: at,
              updatedAt: at,
              deletedAt: null,
            },
          ];
          await database.tenant(organizationId, (tx) => insertFiles(tx, rows));
        });
      } finally {
        await spooled.discard();
      }
      return id;
    },

    /** The text of a file; undefined when somebody has deleted it. */
    async read(organizationId: string, id: string): Promise<string | undefined> {
      const [row] = await database.tenant(organizationId, (tx) => findFiles(tx, organizationId, [id]));
      return row && (await buffer(await openContent(objects, row))).toString('utf8');
    },
  };
}
