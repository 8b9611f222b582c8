import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { metricResource } from '#metrics';

/** Of so many runs, the newest, and so many results of them the least certain is looked for. */
const runsMost = 50;
const candidatesMost = 5000;

export interface Wanted {
  readonly runId: string | undefined;
  readonly metricId: string | undefined;
  readonly now: string;
  /** What this person holds already comes before all others. */
  readonly held?: string | undefined;
}

export interface Candidate {
  readonly id: string;
  readonly uncertainty: number;
  readonly reason: string;
  readonly remaining: number;
  /** The one after it, as things stand. */
  readonly upcoming: string | null;
}

export interface Claim {
  readonly resultId: string;
  readonly isBlind: boolean;
  readonly until: Date;
}

/** Whoever claims takes turns with everybody of the organization, or two would be given the same. */
export const takeTurns = (tx: Tx, organizationId: string): Promise<unknown> =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`review claims:${organizationId}`}, 0))`);

/**
 * The least certain result that this person has not reviewed and nobody else holds: those without any review first, what
 * this person has put aside last. Uncertain is where metrics disagree or nothing was decided, and the nearer a score lies
 * to its threshold; judges come before rules of the same uncertainty. Scores of 0 and 1 are all a rule can say, and near to
 * nothing.
 */
export async function leastCertain(
  tx: Tx,
  principal: MemberPrincipal,
  wanted: Wanted,
): Promise<Candidate | undefined> {
  const { organizationId, userId } = principal;
  const { rows } = await tx.execute<{
    id: string;
    uncertainty: number;
    disagree: boolean | null;
    decided: number;
    remaining: number;
  }>(sql`
    with runs as materialized (
      select id from test_runs
      where organization_id = ${organizationId} and deleted_at is null ${inProject(principal)}
        ${wanted.runId === undefined ? sql`` : sql`and id = ${wanted.runId}`}
      order by created_at desc, id desc limit ${runsMost}),
    candidates as materialized (
      select x.id from test_results x
      where x.organization_id = ${organizationId} and x.test_run_id in (select id from runs)
        and x.finished_at is not null and x.status in ('Pass', 'Fail', 'Error', 'NotEvaluated')
        and not exists (select 1 from reviews w where w.test_result_id = x.id and w.author = ${userId}
          and w.deleted_at is null and ${ofTarget(wanted)})
        and not exists (select 1 from review_claims c where c.test_result_id = x.id and c.user_id <> ${userId}
          and c.claimed_until > ${wanted.now}::timestamptz)
        ${
          wanted.metricId === undefined
            ? sql``
            : sql`and exists (select 1 from test_verdicts v
                    where v.test_result_id = x.id and v.metric_id = ${wanted.metricId})`
        }
      order by x.finished_at desc, x.id desc limit ${candidatesMost}),
    weighed as (
      select k.id,
        bool_or(v.automated_verdict = 'pass') and bool_or(v.automated_verdict = 'fail') as disagree,
        (count(*) filter (where v.automated_verdict in ('pass', 'fail')))::int as decided,
        min(abs(v.score - v.threshold) / coalesce(nullif(abs(v.threshold), 0), 1))
          filter (where v.score not in (0, 1)) as nearest,
        coalesce(bool_or(m.backend = 'judge'), false) as is_judged
      from candidates k
        left join test_verdicts v on v.test_result_id = k.id
          ${wanted.metricId === undefined ? sql`` : sql`and v.metric_id = ${wanted.metricId}`}
        left join ${metricResource.table} m on m.id = v.metric_id
      group by k.id)
    select id, disagree, decided,
      case when disagree then 1 when decided = 0 then 0.75
        else 0.99 * greatest(0, 1 - coalesce(nearest, 1)) end::float8 as uncertainty,
      count(*) over ()::int as remaining
    from weighed
    order by ${wanted.held === undefined ? sql`` : sql`id <> ${wanted.held},`} (select count(*) from reviews w where w.test_result_id = weighed.id and w.deleted_at is null
        and ${ofTarget(wanted)}),
      exists (select 1 from review_skips s where s.organization_id = ${organizationId} and s.user_id = ${userId}
        and s.test_result_id = weighed.id),
      uncertainty desc, is_judged desc, id
    limit 2`);
  const [row, after] = rows;
  return (
    row && {
      id: row.id,
      uncertainty: row.uncertainty,
      reason: reasonOf(row),
      remaining: row.remaining,
      upcoming: after?.id ?? null,
    }
  );
}

function reasonOf({
  disagree,
  decided,
  uncertainty,
}: {
  disagree: boolean | null;
  decided: number;
  uncertainty: number;
}): string {
  if (disagree) return 'Its metrics disagree.';
  if (decided === 0) return 'No metric decided.';
  return uncertainty >= 0.5 ? 'A score lies near its threshold.' : 'Nothing less certain waits for a review.';
}

const inProject = ({ projectId }: MemberPrincipal): SQL =>
  projectId === null ? sql`` : sql`and (project_id = ${projectId} or project_id is null)`;

/** Evidence of a turn or a trace decides nothing, so it does not count as a review here. */
const ofTarget = ({ metricId }: Wanted): SQL =>
  metricId === undefined
    ? sql`w.target_type in ('test_result', 'metric')`
    : sql`(w.target_type = 'test_result' or (w.target_type = 'metric' and w.target_reference = ${metricId}))`;

export async function findClaim(
  tx: Tx,
  { organizationId, userId }: MemberPrincipal,
  now: string,
): Promise<Claim | undefined> {
  const { rows } = await tx.execute<{ id: string; is_blind: boolean; until: string | Date }>(
    sql`select test_result_id as id, is_blind, claimed_until as until from review_claims
        where organization_id = ${organizationId} and user_id = ${userId}
          and claimed_until > ${now}::timestamptz`,
  );
  const [row] = rows;
  return row && { resultId: row.id, isBlind: row.is_blind, until: new Date(row.until) };
}

/** Takes the place of what the person held before, and of whoever let the time pass. */
export async function claim(
  tx: Tx,
  { organizationId, userId }: MemberPrincipal,
  { resultId, isBlind, until }: Claim,
): Promise<void> {
  await tx.execute(
    sql`delete from review_claims
        where organization_id = ${organizationId} and (user_id = ${userId} or test_result_id = ${resultId})`,
  );
  await tx.execute(
    sql`insert into review_claims (organization_id, user_id, test_result_id, is_blind, claimed_until)
        values (${organizationId}, ${userId}, ${resultId}, ${isBlind}, ${until.toISOString()})`,
  );
}

/** Ends the claim of a person on a result, if they hold it. Answers whether it was blind; null without one. */
export async function endClaim(
  tx: Tx,
  { organizationId, userId }: MemberPrincipal,
  resultId: string | undefined,
): Promise<{ resultId: string; isBlind: boolean } | null> {
  const { rows } = await tx.execute<{ id: string; is_blind: boolean }>(
    sql`delete from review_claims where organization_id = ${organizationId} and user_id = ${userId}
          ${resultId === undefined ? sql`` : sql`and test_result_id = ${resultId}`}
        returning test_result_id as id, is_blind`,
  );
  const [row] = rows;
  return row ? { resultId: row.id, isBlind: row.is_blind } : null;
}

export async function putAside(
  tx: Tx,
  { organizationId, userId }: MemberPrincipal,
  resultId: string,
  now: string,
): Promise<void> {
  await tx.execute(
    sql`insert into review_skips (organization_id, user_id, test_result_id, skipped_at)
        values (${organizationId}, ${userId}, ${resultId}, ${now})
        on conflict (organization_id, user_id, test_result_id) do update set skipped_at = excluded.skipped_at`,
  );
}
