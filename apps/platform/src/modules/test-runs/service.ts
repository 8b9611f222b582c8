import { Problem } from '@sonde/server-kit';
import type {
  Endpoint,
  ExecuteBody,
  ExecutionOptions,
  ListQuery,
  MetricReference,
  TestRun,
  TestRunProgress,
} from '@sonde/contract';
import type { EndedJob, JobBoard } from '#jobs';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { Events } from '#kernel/events';
import { Page, type MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import { createRows, type ExpectedVersions } from '#kernel/resource';
import type { Endpoints } from '#endpoints';
import type { Resolving, Snapshot } from '#experiments';
import type { Scorer } from '#metrics';
import type { Notifications } from '#notifications';
import type { TestSetRow } from '#tests';
import { headlineOf } from './downloads/summary.ts';
import { testRunKind } from './jobs.ts';
import { copyOutputs, freezeMetrics, insertResults, planTests, type PlannedTest } from './plan.ts';
import { presentProgress, presentRun } from './present.ts';
import { noMetrics, nothingToRetry, runFinished, runNotFinished, setIsEmpty } from './problems.ts';
import { runs } from './resource.ts';
import * as store from './store.ts';
import type { RunRow } from './tables.ts';

export interface TestRunsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Events;
  readonly board: JobBoard;
  readonly endpoints: Pick<Endpoints, 'get'>;
  readonly scorer: Scorer;
  readonly testSets: {
    /** A living set the caller may see; the refusal otherwise. */
    getRow(tx: Tx, principal: MemberPrincipal, id: string): Promise<TestSetRow>;
  };
  readonly notifications: Pick<Notifications, 'create'>;
  readonly requirementMetrics: (
    tx: Tx,
    organizationId: string,
    requirementIds: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly MetricReference[]>>;
  readonly parameters: Pick<Resolving, 'forRun' | 'reopen'>;
}

export interface Request {
  readonly testSetId: string;
  readonly endpointId: string;
  readonly body: ExecuteBody;
  readonly idempotencyKey?: string | null;
  readonly parentRunId?: string | null;
}

export type TestRuns = ReturnType<typeof createTestRuns>;
const keyLifetimeMs = 24 * 3600 * 1000;

export function createTestRuns(options: TestRunsOptions) {
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
    return found.map((row) =>
      presentRun(principal, row, {
        options: settings.get(row.testConfigurationId) ?? {},
        running: running.get(row.id) ?? 0,
      }),
    );
  }

  const cancelled = async (row: RunRow): Promise<void> => {
    await events.publish({
      name: 'test_run.cancelled',
      organizationId: row.organizationId,
      data: { id: row.id, task_id: row.taskId },
    });
  };

  const api = {
    rows,
    presentAll,

    /** What would be run: the set, the endpoint, the tests with their metrics. Refuses what cannot be run. */
    plan: (principal: MemberPrincipal, request: Request) => planRun(options, principal, request),

    /** Everything a run needs stands in the database before anything is called. */
    async start(principal: MemberPrincipal, request: Request) {
      const { idempotencyKey } = request;
      const planned = await planRun(options, principal, request);
      try {
        return await inTenant(principal, (tx) => startIn(tx, options, principal, request, planned));
      } catch (error) {
        // Two requests with one key at the same moment: the other one has started the run.
        if (!idempotencyKey || !isTakenKey(error)) throw error;
        const row = await inTenant(principal, (tx) => findByKey(tx, principal, idempotencyKey));
        if (!row) throw error;
        return started(row);
      }
    },

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
        await events.keep(tx, {
          name: 'test_run.updated',
          organizationId: principal.organizationId,
          data: { id, project_id: stopped.projectId },
        });
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
          body: { ...former, only, of_run: id, name: `${row.name} · ${only.replace('_', ' ')} again` },
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
          name: `${row.name} · scored again`,
        },
      });
    },

    lastRun: (principal: MemberPrincipal, testSetId: string, endpointId: string): Promise<TestRun> =>
      inTenant(principal, async (tx) => {
        await options.testSets.getRow(tx, principal, testSetId);
        const row = await store.findLastRun(tx, principal.organizationId, { testSetId, endpointId });
        if (!row) throw runs.problems.notFound();
        return present(tx, principal, await rows.get(tx, principal, row.id));
      }),

    /** A job of this kind that ends by another hand takes its run with it. */
    async onJobEnd(tx: Tx, ended: EndedJob): Promise<void> {
      const row = await store.findRunOfTask(tx, ended.organizationId, ended.taskId);
      if (!row) return;
      await settleRun(tx, ended, row);
      const settled = await store.findRun(tx, ended.organizationId, row.id);
      if (settled) await notify(tx, settled);
    },

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
      inTenant(
        principal,
        async (tx) => (await store.findRun(tx, principal.organizationId, id)) !== undefined,
      ),
  };

  /** What of a run is left open when its job ends by another hand. */
  async function settleRun(tx: Tx, ended: EndedJob, row: RunRow): Promise<void> {
    if (ended.status === 'SUCCESS') return;
    const at = new Date(clock.now());
    if (ended.status === 'REVOKED')
      await store.cancelRun(tx, ended.organizationId, row.id, { by: null, at, reason: 'cancelled' });
    else if (row.status === 'Queued' || row.status === 'Progress')
      await store.failRun(tx, ended.organizationId, row.id, {
        at,
        error: ended.error ?? 'The worker was lost.',
      });
  }

  /** Who stopped it knows that it has stopped; everybody else is told. */
  async function notify(tx: Tx, row: RunRow): Promise<void> {
    const { createdBy, status } = row;
    if (!createdBy || status === 'Queued' || status === 'Progress') return;
    if (status === 'Cancelled' && (row.cancelledBy === null || row.cancelledBy === createdBy)) return;
    await options.notifications.create(tx, {
      organizationId: row.organizationId,
      userId: createdBy,
      kind: 'test_run.finished',
      status,
      subject: row.name,
      body: headlineOf(row),
      link: `/runs/${row.id}`,
      entityType: 'TestRun',
      entityId: row.id,
    });
  }

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

  const findByKey = (tx: Tx, principal: MemberPrincipal, key: string) =>
    store.findByKey(tx, principal.organizationId, key, new Date(clock.now() - keyLifetimeMs));

  return api;
}

export interface PlannedRun {
  readonly set: TestSetRow;
  readonly endpoint: Endpoint;
  readonly settings: ExecutionOptions;
  readonly parameters: Snapshot;
}

async function planRun(
  options: TestRunsOptions,
  principal: MemberPrincipal,
  request: Request,
): Promise<PlannedRun> {
  const set = await options.database.tenant(principal.organizationId, (tx) =>
    options.testSets.getRow(tx, principal, request.testSetId),
  );
  const endpoint = await options.endpoints.get(principal, request.endpointId);
  const settings = settingsOf(request.body);
  const former = await formerParameters(options, principal, settings.reference_test_run_id);
  if (former) return { set, endpoint, settings, parameters: former };
  const parameters = await options.parameters.forRun(
    principal,
    endpoint.project_id,
    settings,
    endpoint.environment,
  );
  return { set, endpoint, settings, parameters };
}

/** What is only scored again was said with the values of then. */
async function formerParameters(
  { database }: TestRunsOptions,
  { organizationId }: MemberPrincipal,
  id: string | undefined,
): Promise<Snapshot | undefined> {
  const row = id && (await database.tenant(organizationId, (tx) => store.findRun(tx, organizationId, id)));
  if (!row || !row.snapshot.parameter_source) return undefined;
  return { values: row.snapshot.parameters, source: row.snapshot.parameter_source };
}

/** Options may lie flat in the body or one level down; what is flat wins. */
function settingsOf({
  execution_options,
  name: _name,
  labels: _labels,
  gates: _gates,
  ...flat
}: ExecuteBody): ExecutionOptions {
  return { ...execution_options, ...flat };
}

export async function plannedTests(
  tx: Tx,
  options: TestRunsOptions,
  principal: MemberPrincipal,
  { set, settings }: PlannedRun,
): Promise<PlannedTest[]> {
  const { organizationId } = principal;
  for (const id of [settings.reference_test_run_id, settings.of_run])
    if (id !== undefined) await createRows({ resource: runs, clock: options.clock }).get(tx, principal, id);
  return planTests(tx, {
    organizationId,
    testSetId: set.id,
    setMetrics: set.metrics,
    options: settings,
    metricsOf: (inner, ids) => options.requirementMetrics(inner, organizationId, ids),
  });
}

async function startIn(
  tx: Tx,
  options: TestRunsOptions,
  principal: MemberPrincipal,
  request: Request,
  planned: PlannedRun,
) {
  const { organizationId } = principal;
  const { idempotencyKey } = request;
  const at = new Date(options.clock.now());
  if (idempotencyKey) {
    const since = new Date(at.getTime() - keyLifetimeMs);
    const former = await store.findByKey(tx, organizationId, idempotencyKey, since);
    if (former) return started(former);
    await store.forgetKey(tx, organizationId, idempotencyKey, since);
  }
  const tests = await plannedTests(tx, options, principal, planned);
  if (tests.length === 0) throw setIsEmpty();
  if (tests.every(({ references }) => references.length === 0)) throw noMetrics();
  const frozen = await freezeMetrics(tx, options.scorer, organizationId, tests);
  const { set, endpoint, settings } = planned;
  const configuration = {
    id: newId(),
    organizationId,
    projectId: endpoint.project_id,
    testSetId: set.id,
    endpointId: endpoint.id,
    options: settings,
    createdBy: principal.userId,
    createdAt: at,
  };
  await store.insertConfiguration(tx, configuration);
  const repeat = settings.repeat ?? 1;
  const row = newRun({
    principal,
    request,
    planned,
    configurationId: configuration.id,
    count: tests.length * repeat,
    tests: tests.length,
    at,
  });
  await store.insertRun(tx, row);
  await insertResults(tx, {
    organizationId,
    projectId: endpoint.project_id,
    runId: row.id,
    endpointId: endpoint.id,
    repeat,
    planned: tests,
    ...frozen,
    at,
  });
  if (settings.reference_test_run_id)
    await copyOutputs(tx, { organizationId, runId: row.id, referenceRunId: settings.reference_test_run_id });
  const counted = settings.reference_test_run_id ? await store.countSettled(tx, organizationId, row.id) : {};
  const taskId = await options.board.create(tx, {
    kind: testRunKind,
    title: `${set.name} on ${endpoint.name}`,
    organizationId,
    projectId: endpoint.project_id,
    userId: principal.userId,
    subjectId: row.id,
    total: row.planned,
  });
  await store.updateRun(tx, organizationId, row.id, { taskId, ...counted });
  return started({ ...row, taskId });
}

const started = (row: RunRow) => ({
  test_run_id: row.id,
  test_configuration_id: row.testConfigurationId,
  task_id: row.taskId as string,
  status: row.status,
});

interface NewRun {
  readonly principal: MemberPrincipal;
  readonly request: Request;
  readonly planned: PlannedRun;
  readonly configurationId: string;
  readonly count: number;
  readonly tests: number;
  readonly at: Date;
}

function newRun({ principal, request, planned, configurationId, count, tests, at }: NewRun): RunRow {
  const { set, endpoint, settings, parameters } = planned;
  const { body } = request;
  return {
    id: newId(),
    organizationId: principal.organizationId,
    projectId: endpoint.project_id,
    testConfigurationId: configurationId,
    testSetId: set.id,
    endpointId: endpoint.id,
    taskId: null,
    name: body.name ?? `${set.name} · ${at.toISOString().slice(0, 16).replace('T', ' ')}`,
    status: 'Queued',
    owner: null,
    stopReason: null,
    error: null,
    planned: count,
    passed: 0,
    failed: 0,
    errors: 0,
    notEvaluated: 0,
    cancelled: 0,
    targetCalls: 0,
    targetTokens: 0,
    snapshot: {
      test_set: { id: set.id, name: set.name, version: set.version },
      endpoint: snapshotOf(endpoint),
      parameters: parameters.values,
      parameter_source: parameters.source,
      environment: parameters.source.environment,
      tests,
    },
    labels: body.labels ?? {},
    gates: body.gates ?? set.gates,
    gate: null,
    gateReasons: null,
    parentRunId: request.parentRunId ?? null,
    referenceTestRunId: settings.reference_test_run_id ?? null,
    experimentId: parameters.source.experiment_id,
    experimentVersion: versionNumber(parameters.source.version),
    idempotencyKey: request.idempotencyKey ?? null,
    version: 1,
    createdBy: principal.userId,
    cancelledBy: null,
    cancelledAt: null,
    createdAt: at,
    startedAt: null,
    finishedAt: null,
    updatedAt: at,
    deletedAt: null,
  };
}

/** Who runs again runs with the same version, whatever is the newest one by now. */
const pinned = ({
  experimentId,
  experimentVersion,
}: RunRow): Pick<ExecutionOptions, 'experiment_id' | 'version'> =>
  experimentId === null || experimentVersion === null
    ? {}
    : { experiment_id: experimentId, version: `v${experimentVersion}` };

/** `v12` → 12: runs are grouped and sorted by it. */
const versionNumber = (version: string | null): number | null =>
  version === null ? null : Number(version.slice(1));

/** Everything that decides what the target is sent and how its answer is read. Secrets are in it by name only. */
function snapshotOf(endpoint: Endpoint) {
  const {
    endpoint_metadata: _metadata,
    last_tested_at: _at,
    last_test_success: _success,
    created_at: _created,
    updated_at: _updated,
    ...rest
  } = endpoint;
  return rest;
}

function isTakenKey(error: unknown): boolean {
  const { code, constraint } = ((error as Error).cause ?? error) as { code?: string; constraint?: string };
  return code === '23505' && constraint === 'test_runs_by_key';
}
