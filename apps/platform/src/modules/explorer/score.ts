import { metricNameWithValue } from '@sonde/contract/metric-name';
import type { Scorer, ScorerSnapshot, ScoringCircumstances } from '#metrics';
import { judgeResult } from '#test-runs';
import type { TestRow } from './tables.ts';

const labels = { Pass: 'pass', Fail: 'fail', Error: 'error', NotEvaluated: '' } as const;

/** As in a run: a test passes when every metric passes, unless it came with another rule, and what was not decided is no pass. */
export async function scoreTest(
  scorer: Scorer,
  snapshots: readonly ScorerSnapshot[],
  row: TestRow,
  circumstances: ScoringCircumstances,
): Promise<Partial<TestRow>> {
  const judged = await judgeResult(
    { scorer, circumstances },
    snapshots,
    {
      input: row.input,
      output: row.output?.text ?? '',
      expected: row.judging?.expected ?? null,
      duration_ms: row.output?.duration_ms ?? null,
    },
    { combine: row.judging?.combine ?? 'all', testType: 'Single-Turn' },
  );
  const isDecided = judged.status === 'Pass' || judged.status === 'Fail';
  return {
    label: labels[judged.status],
    labeler: 'metrics',
    modelScore: isDecided ? meanOf(judged.verdicts, snapshots) : null,
    metrics: Object.fromEntries(
      named(judged.verdicts, snapshots).map(({ name, score, verdict, reason }) => [
        name,
        {
          score,
          is_successful: verdict === 'pass' ? true : verdict === 'fail' ? false : null,
          reason: reason.slice(0, 2000),
        },
      ]),
    ),
    error: judged.status === 'Error' || judged.status === 'NotEvaluated' ? textOrNull(judged.reason) : null,
  };
}

/**
 * The mean of what the metrics that decided measured, the more the better: of one that is turned round, which passes where little is
 * found, what is left to one, and nothing where the scale is another.
 */
function meanOf(
  verdicts: readonly (Named & { readonly verdict: string; readonly score: number | null })[],
  snapshots: readonly ScorerSnapshot[],
): number | null {
  const left = Map.groupBy(snapshots, ({ metric_id: id }) => id);
  const scores = verdicts.flatMap(({ metricId, verdict, score }) => {
    const isTurned = left.get(metricId)?.shift()?.negate === true;
    if (score === null || (verdict !== 'pass' && verdict !== 'fail')) return [];
    if (!isTurned) return [score];
    return score >= 0 && score <= 1 ? [1 - score] : [];
  });
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

interface Named {
  readonly metricId: string;
  readonly name: string;
}

/** Scores stand under their names, so what a test has twice is told apart: by what it judges by, or else by its place. */
function named<V extends Named>(verdicts: readonly V[], snapshots: readonly ScorerSnapshot[]): V[] {
  const count = Map.groupBy(verdicts, ({ name }) => name);
  const left = Map.groupBy(snapshots, ({ metric_id: id }) => id);
  const taken = new Set<string>();
  return verdicts.map((verdict) => {
    const definition = left.get(verdict.metricId)?.shift()?.definition;
    const isOnce = count.get(verdict.name)?.length === 1;
    const told = isOnce ? verdict.name : metricNameWithValue(verdict.name, definition?.args);
    let name = told;
    for (let place = 2; taken.has(name); place += 1) name = `${told} (${place})`;
    taken.add(name);
    return { ...verdict, name };
  });
}

const textOrNull = (text: string | null): string | null => text?.replaceAll('\0', '').slice(0, 1000) ?? null;
