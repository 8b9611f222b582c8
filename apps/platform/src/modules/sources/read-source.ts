import { Readable } from 'node:stream';
import { EgressError, type Egress } from '@sonde/egress';
import { z } from 'zod';
import type { Database } from '#kernel/database';
import { UnreadableFileError, type FileReader } from '#kernel/file-reader';
import type { JobDefinition, JobRun, Jobs } from '#kernel/jobs';
import type { Log } from '#kernel/log';
import { openAddress } from '#kernel/kept-address';
import type { Sealer } from '#kernel/seal';
import type { Spool } from '#kernel/object-store';
import { KeptWaitingError, workInTwoLines, type TwoLines } from '#kernel/two-lines';
import { detectContentType, hasText, type Files } from '#files';
import { addressContext } from './sealed.ts';
import { findSource, recordFailure, writePassages } from './store.ts';
import type { SourceRow } from './tables.ts';

const payload = z.object({ organization_id: z.guid(), source_id: z.guid() });

export const readJob: JobDefinition<z.output<typeof payload>> = {
  name: 'sources.read',
  payload,
  concurrency: 2,
  perGroup: 1,
  retryLimit: 3,
  retryDelaySeconds: 15,
  longestRetryDelaySeconds: 60,
  expireInSeconds: 300,
};

/** For servers that did not come to an end in the few seconds they have in the other line. */
const readPatientlyJob: typeof readJob = { ...readJob, name: 'sources.read-patiently' };

const promptMs = 10_000;
const patientMs = 60_000;

export interface ReadingOptions {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly egress: Egress;
  readonly spool: Spool;
  readonly reader: FileReader;
  readonly files: Files;
  readonly sealer: Sealer;
  readonly log: Log;
}

type PatientRun = JobRun & { readonly isPatient: boolean };

type Reading =
  | { readonly kind: 'text'; readonly text: string; readonly truncated: boolean }
  | { readonly kind: 'failed'; readonly reason: string }
  /** The file itself is still being read; that it has been read is told. */
  | { readonly kind: 'waiting' };

const mostFetchedBytes = 30 * 1024 * 1024;

/** Fetches and reads sources in the background. A page that answers wrongly fails for good; one that is away is tried again. */
export function registerReading(options: ReadingOptions): void {
  const { database, log } = options;
  const lines: TwoLines<z.output<typeof payload>> = {
    prompt: readJob,
    patient: readPatientlyJob,
    organizationOf: ({ organization_id }) => organization_id,
  };
  workInTwoLines(options, lines, async ({ organization_id: organizationId, source_id: id }, run) => {
    const source = await database.tenant(organizationId, (tx) => findSource(tx, organizationId, id));
    if (source?.status !== 'pending') return;
    const reading = await read(options, source, run).catch((error: unknown): Reading => {
      if (!run.isPatient && error instanceof EgressError && error.stage === 'timeout')
        throw new KeptWaitingError(error.message);
      const reason = reasonOf(error);
      if (reason === undefined || !(run.isLastAttempt || isFinal(error))) throw error;
      log.info({ source_id: id }, 'a source could not be fetched');
      return { kind: 'failed', reason };
    });
    if (reading.kind === 'waiting') return;
    await database.tenant(organizationId, (tx) =>
      reading.kind === 'text'
        ? writePassages(tx, organizationId, id, reading)
        : recordFailure(tx, organizationId, id, reading.reason),
    );
  });
}

async function read(options: ReadingOptions, source: SourceRow, run: PatientRun): Promise<Reading> {
  if (source.url !== null) {
    const kept = { shown: source.url, sealed: source.sealedUrl };
    const url = openAddress(options.sealer, kept, addressContext(source.id));
    if (url === undefined)
      return { kind: 'failed', reason: 'Its address can no longer be opened: add the source again.' };
    return fetchText(options, { organizationId: source.organizationId, url }, run);
  }
  const { database, files } = options;
  const { organizationId, fileId } = source;
  if (fileId === null) return { kind: 'failed', reason: 'Its file was removed.' };
  return database.tenant(organizationId, async (tx) => {
    const [file] = await files.findAll(tx, organizationId, [fileId]);
    if (!file) return { kind: 'failed', reason: 'Its file was removed.' };
    if (file.extractionStatus === 'pending') return { kind: 'waiting' };
    if (file.extractionStatus !== 'done')
      return { kind: 'failed', reason: file.extractionError ?? 'There is no text in a file of this kind.' };
    const text = (await files.textOf(tx, organizationId, fileId)) ?? '';
    return { kind: 'text', text, truncated: file.truncated };
  });
}

async function fetchText(
  { egress, spool, reader }: ReadingOptions,
  { organizationId, url }: { readonly organizationId: string; readonly url: string },
  run: PatientRun,
): Promise<Reading> {
  const response = await egress.request({
    url,
    headers: { accept: 'text/html, application/pdf, text/*;q=0.9, */*;q=0.5' },
    maxResponseBytes: mostFetchedBytes,
    timeoutMs: run.isPatient ? patientMs : promptMs,
    signal: run.signal,
  });
  if (response.status < 200 || response.status > 299) {
    response.discard();
    // Busy now may be well later; any other refusal will not change.
    if (response.status === 429 || response.status >= 500) throw new BusyPageError(response.status);
    return { kind: 'failed', reason: `The address answered ${response.status}.` };
  }
  const local = await spool.receive(Readable.from(response.body), { maxBytes: mostFetchedBytes });
  try {
    const { contentType } = await detectContentType(local.head, response.url.pathname);
    if (!hasText(contentType)) return { kind: 'failed', reason: 'What the address answered has no text.' };
    return await reader.readText({ path: local.path, contentType }, { organizationId, signal: run.signal });
  } catch (error) {
    if (error instanceof UnreadableFileError) return { kind: 'failed', reason: error.message };
    throw error;
  } finally {
    await local.discard();
  }
}

class BusyPageError extends Error {
  override readonly name = 'BusyPageError';
  constructor(status: number) {
    super(`The address answered ${status}.`);
  }
}

/** What people are told; undefined for what is our own fault. */
const reasonOf = (error: unknown): string | undefined =>
  error instanceof EgressError || error instanceof BusyPageError ? error.message : undefined;

/** A refusal of the guard, or an answer that is too large, will be the same the next time. */
const isFinal = (error: unknown): boolean =>
  error instanceof EgressError && ['blocked', 'redirect', 'too_large'].includes(error.stage);
