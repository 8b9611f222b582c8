import { createAudit } from '#audit';
import { createEvents } from '#kernel/events';
import { createJobs } from '#kernel/jobs';
import { createMemoryLimiter } from '#kernel/limiter';
import { createLog } from '#kernel/log';
import { createSealer } from '#kernel/seal';
import { createTokens } from '#tokens';
import type { TestPlatform } from '../../support/platform.ts';

/** The tokens service a second time over the database of a platform, as another process would have it. */
export async function tokensBeside(platform: TestPlatform, clock: { now(): number }) {
  const { database } = platform.app;
  const log = createLog('silent');
  const jobs = createJobs({ database, log, isWorker: false });
  const limiter = createMemoryLimiter();
  return createTokens({
    database,
    clock,
    jobs,
    log,
    sealer: createSealer(platform.config.sealing),
    limiter,
    audit: createAudit({ database, clock, jobs, limiter }),
    events: createEvents({ database, log }),
    settings: platform.config.tokens,
  });
}
