import { z } from 'zod';
import type { Jobs } from '#kernel/jobs';
import type { Log } from '#kernel/log';

const removeExpired = { name: 'remove-expired-calls', payload: z.object({}), cron: '*/10 * * * *' };

interface Options {
  readonly jobs: Jobs;
  readonly log: Log;
  readonly conversations: { removeExpired(): Promise<number> };
  readonly tokenCache: { removeExpired(): Promise<number> };
  readonly quotas: { removeExpired(): Promise<number> };
}

/** Histories, target tokens and quotas that nothing will use again. All are refused by age before this removes them. */
export function registerCallRetention({ jobs, log, conversations, tokenCache, quotas }: Options): void {
  jobs.work(removeExpired, async () => {
    const removed = {
      turns: await conversations.removeExpired(),
      tokens: await tokenCache.removeExpired(),
      quotas: await quotas.removeExpired(),
    };
    log.info(removed, 'expired conversations, target tokens and quotas removed');
  });
}
