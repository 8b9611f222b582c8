import type { Job } from './contract.ts';
import { ApiError } from './api-error.ts';
import type { Timing } from './timing.ts';

export interface WaitOptions {
  /** Ends the waiting, not the job; see `client.jobs.cancel`. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds to wait at most. Default: without end. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds between two looks at first; it grows to five times as much. Default: 500. */
  readonly intervalMs?: number | undefined;
  /** Told about every look at the job. */
  readonly onProgress?: ((job: Job) => void) | undefined;
}

const finalStatuses: ReadonlySet<Job['status']> = new Set(['SUCCESS', 'FAILURE', 'REVOKED']);

export async function waitForJob(
  read: (signal: AbortSignal | undefined) => Promise<Job>,
  timing: Timing,
  { signal, timeoutMs, intervalMs = 500, onProgress }: WaitOptions = {},
): Promise<Job> {
  const startedAtMs = timing.now();
  for (let pauseMs = intervalMs; ; pauseMs = Math.min(pauseMs * 1.5, intervalMs * 5)) {
    const job = await read(signal);
    onProgress?.(job);
    if (finalStatuses.has(job.status)) return job;
    if (timeoutMs !== undefined && timing.now() + pauseMs - startedAtMs > timeoutMs)
      throw new ApiError({
        status: 0,
        code: 'job.timeout',
        detail: `The job ${job.task_id} is still ${job.status} after ${timeoutMs / 1000} seconds; it goes on.`,
      });
    await timing.wait(pauseMs, signal);
  }
}
