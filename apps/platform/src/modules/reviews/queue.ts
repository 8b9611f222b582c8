import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { BodyOf, ReviewItem } from '@sonde/contract';
import type * as contract from '@sonde/contract';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { users } from '#people';
import { shownResults, type TestRunsApi } from '#test-runs';
import * as claims from './claims.ts';
import { requireRun } from './runs.ts';
import { reviews } from './tables.ts';
import { unsureFrom } from './uncertainty.ts';

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly results: Pick<TestRunsApi['results'], 'get'>;
  readonly claimSeconds: number;
}

export type ReviewQueue = ReturnType<typeof createReviewQueue>;

const nothing: ReviewItem = {
  result: null,
  reason: null,
  uncertainty: null,
  claimed_until: null,
  blind: false,
  assigned: false,
  remaining: 0,
  unsure: 0,
  upcoming: null,
};

/** Hands results out to those who review, each to one person at a time. */
export function createReviewQueue({ database, clock, results, claimSeconds }: Options) {
  const inTenant = <T>(principal: MemberPrincipal, work: (tx: Tx) => Promise<T>) =>
    database.tenant(principal.organizationId, work);

  return {
    async next(principal: MemberPrincipal, body: BodyOf<typeof contract.nextReview>): Promise<ReviewItem> {
      const { test_run_id: runId, metric_id: metricId, blind: isBlind } = body;
      const given = await inTenant(principal, async (tx) => {
        if (runId !== undefined) await requireRun(tx, principal, runId);
        await claims.takeTurns(tx, principal.organizationId);
        const at = clock.now();
        const now = new Date(at).toISOString();
        const held = await claims.findClaim(tx, principal, now);
        const found = await claims.leastCertain(tx, principal, {
          runId,
          metricId,
          isUndecided: body.undecided,
          isFailed: body.failed,
          flags: body.flags,
          now,
          // What is on the screen stays there, if it can: a key that is pressed means what is seen.
          first: [body.showing, held?.resultId].filter((id) => id !== undefined),
        });
        if (!found) return undefined;
        const until = new Date(at + claimSeconds * 1000);
        // Who has seen what the metrics said does not forget it by asking for the same once more.
        const hasSeen = held?.resultId === found.id && !held.isBlind;
        await claims.claim(tx, principal, { resultId: found.id, isBlind: isBlind && !hasSeen, until });
        return { ...found, until };
      });
      if (!given) return nothing;
      const result = await results.get(principal, given.id);
      return {
        result: isBlind ? hidden(result) : result,
        // Why it comes first is what its metrics said, or a colleague of the same answer.
        reason: isBlind ? null : given.reason,
        uncertainty: isBlind ? null : Math.round(given.uncertainty * 1000) / 1000,
        claimed_until: given.until.toISOString(),
        blind: isBlind,
        assigned: given.isAssigned,
        remaining: Math.min(1000, given.remaining - 1),
        // The least certain comes first, so how many are left tells of this one whether its metrics decided it.
        unsure: isBlind ? null : Math.min(1000, given.unsure - (given.uncertainty >= unsureFrom ? 1 : 0)),
        upcoming: given.upcoming,
      };
    },

    release: (
      principal: MemberPrincipal,
      { test_result_id: resultId, skip }: BodyOf<typeof contract.releaseReview>,
    ): Promise<{ released: boolean }> =>
      inTenant(principal, async (tx) => {
        const ended = await claims.endClaim(tx, principal, resultId);
        if (ended && skip)
          await claims.putAside(tx, principal, ended.resultId, new Date(clock.now()).toISOString());
        return { released: ended !== null };
      }),

    progress: (principal: MemberPrincipal, runId: string) =>
      inTenant(principal, async (tx) => {
        await requireRun(tx, principal, runId);
        const { all, failedUnreviewed } = await countReviewable(tx, principal.organizationId, runId);
        const { rows } = await tx.execute<{
          id: string | null;
          name: string | null;
          results: number;
          assigned: number;
          done: number;
        }>(
          sql`with said as (
                select distinct w.author as user_id, w.test_result_id
                from reviews w join ${shownResults} x on x.id = w.test_result_id
                where w.organization_id = ${principal.organizationId} and x.test_run_id = ${runId}
                  and w.deleted_at is null and w.target_type in ('test_result', 'metric')),
              wanted as (
                select user_id, test_result_id from review_assignments
                where organization_id = ${principal.organizationId} and test_run_id = ${runId})
              select coalesce(s.user_id, a.user_id) as id, max(coalesce(u.name, u.email)) as name,
                count(distinct s.test_result_id)::int as results, count(a.test_result_id)::int as assigned,
                (count(a.test_result_id) filter (where s.test_result_id is not null))::int as done
              from said s full join wanted a on a.user_id = s.user_id and a.test_result_id = s.test_result_id
                left join ${users} u on u.id = coalesce(s.user_id, a.user_id)
              group by grouping sets ((), (coalesce(s.user_id, a.user_id)))
              order by grouping(coalesce(s.user_id, a.user_id)) desc, results desc, id`,
        );
        const [whole, ...reviewers] = rows;
        const reviewed = whole?.results ?? 0;
        return {
          results: all,
          reviewed,
          remaining: all - reviewed,
          failed_unreviewed: failedUnreviewed,
          reviewers: reviewers.flatMap(({ id, ...counts }) => (id === null ? [] : [{ id, ...counts }])),
        };
      }),
  };
}

async function countReviewable(
  tx: Tx,
  organizationId: string,
  runId: string,
): Promise<{ readonly all: number; readonly failedUnreviewed: number }> {
  // A result may have several reviews, and is counted once.
  const failed = sql`count(distinct ${shownResults.id}) filter (where ${shownResults.status} = 'Fail' and ${shownResults.carried} is null`;
  const [row] = await tx
    .select({
      all: sql<number>`count(distinct ${shownResults.id})::int`,
      failedUnreviewed: sql<number>`(${failed}) - ${failed} and ${reviews.id} is not null))::int`,
    })
    .from(shownResults)
    .leftJoin(
      reviews,
      and(
        eq(reviews.organizationId, shownResults.organizationId),
        eq(reviews.testResultId, shownResults.id),
        isNull(reviews.deletedAt),
        inArray(reviews.targetType, ['test_result', 'metric']),
      ),
    )
    .where(
      and(
        eq(shownResults.organizationId, organizationId),
        eq(shownResults.testRunId, runId),
        sql`${shownResults.status} in ('Pass', 'Fail', 'Error', 'NotEvaluated')`,
      ),
    );
  return row ?? { all: 0, failedUnreviewed: 0 };
}

/** What the metrics said is left out altogether: what is not sent cannot be looked at. */
const hidden = (result: NonNullable<ReviewItem['result']>): NonNullable<ReviewItem['result']> => ({
  ...result,
  status: null,
  automated_status: null,
  matches_review: null,
  reason_code: null,
  reason: null,
  carried: null,
  reviewed: null,
  flags: 0,
  verdicts: [],
});
