import { lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import type { Jobs } from '#kernel/jobs';
import type { Log } from '#kernel/log';
import type { Families } from './families.ts';
import type { Keys } from './keys.ts';
import { authCodes, singleUseTokens } from './tables.ts';

const cleanUp = { name: 'clean-up-tokens', payload: z.object({}), cron: '*/10 * * * *' };
const rotateKeys = { name: 'rotate-signing-keys', payload: z.object({}), cron: '7 * * * *' };

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly log: Log;
  readonly families: Families;
  readonly keys: Keys;
}

/** Removes what has expired and brings new keys. Spent codes stay for a day, so that a late replay is still recognised. */
export function registerTokenJobs({ database, clock, jobs, log, families, keys }: Options) {
  async function cleanUpTokens(): Promise<{ families: number; codes: number; tokens: number }> {
    const before = new Date(clock.now() - 24 * 3600 * 1000);
    const codes = await database.query
      .delete(authCodes)
      .where(lt(authCodes.expiresAt, before))
      .returning({ id: authCodes.id });
    const tokens = await database.query
      .delete(singleUseTokens)
      .where(lt(singleUseTokens.expiresAt, before))
      .returning({ id: singleUseTokens.id });
    await database.query.execute(
      sql`delete from api_tokens where revoked_at < ${before.toISOString()}::timestamptz - interval '30 days'`,
    );
    const removed = { families: await families.cleanUp(), codes: codes.length, tokens: tokens.length };
    log.info(removed, 'expired tokens removed');
    return removed;
  }
  jobs.work(cleanUp, async () => void (await cleanUpTokens()));
  jobs.work(rotateKeys, () => keys.rotate());
  return { cleanUpTokens };
}
