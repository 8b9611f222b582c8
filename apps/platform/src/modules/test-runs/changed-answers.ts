import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Comparison } from '@sonde/contract';
import type { Tx } from '#kernel/database';
import { jsonText } from '#kernel/json-text';
import { readArguments, withShownNames } from './store.ts';
import { testVerdicts, type ResultRow, type RunRow } from './tables.ts';

/** Of so many tests that changed, and so much of each answer: a comparison is read, and its runs have the rest. */
const testsMax = 100;
const charactersMax = 600;

const statuses = { pass: 'Pass', fail: 'Fail', error: 'Error', undecided: null, absent: null } as const;

/** Both answers to each test that changed: of its repeats the first that came to what most of them did. */
export async function withAnswers(
  tx: Tx,
  base: RunRow,
  other: RunRow,
  comparison: Comparison,
): Promise<Comparison> {
  const wanted = comparison.changes.slice(0, testsMax).flatMap((change) => [
    { run: base.id, test: change.test_id, status: statuses[change.base] },
    { run: other.id, test: change.test_id, status: statuses[change.other] },
  ]);
  if (wanted.length === 0) return comparison;
  const { rows } = await tx.execute<{
    run: string;
    test: string;
    id: string;
    scorers: number[];
    answer: string | null;
    by_person: boolean;
  }>(
    sql`select distinct on (r.test_run_id, r.test_id) r.test_run_id as run, r.test_id as test, r.id, r.scorers,
            r.status in ('Pass', 'Fail') and r.status is distinct from r.automated_status as by_person,
          left(coalesce(${jsonText(sql`o.output`, 'output')}, ${jsonText(sql`o.output`, 'error', 'message')}),
            ${charactersMax + 1}) as answer
        from json_to_recordset(${JSON.stringify(wanted)}::json) as w(run uuid, test uuid, status text)
          join test_results r on r.test_run_id = w.run and r.test_id = w.test
          join test_outputs o on o.test_result_id = r.id
        where r.organization_id = ${base.organizationId} and o.organization_id = ${base.organizationId}
        order by r.test_run_id, r.test_id, coalesce(r.status = w.status, false) desc, r.repeat`,
  );
  const answers = new Map(rows.map(({ run, test, answer }) => [`${run} ${test}`, answer]));
  const answerOf = (run: RunRow, testId: string): string | null => {
    const answer = answers.get(`${run.id} ${testId}`) ?? null;
    return answer !== null && answer.length > charactersMax
      ? `${answer.slice(0, charactersMax).toWellFormed()} […]`
      : answer;
  };
  const verdicts = await verdictsOf(
    tx,
    base.organizationId,
    rows.map(({ id, run, scorers }) => ({ id, testRunId: run, scorers })),
  );
  const results = new Map(rows.map(({ run, test, id }) => [`${run} ${test}`, id]));
  const reviewed = new Set(rows.flatMap((row) => (row.by_person ? [`${row.run} ${row.test}`] : [])));
  const sides = [
    ['base', base.id],
    ['other', other.id],
  ] as const;
  const saidIn = (run: RunRow, testId: string): ReadonlyMap<string, Said> =>
    verdicts.get(results.get(`${run.id} ${testId}`) ?? '') ?? new Map();
  return {
    ...comparison,
    changes: comparison.changes.map((change) => ({
      ...change,
      base_answer: answerOf(base, change.test_id),
      other_answer: answerOf(other, change.test_id),
      by_person: sides.flatMap(([side, run]) => (reviewed.has(`${run} ${change.test_id}`) ? [side] : [])),
      metrics: changedMetrics(saidIn(base, change.test_id), saidIn(other, change.test_id)),
    })),
  };
}

interface Said {
  readonly name: string;
  readonly shownName: string;
  readonly verdict: string;
}

/** What each metric said of these results, by result and metric. */
async function verdictsOf(
  tx: Tx,
  organizationId: string,
  results: readonly Pick<ResultRow, 'id' | 'testRunId' | 'scorers'>[],
) {
  const rows =
    results.length === 0
      ? []
      : await tx
          .select({
            id: testVerdicts.testResultId,
            metricId: testVerdicts.metricId,
            metricName: testVerdicts.metricName,
            // A metric has not changed its mind where a person said otherwise.
            verdict: testVerdicts.automatedVerdict,
          })
          .from(testVerdicts)
          .where(
            and(
              eq(testVerdicts.organizationId, organizationId),
              inArray(
                testVerdicts.testResultId,
                results.map(({ id }) => id),
              ),
            ),
          )
          .orderBy(testVerdicts.testResultId, testVerdicts.ordinal);
  const judging = await readArguments(tx, organizationId, results);
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, said]) => [
      id,
      new Map(
        withShownNames(said, judging.get(id) ?? []).map(
          ({ metricId, metricName: name, shownName, verdict }): [string, Said] => [
            metricId,
            { name, shownName, verdict },
          ],
        ),
      ),
    ]),
  );
}

/**
 * An answer may be the same word for word and come too late: the metric that says otherwise tells. One that had nothing to
 * judge on one side has not changed its mind.
 */
const changedMetrics = (
  base: ReadonlyMap<string, Said>,
  other: ReadonlyMap<string, Said>,
): Comparison['changes'][number]['metrics'] =>
  [...new Map([...base, ...other])]
    .map(([metric, { name, shownName }]) => ({
      name,
      shown_name: shownName,
      base: base.get(metric)?.verdict ?? null,
      other: other.get(metric)?.verdict ?? null,
    }))
    .filter((said) => said.base !== said.other && [said.base, said.other].every(isJudgement));

const isJudgement = (verdict: string | null): boolean => verdict === 'pass' || verdict === 'fail';
