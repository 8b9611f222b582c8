import type { Gates } from '@sonde/contract';
import type { Tx } from '#kernel/database';
import { baseOf, isChosenGone } from './baselines.ts';
import { compareRuns, gotWorse, worseByMetric } from './compare.ts';
import { flagsOf, noFlags } from './flags.ts';
import { judgeGates, type Compared } from './gates.ts';
import { noneSince, sinceDecided, type SinceDecided } from './since-decided.ts';
import { findRun } from './store.ts';
import type { RunRow } from './tables.ts';

interface Result {
  readonly comparison: Compared;
  readonly regressed: number;
  readonly stopped: number;
  readonly broke: number;
  readonly improved: number;
  readonly decidedInBoth: number;
  readonly opened: number;
  readonly since: SinceDecided;
}

const nothingCompared = {
  regressed: 0,
  stopped: 0,
  broke: 0,
  improved: 0,
  decidedInBoth: 0,
  opened: 0,
  since: noneSince,
} as const;

/** Whether a run keeps its gate as it stands: at its end, and again whenever somebody's review has changed its counts. */
export async function judgeRun(tx: Tx, row: RunRow, gates: Gates) {
  const { gateBaseRunId: known } = row;
  const base = await baseAgain(tx, row, gates);
  const compared: Result = base
    ? await comparedWith(tx, base, row)
    : { comparison: await whyNothing(tx, row, gates), ...nothingCompared };
  const { only_flagged: open } = (await flagsOf(tx, row.organizationId, [row.id])).get(row.id) ?? noFlags;
  const { gate, reasons } = judgeGates(
    gates,
    { ...row, onlyFlagged: open.results },
    { status: row.status, stopReason: row.stopReason, ...compared },
  );
  return { gate, gateReasons: reasons, gateBaseRunId: known ?? base?.id ?? row.id };
}

async function whyNothing(tx: Tx, row: RunRow, { baseline }: Gates): Promise<Compared> {
  if (row.gateBaseRunId !== null && row.gateBaseRunId !== row.id) return 'gone';
  return baseline === 'chosen' && (await isChosenGone(tx, row.organizationId, row)) ? 'chosen gone' : 'none';
}

/**
 * What it was held against once it is held against for good: a review of this run says nothing of another that was chosen,
 * has ended or was deleted since. Where that was nothing the run names itself, with which none is ever compared.
 */
async function baseAgain(tx: Tx, row: RunRow, { baseline }: Gates): Promise<RunRow | undefined> {
  if (row.gateBaseRunId === row.id) return undefined;
  if (row.gateBaseRunId !== null) return findRun(tx, row.organizationId, row.gateBaseRunId);
  return baseline === undefined ? undefined : baseOf(tx, row, baseline);
}

async function comparedWith(tx: Tx, base: RunRow, row: RunRow): Promise<Result> {
  const compared = await compareRuns(tx, base, row);
  const { conclusion, paired, counts } = compared;
  const worse = {
    regressed: gotWorse(compared),
    stopped: counts.passed_then_error,
    broke: counts.stopped_answering - counts.passed_then_error,
    improved: counts.improved,
    decidedInBoth: counts.decided,
    opened: counts.passed_then_undecided,
    since: await sinceDecided(tx, base, row, worseByMetric(compared)),
  };
  if (paired === 0) return { comparison: 'unpaired', ...worse };
  if (counts.decided === 0) return { comparison: 'undecided', ...worse };
  return { comparison: conclusion === 'worse' ? 'worse' : 'other', ...worse };
}

/** What the gate of a run that has ended was judged by, in words; undefined where it compares nothing. */
export async function comparedByGate(
  tx: Tx,
  row: RunRow,
): Promise<{ readonly base: string; readonly sentence: string } | undefined> {
  if (row.gates?.baseline === undefined || row.gateBaseRunId === null) return undefined;
  const base = await baseAgain(tx, row, row.gates);
  return base && { base: base.name, sentence: (await compareRuns(tx, base, row)).sentence };
}
