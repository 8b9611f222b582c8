import { eq } from 'drizzle-orm';
import type { Schedule, ScheduleCreate, ScheduleUpdate } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import { shownEndpoints, type Endpoints } from '#endpoints';
import type { Resolving } from '#experiments';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import { Page, type MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import { createRows, namedColumns, readNamesSeen, type ExpectedVersions } from '#kernel/resource';
import { waitForTurn } from '#kernel/wait-for-turn';
import type { ListQuery } from '@sonde/contract';
import type { Tenancy } from '#tenancy';
import { testSets, type TestSets } from '#tests';
import { presentSchedule } from './present.ts';
import { makerLostRight, othersParameters, tooManySchedules } from './problems.ts';
import { scheduleResource } from './resource.ts';
import { deleteSchedule } from './store.ts';
import { schedules, type ScheduleRow } from './tables.ts';
import { createTimetable, nextTime, nextTimes, requireTimes, type Times } from './times.ts';

export interface SchedulesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly endpoints: Pick<Endpoints, 'get'>;
  readonly testSets: Pick<TestSets, 'getRow'>;
  readonly parameters: Pick<Resolving, 'requireAsked'>;
  readonly actors: Tenancy['actors'];
}

export type Schedules = ReturnType<typeof createSchedules>;

/** What a run that the clock begins needs its maker to be allowed. */
export const startingRight = 'test_run:execute';

/** Each is looked at when its time has come, and begins a run. */
const schedulesMax = 200;
const shownTimes = 5;

export function createSchedules(options: SchedulesOptions) {
  const { database, clock } = options;
  const rows = createRows({ resource: scheduleResource, clock });
  const now = (): Date => new Date(clock.now());
  const inTenant = <T>(principal: MemberPrincipal, work: (tx: Tx) => Promise<T>) =>
    database.tenant(principal.organizationId, work);

  const timesOf = createTimetable(shownTimes);

  async function named(tx: Tx, principal: MemberPrincipal, rows: readonly ScheduleRow[]) {
    const idsOf = (key: 'testSetId' | 'endpointId') => [...new Set(rows.map((row) => row[key]))];
    const names = {
      testSets: await readNamesSeen(tx, testSets, principal, idsOf('testSetId')),
      endpoints: await readNamesSeen(tx, shownEndpoints, principal, idsOf('endpointId')),
    };
    return { rows, names };
  }

  /** Outside of any transaction: working out the times may take a while. */
  async function show(
    principal: MemberPrincipal,
    { rows: found, names }: Awaited<ReturnType<typeof named>>,
  ): Promise<Schedule[]> {
    const at = now();
    const shown: Schedule[] = [];
    for (const row of found) {
      const next = row.isPaused ? [] : await timesOf(row, at);
      shown.push(presentSchedule(principal, row, { names, next }));
    }
    return shown;
  }

  /** One schedule, by what is done to it. */
  async function one(principal: MemberPrincipal, work: (tx: Tx) => Promise<ScheduleRow>): Promise<Schedule> {
    const found = await inTenant(principal, async (tx) => named(tx, principal, [await work(tx)]));
    return (await show(principal, found))[0] as Schedule;
  }

  return {
    rows,

    async create(principal: MemberPrincipal, input: ScheduleCreate): Promise<Schedule> {
      requireTimes(input, now());
      const row = await newSchedule(options, principal, input, now());
      return one(principal, async (tx) => {
        await waitForTurn(tx, `schedules:${principal.organizationId}`);
        const kept = await tx.$count(schedules, eq(schedules.organizationId, principal.organizationId));
        if (kept >= schedulesMax) throw tooManySchedules(schedulesMax);
        return rows.insert(tx, row);
      });
    },

    async list(principal: MemberPrincipal, query: ListQuery): Promise<Page<Schedule>> {
      const { page, found } = await inTenant(principal, async (tx) => {
        const read = await rows.list(tx, principal, query, (row) => row);
        return { page: read, found: await named(tx, principal, read.rows) };
      });
      return new Page(await show(principal, found), page.total, page);
    },

    get: (principal: MemberPrincipal, id: string): Promise<Schedule> =>
      one(principal, (tx) => rows.get(tx, principal, id)),

    async update(
      principal: MemberPrincipal,
      id: string,
      input: ScheduleUpdate,
      expected: ExpectedVersions,
    ): Promise<Schedule> {
      const former = await inTenant(principal, (tx) => rows.get(tx, principal, id));
      const times = { cron: input.cron ?? former.cron, timezone: input.timezone ?? former.timezone };
      if (input.cron !== undefined || input.timezone !== undefined) requireTimes(times, now());
      if (input.is_paused === false) await requireMaker(options, former);
      const moved = input.endpoint_id ? await options.endpoints.get(principal, input.endpoint_id) : undefined;
      await requireParameters(options, principal, { former, input, projectId: moved?.project_id });
      return one(principal, async (tx) => {
        if (input.test_set_id) await options.testSets.getRow(tx, principal, input.test_set_id);
        const row = await rows.get(tx, principal, id, { forUpdate: true });
        const changes = {
          ...changesOf(input, row, now()),
          ...(moved ? { projectId: moved.project_id } : {}),
        };
        return rows.patchRow(tx, row, changes, expected);
      });
    },

    remove: (principal: MemberPrincipal, id: string): Promise<Schedule> =>
      one(principal, async (tx) => {
        const row = await rows.getTheirs(tx, principal, id);
        await deleteSchedule(tx, principal.organizationId, id);
        return row;
      }),

    preview(times: Times): { next_times: string[] } {
      requireTimes(times, now());
      return { next_times: nextTimes(times, now(), shownTimes).map((time) => time.toISOString()) };
    },
  };
}

/**
 * It runs as its maker, with what they may see: whoever says where it sends its parameters, or which, sees these as well. An
 * experiment that is kept private would else go to an address that its maker never chose.
 */
async function requireParameters(
  { parameters }: Pick<SchedulesOptions, 'parameters'>,
  principal: MemberPrincipal,
  {
    former,
    input,
    projectId,
  }: { readonly former: ScheduleRow; readonly input: ScheduleUpdate; readonly projectId: string | undefined },
): Promise<void> {
  const place = projectId ?? former.projectId;
  const isRedirected = (input.endpoint_id ?? input.test_set_id ?? input.options) !== undefined;
  if (!isRedirected || place === null) return;
  try {
    await parameters.requireAsked(principal, place, input.options ?? former.options);
  } catch (error) {
    if (input.options || !(error instanceof Problem)) throw error;
    throw othersParameters();
  }
}

async function newSchedule(
  { database, endpoints, testSets, parameters }: SchedulesOptions,
  principal: MemberPrincipal,
  input: ScheduleCreate,
  at: Date,
): Promise<ScheduleRow> {
  const endpoint = await endpoints.get(principal, input.endpoint_id);
  const set = await database.tenant(principal.organizationId, (tx) =>
    testSets.getRow(tx, principal, input.test_set_id),
  );
  if (input.options) await parameters.requireAsked(principal, endpoint.project_id, input.options);
  const isPaused = input.is_paused ?? false;
  // Whoever sees the schedule sees its endpoint, and a set of another project not even by its name.
  const isShared = set.projectId === null || set.projectId === endpoint.project_id;
  return {
    id: newId(),
    organizationId: principal.organizationId,
    projectId: endpoint.project_id,
    name: input.name ?? `${isShared ? set.name : 'Tests'} on ${endpoint.name}`.slice(0, 200),
    testSetId: set.id,
    endpointId: endpoint.id,
    cron: input.cron,
    timezone: input.timezone,
    options: input.options ?? {},
    jitterSeconds: input.jitter_seconds ?? 0,
    isPaused,
    stopReason: null,
    nextAt: isPaused ? null : nextTime(input, at),
    lastTime: null,
    lastTestRunId: null,
    lastError: null,
    version: 1,
    createdBy: principal.userId,
    createdAt: at,
    updatedAt: at,
  };
}

/** Whoever lets it go on begins with the next time from now: what was missed while it was paused is not made up for. */
function changesOf(input: ScheduleUpdate, row: ScheduleRow, at: Date): Partial<ScheduleRow> {
  const times = { cron: input.cron ?? row.cron, timezone: input.timezone ?? row.timezone };
  const isPaused = input.is_paused ?? row.isPaused;
  const isChanged = times.cron !== row.cron || times.timezone !== row.timezone || isPaused !== row.isPaused;
  return {
    ...namedColumns<ScheduleRow>({
      name: input.name,
      testSetId: input.test_set_id,
      endpointId: input.endpoint_id,
      options: input.options,
      jitterSeconds: input.jitter_seconds,
    }),
    ...times,
    isPaused,
    ...(isChanged ? { nextAt: isPaused ? null : nextTime(times, at) } : {}),
    ...(isPaused ? {} : { stopReason: null }),
  };
}

async function requireMaker(
  { actors }: Pick<SchedulesOptions, 'actors'>,
  { organizationId, projectId, createdBy }: ScheduleRow,
): Promise<void> {
  const maker = createdBy ? await actors.of({ organizationId, userId: createdBy, projectId }) : undefined;
  if (!maker?.permissions.has(startingRight)) throw makerLostRight();
}
