import { Readable } from 'node:stream';
import { mostFilesPerUpload, type FileRecord } from '@sonde/contract';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import type { Jobs } from '#kernel/jobs';
import type { ObjectStore, Spool } from '#kernel/object-store';
import { safeFilename } from './conditions.ts';
import type { FileEntities } from './entities.ts';
import { extractionJob } from './extraction-job.ts';
import { whileHeld } from './holds.ts';
import { contentKey } from './keys.ts';
import { newRows } from './new-rows.ts';
import { requireRoom } from './placing.ts';
import { presentFile } from './present.ts';
import { storeUnavailable } from './problems.ts';
import { insertFiles, type Binding } from './store.ts';
import type { FileRow } from './tables.ts';
import { discardAll, receiveUpload, type Arrived } from './upload.ts';

export interface UploadOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly objects: ObjectStore;
  readonly spool: Spool;
  readonly entities: FileEntities;
  readonly maxFileBytes: number;
}

export interface UploadRequest {
  readonly binding: Binding | undefined;
  readonly contentType: string;
  readonly body: Readable;
  /** Names of the fields that bring files; `files` unless told otherwise. */
  readonly fields?: readonly string[];
  readonly mostFiles?: number;
}

/** Bytes first, rows second: whatever dies on the way leaves bytes that nobody names, and those are swept. */
export async function upload(
  options: UploadOptions,
  principal: MemberPrincipal,
  { binding, contentType, body, fields = ['files'], mostFiles = mostFilesPerUpload }: UploadRequest,
): Promise<FileRecord[]> {
  const { database, entities, spool, maxFileBytes } = options;
  const { organizationId } = principal;
  // Nobody sends megabytes to hear that there is no such thing.
  if (binding) {
    await entities.settle(binding.type);
    await database.tenant(organizationId, (tx) => entities.require(tx, principal, binding));
  }
  const arrived = await receiveUpload({ body, contentType, spool, maxFileBytes, fields, mostFiles });
  return storeArrived(options, { principal, binding, arrived });
}

/** Files that have no multipart body: bytes that we hold already. */
export interface HeldFile {
  readonly filename: string;
  readonly declaredType: string;
  readonly bytes: Buffer;
}

/** Keeps what somebody has not uploaded, such as the pictures of an answer, under the same rules. */
export async function keepFiles(
  options: UploadOptions,
  principal: MemberPrincipal,
  { binding, files }: { readonly binding: Binding | undefined; readonly files: readonly HeldFile[] },
): Promise<FileRecord[]> {
  const { entities, spool, maxFileBytes: maxBytes } = options;
  if (binding) await entities.settle(binding.type);
  const arrived: Arrived[] = [];
  try {
    for (const { filename, declaredType, bytes } of files) {
      const spooled = await spool.receive(Readable.from([bytes]), { maxBytes });
      arrived.push({ filename: safeFilename(filename), declaredType, spooled });
    }
  } catch (error) {
    await discardAll(arrived);
    throw error;
  }
  return storeArrived(options, { principal, binding, arrived });
}

async function storeArrived(options: UploadOptions, recording: Recording): Promise<FileRecord[]> {
  const { database, objects } = options;
  const { organizationId } = recording.principal;
  const contentHashes = recording.arrived.map(({ spooled }) => spooled.sha256);
  try {
    const rows = await whileHeld(options, { organizationId, contentHashes }, async () => {
      for (const file of recording.arrived) await put(objects, organizationId, file);
      return database.tenant(organizationId, (tx) => record(options, tx, recording));
    });
    return rows.map(presentFile);
  } finally {
    await discardAll(recording.arrived);
  }
}

interface Recording {
  readonly principal: MemberPrincipal;
  readonly binding: Binding | undefined;
  readonly arrived: readonly Arrived[];
}

async function record(
  { clock, entities, jobs }: UploadOptions,
  tx: Tx,
  { principal, binding, arrived }: Recording,
): Promise<FileRow[]> {
  const { organizationId } = principal;
  const place = binding && (await entities.require(tx, principal, binding));
  const bytes = arrived.reduce((sum, { spooled }) => sum + spooled.sizeBytes, 0);
  const used = await requireRoom(tx, principal, { binding, bytes });
  const now = new Date(clock.now());
  const rows = await newRows(arrived, { principal, binding, place, position: used.count, now });
  await insertFiles(tx, rows);
  for (const { id, extractionStatus } of rows)
    if (extractionStatus === 'pending')
      await jobs.enqueue(
        tx,
        extractionJob,
        { organization_id: organizationId, file_id: id },
        { group: organizationId, member: principal.userId },
      );
  return rows;
}

async function put(objects: ObjectStore, organizationId: string, { spooled }: Arrived): Promise<void> {
  try {
    await objects.put(contentKey({ organizationId, contentHash: spooled.sha256 }), spooled.path);
  } catch (error) {
    throw storeUnavailable(error);
  }
}
