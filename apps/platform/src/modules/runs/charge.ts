import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#kernel/database';
import { releasePlaces } from './places.ts';

/** Another worker has taken the run over; what this one still has in hand no longer counts. */
export class TakenOver extends Error {
  constructor() {
    super('Another process has taken this run over.');
    this.name = 'TakenOver';
  }
}

/** What differs between kinds of runs. The table has the columns `id`, `organization_id` and `owner`. */
export interface RunKind {
  readonly table: PgTable;
  /** Whether a run of this kind has not ended, so that a worker may take it. */
  readonly isUnfinished: SQL;
  /** Whether further steps may begin. */
  readonly mayBegin: SQL;
}

/** One worker in charge of one run, by its mark on the run's row. */
export interface Charge {
  readonly kind: RunKind;
  readonly organizationId: string;
  readonly runId: string;
  readonly owner: string;
}

/**
 * Everybody who changes a run and its steps locks the run first, and then its steps. Beginning a step shares the row,
 * writing what came of one takes it from other writers only, and whoever ends a run or takes it over has it alone. So
 * writing never waits for beginning, and no two ever wait for one another.
 */
type Hold = 'to begin' | 'to write' | 'alone';
const locks: Readonly<Record<Hold, SQL>> = {
  'to begin': sql.raw('for key share'),
  'to write': sql.raw('for no key update'),
  alone: sql.raw('for update'),
};

/** Locks the run whoever is in charge of it: for those who end it or change what has ended. */
export async function lockRun(
  tx: Tx,
  { kind, organizationId, runId }: Omit<Charge, 'owner'>,
  hold: Exclude<Hold, 'to begin'>,
): Promise<boolean> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from ${kind.table} where organization_id = ${organizationId} and id = ${runId} ${locks[hold]}`,
  );
  return rows.length > 0;
}

/** From here on only this worker may write; one that still believes it is at work will find out. */
export async function takeOver(tx: Tx, charge: Charge): Promise<boolean> {
  const { kind, organizationId, runId, owner } = charge;
  if (!(await lockRun(tx, charge, 'alone'))) return false;
  const { rows } = await tx.execute<{ id: string }>(
    sql`update ${kind.table} set owner = ${owner}
        where organization_id = ${organizationId} and id = ${runId} and ${kind.isUnfinished} returning id`,
  );
  if (rows.length === 0) return false;
  await releasePlaces(tx, charge);
  return true;
}

/** Whether a step may begin. Until the transaction ends nobody takes the run over, and nobody ends it. */
export const holdToBegin = (tx: Tx, charge: Charge): Promise<boolean> => hold(tx, charge, 'to begin');

/** Until the transaction ends nobody else writes what came of the run's steps. */
export const holdToWrite = async (tx: Tx, charge: Charge): Promise<void> =>
  void (await hold(tx, charge, 'to write'));

async function hold(
  tx: Tx,
  { kind, organizationId, runId, owner }: Charge,
  how: 'to begin' | 'to write',
): Promise<boolean> {
  const { rows } = await tx.execute<{ owner: string | null; may_begin: boolean }>(
    sql`select owner, ${kind.mayBegin} as may_begin from ${kind.table}
        where organization_id = ${organizationId} and id = ${runId} ${locks[how]}`,
  );
  const [run] = rows;
  if (run?.owner !== owner) throw new TakenOver();
  return run.may_begin;
}
