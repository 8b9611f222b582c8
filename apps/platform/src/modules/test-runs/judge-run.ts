import type { Gates } from '@sonde/contract';
import type { Tx } from '#kernel/database';
import { baseOf } from './baselines.ts';
import { compareRuns } from './compare.ts';
import { judgeGates, type Compared } from './gates.ts';
import type { RunRow } from './tables.ts';

/** Whether a run keeps its gate as it stands: at its end, and again whenever somebody's review has changed its counts. */
export async function judgeRun(tx: Tx, row: RunRow, gates: Gates) {
  const base = gates.baseline === undefined ? undefined : await baseOf(tx, row, gates.baseline);
  const comparison = base ? await comparedWith(tx, base, row) : 'none';
  return judgeGates(gates, row, { status: row.status, comparison });
}

async function comparedWith(tx: Tx, base: RunRow, row: RunRow): Promise<Compared> {
  const { conclusion, paired, counts } = await compareRuns(tx, base, row);
  if (paired === 0) return 'unpaired';
  if (counts.undecided === paired) return 'undecided';
  return conclusion === 'worse' ? 'worse' : 'other';
}
