import type { Database, Tx } from '#kernel/database';
import { UnreadableFileError, type FileReader } from '#kernel/file-reader';
import type { JobRun, Jobs } from '#kernel/jobs';
import type { Log } from '#kernel/log';
import { ofSize, type ObjectStore, type Spool } from '#kernel/object-store';
import { extractionJob } from './extraction-job.ts';
import { contentKey } from './keys.ts';
import { findFiles, recordExtraction } from './store.ts';
import type { FileRow } from './tables.ts';

/** Told in the transaction that ends the reading of a file. */
export type ExtractionListener = (tx: Tx, file: FileRow) => Promise<void>;

export interface ExtractionOptions {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly objects: ObjectStore;
  readonly spool: Spool;
  readonly reader: FileReader;
  readonly log: Log;
}

/**
 * Reads the text of files in the background. Bytes that cannot be read fail for good at the first try; while our own
 * means are away, the store or the child, the file stays `pending` and is tried again.
 */
export function registerExtraction(options: ExtractionOptions) {
  const { database, jobs, log } = options;
  const listeners: ExtractionListener[] = [];

  async function finish(
    organizationId: string,
    id: string,
    outcome: Parameters<typeof recordExtraction>[3],
  ): Promise<void> {
    await database.tenant(organizationId, async (tx) => {
      await recordExtraction(tx, organizationId, id, outcome);
      const [file] = await findFiles(tx, organizationId, [id]);
      if (file) for (const listener of listeners) await listener(tx, file);
    });
  }

  jobs.work(extractionJob, async ({ organization_id: organizationId, file_id: id }, run) => {
    const [file] = await database.tenant(organizationId, (tx) => findFiles(tx, organizationId, [id]));
    if (file?.extractionStatus !== 'pending') return;
    try {
      await finish(organizationId, id, await read(options, file, run));
    } catch (error) {
      if (!run.isLastAttempt) throw error;
      log.warn({ err: error, file_id: id }, 'a file was given up');
      await finish(organizationId, id, {
        error: 'The file could not be read: its bytes could not be reached.',
      });
    }
  });

  return { listen: (listener: ExtractionListener): void => void listeners.push(listener) };
}

async function read({ objects, spool, reader }: ExtractionOptions, file: FileRow, run: JobRun) {
  const source = await objects.open(contentKey(file));
  if (!source) return { error: 'The bytes of the file are missing in the store.' };
  const local = await spool.receive(ofSize(source, file.sizeBytes), {
    maxBytes: file.sizeBytes,
    signal: run.signal,
  });
  try {
    const { organizationId, contentType, createdBy } = file;
    return await reader.readText(
      { path: local.path, contentType },
      { organizationId, userId: createdBy, signal: run.signal },
    );
  } catch (error) {
    if (error instanceof UnreadableFileError) return { error: error.message };
    throw error;
  } finally {
    await local.discard();
  }
}
