import { gateOf } from '@sonde/contract/run-ends';
import { datedName } from '@sonde/contract/dated-name';
import type { Endpoint } from '@sonde/contract';
import type { Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import { testRunKind } from './jobs.ts';
import type { Once } from './once.ts';
import { copyOutputs, freezeMetrics, insertResults } from './plan.ts';
import { plannedTests, planRun, type PlannedRun, type Request, type TestRunsOptions } from './planning.ts';
import { keyReused, noMetrics, setIsEmpty } from './problems.ts';
import * as store from './store.ts';
import type { RunRow } from './tables.ts';

const keyLifetimeMs = 24 * 3600 * 1000;

/** Everything a run needs stands in the database before anything is called. */
export async function startRun(options: TestRunsOptions, principal: MemberPrincipal, request: Request) {
  const { once } = request;
  const { organizationId } = principal;
  const planned = await planRun(options, principal, request);
  const { database, clock } = options;
  try {
    return await database.tenant(organizationId, (tx) => startIn(tx, options, principal, request, planned));
  } catch (error) {
    // Two requests with one key at the same moment: the other one has started the run.
    if (!once || !isTakenKey(error)) throw error;
    const row = await database.tenant(organizationId, (tx) =>
      store.findByKey(tx, organizationId, once.key, new Date(clock.now() - keyLifetimeMs)),
    );
    if (!row) throw error;
    return startedBefore(row, once);
  }
}

async function startIn(
  tx: Tx,
  options: TestRunsOptions,
  principal: MemberPrincipal,
  request: Request,
  planned: PlannedRun,
) {
  const { organizationId } = principal;
  const { once } = request;
  const at = new Date(options.clock.now());
  if (once) {
    const since = new Date(at.getTime() - keyLifetimeMs);
    const former = await store.findByKey(tx, organizationId, once.key, since);
    if (former) return startedBefore(former, once);
    await store.forgetKey(tx, organizationId, once.key, since);
  }
  const { tests, leftOut, stopReason } = await plannedTests(tx, options, principal, planned);
  if (tests.length === 0) throw setIsEmpty(leftOut);
  if (tests.every(({ references }) => references.length === 0)) throw noMetrics();
  const frozen = await freezeMetrics(tx, options.scorer, principal, tests);
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
    leftOut,
    stopReason,
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
    await copyOutputs(tx, {
      organizationId,
      runId: row.id,
      referenceRunId: settings.reference_test_run_id,
      at,
    });
  const counted = settings.reference_test_run_id ? await store.countSettled(tx, organizationId, row.id) : {};
  const taskId = await options.board.create(tx, {
    kind: testRunKind,
    title: `${set.name} on ${endpoint.name}`,
    organizationId,
    projectId: endpoint.project_id,
    by: principal,
    subjectId: row.id,
    // What is only scored again calls nothing.
    endpointId: settings.reference_test_run_id === undefined ? endpoint.id : null,
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

/** Whoever asks for something else under a key that is taken must not take the former run for the answer. */
function startedBefore(row: RunRow, { fingerprint }: Once) {
  const former = row.idempotencyFingerprint;
  if (fingerprint !== null && former !== null && fingerprint !== former) throw keyReused();
  return started(row);
}

interface NewRun {
  readonly principal: MemberPrincipal;
  readonly request: Request;
  readonly planned: PlannedRun;
  readonly configurationId: string;
  readonly count: number;
  readonly tests: number;
  readonly leftOut: number;
  readonly stopReason: string | null;
  readonly at: Date;
}

function newRun({
  principal,
  request,
  planned,
  configurationId,
  count,
  tests,
  leftOut,
  stopReason,
  at,
}: NewRun): RunRow {
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
    name: body.name ?? datedName(set.name, at),
    status: 'Queued',
    owner: null,
    stopReason,
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
      test_set: { id: set.id, name: set.name, version: set.version, gates: set.gates },
      endpoint: snapshotOf(endpoint),
      parameters: parameters.values,
      parameter_source: parameters.source,
      environment: parameters.source.environment,
      tests,
      left_out: leftOut,
    },
    literalsMoved: true,
    labels: body.labels ?? {},
    gates: gateOf(body.gates ?? set.gates),
    gate: null,
    gateReasons: null,
    gateBaseRunId: null,
    parentRunId: request.parentRunId ?? null,
    referenceTestRunId: settings.reference_test_run_id ?? null,
    experimentId: parameters.source.experiment_id,
    experimentVersion: versionNumber(parameters.source.version),
    idempotencyKey: request.once?.key ?? null,
    idempotencyFingerprint: request.once?.fingerprint ?? null,
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
