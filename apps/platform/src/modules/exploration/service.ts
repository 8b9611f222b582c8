import { datedName } from '@sonde/contract/dated-name';
import { ExplorationResult, type ExploreRequest } from '@sonde/contract';
import type { Endpoints } from '#endpoints';
import type { Calls } from '#invocation';
import type { EndedJob, JobBoard } from '#jobs';
import type { Notifications } from '#notifications';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { Events } from '#kernel/events';
import type { MemberPrincipal } from '#kernel/http';
import type { Log } from '#kernel/log';
import { waitForTurn } from '#kernel/wait-for-turn';
import { releasePlaces } from '#runs';
import { createBuiltinExplorer } from './builtin-explorer.ts';
import { compareExplorations, type EndedExploration } from './compare.ts';
import { evaluateInPieces } from './findings/evaluate.ts';
import { withPlainTitles } from './findings/checks/matters.ts';
import { withSeverities } from './findings/severity.ts';
import { exploreEndpoint, explorationKind } from './jobs.ts';
import { createModelExplorer } from './model/model-explorer.ts';
import { capsOf, planFrom, type Caps, type Plan } from './plan.ts';
import type { ObjectModel } from './ports.ts';
import { inOrder, presentResult, presentTurn, turnOfRow } from './present.ts';
import { readPreviousFindings } from './previous-findings.ts';
import { otherEndpoint, tooManyExplorations, withoutResult } from './problems.ts';
import { warmUp } from './warm-up.ts';
import { createRun, type RunOptions } from './run.ts';
import * as store from './store.ts';

export interface ExplorationOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Events;
  readonly log: Log;
  readonly board: JobBoard;
  readonly endpoints: Pick<Endpoints, 'get'>;
  readonly calls: Pick<Calls, 'prepare'>;
  /** The language model in force, if there is one. */
  readonly models: {
    generationModel(organizationId: string): Promise<{ readonly client?: ObjectModel | undefined }>;
  };
  readonly notifications: Pick<Notifications, 'create'>;
  readonly actors: RunOptions['actors'];
  readonly caps?: Partial<Caps>;
  /** Only tests wait otherwise for a target that is busy. */
  readonly wait?: RunOptions['wait'];
}

export type Exploration = ReturnType<typeof createExploration>;

// More than this waits for no good: nobody reads so many results, and one organization would fill every worker.
const unfinishedMax = 10;

export function createExploration(options: ExplorationOptions) {
  const { database, clock, log, board, endpoints, calls, models, notifications } = options;
  const builtin = createBuiltinExplorer();
  const run = createRun({
    database,
    clock,
    events: options.events,
    log,
    board,
    endpoints,
    calls,
    actors: options.actors,
    random: Math.random,
    ...(options.wait ? { wait: options.wait } : {}),
    capsOf: (plan) => ({ ...capsOf(plan), ...options.caps }),
    explorerFor: async (organizationId, meter) => {
      const { client } = await models.generationModel(organizationId);
      return client ? createModelExplorer({ client, meter }) : builtin;
    },
  });

  board.register({
    kind: explorationKind,
    queue: exploreEndpoint,
    run,
    partialResult: async (organizationId, taskId) => ({ ...(await partialResult(organizationId, taskId)) }),
    openResult: (result) => withPlainTitles(withSeverities(result)),
    onEnd: async (tx, ended) => {
      await releasePlaces(tx, { organizationId: ended.organizationId, runId: ended.taskId });
      await notify(tx, ended);
    },
  });

  return {
    /** For a process that is about to take explorations. */
    warmUp,

    async start(
      principal: MemberPrincipal,
      endpointId: string,
      request: ExploreRequest,
    ): Promise<{ task_id: string; message: string }> {
      const endpoint = await endpoints.get(principal, endpointId);
      const plan = planFrom(request);
      const { organizationId, userId } = principal;
      const taskId = await database.tenant(organizationId, async (tx) => {
        await waitForTurn(tx, `explore:${organizationId}`);
        if ((await board.countUnfinished(tx, organizationId, explorationKind)) >= unfinishedMax)
          throw tooManyExplorations(unfinishedMax);
        const id = await board.create(tx, {
          kind: explorationKind,
          title: datedName(titleOf(plan, endpoint.name), new Date(clock.now())),
          organizationId,
          projectId: endpoint.project_id,
          by: principal,
          subjectId: endpointId,
          endpointId,
          total: plan.turnsMax,
          sessionId: request.session_id ?? null,
        });
        await store.insertExploration(tx, {
          id,
          organizationId,
          projectId: endpoint.project_id,
          endpointId,
          userId,
          request,
          owner: null,
          model: null,
          modelCalls: 0,
          modelTokens: 0,
          targetCalls: 0,
          elapsedMs: 0,
          createdAt: new Date(clock.now()),
        });
        return id;
      });
      return { task_id: taskId, message: `The exploration of ${endpoint.name} has been queued.` };
    },

    ended,

    /** For whoever begins to watch in the middle: what the event stream has told before. */
    async turns(principal: MemberPrincipal, taskId: string) {
      await board.get(principal, taskId);
      const { organizationId } = principal;
      const rows = await database.tenant(organizationId, (tx) => store.listTurns(tx, organizationId, taskId));
      return rows.filter(({ state }) => state === 'done').map((row) => presentTurn(turnOfRow(row)));
    },

    async compare(principal: MemberPrincipal, baseId: string, otherId: string) {
      const base = await ended(principal, baseId);
      const other = await ended(principal, otherId);
      if (base.result.endpoint_id !== other.result.endpoint_id) throw otherEndpoint();
      return compareExplorations(base, other);
    },

    /** What the event stream shows of a turn. */
    async describeTurn(organizationId: string, taskId: string, turn: number) {
      const [exploration, row] = await database.tenant(organizationId, async (tx) => [
        await store.findExploration(tx, organizationId, taskId),
        await store.findTurn(tx, organizationId, taskId, turn),
      ]);
      if (!exploration || !row) return undefined;
      return { task_id: taskId, endpoint_id: exploration.endpointId, turn: presentTurn(turnOfRow(row)) };
    },
  };

  /** As the caller may read it: one of another organization or project is as if it were not there. */
  async function ended(principal: MemberPrincipal, taskId: string): Promise<EndedExploration> {
    const job = await board.get(principal, taskId);
    const read = ExplorationResult.safeParse(job.result);
    if (job.finished_at === null || !read.success) throw withoutResult();
    return { taskId, title: job.title, finishedAt: job.finished_at, result: read.data };
  }

  /** What can be told of a run that nobody finishes any more. */
  async function partialResult(organizationId: string, taskId: string): Promise<ExplorationResult | null> {
    const [row, rows] = await database.tenant(organizationId, async (tx) => [
      await store.findExploration(tx, organizationId, taskId),
      await store.listTurns(tx, organizationId, taskId),
    ]);
    if (!row) return null;
    const plan = planFrom(row.request);
    const turns = inOrder(rows.map(turnOfRow));
    const prior = readPreviousFindings(row.request.previous_findings ?? {});
    return presentResult({
      endpointId: row.endpointId,
      plan,
      turns,
      evaluation: await evaluateInPieces({ plan, turns, prior }),
      reason: 'worker_lost',
      model: row.model ?? builtin.name,
      durationMs: row.elapsedMs,
      spent: row,
    });
  }

  /** Who stopped it knows that it has stopped; everybody else is told. */
  async function notify(tx: Tx, ended: EndedJob): Promise<void> {
    if (!ended.createdBy || ended.status === 'REVOKED') return;
    const summary = ended.result?.['conversation_summary'];
    const isDone = ended.status === 'SUCCESS';
    await notifications.create(tx, {
      organizationId: ended.organizationId,
      userId: ended.createdBy,
      kind: 'exploration.finished',
      status: isDone ? 'Completed' : 'Failed',
      subject: ended.title,
      body: isDone ? (typeof summary === 'string' ? summary.slice(0, 500) : '') : (ended.error ?? ''),
      link: `/jobs/${ended.taskId}`,
      entityType: 'Job',
      entityId: ended.taskId,
    });
  }
}

/** Says which exploration it was, where several of one endpoint stand in a list. */
function titleOf({ strategy, goal }: Plan, endpoint: string): string {
  if (strategy === null) return `Exploration of ${endpoint}: ${goal.slice(0, 120)}`;
  const words = strategy.replaceAll('_', ' ');
  return `${words[0]?.toUpperCase()}${words.slice(1)}${strategy === 'comprehensive' ? ' exploration' : ''} of ${endpoint}`;
}
