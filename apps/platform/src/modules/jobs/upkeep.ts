import { z } from 'zod';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import type { Events } from '#kernel/events';
import type { Jobs } from '#kernel/jobs';
import type { Log } from '#kernel/log';
import * as store from './store.ts';
import type { JobRow } from './tables.ts';

const reconcile = { name: 'reconcile-jobs', payload: z.object({}), cron: '* * * * *', retryLimit: 0 };
const retention = { name: 'remove-old-jobs', payload: z.object({}), cron: '17 * * * *' };

// A living run reports at every turn; this long without a word is reason enough to ask the queue about it.
const quietMs = 30_000;
const retentionMs = 30 * 24 * 3600 * 1000;
const keptEventsMs = 3600 * 1000;
const keptEventsPerOrganization = 5_000;
const reconcileAtOnce = 200;

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Events;
  readonly queue: Jobs;
  readonly log: Log;
  readonly endWithoutOutcome: (row: JobRow, error: string) => Promise<void>;
}

/** Sees to it that no job stays unfinished for ever, and that nothing stays for ever. */
export function registerUpkeep({ database, clock, events, queue, log, endWithoutOutcome }: Options) {
  /** A worker may die on its last attempt, or the queue may lose a job; then nobody but us can end it. */
  async function reconcileJobs(): Promise<number> {
    const before = new Date(clock.now() - quietMs);
    const quiet = await store.findQuiet(database.query, before, reconcileAtOnce);
    let ended = 0;
    const lookedAt: string[] = [];
    for (const row of quiet) {
      const state = await queue.stateOf(row.queueName, row.queueJobId);
      if (state === 'waiting' || state === 'active') {
        lookedAt.push(row.id);
        continue;
      }
      log.warn({ task_id: row.id, kind: row.kind, state }, 'a job without a worker is ended');
      try {
        await endWithoutOutcome(
          row,
          'Sonde stopped while this was under way, each time it was tried. What had been found until then is kept.',
        );
        ended += 1;
      } catch (error) {
        // The others are other people's, and do not wait for this one.
        log.error(
          { err: error, task_id: row.id, kind: row.kind },
          'a job without a worker could not be ended',
        );
        lookedAt.push(row.id);
      }
    }
    // Those that stay go to the end of the line, so that more than one page of them cannot hide the others.
    await store.touch(database.query, lookedAt, new Date(clock.now()));
    return ended;
  }

  async function removeOld(): Promise<{ jobs: number; events: number }> {
    const removed = {
      jobs: await store.removeFinished(database.query, new Date(clock.now() - retentionMs)),
      events: await events.removeOldKept(new Date(clock.now() - keptEventsMs), keptEventsPerOrganization),
    };
    log.info(removed, 'old jobs and events removed');
    return removed;
  }

  queue.work(reconcile, async () => void (await reconcileJobs()));
  queue.work(retention, async () => void (await removeOld()));
  return { reconcileJobs, removeOld };
}
