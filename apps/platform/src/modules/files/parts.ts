import type { Log } from '#kernel/log';
import { createFileReader, type FileReader } from '#kernel/file-reader';
import { createFileEntities, type FileEntities } from './entities.ts';
import { createKeeping } from './keeping.ts';
import { registerExtraction } from './extraction.ts';
import { createFiles, type Files } from './service.ts';
import { createStoredAttachments } from './stored-attachments.ts';
import { discardFile, registerSweep, type Lodger } from './sweep.ts';
import type { UploadOptions } from './take-upload.ts';
import { createThumbnails, type Thumbnails } from './thumbnails.ts';

export interface FilesModule {
  readonly files: Files;
  readonly entities: FileEntities;
  readonly thumbnails: Thumbnails;
  /** For calls to targets. */
  readonly attachments: ReturnType<typeof createStoredAttachments>;
  /** What the platform itself keeps as files. */
  readonly keeping: ReturnType<typeof createKeeping>;
  readonly objects: UploadOptions['objects'];
  readonly spool: UploadOptions['spool'];
  readonly reader: FileReader;
  readonly extraction: ReturnType<typeof registerExtraction>;
  /** For files that were only taken in to be read; one that was bound meanwhile stays. */
  discard(organizationId: string, id: string): Promise<void>;
  /** What the night does; tests do it by day. */
  sweep(): Promise<{ unbound: number; objects: number; leftovers: number }>;
  /** Whoever keeps objects of another kind in the store says so, and what is left of them is swept too. */
  lodge(lodger: Lodger): void;
  close(): Promise<void>;
}

type Options = Omit<UploadOptions, 'entities'> & { readonly log: Log };

/** Uploaded files: their bytes, pictures and texts, and what they belong to. */
export function createFilesModule(options: Options): FilesModule {
  const { objects, spool, log } = options;
  const entities = createFileEntities();
  const reader = createFileReader({ log });
  const files = createFiles({ ...options, entities });
  return {
    files,
    entities,
    objects,
    spool,
    reader,
    thumbnails: createThumbnails({ ...options, reader }),
    attachments: createStoredAttachments({ ...options, files }),
    keeping: createKeeping(options),
    extraction: registerExtraction({ ...options, reader }),
    discard: (organizationId, id) => discardFile(options, organizationId, id),
    ...registerSweep(options),
    async close() {
      await reader.close();
      await objects.close();
    },
  };
}
