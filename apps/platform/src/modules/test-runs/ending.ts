import type { EndedJob } from '#jobs';
import type { Clock } from '#kernel/clock';
import type { Tx } from '#kernel/database';
import type { Hook } from '#kernel/hook';
import type { Notifications } from '#notifications';
import { headlineOf } from './downloads/summary.ts';
import { comparedByGate } from './judge-run.ts';
import * as store from './store.ts';
import type { RunRow } from './tables.ts';

/** A run has ended by itself; what was cancelled is told to nobody here. */
export type Finished = Hook<[tx: Tx, run: RunRow]>;

export interface EndingOptions {
  readonly clock: Clock;
  readonly notifications: Pick<Notifications, 'create'>;
  readonly finished: Finished;
}

/** A job of this kind that ends by another hand takes its run with it. */
export async function endWithJob(tx: Tx, options: EndingOptions, ended: EndedJob): Promise<void> {
  const row = await store.findRunOfTask(tx, ended.organizationId, ended.taskId);
  if (!row) return;
  await settleRun(tx, options, ended, row);
  const settled = await store.findRun(tx, ended.organizationId, row.id);
  if (settled) await notify(tx, options, settled);
}

/** What of a run is left open when its job ends by another hand. */
async function settleRun(
  tx: Tx,
  { clock, finished }: EndingOptions,
  ended: EndedJob,
  row: RunRow,
): Promise<void> {
  if (ended.status === 'SUCCESS') return;
  const at = new Date(clock.now());
  if (ended.status === 'REVOKED')
    await store.cancelRun(tx, ended.organizationId, row.id, { by: null, at, reason: 'cancelled' });
  else if (row.status === 'Queued' || row.status === 'Progress') {
    const error = ended.error ?? 'Sonde was stopped or restarted before this had ended.';
    const failed = await store.failRun(tx, ended.organizationId, row.id, { at, error });
    if (failed) await finished.run(tx, failed);
  }
}

/** Who stopped it knows that it has stopped; everybody else is told. */
async function notify(tx: Tx, { notifications }: EndingOptions, row: RunRow): Promise<void> {
  const { createdBy, status } = row;
  if (!createdBy || status === 'Queued' || status === 'Progress') return;
  if (status === 'Cancelled' && (row.cancelledBy === null || row.cancelledBy === createdBy)) return;
  await notifications.create(tx, {
    organizationId: row.organizationId,
    userId: createdBy,
    kind: 'test_run.finished',
    status,
    subject: row.name,
    body: await outcomeOf(tx, row),
    link: `/runs/${row.id}`,
    entityType: 'TestRun',
    entityId: row.id,
  });
}

/**
 * What the gate says of a run and how many passed; of one whose gate has compared it, what became of its tests too. Where
 * there is no such gate, nothing is compared at the end of a run, which may take a while.
 */
async function outcomeOf(tx: Tx, row: RunRow): Promise<string> {
  const { gate, gateReasons } = row;
  if (gate === null) return headlineOf(row);
  const told =
    gate === 'passed' ? 'The gate passed.' : ['The gate failed.', ...(gateReasons ?? [])].join(' ');
  const compared = await comparedByGate(tx, row);
  return [
    told,
    headlineOf(row),
    ...(compared ? [`Compared with ${compared.base}: ${compared.sentence}`] : []),
  ].join(' ');
}
