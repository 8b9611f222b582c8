import { sql } from 'drizzle-orm';
import { PgBoss, fromDrizzle, type JobResult, type JobWithMetadata } from 'pg-boss';
import type { z } from 'zod';
import { asOwner, type Database, type Tx } from './database.ts';
import { newId } from './ids.ts';
import type { Log } from './log.ts';
import { placeInLine } from './place-in-line.ts';
import { createPlaces, type Places } from './places.ts';
import { waitForTurn } from './wait-for-turn.ts';
import { createWaitingQueues, type WaitingQueues } from './waiting-queues.ts';

/** A kind of background work: its name, the shape of its payload, and how it may fail. */
export interface JobDefinition<Payload> {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  readonly retryLimit?: number;
  /** Seconds before the first retry; it doubles from then on. */
  readonly retryDelaySeconds?: number;
  /** The doubling ends here. */
  readonly longestRetryDelaySeconds?: number;
  /** After this long a run counts as failed, whatever it is doing. */
  readonly expireInSeconds?: number;
  /**
   * For work that takes long: each job is claimed alone and this many run at once in one worker process. Left out, the
   * work is short: jobs are claimed in batches and a batch runs side by side.
   */
  readonly concurrency?: number;
  /** How many of one group run at once over all workers, so that none of them takes every place. */
  readonly perGroup?: number;
  /** Five-field cron expression (UTC) for work that the clock starts. */
  readonly cron?: string;
}

export interface JobRun {
  readonly id: string;
  /** 0 on the first run; higher when an earlier run failed or its worker died. */
  readonly attempt: number;
  readonly isLastAttempt: boolean;
  /** Aborted when the worker closes or the run expires. */
  readonly signal: AbortSignal;
}

/** Thrown by a handler when another try would end the same: the job fails at once. */
export class HopelessError extends Error {
  override readonly name = 'HopelessError';
}

/** Where the queue has a job; `gone` when it was removed or never there. */
export type QueueState = 'waiting' | 'active' | 'done' | 'failed' | 'gone';

export interface EnqueueOptions {
  readonly singletonKey?: string;
  readonly startAfterSeconds?: number;
  /** Whose work it is: groups take turns. */
  readonly group?: string;
  /** Within a group with `perGroup` those who asked take turns as well. */
  readonly member?: string;
}

export interface Jobs {
  enqueue<Payload>(
    tx: Tx,
    definition: JobDefinition<Payload>,
    payload: Payload,
    options?: EnqueueOptions,
  ): Promise<string>;
  /** Whether any job of this group waits, runs or will be tried again. */
  isInLine<Payload>(tx: Tx, definition: JobDefinition<Payload>, group: string): Promise<boolean>;
  /** Registers the handler. It must be safe to run again: a worker may die at any point. */
  work<Payload>(
    definition: JobDefinition<Payload>,
    handler: (payload: Payload, run: JobRun) => Promise<void>,
  ): void;
  /** What has become of a job, for whoever keeps a record of its own. */
  stateOf(name: string, id: string): Promise<QueueState>;
  /** How many there are of each kind that have not ended, in all processes together. */
  counts(): Promise<{ name: string; state: 'waiting' | 'running'; count: number }[]>;
  /** Creates the queues and, on a worker, starts taking jobs. Called once, after every module has registered. */
  start(): Promise<void>;
  ping(): Promise<void>;
  /** Lets what is running finish, up to the given time, then gives the rest back to the queue. */
  stop(graceMs?: number): Promise<void>;
}

interface Registration {
  readonly definition: JobDefinition<unknown>;
  readonly handler: (payload: unknown, run: JobRun) => Promise<void>;
}

const retryLimitDefault = 3;
// A job of a killed worker runs again after at most heartbeat + supervision + retry delay + polling: some 20 seconds.
const heartbeatSeconds = 10;
const superviseSeconds = 5;
// Jobs are announced by NOTIFY; polling finds those whose retry has come due and what an announcement missed.
const pollSeconds = 2;
const batchSize = 50;
const batchesAtOnce = 2;

/**
 * Background work over pg-boss. Enqueueing goes through the caller's transaction: a rolled-back request leaves no ghost
 * job, a committed one loses none. A worker killed mid-run is noticed by its missing heartbeat and its job runs again.
 */
export function createJobs(options: { database: Database; log: Log; isWorker: boolean }): Jobs {
  const { database, log, isWorker } = options;
  const turns = createPlaces({ count: 1 });
  const registrations = new Map<string, Registration>();
  const waiting = createWaitingQueues({ database, names: () => [...registrations.keys()] });
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) =>
        isClaim(text) ? claim({ database, turns, waiting }, text, values) : database.executeSql(text, values),
      listen: async (channel, onNotification, onReconnect) =>
        database.listen(
          channel,
          (payload) => {
            waiting.forget();
            onNotification(payload);
          },
          () => {
            waiting.forget();
            onReconnect();
          },
        ),
    },
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    schema: 'jobs',
    useListenNotify: isWorker,
    supervise: isWorker,
    schedule: isWorker,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue reported a fault'));

  return {
    async enqueue(tx, definition, payload, { singletonKey, startAfterSeconds, group, member } = {}) {
      const checked = definition.payload.parse(payload);
      const id = await asOwner(tx, async () =>
        boss.send(
          definition.name,
          { payload: checked, ...(member ? { member } : {}) },
          {
            db: executorOf(tx),
            ...(group && definition.perGroup
              ? { priority: await placeInLine(executorOf(tx), { queue: definition.name, group, member }) }
              : {}),
            ...(singletonKey ? { singletonKey } : {}),
            ...(startAfterSeconds ? { startAfter: startAfterSeconds } : {}),
            ...(group ? { group: { id: group } } : {}),
          },
        ),
      );
      return id ?? '';
    },
    isInLine: (tx, { name }, group) =>
      asOwner(tx, async () => {
        const { rows } = await executorOf(tx).executeSql(
          `select 1 from "jobs"."job" where name = $1 and group_id = $2 and state <= 'active' limit 1`,
          [name, group],
        );
        return rows.length > 0;
      }),
    work(definition, handler) {
      registrations.set(definition.name, {
        definition,
        handler: (payload, run) => handler(definition.payload.parse(payload), run),
      });
    },
    async stateOf(name, id) {
      const [job] = await boss.findJobs(name, { id });
      return job ? queueStates[job.state] : 'gone';
    },
    async counts() {
      const { rows } = await database.executeSql(
        `select name, state = 'active' as is_running, count(*)::int as count from "jobs"."job" where state in ('created', 'retry', 'active') group by 1, 2`,
      );
      return rows.map((row) => ({
        name: String(row['name']),
        state: row['is_running'] === true ? ('running' as const) : ('waiting' as const),
        count: Number(row['count']),
      }));
    },
    async start() {
      await boss.start();
      for (const registration of registrations.values()) await open(boss, registration, { isWorker, log });
    },
    async ping() {
      await boss.schemaVersion();
    },
    async stop(graceMs = 5_000) {
      await boss.stop({ graceful: true, timeout: graceMs, close: false });
    },
  };
}

const isClaim = (text: string): boolean => text.includes('next AS (');

/**
 * Each place of each worker asks every other second, nearly always for nothing: then it costs a look that all share, where
 * pg-boss has its claim planned anew, and those that take turns would need a transaction.
 */
async function claim({ database, turns, waiting }: Claiming, text: string, values?: unknown[]) {
  const queue = /\bname = '([^']+)'/.exec(text)?.[1];
  if (queue !== undefined && !(await waiting.has(queue))) return { rows: [] };
  if (queue === undefined || !countsGroups(text)) return database.executeSql(text, values);
  // Here first, where whoever waits holds no connection: there is one turn in all processes anyway.
  return turns.take(queue, () => claimInTurn(database, text, values));
}

interface Claiming {
  readonly database: Database;
  readonly turns: Places;
  readonly waiting: WaitingQueues;
}

/**
 * Claims of queues with `perGroup` alone look at what their groups have running; pg-boss has no option for what follows.
 * It counts for some and for one place only asks whether there is any, so they are known by what both have.
 */
const countsGroups = (text: string): boolean => text.includes('group_filtered AS (');

/**
 * Two workers that claim at the same moment would both count before either has claimed, and a group would have more
 * places than its own. So these claims take turns; what is counted is read after the turn has come.
 */
const claimInTurn = (database: Database, text: string, values?: unknown[]) =>
  database.system(async (tx) => {
    await waitForTurn(tx, 'jobs: claims that count groups');
    return executorOf(tx).executeSql(text, values);
  });

const executorOf = (tx: Tx) => fromDrizzle(tx as unknown as Parameters<typeof fromDrizzle>[0], sql);

async function open(
  boss: PgBoss,
  { definition, handler }: Registration,
  { isWorker, log }: { isWorker: boolean; log: Log },
) {
  const { name } = definition;
  const retryLimit = definition.retryLimit ?? retryLimitDefault;
  const queueOptions = {
    retryLimit,
    retryDelay: definition.retryDelaySeconds ?? 1,
    retryBackoff: true,
    ...(definition.longestRetryDelaySeconds ? { retryDelayMax: definition.longestRetryDelaySeconds } : {}),
    expireInSeconds: definition.expireInSeconds ?? 900,
    heartbeatSeconds,
    notify: true,
    deleteAfterSeconds: 7 * 24 * 3600,
  };
  await boss.createQueue(name, queueOptions);
  await boss.updateQueue(name, queueOptions);
  // pg-boss looks a queue up on its own connection the first time it is used. On the embedded database that look-up
  // would wait for ever for the transaction that is enqueueing, so the queue is looked up here, without taking a job.
  await boss.findJobs(name, { id: newId() });
  if (!isWorker) return;
  const isLong = definition.concurrency !== undefined;
  await boss.work<{ payload: unknown }, void, BatchOptions>(
    name,
    {
      includeMetadata: true,
      perJobResults: true,
      batchSize: isLong ? 1 : batchSize,
      burstWhenBatchFull: true,
      localConcurrency: definition.concurrency ?? batchesAtOnce,
      ...(definition.perGroup === undefined ? {} : { groupConcurrency: definition.perGroup }),
      pollingIntervalSeconds: pollSeconds,
      notifyPollingIntervalSeconds: pollSeconds,
    },
    (claimed) => Promise.all(claimed.map((job) => runOne(job, handler, log))),
  );
  if (definition.cron) await boss.schedule(name, definition.cron, { payload: {} });
}

interface BatchOptions {
  includeMetadata: true;
  perJobResults: true;
  batchSize: number;
  burstWhenBatchFull: boolean;
  localConcurrency: number;
  groupConcurrency?: number;
  pollingIntervalSeconds: number;
  notifyPollingIntervalSeconds: number;
}

/** One job of a batch; its failure is its own and never that of its neighbours. */
async function runOne(
  job: JobWithMetadata<{ payload: unknown }>,
  handler: Registration['handler'],
  log: Log,
): Promise<JobResult> {
  const started = Date.now();
  try {
    await handler(job.data?.payload ?? {}, {
      id: job.id,
      attempt: job.retryCount,
      isLastAttempt: job.retryCount >= job.retryLimit,
      signal: job.signal,
    });
    log.debug({ job: job.name, job_id: job.id, duration_ms: Date.now() - started }, 'job done');
    return { id: job.id, status: 'completed' };
  } catch (error) {
    const isOver = error instanceof HopelessError || job.retryCount >= job.retryLimit;
    log.warn(
      { err: error, job: job.name, job_id: job.id, attempt: job.retryCount },
      isOver ? 'job failed for good' : 'job failed and will be tried again',
    );
    const output = { message: (error as Error).message?.slice(0, 1000) };
    // Without a queue for them, dead letters are simply failed, whatever tries are left.
    return { id: job.id, status: error instanceof HopelessError ? 'deadletter' : 'failed', output };
  }
}

const queueStates: Readonly<Record<JobWithMetadata['state'], QueueState>> = {
  created: 'waiting',
  retry: 'waiting',
  active: 'active',
  completed: 'done',
  cancelled: 'failed',
  failed: 'failed',
};
