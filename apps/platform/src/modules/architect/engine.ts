import { z } from 'zod';
import type { JobRun, Jobs } from '#kernel/jobs';
import type { Change, Commit, EngineOptions } from './change.ts';
import { createHands } from './hands.ts';
import { goOn } from './going-on.ts';
import { lockSession, findQuiet, insertMessages, quietAtOnce, writeSession } from './store.ts';
import type { MessageRow, SessionRow } from './tables.ts';
import { announce, enqueueTurn, newMessage, turnJob, type Turn } from './turn-queue.ts';

const upkeep = { name: 'architect-upkeep', payload: z.object({}), cron: '* * * * *', retryLimit: 0 };
const quietMs = 60_000;

/** What a planning chat does by itself: each step is committed before the next, so that any process may go on with it. */
export function registerEngine(options: EngineOptions): { readonly wakeQuiet: () => Promise<number> } {
  const { database, events, jobs, jobBoard } = options;
  const running = new Map<string, AbortController>();

  events.subscribe('architect.stopped', ({ data }) =>
    running.get(String(data['session_id']))?.abort(new Error('The chat was stopped.')),
  );
  // In the transaction that ends the job, so that no end can be missed.
  jobBoard.awaitedEnded.add(async (tx, { organizationId, sessionId, taskId }) => {
    const row = await lockSession(tx, organizationId, sessionId);
    if (row?.awaitingTask === taskId) await enqueueTurn(tx, jobs, row);
  });
  jobs.work(turnJob, (turn, run) => advance(options, running, { turn, run }));

  /** A process may die between a job and the next: whoever has not been heard of is looked at again. */
  async function wakeQuiet(): Promise<number> {
    const before = new Date(options.clock.now() - quietMs);
    let woken = 0;
    // All of them: most wait for a job that takes its time, and would stand before one that nobody goes on with.
    for (let last: string | undefined; ;) {
      const quiet = await findQuiet(database.query, before, last);
      for (const row of quiet) {
        if (!(await needsWaking(options, row))) continue;
        await database.tenant(row.organizationId, (tx) => enqueueTurn(tx, jobs, row));
        woken += 1;
      }
      last = quiet.at(-1)?.id;
      if (quiet.length < quietAtOnce) return woken;
    }
  }
  jobs.work(upkeep, async () => void (await wakeQuiet()));
  return { wakeQuiet };
}

async function needsWaking({ jobs, jobBoard }: EngineOptions, row: SessionRow): Promise<boolean> {
  if (row.status === 'waiting' && row.awaitingTask !== null) {
    const job = await jobBoard.describe(row.organizationId, row.awaitingTask);
    return !job || job.finished_at !== null;
  }
  return row.claimedBy === null || !(await isAtWork(jobs, row.claimedBy));
}

const isAtWork = async (jobs: Jobs, id: string): Promise<boolean> =>
  ['waiting', 'active'].includes(await jobs.stateOf(turnJob.name, id));

async function advance(
  options: EngineOptions,
  running: Map<string, AbortController>,
  { turn, run }: { readonly turn: Turn; readonly run: JobRun },
): Promise<void> {
  const claimed = await claim(options, turn, run);
  if (!claimed) return;
  const stopped = new AbortController();
  running.set(claimed.id, stopped);
  const signal = AbortSignal.any([run.signal, stopped.signal]);
  const commit = committing(options, claimed, run);
  try {
    await options.lending.during(borrowerOf(claimed), async (bearer) => {
      const hands = createHands({ mcp: options.mcp, bearer, projectId: claimed.projectId, signal });
      let row: SessionRow | undefined = claimed;
      while (row && !signal.aborted && row.claimedBy === run.id)
        row = await goOn({ ...options, hands, commit, signal }, row);
    });
    run.signal.throwIfAborted();
  } catch (error) {
    // Stopped by its person: the turn is another's already. A worker that closes gives the job back.
    if (stopped.signal.aborted && !run.signal.aborted) return;
    if (run.signal.aborted || !run.isLastAttempt) throw error;
    options.log.error({ err: error, session_id: claimed.id }, 'a planning chat could not go on');
    await commit(givenUp);
  } finally {
    running.delete(claimed.id);
  }
}

const borrowerOf = ({ organizationId, createdBy, apiTokenId }: SessionRow) => ({
  organizationId,
  userId: createdBy,
  apiTokenId,
});

/** The session for this job alone; another that has it and lives goes on with it by itself. */
async function claim(options: EngineOptions, turn: Turn, run: JobRun): Promise<SessionRow | undefined> {
  const { database, jobs, clock } = options;
  const at = [turn.organization_id, turn.session_id] as const;
  const before = await database.tenant(turn.organization_id, (tx) => lockSession(tx, ...at));
  if (!before || before.status === 'idle' || before.status === 'confirming') return undefined;
  const { claimedBy } = before;
  // Asked outside of a transaction: on the embedded database the queue would wait for it for ever.
  if (claimedBy !== null && claimedBy !== run.id && (await isAtWork(jobs, claimedBy))) return undefined;
  return database.tenant(turn.organization_id, async (tx) => {
    const row = await lockSession(tx, ...at);
    if (row?.turn !== before.turn || row.claimedBy !== claimedBy || row.status !== before.status)
      return undefined;
    const changes = { claimedBy: run.id, updatedAt: new Date(clock.now()) };
    await writeSession(tx, row, changes);
    return { ...row, ...changes };
  });
}

function committing(
  { database, clock, events }: EngineOptions,
  { organizationId, id, turn }: SessionRow,
  run: JobRun,
): Commit {
  return (change) =>
    database.tenant(organizationId, async (tx) => {
      const first = typeof change === 'function' ? undefined : await change.before?.(tx);
      const row = await lockSession(tx, organizationId, id);
      if (row?.turn !== turn || row.claimedBy !== run.id) return undefined;
      const { session, messages = [], also } = typeof change === 'function' ? change(row) : change;
      const at = new Date(clock.now());
      const isOver = session.status === 'idle' || session.status === 'confirming';
      const changes: Partial<SessionRow> = {
        ...session,
        ...(isOver ? { claimedBy: null, awaitingTask: null } : {}),
        ...first,
        updatedAt: at,
      };
      const rows: MessageRow[] = messages.map((message) => newMessage(row, { ...message, at }));
      await insertMessages(tx, rows);
      await writeSession(tx, row, changes);
      await also?.(tx);
      const changed = { ...row, ...changes };
      await announce(tx, events, changed);
      return changed;
    });
}

const givenUp: Change = {
  session: { status: 'idle', mode: 'discovery' },
  messages: [
    {
      role: 'event',
      content:
        'Something went wrong inside the platform, each time it was tried. What was done stays; say it again to go on. The log of the platform has the details.',
    },
  ],
};
