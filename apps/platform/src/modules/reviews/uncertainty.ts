import { sql, type SQL } from 'drizzle-orm';
import { jsonText } from '#kernel/json-text';
import { expectingKinds, metricResource } from '#metrics';

/**
 * What a metric asks, where another may ask the same: whether the answer is the expected one, or what a model is asked by
 * the same words. Nothing of all the others: that one rule holds and another does not is no contradiction.
 */
const question = sql`case
  when m.kind = any(string_to_array(${expectingKinds.join(' ')}, ' ')) then 'expected'
  when m.backend <> 'judge' then null
  when ${jsonText(sql`m.definition`, 'ground_truth_required')} = 'true' then 'expected'
  else md5(${jsonText(sql`m.definition`, 'evaluation_prompt')}) end`;

/**
 * How uncertain each result of `candidates`, with whether it `is_mine`, is, as a query: 0 where it follows a review of the same answer, 1 where metrics
 * disagree about one question, 0.9 where one raised a flag, 0.75 where nothing was decided, and otherwise the more the nearer
 * a score lies to its threshold, below 0.9: that somebody is to look is more than that a number was close. Scores of 0 and 1 are all a rule can say, and near to nothing.
 * Beside it `is_open`: nothing has decided the result, also where one of several metrics is missing its verdict.
 */
export const weighed = (candidates: SQL, metricId: string | undefined): SQL => sql`
  select id, is_mine, disagree, flagged, decided, is_judged, is_carried, is_open,
    case when is_carried then 0 when disagree then 1 when flagged then 0.9 when is_open or decided = 0 then 0.75
      else 0.89 * greatest(0, 1 - coalesce(nearest, 1)) end::float8 as uncertainty
  from (
    select k.id, bool_or(k.is_mine) as is_mine, bool_or(x.carried is not null) as is_carried,
      ${
        metricId === undefined
          ? sql`bool_or(x.status = 'NotEvaluated')`
          : sql`coalesce(bool_and(v.verdict not in ('pass', 'fail')), true)`
      } as is_open,
      coalesce((array_agg(${question}) filter (where v.automated_verdict = 'pass'))
        && (array_agg(${question}) filter (where v.automated_verdict = 'fail')), false) as disagree,
      coalesce(bool_or(v.reason_code = 'flag'), false) as flagged,
      (count(*) filter (where v.automated_verdict in ('pass', 'fail')))::int as decided,
      min(abs(v.score - v.threshold) / coalesce(nullif(abs(v.threshold), 0), 1))
        filter (where v.score not in (0, 1)) as nearest,
      coalesce(bool_or(m.backend = 'judge'), false) as is_judged
    from ${candidates} k join test_results x on x.id = k.id
      left join lateral (
        select v.* from generate_series(0, cardinality(x.scorers) - 1) as n(n) cross join lateral (
          -- Each by its whole key, whatever the planner thinks of tables it has no statistics of yet: for every result it
          -- would go through all verdicts of the organization.
          select metric_id, verdict, automated_verdict, reason_code, score, threshold from test_verdicts
          where test_result_id = x.id and ordinal = n.n offset 0) v
        ${metricId === undefined ? sql`` : sql`where v.metric_id = ${metricId}`}) v on true
      left join ${metricResource.table} m on m.id = v.metric_id
    group by k.id) measured`;

/** From here on a person is wanted; below, the metrics have decided and are sure of it. */
export const unsureFrom = 0.5;

export interface Weighed {
  readonly disagree: boolean;
  readonly flagged: boolean;
  readonly decided: number;
  readonly uncertainty: number;
  readonly is_carried: boolean;
  readonly is_open: boolean;
}

/** With `most`, how uncertain the least certain of all is that wait: this one may come first for another reason. */
export function reasonOf(
  { disagree, flagged, decided, uncertainty, is_carried, is_open }: Weighed,
  most: number,
): string {
  if (is_carried) return 'The same answer was reviewed before.';
  if (disagree) return 'Its metrics disagree.';
  if (flagged) return 'A metric that does not decide raised a flag.';
  if (decided === 0) return 'No metric decided.';
  if (is_open) return 'Nothing has decided it yet.';
  if (uncertainty >= unsureFrom) return 'A score lies near the limit from which it passes.';
  return uncertainty < most
    ? 'Its metrics are sure; what is less sure comes later.'
    : 'Its metrics are sure, and nothing less sure is left to review.';
}
