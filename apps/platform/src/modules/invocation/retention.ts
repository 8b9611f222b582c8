import { z } from 'zod';
import type { Jobs } from '#kernel/jobs';
import type { Log } from '#kernel/log';

const removeExpired = { name: 'remove-expired-calls', payload: z.object({}), cron: '*/10 * * * *' };

interface Options {
  readonly jobs: Jobs;
  readonly log: Log;
  readonly conversations: { removeExpired(): Promise<number> };
  readonly tokenCache: { removeExpired(): Promise<number> };
}

/** Histories and target tokens that nothing will use again. Both are refused by age before this removes them. */
export function registerCallRetention({ jobs, log, conversations, tokenCache }: Options): void {
  jobs.work(removeExpired, async () => {
    const removed = {
      turns: await conversations.removeExpired(),
      tokens: await tokenCache.removeExpired(),
    };
    log.info(removed, 'expired conversations and target tokens removed');
  });
}
