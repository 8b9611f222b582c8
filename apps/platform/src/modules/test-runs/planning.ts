import type { Endpoint, ExecuteBody, ExecutionOptions, MetricReference } from '@sonde/contract';
import { stopHandedOn, type otherEnds } from '@sonde/contract/run-ends';
import type { JobBoard } from '#jobs';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { Events } from '#kernel/events';
import type { MemberPrincipal } from '#kernel/http';
import { createRows } from '#kernel/resource';
import type { Endpoints } from '#endpoints';
import type { Resolving, Snapshot } from '#experiments';
import type { Scorer } from '#metrics';
import type { Notifications } from '#notifications';
import type { TestSetRow } from '#tests';
import type { Once } from './once.ts';
import { countMembers, planTests, type PlannedTest } from './plan.ts';
import { halfChosen, otherEndpoint, runNotFinished } from './problems.ts';
import { runs } from './resource.ts';
import type { SeenExperiments } from './seen-snapshots.ts';
import { findRun } from './store.ts';
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
  readonly parameters: Pick<Resolving, 'forRun' | 'reopen' | 'changedByVersion'>;
  readonly seenExperiments: SeenExperiments;
}

export interface Request {
  readonly testSetId: string;
  readonly endpointId: string;
  readonly body: ExecuteBody;
  readonly once?: Once | null;
  readonly parentRunId?: string | null;
}

export interface PlannedRun {
  readonly set: TestSetRow;
  readonly endpoint: Endpoint;
  readonly settings: ExecutionOptions;
  readonly parameters: Snapshot;
}

/** What would be run: the set, the endpoint, the options. Refuses what cannot be run. */
export async function planRun(
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
  const row = id && (await database.tenant(organizationId, (tx) => findRun(tx, organizationId, id)));
  if (!row || !row.snapshot.parameter_source) return undefined;
  return { values: row.snapshot.parameters, source: row.snapshot.parameter_source };
}

/** Options may lie flat in the body or one level down; what is flat wins. One that would be left out is refused. */
function settingsOf({
  execution_options,
  name: _name,
  labels: _labels,
  gates: _gates,
  ...flat
}: ExecuteBody): ExecutionOptions {
  const settings = { ...execution_options, ...flat };
  if ((settings.only === undefined) !== (settings.of_run === undefined)) throw halfChosen();
  return settings;
}

export interface Planned {
  readonly tests: readonly PlannedTest[];
  /** Tests that would be asked if they were not of another project than the endpoint. */
  readonly leftOut: number;
  /** Why the run is no whole one from the beginning, where it scores what another has left. */
  readonly stopReason: string | null;
}

export async function plannedTests(
  tx: Tx,
  options: TestRunsOptions,
  principal: MemberPrincipal,
  { set, endpoint, settings }: PlannedRun,
): Promise<Planned> {
  const { organizationId } = principal;
  const rows = createRows({ resource: runs, clock: options.clock });
  // Of what has not ended nobody knows yet which tests have failed.
  if (settings.of_run !== undefined) requireEnded(await rows.get(tx, principal, settings.of_run));
  let reference: RunRow | undefined;
  if (settings.reference_test_run_id !== undefined) {
    reference = await rows.get(tx, principal, settings.reference_test_run_id);
    // What one endpoint has said is no word of another's, and what is not there yet cannot be scored.
    if (reference.endpointId !== endpoint.id) throw otherEndpoint();
    requireEnded(reference);
  }
  const ofOther = reference !== undefined && reference.testSetId !== set.id;
  const at = { organizationId, projectId: endpoint.project_id, testSetId: set.id };
  const { tests, leftOut } = await planTests(tx, {
    ...at,
    setMetrics: set.metrics,
    options: settings,
    scoredAgain: ofOther ? undefined : reference?.id,
    metricsOf: (inner, ids) => options.requirementMetrics(inner, organizationId, ids),
  });
  if (reference === undefined) return { tests, leftOut, stopReason: null };
  const isInPart = ofOther && (await countMembers(tx, at)) > tests.length;
  return {
    tests,
    leftOut,
    stopReason:
      stopHandedOn({ status: reference.status, stop_reason: reference.stopReason }) ??
      (isInPart ? ('reference_in_part' satisfies keyof typeof otherEnds) : null),
  };
}

function requireEnded({ status }: Pick<RunRow, 'status'>): void {
  if (status === 'Queued' || status === 'Progress') throw runNotFinished();
}
