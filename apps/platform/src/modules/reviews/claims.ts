import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { waitForTurn } from '#kernel/wait-for-turn';
import { flagCodes } from '#metrics';
import { saysOf, wasAsked } from '#test-runs';
import { reviewersOf } from './reviewers.ts';
import { reasonOf, unsureFrom, weighed, type Weighed } from './uncertainty.ts';

/** Of so many runs, the newest, and so many results of them, as many of each, the least certain is looked for. */
const runsMost = 50;
const candidatesMost = 5000;

export interface Wanted {
  readonly runId: string | undefined;
  readonly metricId: string | undefined;
  /** Only what neither metrics nor a person has decided. */
  readonly isUndecided: boolean;
  /** Only what failed; with the former, both. */
  readonly isFailed: boolean;
  /** Of what is not evaluated, only what flags alone have judged, or all but that. */
  readonly flags: 'only' | 'without' | undefined;
  readonly now: string;
  /** What comes before all others, the first of them first: what this person sees, and what they hold already. */
  readonly first: readonly string[];
}

export interface Candidate {
  readonly id: string;
  readonly uncertainty: number;
  readonly reason: string;
  readonly isAssigned: boolean;
  readonly remaining: number;
  readonly unsure: number;
  /** The one after it, as things stand. */
  readonly upcoming: string | null;
}

export interface Claim {
  readonly resultId: string;
  readonly isBlind: boolean;
  readonly until: Date;
}

/** Whoever claims takes turns with everybody of the organization, or two would be given the same. */
export const takeTurns = (tx: Tx, organizationId: string): Promise<void> =>
  waitForTurn(tx, `review claims:${organizationId}`);

/**
 * The least certain result that this person has not reviewed and nobody else holds: what is assigned to them first, then
 * what nothing has decided, then what nobody has reviewed. What they have put aside comes last, the longest ago first, so
 * that skipping goes round. Judges come before rules of the same uncertainty. What is assigned to others alone is theirs.
 */
export async function leastCertain(
  tx: Tx,
  principal: MemberPrincipal,
  wanted: Wanted,
): Promise<Candidate | undefined> {
  const { organizationId, userId } = principal;
  const { rows } = await tx.execute<
    Record<string, unknown> &
      Weighed & { id: string; is_mine: boolean; remaining: number; unsure: number; most: number }
  >(sql`
    with runs as materialized (
      select id, reference_test_run_id, created_at from test_runs
      where organization_id = ${organizationId} and deleted_at is null ${inProject(principal)}
        ${wanted.runId === undefined ? sql`` : sql`and id = ${wanted.runId}`}
      order by created_at desc, id desc limit ${runsMost}),
    mine as materialized (
      select x.id, x.finished_at from review_assignments a
        join test_results x on x.id = a.test_result_id join test_runs r on r.id = x.test_run_id
      where a.organization_id = ${organizationId} and a.user_id = ${userId} and r.deleted_at is null
        ${wanted.runId === undefined ? sql`` : sql`and r.id = ${wanted.runId}`} ${isOpen(principal, wanted)}
      order by x.finished_at desc, x.id desc limit ${candidatesMost}),
    free as materialized (
      select newest.id from runs r cross join lateral (
        select x.id from test_results x
        where x.test_run_id = r.id ${isOpen(principal, wanted)}
          and not exists (select 1 from review_assignments a
            where a.test_result_id = x.id and a.user_id in (${reviewersOf(organizationId)}))
          ${wanted.runId === undefined ? sql`and not ${isReviewedElsewhere} and (${isShown(wanted)} or not ${isScoredAgain})` : sql``}
        order by x.finished_at desc, x.id desc
        limit (select ${candidatesMost} / greatest(count(*), 1) from runs)) newest),
    candidates as materialized (
      select id, bool_or(is_mine) as is_mine
      from (select id, true as is_mine from mine union all select id, false from free) each_once group by id),
    found as materialized (${weighed(sql`candidates`, wanted.metricId)})
    select w.id, w.disagree, w.flagged, w.decided, w.uncertainty, w.is_carried, w.is_open,
      w.is_mine, count(*) over ()::int as remaining,
      (count(*) filter (where w.uncertainty >= ${unsureFrom}) over ())::int as unsure, max(w.uncertainty) over () as most
    from found w
      left join review_skips p on p.organization_id = ${organizationId} and p.user_id = ${userId} and p.test_result_id = w.id
    order by ${sql.join(
      wanted.first.map((id) => sql`w.id <> ${id}, `),
      sql``,
    )} p.skipped_at nulls first, not w.is_mine, w.is_open desc,
      (select count(*) from reviews s where s.test_result_id = w.id and s.deleted_at is null
        and ${ofTarget(sql`s`, wanted)}),
      w.uncertainty desc, w.is_judged desc, w.id
    limit 2`);
  const [row, after] = rows;
  return (
    row && {
      id: row.id,
      uncertainty: row.uncertainty,
      reason: reasonOf(row, row.most),
      isAssigned: row.is_mine,
      remaining: row.remaining,
      unsure: row.unsure,
      upcoming: after?.id ?? null,
    }
  );
}

/** A result `x` that has ended, that this person has not reviewed and that nobody else is looking at. */
const isOpen = ({ organizationId, userId, projectId }: MemberPrincipal, wanted: Wanted): SQL => sql`
  and x.organization_id = ${organizationId} and x.finished_at is not null
  and x.status in ${statusesOf(wanted)}
  ${wanted.isFailed ? sql`and not (x.status = 'Fail' and x.carried is not null)` : sql``}
  ${flagged(wanted)}
  ${projectId === null ? sql`` : sql`and (x.project_id = ${projectId} or x.project_id is null)`}
  and not exists (select 1 from reviews w where w.test_result_id = x.id and w.author = ${userId}
    and w.deleted_at is null and ${ofTarget(sql`w`, wanted)})
  and not exists (select 1 from review_claims c where c.test_result_id = x.id and c.user_id <> ${userId}
    and c.claimed_until > ${wanted.now}::timestamptz)
  ${
    wanted.metricId === undefined
      ? sql``
      : // Twice is no one thing that could be reviewed.
        sql`and (select count(*) from test_verdicts v where v.test_result_id = x.id and v.metric_id = ${wanted.metricId}) = 1`
  }`;

/**
 * A person has judged the same answer to the same version of the test in another run that is there: nobody is asked twice.
 * Whoever reviews one run sees all of it, and who was asked by name is asked. A review of one metric is no word on what others
 * judge.
 */
const isReviewedElsewhere = sql`exists (
    select 1 from test_outputs o join reviewed_answers a on a.organization_id = x.organization_id
        and a.test_id = x.test_id and a.test_version = x.test_version and a.answer_hash = o.answer_hash
      join test_results f on f.id = a.test_result_id join test_runs t on t.id = f.test_run_id
    where o.test_result_id = x.id and a.test_result_id <> x.id and a.project_id is not distinct from x.project_id
      and t.deleted_at is null and ${saysOf(sql`a`, sql`x`, sql`f`)}
      and ${wasAsked(
        sql`a`,
        sql`x`,
        sql`f`,
        sql`select v.metric_id::text from test_verdicts v where v.test_result_id = x.id and v.verdict = 'not_evaluated'
          and coalesce(v.reason_code, '') not in (${flagCodes.raised}, ${flagCodes.none})`,
      )})`;

/** What somebody is reading stays with them. */
const isShown = ({ first }: Wanted): SQL =>
  first.length === 0
    ? sql`false`
    : sql`x.id in (${sql.join(
        first.map((id) => sql`${id}::uuid`),
        sql`, `,
      )})`;

/** The newest run that scored the same answer has it, with what is said of it by now: once more in an older one, it would be read twice. */
const isScoredAgain = sql`exists (
    select 1 from runs n join test_results y on y.test_run_id = n.id and y.test_id = x.test_id
        and y.test_version = x.test_version and y.repeat = x.repeat and y.finished_at is not null
      join test_outputs p on p.test_result_id = y.id join test_outputs o on o.test_result_id = x.id
    where (n.reference_test_run_id = r.id or (n.reference_test_run_id = r.reference_test_run_id
        and (n.created_at, n.id) > (r.created_at, r.id)))
      and p.answer_hash = o.answer_hash)`;

function statusesOf({ isUndecided, isFailed }: Wanted): SQL {
  if (isUndecided && isFailed) return sql`('Fail', 'NotEvaluated')`;
  if (isFailed) return sql`('Fail')`;
  return isUndecided ? sql`('NotEvaluated')` : sql`('Pass', 'Fail', 'Error', 'NotEvaluated')`;
}

const flagged = ({ flags }: Wanted): SQL => {
  if (flags === undefined) return sql``;
  const byFlags = sql`x.status = 'NotEvaluated' and coalesce(x.reason_code, '') in ('flag', 'no_flag')`;
  return flags === 'only' ? sql`and ${byFlags}` : sql`and not (${byFlags})`;
};

const inProject = ({ projectId }: MemberPrincipal): SQL =>
  projectId === null ? sql`` : sql`and (project_id = ${projectId} or project_id is null)`;

/** Evidence of a turn or a trace decides nothing, so it does not count as a review here. */
const ofTarget = (w: SQL, { metricId }: Wanted): SQL =>
  metricId === undefined
    ? sql`${w}.target_type in ('test_result', 'metric')`
    : sql`(${w}.target_type = 'test_result' or (${w}.target_type = 'metric' and ${w}.target_reference = ${metricId}))`;

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
