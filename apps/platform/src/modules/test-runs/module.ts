import { getExperimentResults } from '@sonde/contract';
import type { Endpoints } from '#endpoints';
import type { ExperimentsApi } from '#experiments';
import type { InvocationApi } from '#invocation';
import type { JobBoard } from '#jobs';
import { createHook } from '#kernel/hook';
import type { Kernel, Module } from '#kernel/module';
import type { FilesModule } from '#files';
import type { Metrics } from '#metrics';
import type { Models } from '#models';
import type { Notifications } from '#notifications';
import type { Requirements } from '#requirements';
import type { Tenancy } from '#tenancy';
import type { TestsApi } from '#tests';
import type { Usage } from '#usage';
import type { TestRunsApi } from './api.ts';
import { clearFormerSnapshots } from './former-snapshots.ts';
import { createLargeOutputs } from './execution/large-outputs.ts';
import { createBaselines } from './baselines.ts';
import { resultsOfExperiment } from './by-version.ts';
import { executeTestRun, testRunKind } from './jobs.ts';
import { trialKind, tryTest } from './trial/jobs.ts';
import { createTrials } from './trial/trials.ts';
import { preflight } from './preflight.ts';
import { flagsOf, noFlags } from './flags.ts';
import { findRegression } from './regression.ts';
import { createReading } from './reading.ts';
import { runs as runResource } from './resource.ts';
import { createResults, requireVisible } from './results.ts';
import type { ShownReviews } from './reviewed-targets.ts';
import { testRunRoutes } from './routes.ts';
import { createTestRuns } from './service.ts';
import { chooseUser } from './simulated-user/choose-user.ts';
import { testRunStreams } from './stream.ts';
import { createVerdicts } from './verdicts.ts';
import { createRunWorker } from './worker.ts';
import { findResult, findRun, findRunOfTask } from './store.ts';

interface Needs {
  readonly tenancy: Pick<Tenancy, 'projects' | 'actors'>;
  readonly jobBoard: JobBoard;
  readonly experiments: ExperimentsApi;
  readonly endpoints: Endpoints;
  readonly invocation: Pick<InvocationApi, 'calls' | 'quotas'>;
  readonly models: Pick<Models, 'generationModel' | 'clientFor'>;
  readonly tests: TestsApi;
  readonly requirements: Requirements;
  readonly metrics: Pick<Metrics, 'scorer' | 'ofRequirements'>;
  readonly usage: Pick<Usage, 'record'>;
  readonly notifications: Pick<Notifications, 'create'>;
  readonly files: Pick<FilesModule, 'entities' | 'keeping'>;
}

export function testRunsModule(needs: Kernel & Needs): Module<TestRunsApi> {
  const { database, clock, events, log, jobBoard: board, endpoints, metrics, tenancy, tests } = needs;
  const finished: TestRunsApi['finished'] = createHook();
  const options = {
    finished,
    database,
    clock,
    events,
    board,
    endpoints,
    notifications: needs.notifications,
    scorer: metrics.scorer,
    testSets: tests.testSets,
    requirementMetrics: metrics.ofRequirements,
    parameters: needs.experiments.resolving,
    seenExperiments: needs.experiments.experiments.seenOf,
  };
  const outputs = createLargeOutputs(needs.files.keeping);
  let told: ShownReviews = { of: async () => new Map(), count: async () => new Map() };
  const reviews: ShownReviews = {
    of: (tx, id, ids) => told.of(tx, id, ids),
    count: (tx, id, of) => told.count(tx, id, of),
  };
  const runs = createTestRuns({ ...options, countByPeople: reviews.count });
  const results = createResults({ database, reviewsOf: reviews.of });
  const reading = createReading({ database, runs, results, outputs, reviews });
  const userOf = (organizationId: string, modelId: string | null) =>
    chooseUser(needs.models, organizationId, modelId);
  const carryOut = createRunWorker({
    ...options,
    log,
    outputs,
    calls: needs.invocation.calls,
    actors: tenancy.actors,
    usage: needs.usage,
    userOf,
    random: Math.random,
  });
  const trials = createTrials({
    ...options,
    tests,
    requirements: needs.requirements,
    metricsOf: metrics.ofRequirements,
    calls: needs.invocation.calls,
    actors: tenancy.actors,
    usage: needs.usage,
    userOf,
    random: Math.random,
  });
  board.register({ kind: trialKind, queue: tryTest, run: trials.run, onEnd: trials.forget });
  needs.files.entities.register({
    type: 'TestResult',
    permission: 'test_result:update',
    find: async (tx, principal, id) => {
      const row = await findResult(tx, principal.organizationId, id);
      const isElsewhere = principal.projectId && row?.projectId && row.projectId !== principal.projectId;
      return row && !isElsewhere ? { projectId: row.projectId } : undefined;
    },
  });
  const working = new Map<string, () => void>();
  events.subscribe('test_run.cancelled', ({ data }) => working.get(String(data['task_id']))?.());
  board.register({
    kind: testRunKind,
    queue: executeTestRun,
    async run(task) {
      const row = await database.tenant(task.organizationId, (tx) =>
        findRunOfTask(tx, task.organizationId, task.taskId),
      );
      if (!row) return { status: 'FAILURE', result: null, error: 'The run of this job is gone.' };
      working.set(task.taskId, () => task.cancel());
      try {
        return await carryOut(task, row.id);
      } finally {
        working.delete(task.taskId);
      }
    },
    onEnd: (tx, ended) => runs.onJobEnd(tx, ended),
  });
  const api: TestRunsApi = {
    runs,
    results,
    reading,
    trials,
    verdicts: createVerdicts({ database, outputs }),
    baselines: createBaselines(options),
    finished,
    find: (tx, organizationId, id) => findRun(tx, organizationId, id),
    regression: findRegression,
    flagged: async (tx, { organizationId, id }) =>
      ((await flagsOf(tx, organizationId, [id])).get(id) ?? noFlags).flagged,
    showReviews: (of) => void (told = of),
    preflight: (principal, request) =>
      preflight({ ...options, ...needs.invocation }, runs, principal, request),
  };
  return {
    api,
    routes: (mount) => {
      testRunRoutes(mount, api);
      mount(getExperimentResults, ({ principal, params, query }) =>
        resultsOfExperiment({ database, ...needs.experiments }, principal, params.id, query),
      );
    },
    start: () => clearFormerSnapshots(database),
    streams: testRunStreams(runs),
    purged: [{ resource: runResource }],
    discussed: [
      {
        entity: 'test_result',
        find: async (tx, principal, id) => ({
          ...(await requireVisible(tx, principal, id)),
          name: null,
          traceId: null,
        }),
      },
    ],
  };
}
