import { Problem } from '@sonde/server-kit';
import type { Schedule } from '@sonde/contract';
import { z } from 'zod';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import type { JobDefinition, Jobs } from '#kernel/jobs';
import type { Log } from '#kernel/log';
import type { Notifications } from '#notifications';
import type { Tenancy } from '#tenancy';
import type { TestRunsApi } from '#test-runs';
import { startingRight } from './service.ts';
import { findSchedule, takeDue, whoLeads, writeSchedule } from './store.ts';
import type { ScheduleRow } from './tables.ts';
import { nextTime } from './times.ts';

const lookAtClock = { name: 'look-at-schedules', payload: z.object({}), cron: '* * * * *' };
const Beginning = z.object({ organization_id: z.string(), schedule_id: z.string(), time: z.string() });
type Beginning = z.output<typeof Beginning>;
const begin: JobDefinition<Beginning> = {
  name: 'begin-schedule',
  payload: Beginning,
  // Many run at the same minute, and each copies a whole test set: those of one organization wait behind one another.
  concurrency: 4,
  perGroup: 2,
  retryLimit: 5,
};

const dueAtOnce = 100;
const noNextTime = 'It was stopped: its next time could not be worked out. Change its times to let it go on.';

export interface BeginOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly log: Log;
  readonly actors: Tenancy['actors'];
  readonly notifications: Pick<Notifications, 'create'>;
  readonly runs: Pick<TestRunsApi['runs'], 'start' | 'describe'>;
  readonly random: () => number;
}

/**
 * Begins the runs whose time has come. Whoever looks at the clock moves a schedule to its next time and queues the
 * beginning in one transaction, so two who look at once begin it once, and of many missed times one is caught up. The
 * beginning may be repeated: the run carries the time in its key.
 */
export function createBeginning(options: BeginOptions) {
  const { database, clock, jobs, log, random } = options;

  async function takeSome(): Promise<number> {
    const now = new Date(clock.now());
    return database.system(async (tx) => {
      const due = await takeDue(tx, now, dueAtOnce);
      for (const row of due) {
        const { organizationId, id } = row;
        const nextAt = nextOf(row, now);
        if (nextAt === null) {
          await writeSchedule(tx, organizationId, id, { isPaused: true, nextAt, lastError: noNextTime });
          continue;
        }
        await jobs.enqueue(
          tx,
          begin,
          { organization_id: organizationId, schedule_id: id, time: (row.nextAt ?? now).toISOString() },
          { startAfterSeconds: Math.floor(random() * (row.jitterSeconds + 1)), group: organizationId },
        );
        await writeSchedule(tx, organizationId, id, { nextAt });
      }
      return due.length;
    });
  }

  /** One whose time nobody can work out stops by itself: the others of this transaction are other people's. */
  function nextOf(row: ScheduleRow, now: Date): Date | null {
    try {
      return nextTime(row, now);
    } catch (error) {
      log.error({ err: error, schedule: row.id }, 'the next time of a schedule could not be worked out');
      return null;
    }
  }

  async function beginDue(): Promise<number> {
    let taken = 0;
    for (let some = dueAtOnce; some === dueAtOnce; taken += some) some = await takeSome();
    return taken;
  }

  jobs.work(lookAtClock, async () => {
    const taken = await beginDue();
    if (taken > 0) log.info({ schedules: taken }, 'runs of schedules begun');
  });
  jobs.work(begin, (payload) => beginOne(options, payload));
  return { beginDue };
}

async function beginOne(options: BeginOptions, { organization_id, schedule_id, time }: Beginning) {
  const { database, actors, runs } = options;
  const row = await database.tenant(organization_id, (tx) => findSchedule(tx, organization_id, schedule_id));
  const at = new Date(time);
  // Deleted or paused since, or begun by an attempt whose end was not heard of.
  if (!row || row.isPaused || (row.lastTime && row.lastTime >= at)) return;
  const maker = row.createdBy
    ? await actors.of({ organizationId: organization_id, userId: row.createdBy, projectId: row.projectId })
    : undefined;
  if (!maker?.permissions.has(startingRight))
    return stop(options, row, { at, reason: 'maker_lost_right', maker });
  if (row.lastTestRunId && isUnderWay((await runs.describe(organization_id, row.lastTestRunId))?.status))
    return note(options, row, at, 'Left out, since the run before it was still under way.');
  try {
    const { test_run_id } = await runs.start(maker, {
      testSetId: row.testSetId,
      endpointId: row.endpointId,
      body: { ...row.options, labels: { schedule: row.name } },
      // A time begins once, also where what is to be run was changed between two attempts.
      once: { key: `schedule:${row.id}:${at.toISOString()}`, fingerprint: null },
    });
    await database.tenant(organization_id, (tx) =>
      writeSchedule(tx, organization_id, row.id, {
        lastTime: at,
        lastTestRunId: test_run_id,
        lastError: null,
      }),
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const reason = gone(error.code);
    if (reason) await stop(options, row, { at, reason, maker });
    else await refused(options, row, { at, message: error.message, maker });
  }
}

const isUnderWay = (status: string | undefined): boolean => status === 'Queued' || status === 'Progress';

const gone = (code: string): Schedule['stop_reason'] =>
  /^test_set\.(?:deleted|not_found)$/.test(code)
    ? 'test_set_gone'
    : /^endpoint\.(?:deleted|not_found)$/.test(code)
      ? 'endpoint_gone'
      : null;

const sentences = {
  maker_lost_right: 'The person who made it may no longer run tests here.',
  test_set_gone: 'Its test set has been deleted.',
  endpoint_gone: 'Its endpoint has been deleted.',
} as const;

interface Stopping {
  readonly at: Date;
  readonly reason: keyof typeof sentences;
  readonly maker: MemberPrincipal | undefined;
}

/** What can never begin a run again waits for nothing any more, and somebody is told. */
async function stop(
  { database, clock, notifications }: BeginOptions,
  row: ScheduleRow,
  { at, reason, maker }: Stopping,
) {
  await database.tenant(row.organizationId, async (tx) => {
    await writeSchedule(tx, row.organizationId, row.id, {
      isPaused: true,
      stopReason: reason,
      nextAt: null,
      lastTime: at,
      lastError: sentences[reason],
      updatedAt: new Date(clock.now()),
    });
    for (const userId of await whoHears(tx, row, maker))
      await tell(tx, notifications, row, { userId, kind: 'schedule.stopped', body: sentences[reason] });
  });
}

/** Told once: the next time that fails in the same way is only noted. */
async function refused(
  { database, notifications }: BeginOptions,
  row: ScheduleRow,
  { at, message, maker }: { at: Date; message: string; maker: MemberPrincipal },
) {
  await database.tenant(row.organizationId, async (tx) => {
    await writeSchedule(tx, row.organizationId, row.id, { lastTime: at, lastError: message });
    if (row.lastError === message) return;
    await tell(tx, notifications, row, { userId: maker.userId, kind: 'schedule.not_started', body: message });
  });
}

const note = ({ database }: BeginOptions, row: ScheduleRow, at: Date, lastError: string): Promise<void> =>
  database.tenant(row.organizationId, (tx) =>
    writeSchedule(tx, row.organizationId, row.id, { lastTime: at, lastError }),
  );

/** The maker, as long as they are here; otherwise those who lead the organization. */
const whoHears = async (tx: Tx, { organizationId }: ScheduleRow, maker: MemberPrincipal | undefined) =>
  maker ? [maker.userId] : whoLeads(tx, organizationId);

const tell = (
  tx: Tx,
  notifications: BeginOptions['notifications'],
  { organizationId, name, id }: ScheduleRow,
  { userId, kind, body }: { userId: string; kind: 'schedule.stopped' | 'schedule.not_started'; body: string },
): Promise<void> =>
  notifications.create(tx, {
    organizationId,
    userId,
    kind,
    status: 'Failed',
    subject: name,
    body,
    link: '/schedules',
    entityType: 'Schedule',
    entityId: id,
  });
