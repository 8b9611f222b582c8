import { z } from 'zod';
import type { Jobs } from '#kernel/jobs';
import type { Log } from '#kernel/log';
import type { Traces } from './service.ts';

const removeOldSpans = { name: 'remove-old-spans', payload: z.object({}), cron: '23 * * * *' };

/** Spans are kept for a while; the clock starts the clean-up on one worker at a time. */
export function registerTraceRetention({
  jobs,
  traces,
  log,
}: {
  jobs: Jobs;
  traces: Traces;
  log: Log;
}): void {
  jobs.work(removeOldSpans, async () => {
    const removed = await traces.removeOld();
    log.info({ removed }, 'old spans removed');
  });
}
