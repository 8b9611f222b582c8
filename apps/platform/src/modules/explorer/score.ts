import type { Scorer, ScorerSnapshot, ScoringCircumstances } from '#metrics';
import { judgeResult } from '#test-runs';
import type { TestRow } from './tables.ts';

const labels = { Pass: 'pass', Fail: 'fail', Error: 'error', NotEvaluated: '' } as const;

/** As in a run: a test passes when every metric passes, unless it came with another rule, and what was not decided is no pass. The score is their mean. */
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
  const scores = judged.verdicts.flatMap(({ score }) => score ?? []);
  return {
    label: labels[judged.status],
    labeler: 'metrics',
    modelScore: scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length,
    metrics: Object.fromEntries(
      judged.verdicts.map(({ name, score, verdict, reason }) => [
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

const textOrNull = (text: string | null): string | null => text?.replaceAll('\0', '').slice(0, 1000) ?? null;
