import type { Log } from '#kernel/log';
import { createFileReader, type FileReader } from '#kernel/file-reader';
import { createFileEntities, type FileEntities } from './entities.ts';
import { registerExtraction } from './extraction.ts';
import { createFiles, type Files } from './service.ts';
import { registerSweep } from './sweep.ts';
import type { UploadOptions } from './take-upload.ts';
import { createThumbnails, type Thumbnails } from './thumbnails.ts';

export interface FilesModule {
  readonly files: Files;
  readonly entities: FileEntities;
  readonly thumbnails: Thumbnails;
  readonly objects: UploadOptions['objects'];
  readonly reader: FileReader;
  readonly extraction: ReturnType<typeof registerExtraction>;
  /** What the night does; tests do it by day. */
  sweep(): Promise<{ unbound: number; objects: number; leftovers: number }>;
  close(): Promise<void>;
}

type Options = Omit<UploadOptions, 'entities'> & { readonly log: Log };

/** Uploaded files: their bytes, pictures and texts, and what they belong to. */
export function createFilesModule(options: Options): FilesModule {
  const { objects, log } = options;
  const entities = createFileEntities();
  const reader = createFileReader({ log });
  const files = createFiles({ ...options, entities });
  return {
    files,
    entities,
    objects,
    reader,
    thumbnails: createThumbnails({ ...options, reader }),
    extraction: registerExtraction({ ...options, reader }),
    sweep: registerSweep(options).sweep,
    async close() {
      await reader.close();
      await objects.close();
    },
  };
}
