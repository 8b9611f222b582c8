import { datedName, undated } from '@sonde/contract/dated-name';
import { Problem } from '@sonde/server-kit';
import type { ExecuteBody, ExecutionOptions, ListQuery, TestRun, TestRunProgress } from '@sonde/contract';
import type { EndedJob } from '#jobs';
import type { Tx } from '#kernel/database';
import { Page, type MemberPrincipal } from '#kernel/http';
import { createRows, type ExpectedVersions } from '#kernel/resource';
import { carriedOf } from './carried-reviews.ts';
import { flagsOf, noFlags } from './flags.ts';
import { chosenRunIds } from './baselines.ts';
import { endWithJob, type EndingOptions } from './ending.ts';
import { planRun, type Request, type TestRunsOptions } from './planning.ts';
import { presentProgress, presentRun } from './present.ts';
import { nothingToRetry, runFinished, runNotFinished } from './problems.ts';
import { runs } from './resource.ts';
import { isVisible } from './results.ts';
import { startRun } from './starting.ts';
import { byPeopleOf } from './by-people.ts';
import { nobodyDecided, type CountByPeople } from './reviewed-targets.ts';
import { asSeenBy } from './seen-snapshots.ts';
import * as store from './store.ts';
import { tellUpdated } from './telling.ts';
import type { RunRow } from './tables.ts';

export type TestRuns = ReturnType<typeof createTestRuns>;
interface Options extends TestRunsOptions, Pick<EndingOptions, 'finished'> {
  readonly countByPeople: CountByPeople;
}

export function createTestRuns(options: Options) {
  const { database, clock, events } = options;
  const rows = createRows({ resource: runs, clock });
  const inTenant = <T>(principal: MemberPrincipal, work: (tx: Tx) => Promise<T>) =>
    database.tenant(principal.organizationId, work);

  async function present(tx: Tx, principal: MemberPrincipal, row: RunRow): Promise<TestRun> {
    return (await presentAll(tx, principal, [row]))[0] as TestRun;
  }

  async function presentAll(
    tx: Tx,
    principal: MemberPrincipal,
    found: readonly RunRow[],
  ): Promise<TestRun[]> {
    const { organizationId } = principal;
    const underWay = found.filter(({ status }) => status === 'Progress').map(({ id }) => id);
    const running = await store.runningOf(tx, organizationId, underWay);
    const settings = await store.optionsOf(
      tx,
      organizationId,
      found.map((row) => row.testConfigurationId),
    );
    const chosen = await chosenRunIds(
      tx,
      organizationId,
      found.map(({ id }) => id),
    );
    const carried = await carriedOf(
      tx,
      organizationId,
      found.map(({ id }) => id),
    );
    const flags = await flagsOf(
      tx,
      organizationId,
      found.map(({ id }) => id),
    );
    const byPeople = await byPeopleOf(
      tx,
      organizationId,
      options.countByPeople,
      found.map(({ id }) => id),
    );
    const seen = await asSeen(tx, principal, found);
    return seen.map((row) =>
      presentRun(principal, row, {
        options: settings.get(row.testConfigurationId) ?? {},
        running: running.get(row.id) ?? 0,
        isBaseline: chosen.has(row.id),
        carried: carried.get(row.id) ?? 0,
        byPeople: byPeople.get(row.id) ?? nobodyDecided,
        flags: flags.get(row.id) ?? noFlags,
      }),
    );
  }

  const asSeen = (tx: Tx, principal: MemberPrincipal, found: readonly RunRow[]): Promise<RunRow[]> =>
    asSeenBy(tx, principal, options.seenExperiments, found);

  const cancelled = async (row: RunRow): Promise<void> => {
    await events.publish({
      name: 'test_run.cancelled',
      organizationId: row.organizationId,
      data: { id: row.id, task_id: row.taskId },
    });
  };

  const api = {
    rows,
    asSeen,
    presentAll,

    /** What would be run: the set, the endpoint, the tests with their metrics. Refuses what cannot be run. */
    plan: (principal: MemberPrincipal, request: Request) => planRun(options, principal, request),

    start: (principal: MemberPrincipal, request: Request) => startRun(options, principal, request),

    list: (principal: MemberPrincipal, query: ListQuery): Promise<Page<TestRun>> =>
      inTenant(principal, async (tx) => {
        const page = await rows.list(tx, principal, query, (row) => row);
        const shown = await presentAll(tx, principal, page.rows);
        return new Page(shown, page.total, page);
      }),

    get: (principal: MemberPrincipal, id: string): Promise<TestRun> =>
      inTenant(principal, async (tx) => present(tx, principal, await rows.get(tx, principal, id))),

    update: (
      principal: MemberPrincipal,
      id: string,
      changes: { name?: string | undefined; labels?: Record<string, string> | undefined },
      expected: ExpectedVersions,
    ): Promise<TestRun> =>
      inTenant(principal, async (tx) => {
        const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
        return present(tx, principal, await rows.patch(tx, principal, id, named, expected));
      }),

    async remove(principal: MemberPrincipal, id: string): Promise<TestRun> {
      const at = new Date(clock.now());
      const removed = await inTenant(principal, async (tx) => {
        const row = await rows.remove(tx, principal, id);
        const stopped = await store.cancelRun(tx, principal.organizationId, id, {
          by: principal.userId,
          at,
          reason: 'deleted',
        });
        return { row, stopped, shown: await present(tx, principal, stopped ?? row) };
      });
      if (removed.stopped) await cancelled(removed.stopped);
      return removed.shown;
    },

    restore: (principal: MemberPrincipal, id: string): Promise<TestRun> =>
      inTenant(principal, async (tx) => present(tx, principal, await rows.restore(tx, principal, id))),

    /** From the moment this answers no process begins another call, and those under way are aborted. */
    async cancel(principal: MemberPrincipal, id: string): Promise<TestRun> {
      const at = new Date(clock.now());
      const { row, shown } = await inTenant(principal, async (tx) => {
        const found = await rows.get(tx, principal, id, { forUpdate: true });
        const stopped = await store.cancelRun(tx, principal.organizationId, id, {
          by: principal.userId,
          at,
          reason: 'cancelled',
        });
        if (!stopped) throw runFinished(found.status);
        await tellUpdated(events, tx, stopped);
        return { row: stopped, shown: await present(tx, principal, stopped) };
      });
      await cancelled(row);
      return shown;
    },

    async retry(principal: MemberPrincipal, id: string, only: NonNullable<ExecutionOptions['only']>) {
      const { row, former } = await finishedRun(principal, id);
      try {
        return await api.start(principal, {
          testSetId: row.testSetId,
          endpointId: row.endpointId,
          body: {
            ...former,
            only,
            of_run: id,
            name: datedName(`${undated(row.name)} · ${only.replace('_', ' ')} again`, new Date(clock.now())),
          },
          parentRunId: id,
        });
      } catch (error) {
        if (error instanceof Problem && error.code === 'test_set.empty') throw nothingToRetry(only);
        throw error;
      }
    },

    async rescore(
      principal: MemberPrincipal,
      id: string,
      changes: Pick<ExecuteBody, 'metrics' | 'evaluation_model_id'>,
    ) {
      const { row, former } = await finishedRun(principal, id);
      const { metrics = former.metrics, evaluation_model_id = former.evaluation_model_id } = changes;
      return api.start(principal, {
        testSetId: row.testSetId,
        endpointId: row.endpointId,
        body: {
          ...(former.repeat ? { repeat: former.repeat } : {}),
          ...(metrics ? { metrics } : {}),
          ...(evaluation_model_id ? { evaluation_model_id } : {}),
          reference_test_run_id: id,
          name: datedName(`${undated(row.name)} · scored again`, new Date(clock.now())),
        },
      });
    },

    lastRun: (principal: MemberPrincipal, testSetId: string, endpointId: string): Promise<TestRun> =>
      inTenant(principal, async (tx) => {
        await options.testSets.getRow(tx, principal, testSetId);
        const row = await store.findNewestRun(tx, principal.organizationId, { testSetId, endpointId });
        if (!row) throw runs.problems.notFound();
        return present(tx, principal, await rows.get(tx, principal, row.id));
      }),

    onJobEnd: (tx: Tx, ended: EndedJob): Promise<void> => endWithJob(tx, options, ended),

    /** What the event stream shows of a run. */
    describe: (organizationId: string, id: string): Promise<TestRunProgress | undefined> =>
      database.tenant(organizationId, async (tx) => {
        const row = await store.findRun(tx, organizationId, id);
        if (!row) return undefined;
        const running = await store.runningOf(tx, organizationId, [id]);
        const latest = await store.latestOf(tx, organizationId, id);
        return presentProgress(row, { running: running.get(id) ?? 0, latest, now: clock.now() });
      }),

    maySee: (principal: MemberPrincipal, id: string): Promise<boolean> =>
      inTenant(principal, async (tx) => {
        const row = await store.findRun(tx, principal.organizationId, id);
        return row !== undefined && isVisible(principal, row);
      }),
  };

  async function finishedRun(principal: MemberPrincipal, id: string) {
    return inTenant(principal, async (tx) => {
      const row = await rows.get(tx, principal, id);
      if (row.status === 'Queued' || row.status === 'Progress') throw runNotFinished();
      const settings = await store.optionsOf(tx, principal.organizationId, [row.testConfigurationId]);
      const {
        reference_test_run_id: _reference,
        only: _only,
        of_run: _of,
        ...former
      } = settings.get(row.testConfigurationId) ?? {};
      return { row, former: { ...former, ...pinned(row) } };
    });
  }

  return api;
}

/** Who runs again runs with the same version, whatever is the newest one by now. */
const pinned = ({
  experimentId,
  experimentVersion,
}: RunRow): Pick<ExecutionOptions, 'experiment_id' | 'version'> =>
  experimentId === null || experimentVersion === null
    ? {}
    : { experiment_id: experimentId, version: `v${experimentVersion}` };
