import { gateOf } from '@sonde/contract/run-ends';
import { sql } from 'drizzle-orm';
import type { JobOutcome } from '#jobs';
import { forgetOwnPace } from '#runs';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { Events } from '#kernel/events';
import { ceilings, type Ended } from './execution/execution.ts';
import type { Ledger } from './execution/ledger.ts';
import type { Finished } from './ending.ts';
import { judgeRun } from './judge-run.ts';
import { findRun, updateRun } from './store.ts';
import { tellUpdated } from './telling.ts';
import type { RunRow } from './tables.ts';

export interface FinishOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Events;
  readonly finished: Finished;
}

interface Finishing {
  readonly ledger: Ledger;
  readonly run: RunRow;
  readonly ended: Ended;
  /** Why nothing could be run at all. */
  readonly error: string | null;
}

/** Settles what was never begun, and writes how the run ended. A run that was cancelled stays cancelled. */
export async function finishRun(options: FinishOptions, finishing: Finishing): Promise<JobOutcome> {
  const { ledger, ended } = finishing;
  const ceiling = ceilings[ended];
  await ledger.settleWaiting(
    ceiling
      ? { status: 'NotEvaluated', ...ceiling }
      : {
          status: 'NotEvaluated',
          code: 'no_output',
          reason: 'The run that is scored again has no output for this test and repeat.',
        },
  );
  const run = await options.database.tenant(ledger.organizationId, (tx) =>
    writeEnd(tx, options, finishing, ceiling?.code),
  );
  const result = { test_run_id: ledger.runId, status: run.status };
  if (run.status === 'Cancelled') return { status: 'REVOKED', result };
  if (run.status === 'Failed') return { status: 'FAILURE', result, error: run.error };
  return { status: 'SUCCESS', result };
}

async function writeEnd(
  tx: Tx,
  options: FinishOptions,
  { ledger, error }: Finishing,
  ceiling: string | undefined,
): Promise<RunRow> {
  const { organizationId, runId } = ledger;
  const row = await findRun(tx, organizationId, runId, { forUpdate: true });
  if (!row) throw new Error(`The run ${runId} has no row.`);
  await forgetOwnPace(tx, ledger);
  if (row.status !== 'Progress') return row;
  // One that scores again has been given what the run of its answers ended by.
  const stopReason = ceiling ?? row.stopReason;
  const status = statusOf(row, stopReason);
  const at = new Date(options.clock.now());
  const gates = gateOf(row.gates);
  const judged = gates && (await judgeRun(tx, { ...row, status, stopReason }, gates));
  const written = await updateRun(tx, organizationId, runId, {
    status,
    stopReason,
    error: status === 'Failed' ? (error ?? (await firstError(tx, organizationId, runId))) : error,
    ...judged,
    finishedAt: at,
    updatedAt: at,
  });
  await tellUpdated(options.events, tx, row);
  if (written) await options.finished.run(tx, written);
  return written ?? row;
}

/** Failed is a run with nothing but errors; one with some, or one that met a ceiling, is partial. */
function statusOf(row: RunRow, stopReason: string | null): RunRow['status'] {
  const judged = row.passed + row.failed + row.notEvaluated;
  if (row.errors > 0 && judged === 0) return 'Failed';
  return row.errors > 0 || stopReason !== null ? 'Partial' : 'Completed';
}

async function firstError(tx: Tx, organizationId: string, runId: string): Promise<string> {
  const { rows } = await tx.execute<{ reason: string | null }>(
    sql`select reason from test_results
        where organization_id = ${organizationId} and test_run_id = ${runId} and status = 'Error'
        order by position, repeat limit 1`,
  );
  return `Every test ended in an error. The first: ${rows[0]?.reason ?? 'no reason was given.'}`;
}
