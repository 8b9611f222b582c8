import { Problem, type ProblemOptions } from '@sonde/server-kit';

/** The same words for a missing file, another tenant's, and one that its owner alone sees. */
export const fileNotFound = (): Problem => new Problem('not_found', 'file.not_found', 'File not found.');

export const fileDeleted = (options: ProblemOptions = {}): Problem =>
  new Problem('gone', 'file.deleted', 'This file was deleted.', options);

export const entityNotFound = (): Problem =>
  new Problem('not_found', 'file.entity_not_found', 'What the file should belong to was not found.');

export const alreadyBound = (): Problem =>
  new Problem('conflict', 'file.already_bound', 'The file belongs to something else already.');

/** The connection ends with it: nobody waits for the rest of what is too much. */
export const fileTooLarge = (maxBytes: number): Problem =>
  new Problem('too_large', 'file.too_large', `A file may have ${megabytes(maxBytes)} MB at most.`, {
    headers: { connection: 'close' },
  });

export const tooManyFiles = (most: number): Problem =>
  new Problem('invalid', 'file.too_many', `Upload ${most} files at a time at most.`, {
    headers: { connection: 'close' },
  });

export const quotaExceeded = (whose: string, maxBytes: number): Problem =>
  new Problem(
    'invalid',
    'file.quota_exceeded',
    `${whose} may have ${megabytes(maxBytes)} MB of files at most.`,
  );

export const noPicture = (reason: string): Problem => new Problem('invalid', 'file.no_picture', reason);

export const storeUnavailable = (cause?: unknown): Problem =>
  new Problem(
    'unavailable',
    'file.store_unavailable',
    'The file store cannot be reached. Try again shortly.',
    {
      headers: { 'retry-after': '5' },
      cause,
    },
  );

const megabytes = (bytes: number): number => Math.floor(bytes / 1024 / 1024);
