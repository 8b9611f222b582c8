import { sql, type SQL } from 'drizzle-orm';
import type { QueryOf, Regressions } from '@sonde/contract';
import type * as contract from '@sonde/contract';
import { shownEndpoints } from '#endpoints';
import type { Tx } from '#kernel/database';
import { requirementsTable } from '#requirements';
import { answersOfRepeats, isOfItsOwn, shownOutputs, shownResults, shownRuns } from '#test-runs';
import { tests, testSets, testSetTests } from '#tests';
import type { Scope } from './facts.ts';

type Asked = QueryOf<typeof contract.insightRegressions>;

const pairsMost = 50;
const runsMost = 2_000;
/** How many of the newest runs of a pair are looked at. */
const lookBack = 10;
const textMost = 400;

interface PairRow extends Record<string, unknown> {
  place: number;
  test_set_id: string;
  test_set: string | null;
  endpoint_id: string;
  endpoint: string | null;
  /** Newest first. */
  runs: readonly Run[];
}

interface Run {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
}

/** What fails or ends in an error now and passed before, in the newest runs of each set and endpoint: it is told until it passes again. */
export async function readRegressions(tx: Tx, scope: Scope, asked: Asked, since: Date): Promise<Regressions> {
  const pairs = await readPairs(tx, scope, asked, since);
  if (pairs.length === 0) return { compared: [], tests: [], is_truncated: false };
  const turns = await readTurns(tx, scope, { pairs, limit: asked.limit });
  const lost = turns.filter(({ passes, rank }) => !passes && rank <= asked.limit + 1);
  const shown = lost.slice(0, asked.limit);
  const about = await readTests(
    tx,
    scope,
    shown.map(({ test_id }) => test_id),
  );
  const runOf = ({ place }: { place: number }, n: number): Run => {
    const run = pairs.find((pair) => pair.place === place)?.runs[n - 1];
    if (!run) throw new Error(`There is no run ${n} of the pair ${place}.`);
    return { ...run, created_at: new Date(run.created_at).toISOString() };
  };
  return {
    compared: pairs.map((pair) => {
      const of = (passes: boolean) =>
        turns.find((turn) => turn.place === pair.place && turn.passes === passes);
      return {
        test_set: { id: pair.test_set_id, name: pair.test_set },
        endpoint: { id: pair.endpoint_id, name: pair.endpoint },
        test_run: runOf(pair, 1),
        base_run: runOf(pair, of(false)?.nearest ?? 2),
        regressed: of(false)?.of_pair ?? 0,
        improved: of(true)?.of_pair ?? 0,
      };
    }),
    tests: shown.map((turn) => ({
      test_id: turn.test_id,
      text: about.get(turn.test_id)?.text ?? null,
      requirement: about.get(turn.test_id)?.requirement ?? null,
      test_run_id: runOf(turn, 1).id,
      ends_in: turn.ends_in_error ? 'error' : 'fail',
      since: runOf(turn, turn.since),
      decided_in: runOf(turn, turn.decided_in),
      result_id: turn.result_id,
      base_result_id: turn.base_result_id,
    })),
    is_truncated: lost.length > shown.length,
  };
}

/** Each set and endpoint that has run more than once, the one that ran last first, with its newest runs, however long ago. */
async function readPairs(
  tx: Tx,
  { organizationId, projectId }: Scope,
  { endpoint_ids, test_set_ids }: Asked,
  since: Date,
): Promise<readonly PairRow[]> {
  const { rows } = await tx.execute<PairRow>(sql`
    with ended as materialized (
      select r.id, r.name, r.created_at, r.test_set_id, r.endpoint_id from ${shownRuns} r
      where r.organization_id = ${organizationId} and r.deleted_at is null and r.status in ('Completed', 'Partial', 'Failed')
        ${projectId === null ? sql`` : sql`and (r.project_id = ${projectId} or r.project_id is null)`}
        ${among(sql`r.endpoint_id`, endpoint_ids)} ${among(sql`r.test_set_id`, test_set_ids)}
        and ${isOfItsOwn(sql`r`)}
      order by r.created_at desc, r.id desc limit ${runsMost}),
    placed as (
      select *, row_number() over (partition by test_set_id, endpoint_id order by created_at desc, id desc) as n
      from ended),
    pairs as (
      select test_set_id, endpoint_id, max(created_at) as newest,
        json_agg(json_build_object('id', id, 'name', name, 'created_at', created_at) order by n) as runs
      from placed where n <= ${lookBack} group by 1, 2
      having count(*) > 1 and max(created_at) >= ${since.toISOString()}::timestamptz)
    select p.test_set_id, p.endpoint_id, p.runs, s.name as test_set, e.name as endpoint
    from pairs p left join ${testSets} s on s.id = p.test_set_id
      left join ${shownEndpoints} e on e.id = p.endpoint_id
    order by p.newest desc, p.runs->0->>'id' desc limit ${pairsMost}`);
  return rows.map((row, place) => ({ ...row, place }));
}

interface TurnRow extends Record<string, unknown> {
  place: number;
  test_id: string;
  passes: boolean;
  ends_in_error: boolean;
  result_id: string;
  base_result_id: string;
  /** In which run of the pair it turned; 1 is the newest. */
  since: number;
  /** The newest run of the pair that said anything of it. */
  decided_in: number;
  /** The newest run of the pair that said otherwise of any of its kind. */
  nearest: number;
  /** How many of its kind its pair has. */
  of_pair: number;
  /** Among all of its kind. */
  rank: number;
}

/**
 * Tests of which most decided repeats say otherwise than they did: those that do not pass since, to be shown, and one of each
 * kind of a pair. A test of which nothing was decided and most repeats ended in an error does not pass either: the
 * application broke. Of each test its newest run that says either counts, and the last before it of the same version that said otherwise; one
 * that passes again counts where the newest run says so first.
 */
async function readTurns(
  tx: Tx,
  { organizationId }: Scope,
  { pairs, limit }: { readonly pairs: readonly PairRow[]; readonly limit: number },
): Promise<readonly TurnRow[]> {
  const values = pairs.flatMap(({ place, runs, test_set_id }) =>
    runs.map(({ id }, before) => sql`(${place}::int, ${test_set_id}::uuid, ${before + 1}::int, ${id}::uuid)`),
  );
  const { rows } = await tx.execute<TurnRow>(sql`
    with runs (place, test_set_id, n, run_id) as (values ${sql.join(values, sql`, `)}),
    counted as materialized (
      select w.place, w.test_set_id, w.n, w.run_id, x.test_id, x.test_version,
        case when bool_or(x.status in ('Pass', 'Fail'))
          then sum(case x.status when 'Pass' then 1 when 'Fail' then -1 else 0 end)
          else least(0, sum(case x.status when 'Error' then -1 else 1 end)) end as passes,
        not bool_or(x.status in ('Pass', 'Fail')) as ends_in_error,
        bool_or(x.status in ('Pass', 'Fail') and x.status is distinct from x.automated_status) as is_by_person,
        min(x.id::text) filter (where x.status = 'Pass') as passed_id,
        coalesce(min(x.id::text) filter (where x.status = 'Fail'),
          min(x.id::text) filter (where x.status = 'Error')) as failed_id
      from runs w join test_results x on x.test_run_id = w.run_id
      where x.organization_id = ${organizationId} and x.status in ('Pass', 'Fail', 'Error', 'NotEvaluated')
      group by 1, 2, 3, 4, 5, 6),
    said as (select * from counted where passes <> 0),
    now as (select distinct on (place, test_id) * from said order by place, test_id, n),
    turned as (
      select distinct on (w.place, w.test_id) w.*, b.n as before_n, w.passes > 0 as is_good,
        case when w.passes > 0 then w.passed_id else w.failed_id end as result_id,
        case when w.passes > 0 then b.failed_id else b.passed_id end as base_result_id
      from now w join said b on b.place = w.place and b.test_id = w.test_id and b.test_version = w.test_version
        and b.n > w.n and sign(b.passes) * sign(w.passes) < 0
        -- What people say of the same answer is no change of the application.
        and not ((b.is_by_person or w.is_by_person)
          and coalesce(${answersIn(sql`b`, organizationId)} = ${answersIn(sql`w`, organizationId)}, false))
      order by w.place, w.test_id, b.n),
    since as (
      select t.place, t.test_id, t.is_good as passes, t.ends_in_error, t.result_id, t.base_result_id, t.before_n,
        t.n as decided_in, max(s.n) as since
      from turned t join said s on s.place = t.place and s.test_id = t.test_id and s.test_version = t.test_version
        and s.n < t.before_n
      where exists (select 1 from ${testSetTests} m join ${tests} k on k.id = m.test_id
        where m.organization_id = ${organizationId} and m.test_set_id = t.test_set_id and m.test_id = t.test_id
          and k.deleted_at is null)
      group by 1, 2, 3, 4, 5, 6, 7, 8)
    select place, test_id, passes, ends_in_error, result_id, base_result_id, since, decided_in, nearest, of_pair, rank from (
      select c.*, (count(*) over kind)::int as of_pair, min(before_n) over kind as nearest,
        row_number() over (partition by place, passes order by test_id) as of_kind,
        (row_number() over (partition by passes order by place, since, test_id))::int as rank
      from since c where not passes or since = 1 window kind as (partition by place, passes)) c
    where of_kind = 1 or (not passes and rank <= ${limit + 1})
    order by place, since, test_id`);
  return rows;
}

/** What the application said to a test in a run, of all repeats; null where not all of it is known whole. */
const answersIn = (said: SQL, organizationId: string): SQL => sql`(
  select ${answersOfRepeats(sql`o.answer_hash`)}
  from ${shownResults} y left join ${shownOutputs} o
    on o.test_result_id = y.id and o.organization_id = ${organizationId}
  where y.organization_id = ${organizationId} and y.test_run_id = ${said}.run_id and y.test_id = ${said}.test_id
    and y.status <> 'Cancelled')`;

async function readTests(tx: Tx, { organizationId, projectId }: Scope, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const { rows } = await tx.execute<{
    id: string;
    text: string | null;
    requirement_id: string | null;
    name: string | null;
  }>(
    sql`select t.id, left(t.content, ${textMost}) as text, t.requirement_id, q.name
        from ${tests} t left join ${requirementsTable} q on q.id = t.requirement_id
          and (${projectId}::uuid is null or q.project_id is null or q.project_id = ${projectId}::uuid)
        where t.organization_id = ${organizationId} and t.id in (${list(ids)})`,
  );
  return new Map(
    rows.map(({ id, text, requirement_id, name }) => [
      id,
      { text, requirement: requirement_id === null || name === null ? null : { id: requirement_id, name } },
    ]),
  );
}

const list = (ids: readonly string[]): SQL =>
  sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
const among = (column: SQL, ids: readonly string[] | undefined): SQL =>
  ids === undefined || ids.length === 0 ? sql`` : sql`and ${column} in (${list(ids)})`;
