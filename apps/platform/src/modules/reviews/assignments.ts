import { sql } from 'drizzle-orm';
import type { BodyOf, ReviewAssignment } from '@sonde/contract';
import type * as contract from '@sonde/contract';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import type { Notifications } from '#notifications';
import { users } from '#people';
import { takeTurns } from './claims.ts';
import { reviewerUnknown, tooFewReviewers } from './problems.ts';
import { notReviewing } from './reviewers.ts';
import { requireRun } from './runs.ts';
import { weighed } from './uncertainty.ts';

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly notifications: Pick<Notifications, 'create'>;
}

export type Assignments = ReturnType<typeof createAssignments>;
type Wish = BodyOf<typeof contract.putReviewAssignment>;

/** Who is to judge which results of a run, each result by one or several people, in equal shares. */
export function createAssignments({ database, clock, notifications }: Options) {
  const inTenant = <T>(principal: MemberPrincipal, work: (tx: Tx) => Promise<T>) =>
    database.tenant(principal.organizationId, work);
  return {
    get: (principal: MemberPrincipal, runId: string): Promise<ReviewAssignment> =>
      inTenant(principal, async (tx) => {
        await requireRun(tx, principal, runId);
        return read(tx, principal, runId);
      }),

    put: (principal: MemberPrincipal, runId: string, body: Wish): Promise<ReviewAssignment> =>
      inTenant(principal, async (tx) => {
        const run = await requireRun(tx, principal, runId);
        const wish = { ...body, reviewer_ids: [...new Set(body.reviewer_ids)] };
        await requireReviewers(tx, principal, wish);
        await takeTurns(tx, principal.organizationId);
        const before = await read(tx, principal, runId);
        await forgetOpen(tx, principal, runId, wish);
        if (wish.reviewer_ids.length > 0)
          await divide(tx, principal, { runId, wish, at: new Date(clock.now()).toISOString() });
        const after = await read(tx, principal, runId);
        for (const { id, assigned, done } of after.reviewers) {
          if (id === principal.userId || assigned === done) continue;
          if (before.reviewers.some((former) => former.id === id)) continue;
          await notifications.create(tx, {
            organizationId: principal.organizationId,
            userId: id,
            kind: 'review.assigned',
            status: 'Assigned',
            subject: run.name,
            body: `${assigned - done} results of it are yours to judge.`,
            link: `/review?run=${runId}`,
            entityType: 'TestRun',
            entityId: runId,
          });
        }
        return after;
      }),
  };
}

async function requireReviewers(tx: Tx, { organizationId }: MemberPrincipal, wish: Wish): Promise<void> {
  const unknown = await notReviewing(tx, organizationId, wish.reviewer_ids);
  if (unknown.length > 0) throw reviewerUnknown(wish.reviewer_ids.findIndex((id) => unknown.includes(id)));
  if (wish.reviewer_ids.length > 0 && wish.reviews_each > wish.reviewer_ids.length) throw tooFewReviewers();
}

/** What somebody has reviewed stays theirs, if they are still asked; all else is divided anew. */
async function forgetOpen(
  tx: Tx,
  { organizationId }: MemberPrincipal,
  runId: string,
  { reviewer_ids: reviewers }: Wish,
): Promise<void> {
  const isTheirs =
    reviewers.length === 0
      ? sql`false`
      : sql`(a.user_id in (${list(reviewers)}) and exists (select 1 from reviews w
            where w.test_result_id = a.test_result_id and w.author = a.user_id and w.deleted_at is null
              and w.target_type in ('test_result', 'metric')))`;
  await tx.execute(
    sql`delete from review_assignments a
        where a.organization_id = ${organizationId} and a.test_run_id = ${runId} and not ${isTheirs}`,
  );
}

interface Division {
  readonly runId: string;
  readonly wish: Wish;
  readonly at: string;
}

/**
 * The least certain results, one after the other. The first reviewer of each goes round; who judges with them moves on
 * by one with each round, so that everybody meets everybody and agreement can be told between all of them.
 */
async function divide(tx: Tx, { organizationId, userId }: MemberPrincipal, { runId, wish, at }: Division) {
  const { reviewer_ids: reviewers, reviews_each: each, most } = wish;
  const people = sql.join(
    reviewers.map((id, place) => sql`(${id}::uuid, ${place}::int)`),
    sql`, `,
  );
  const all = sql`${reviewers.length}::int`;
  await tx.execute(sql`
    with ended as materialized (
      select x.id, false as is_mine from test_results x
      where x.organization_id = ${organizationId} and x.test_run_id = ${runId}
        and x.status in ('Pass', 'Fail', 'Error', 'NotEvaluated')),
    chosen as materialized (
      select id, (row_number() over (order by is_open desc, uncertainty desc, is_judged desc, id) - 1)::int as n
      from (${weighed(sql`ended`, undefined)}) w
      order by n limit ${most}),
    people (user_id, place) as (values ${people}),
    turns as (
      select c.id, p.user_id,
        -- 0 for the first reviewer of this result; the others follow in an order that moves on with each round.
        case when (p.place - c.n % ${all} + ${all}) % ${all} = 0 then 0
          else 1 + ((p.place - c.n % ${all} + ${all}) % ${all} - 1 - (c.n / ${all}) % greatest(${all} - 1, 1)
            + greatest(${all} - 1, 1)) % greatest(${all} - 1, 1) end as turn
      from chosen c cross join people p),
    kept as (
      select test_result_id as id, count(*) as n from review_assignments
      where organization_id = ${organizationId} and test_run_id = ${runId} group by 1),
    open as (
      select t.id, t.user_id, row_number() over (partition by t.id order by t.turn) as at, coalesce(k.n, 0) as has
      from turns t left join kept k on k.id = t.id
      where not exists (select 1 from review_assignments a where a.test_result_id = t.id and a.user_id = t.user_id))
    insert into review_assignments (organization_id, test_run_id, test_result_id, user_id, assigned_by, assigned_at)
    select ${organizationId}::uuid, ${runId}::uuid, id, user_id, ${userId}::uuid, ${at}::timestamptz
    from open where at + has <= ${each}`);
}

async function read(tx: Tx, { organizationId }: MemberPrincipal, runId: string): Promise<ReviewAssignment> {
  const { rows } = await tx.execute<{
    id: string | null;
    name: string | null;
    assigned: number;
    done: number;
    results: number;
  }>(sql`
    select a.user_id as id, max(coalesce(u.name, u.email)) as name, count(*)::int as assigned,
      (count(*) filter (where exists (select 1 from reviews w
        where w.test_result_id = a.test_result_id and w.author = a.user_id and w.deleted_at is null
          and w.target_type in ('test_result', 'metric'))))::int as done,
      count(distinct a.test_result_id)::int as results
    from review_assignments a left join ${users} u on u.id = a.user_id
    where a.organization_id = ${organizationId} and a.test_run_id = ${runId}
    group by grouping sets ((), (a.user_id))
    order by grouping(a.user_id) desc, name, id`);
  const [whole, ...reviewers] = rows;
  return {
    test_run_id: runId,
    results: whole?.results ?? 0,
    reviewers: reviewers.flatMap(({ id, name, assigned, done }) =>
      id === null ? [] : [{ id, name, assigned, done }],
    ),
  };
}

const list = (ids: readonly string[]) =>
  sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
