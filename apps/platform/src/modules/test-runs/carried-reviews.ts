import { and, eq, inArray, notInArray, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import { users } from '#people';
import type { ReviewedTargets } from './reviewed-targets.ts';
import { reviewedAnswers, testResults, testVerdicts, type CarriedReview, type ResultRow } from './tables.ts';

export interface FoundReview {
  readonly review: CarriedReview;
  /** Of all that is left open; otherwise something is asked of the answer that was put to nobody. */
  readonly wasAskedAll: boolean;
}

/**
 * Of results that no metric decides, the newest review of the same answer to the same version of the test, in the same project.
 * A review of one metric says nothing of what another judges, or the same one when it is asked something else. Other tenants'
 * are not there to be found, and what was said in a run that has been deleted is not held against another. `open` are the metrics
 * that leave a result undecided.
 */
export async function findCarried(
  tx: Tx,
  organizationId: string,
  results: readonly { readonly id: string; readonly open: readonly string[] }[],
): Promise<ReadonlyMap<string, FoundReview>> {
  if (results.length === 0) return new Map();
  const { rows } = await tx.execute<{
    id: string;
    was_asked: boolean;
    review_id: string;
    test_result_id: string;
    status: CarriedReview['status'];
    author: string | null;
    reviewed_at: string | Date;
  }>(
    sql`select distinct on (r.id) r.id, a.review_id, a.test_result_id, a.status, a.author, a.reviewed_at,
          ${wasAsked(sql`a`, sql`r`, sql`f`, sql`select json_array_elements_text(d.open)`)} as was_asked
        from json_to_recordset(${JSON.stringify(results)}::json) as d(id uuid, open json)
          join test_results r on r.id = d.id
          join test_outputs o on o.test_result_id = r.id
          join reviewed_answers a on a.organization_id = r.organization_id and a.test_id = r.test_id
            and a.test_version = r.test_version and a.answer_hash = o.answer_hash
            and a.project_id is not distinct from r.project_id and a.test_result_id <> r.id
          join test_results f on f.id = a.test_result_id
          join test_runs t on t.id = f.test_run_id and t.deleted_at is null
            and ${saysOf(sql`a`, sql`r`, sql`f`)}
        where r.organization_id = ${organizationId}
        order by r.id, was_asked desc, a.reviewed_at desc, a.review_id desc`,
  );
  return new Map(
    rows.map(({ id, was_asked: wasAskedAll, reviewed_at: at, ...found }) => [
      id,
      { wasAskedAll, review: { ...found, reviewed_at: new Date(at).toISOString() } },
    ]),
  );
}

/** Whether a review that was kept of the result `from` says something of `result`, which has the same answer. */
export const saysOf = (review: SQL, result: SQL, from: SQL): SQL => sql`(
  ${review}.metric_id is null
  or (cardinality(${result}.scorers) = 1 and ${snapshotOf(result)} = ${snapshotOf(from)}))`;

/**
 * Whether whoever passed the result `from` was asked all that `open` leaves of `result`, a query for the ids of its metrics: what a
 * set has got since was put to nobody. Who failed it needs no further question.
 */
export const wasAsked = (review: SQL, result: SQL, from: SQL, open: SQL): SQL => sql`(
  ${review}.status = 'Fail' or not exists (
    select 1 from test_run_scorers s
    where s.test_run_id = ${result}.test_run_id and s.ordinal = any(${result}.scorers)
      and s.snapshot ->> 'metric_id' in (${open})
      and not exists (
        select 1 from test_run_scorers p
        where p.test_run_id = ${from}.test_run_id and p.ordinal = any(${from}.scorers)
          and ${askedBy(sql`p`)} = ${askedBy(sql`s`)})))`;

/**
 * What a metric asks, word for word. Whether its verdict counts is none of it: whoever reviewed an answer that it flagged was asked
 * the same as whoever is when it decides.
 */
const askedBy = (scorer: SQL): SQL =>
  sql`(${scorer}.snapshot::jsonb - 'metric_version' #- '{definition,args,decides}')::text`;

/** What the one metric of a result was asked. */
const snapshotOf = (result: SQL): SQL => sql`(
  select ${askedBy(sql`s`)} from test_run_scorers s
  where s.test_run_id = ${result}.test_run_id and s.ordinal = ${result}.scorers[1])`;

/** Keeps what people have decided of a result for the next that has the same answer; forgets it with the last review. */
export async function keepReviewed(
  tx: Tx,
  row: ResultRow,
  said: Pick<ReviewedTargets, 'newest'>,
  verdictIds: readonly string[],
  status: ResultRow['status'],
): Promise<void> {
  const { organizationId, id } = row;
  await tx
    .delete(reviewedAnswers)
    .where(and(eq(reviewedAnswers.organizationId, organizationId), eq(reviewedAnswers.testResultId, id)));
  const { newest } = said;
  if (!newest || (status !== 'Pass' && status !== 'Fail')) return;
  // A review of one metric among several decides nothing of what the others said, which may say otherwise the next time.
  if (newest.ofMetric !== null && verdictIds.length !== 1) return;
  await tx.execute(
    sql`insert into reviewed_answers (test_result_id, organization_id, project_id, test_id, test_version, answer_hash,
          review_id, metric_id, status, author, reviewed_at)
        select ${id}, ${organizationId}, ${row.projectId}::uuid, ${row.testId}, ${row.testVersion}, o.answer_hash,
          ${newest.reviewId}, ${newest.ofMetric}::uuid, ${status}, ${newest.author}::uuid, ${newest.at.toISOString()}::timestamptz
        from test_outputs o
        where o.organization_id = ${organizationId} and o.test_result_id = ${id} and o.answer_hash is not null`,
  );
}

/**
 * People have said of the result itself what it comes to: of all of it, or of its metrics otherwise than the review that it
 * followed, or so that none is left open. Who only agrees about one of several takes nothing from that review.
 */
const hasItsOwn = sql`(
  exists (select 1 from reviewed_answers a where a.test_result_id = ${testResults.id})
  or exists (
    select 1 from test_verdicts v
    where v.organization_id = ${testResults.organizationId} and v.test_result_id = ${testResults.id}
    having bool_or(v.verdict <> v.automated_verdict)
      and (bool_or(v.verdict <> v.automated_verdict and v.verdict <> lower(${testResults.carried} ->> 'status'))
        or not bool_or(v.verdict = 'not_evaluated'))))`;

/** How many results of each run follow a review of another, where nobody has reviewed them since. */
export async function carriedOf(
  tx: Tx,
  organizationId: string,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (runIds.length === 0) return new Map();
  const rows = await tx
    .select({ id: testResults.testRunId, carried: sql<number>`count(*)::int` })
    .from(testResults)
    .where(
      and(
        eq(testResults.organizationId, organizationId),
        inArray(testResults.testRunId, [...runIds]),
        sql`${testResults.carried} is not null`,
        sql`not ${hasItsOwn}`,
      ),
    )
    .groupBy(testResults.testRunId);
  return new Map(rows.map(({ id, carried }) => [id, carried]));
}

export interface Followed extends CarriedReview {
  /** In place of why no metric decided: whose word it follows, and when that was given. */
  readonly sentence: string;
}

/** The reviews that results follow; one that has been reviewed itself follows that. */
export async function followedBy(
  tx: Tx,
  organizationId: string,
  rows: readonly ResultRow[],
): Promise<ReadonlyMap<string, Followed>> {
  const carried = rows.filter((row) => row.carried !== null);
  if (carried.length === 0) return new Map();
  const ids = carried.map(({ id }) => id);
  const reviewed = await tx
    .select({ id: testResults.id })
    .from(testResults)
    .where(and(eq(testResults.organizationId, organizationId), inArray(testResults.id, ids), hasItsOwn));
  const looked = await tx
    .selectDistinct({ id: testVerdicts.testResultId })
    .from(testVerdicts)
    .where(
      and(
        eq(testVerdicts.organizationId, organizationId),
        inArray(testVerdicts.testResultId, ids),
        notInArray(sql`coalesce(${testVerdicts.reasonCode}, '')`, notLooked),
      ),
    );
  const isLookedAt = new Set(looked.map(({ id }) => id));
  const own = new Set(reviewed.map(({ id }) => id));
  const names = await namesOf(
    tx,
    carried.flatMap((row) => row.carried?.author ?? []),
  );
  return new Map(
    carried.flatMap(({ id, carried: review }) =>
      review === null || own.has(id)
        ? []
        : [
            [
              id,
              { ...review, sentence: sentenceOf(review, names.get(review.author ?? ''), isLookedAt.has(id)) },
            ] as const,
          ],
    ),
  );
}

/** What people are called, by id; one that has left is not there. */
export async function namesOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await tx
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(found.map(({ id, name, email }) => [id, name ?? email]));
}

/** Why a metric did not look at an answer at all; the others looked, and left it open. */
const notLooked = ['model_not_configured', 'scope_differs'];

const sentenceOf = (
  { reviewed_at: at }: CarriedReview,
  by: string | undefined,
  isLookedAt: boolean,
): string =>
  `As reviewed by ${by ?? 'a person who has left'} on ${at.slice(0, 10)}: the same answer.${isLookedAt ? '' : ' No metric of this run was evaluated.'}`;

/** Why a result counts otherwise than people have decided of the same answer. */
export const notFollowed = ({ status, reviewed_at: at }: CarriedReview): string =>
  `A person ${status === 'Pass' ? 'passed' : 'failed'} the same answer on ${at.slice(0, 10)}; this result does not follow that review, since a metric decides it now. Review it to decide it again; for good, change what the test expects, or take the metric off it.`;

/** Why a result that a person passed before is open again. */
export const notAsked = ({ reviewed_at: at }: CarriedReview): string =>
  `A person passed the same answer on ${at.slice(0, 10)}; what leaves it open was not asked then, since a metric was added or changed after that. Review it to decide it again.`;
