import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import { majority } from '#metrics';
import { sameTests, type VersionPair } from '#tests';
import { stateOf, type Paired, type PairedTest } from './compared-sides.ts';
import { nobodyHasLooked, wasFlagged } from './flags.ts';
import type { RunRow } from './tables.ts';
import { answersOfRepeats } from './views.ts';

export async function readPairs(tx: Tx, base: RunRow, other: RunRow): Promise<PairedTest[]> {
  const { rows } = await tx.execute<{
    test_id: string;
    requirement_id: string | null;
    run: string;
    version: number;
    passed: number;
    failed: number;
    errors: number;
    open: number;
    overruled: number;
    codes: number[] | null;
    kinds: string[] | null;
    flagged: number;
    raised: number;
  }>(
    sql`select test_id, test_run_id as run, min(requirement_id::text)::uuid as requirement_id,
          max(test_version) as version,
          count(*) filter (where status = 'Pass')::int as passed,
          count(*) filter (where status = 'Fail')::int as failed,
          count(*) filter (where status = 'Error')::int as errors,
          count(*) filter (where status in ('Pass', 'Fail') and status is distinct from automated_status)::int
            as overruled,
          count(*) filter (where status = 'NotEvaluated')::int as open,
          count(*) filter (where flags > 0 and ${nobodyHasLooked})::int as flagged,
          count(*) filter (where ${wasFlagged})::int as raised,
          array_agg(distinct status_code) filter (where status = 'Error' and status_code >= 400) as codes,
          array_agg(distinct concat_ws(' ', reason_code, status_code,
            regexp_replace(left(reason, 500), '[0-9]+', '0', 'g'))) filter (where status = 'Error') as kinds
        from test_results
        where organization_id = ${base.organizationId} and test_run_id in (${base.id}, ${other.id})
        group by test_id, test_run_id`,
  );
  const sidesOf = rows.map(({ codes, kinds, ...row }) => ({
    ...row,
    codes: codes ?? [],
    kinds: kinds ?? [],
  }));
  const byTest = Map.groupBy(sidesOf, (row) => row.test_id);
  return [...byTest].map(([testId, sides]) => ({
    testId,
    requirementId: sides[0]?.requirement_id ?? null,
    base: sides.find(({ run }) => run === base.id) ?? null,
    other: sides.find(({ run }) => run === other.id) ?? null,
  }));
}

/** A test that was only filed otherwise in between is the same test. */
export async function withSameTests(
  tx: Tx,
  organizationId: string,
  pairs: readonly PairedTest[],
): Promise<PairedTest[]> {
  const versionsOf = ({ testId, base, other }: PairedTest): VersionPair[] =>
    base && other ? [{ testId, one: base.version, other: other.version }] : [];
  const isSame = await sameTests(tx, organizationId, pairs.flatMap(versionsOf));
  return pairs.map((pair) =>
    pair.base && pair.other && versionsOf(pair).some(isSame)
      ? { ...pair, base: { ...pair.base, version: pair.other.version } }
      : pair,
  );
}

/**
 * Tests whose outcomes differ though the application said the same, since a person decided one of them or both. Whole answers
 * alone can be the same, with what they came with; of repeats, all that there were, each as often.
 */
export async function judgedOtherwise(
  tx: Tx,
  base: RunRow,
  other: RunRow,
  both: readonly (Paired & { readonly testId: string })[],
): Promise<ReadonlySet<string>> {
  const asked = both.filter(
    ({ base: one, other: two }) =>
      one.overruled + two.overruled > 0 &&
      majority(one) !== 'undecided' &&
      majority(two) !== 'undecided' &&
      majority(one) !== majority(two),
  );
  if (asked.length === 0) return new Set();
  const { rows } = await tx.execute<{ test_id: string }>(
    sql`select test_id from (
          select r.test_id, r.test_run_id, ${answersOfRepeats(sql`o.answer_hash`)} as answers
          from json_to_recordset(${JSON.stringify(asked.map(({ testId }) => ({ test: testId })))}::json) as w(test uuid)
            join test_results r on r.test_id = w.test and r.test_run_id in (${base.id}, ${other.id})
            left join test_outputs o on o.test_result_id = r.id and o.organization_id = ${base.organizationId}
          where r.organization_id = ${base.organizationId} and r.status <> 'Cancelled'
          group by r.test_id, r.test_run_id) said
        group by test_id having count(answers) = 2 and count(distinct answers) = 1`,
  );
  return new Set(rows.map(({ test_id: id }) => id));
}

/**
 * Tests that nothing decided in the base and that fail now, by a metric that let them pass then: whatever the metrics without
 * a verdict would have said, something got worse. Of a metric that a test has twice each is held against its like.
 */
export async function failingSince(
  tx: Tx,
  base: RunRow,
  other: RunRow,
  both: readonly (Paired & { readonly testId: string })[],
): Promise<ReadonlySet<string>> {
  const asked = both.filter((pair) => stateOf(pair.base) === 'undecided' && stateOf(pair.other) === 'fail');
  if (asked.length === 0) return new Set();
  const { rows } = await tx.execute<{ test_id: string }>(
    sql`with r as materialized (
          select r.id, r.test_id, r.test_run_id = ${base.id} as is_base, cardinality(r.scorers) as scorers
          from json_to_recordset(${JSON.stringify(asked.map(({ testId }) => ({ test: testId })))}::json) as w(test uuid)
            join test_results r on r.test_id = w.test and r.test_run_id in (${base.id}, ${other.id})
          where r.organization_id = ${base.organizationId}),
        said as (
          -- A person's word about one of the two answers is no change of the metric.
          select r.test_id, v.metric_id, r.is_base, case when v.verdict = v.automated_verdict then v.verdict end as verdict,
            row_number() over (partition by r.id, v.metric_id order by v.ordinal) as which
          from r cross join generate_series(0, r.scorers - 1) as n(n) cross join lateral (
            select metric_id, ordinal, verdict, automated_verdict from test_verdicts
            where organization_id = ${base.organizationId} and test_result_id = r.id and ordinal = n.n offset 0) v)
        select distinct test_id from (
          select test_id from said group by test_id, metric_id, which
          having count(*) filter (where is_base and verdict = 'pass') > count(*) filter (where is_base and verdict = 'fail')
            and count(*) filter (where not is_base and verdict = 'fail')
              > count(*) filter (where not is_base and verdict = 'pass')) turned`,
  );
  return new Set(rows.map(({ test_id: id }) => id));
}
