import { Problem } from '@sonde/server-kit';

/** The same words for a job that never was, one that was removed, and another organization's. */
export const jobNotFound = (): Problem => new Problem('not_found', 'job.not_found', 'Job not found.');

export const jobFinished = (): Problem =>
  new Problem('conflict', 'job.finished', 'This job has already finished, so there is nothing to stop.');
