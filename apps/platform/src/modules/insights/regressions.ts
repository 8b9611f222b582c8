import { sql, type SQL } from 'drizzle-orm';
import type { QueryOf, Regressions } from '@sonde/contract';
import type * as contract from '@sonde/contract';
import { shownEndpoints } from '#endpoints';
import type { Tx } from '#kernel/database';
import { requirementsTable } from '#requirements';
import { tests, testSets } from '#tests';
import type { Scope } from './facts.ts';

type Asked = QueryOf<typeof contract.insightRegressions>;

const pairsMost = 50;
const runsMost = 2_000;
const textMost = 400;

interface PairRow extends Record<string, unknown> {
  id: string;
  name: string;
  created_at: string | Date;
  base_id: string;
  base_name: string;
  base_created_at: string | Date;
  test_set_id: string;
  test_set: string | null;
  endpoint_id: string;
  endpoint: string | null;
}

/** What came to fail between the two newest runs of each set and endpoint. */
export async function readRegressions(tx: Tx, scope: Scope, asked: Asked, since: Date): Promise<Regressions> {
  const pairs = await readPairs(tx, scope, asked, since);
  if (pairs.length === 0) return { compared: [], tests: [], is_truncated: false };
  const changes = await readChanges(tx, scope, { pairs, limit: asked.limit });
  const regressed = changes.filter(({ passes, place }) => !passes && place <= asked.limit + 1);
  const shown = regressed.slice(0, asked.limit);
  const about = await readTests(
    tx,
    scope,
    shown.map(({ test_id }) => test_id),
  );
  const countOf = (runId: string, passes: boolean): number =>
    changes.find((change) => change.run_id === runId && change.passes === passes)?.of_run ?? 0;
  return {
    compared: pairs.map((pair) => ({
      test_set: { id: pair.test_set_id, name: pair.test_set },
      endpoint: { id: pair.endpoint_id, name: pair.endpoint },
      test_run: runOf(pair.id, pair.name, pair.created_at),
      base_run: runOf(pair.base_id, pair.base_name, pair.base_created_at),
      regressed: countOf(pair.id, false),
      improved: countOf(pair.id, true),
    })),
    tests: shown.map((change) => ({
      test_id: change.test_id,
      text: about.get(change.test_id)?.text ?? null,
      requirement: about.get(change.test_id)?.requirement ?? null,
      test_run_id: change.run_id,
      result_id: change.result_id,
      base_result_id: change.base_result_id,
    })),
    is_truncated: regressed.length > shown.length,
  };
}

const runOf = (id: string, name: string, at: string | Date) => ({
  id,
  name,
  created_at: new Date(at).toISOString(),
});

/** The newest run that has ended of each set and endpoint, with the one before it, however long ago that was. */
async function readPairs(
  tx: Tx,
  { organizationId, projectId }: Scope,
  { endpoint_ids, test_set_ids }: Asked,
  since: Date,
): Promise<readonly PairRow[]> {
  const { rows } = await tx.execute<PairRow>(sql`
    with ended as materialized (
      select id, name, created_at, test_set_id, endpoint_id from test_runs
      where organization_id = ${organizationId} and deleted_at is null and status in ('Completed', 'Partial')
        ${projectId === null ? sql`` : sql`and (project_id = ${projectId} or project_id is null)`}
        ${among(sql`endpoint_id`, endpoint_ids)} ${among(sql`test_set_id`, test_set_ids)}
      order by created_at desc, id desc limit ${runsMost}),
    paired as (
      select *, row_number() over pair as n, lead(id) over pair as base_id, lead(name) over pair as base_name,
        lead(created_at) over pair as base_created_at
      from ended window pair as (partition by test_set_id, endpoint_id order by created_at desc, id desc))
    select p.*, s.name as test_set, e.name as endpoint
    from paired p left join ${testSets} s on s.id = p.test_set_id
      left join ${shownEndpoints} e on e.id = p.endpoint_id
    where p.n = 1 and p.base_id is not null and p.created_at >= ${since.toISOString()}::timestamptz
    order by p.created_at desc, p.id desc limit ${pairsMost}`);
  return rows;
}

interface ChangeRow extends Record<string, unknown> {
  run_id: string;
  test_id: string;
  passes: boolean;
  result_id: string;
  base_result_id: string;
  /** How many changes of its kind its run has. */
  of_run: number;
  /** Among all changes of its kind. */
  place: number;
}

/** Tests of which most decided repeats say otherwise than they did before: those to be shown, and one of each kind of a run. */
async function readChanges(
  tx: Tx,
  { organizationId }: Scope,
  { pairs, limit }: { readonly pairs: readonly PairRow[]; readonly limit: number },
): Promise<readonly ChangeRow[]> {
  const values = pairs.map(
    ({ id, base_id }, place) =>
      sql`(${place}::int, ${id}::uuid, true), (${place}::int, ${base_id}::uuid, false)`,
  );
  const { rows } = await tx.execute<ChangeRow>(sql`
    with runs (place, run_id, is_newer) as (values ${sql.join(values, sql`, `)}),
    said as materialized (
      select w.place, w.run_id, w.is_newer, x.test_id,
        sum(case x.status when 'Pass' then 1 else -1 end) as passes,
        min(x.id::text) filter (where x.status = 'Pass') as passed_id,
        min(x.id::text) filter (where x.status = 'Fail') as failed_id
      from runs w join test_results x on x.test_run_id = w.run_id
      where x.organization_id = ${organizationId} and x.status in ('Pass', 'Fail')
      group by 1, 2, 3, 4),
    changed as (
      select now.place as pair, now.run_id, now.test_id, now.passes > 0 as passes,
        case when now.passes > 0 then now.passed_id else now.failed_id end as result_id,
        case when now.passes > 0 then before.failed_id else before.passed_id end as base_result_id
      from said now join said before on before.place = now.place and before.test_id = now.test_id
      where now.is_newer and not before.is_newer and sign(now.passes) * sign(before.passes) < 0)
    select run_id, test_id, passes, result_id, base_result_id, of_run, place from (
      select c.*, (count(*) over (partition by run_id, passes))::int as of_run,
        row_number() over (partition by run_id, passes order by test_id) as of_kind,
        (row_number() over (partition by passes order by pair, test_id))::int as place
      from changed c) c
    where of_kind = 1 or (not passes and place <= ${limit + 1})
    order by pair, test_id`);
  return rows;
}

async function readTests(tx: Tx, { organizationId }: Scope, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const { rows } = await tx.execute<{
    id: string;
    text: string | null;
    requirement_id: string | null;
    name: string;
  }>(
    sql`select t.id, left(t.content, ${textMost}) as text, t.requirement_id, q.name
        from ${tests} t left join ${requirementsTable} q on q.id = t.requirement_id
        where t.organization_id = ${organizationId} and t.id in (${list(ids)})`,
  );
  return new Map(
    rows.map(({ id, text, requirement_id, name }) => [
      id,
      { text, requirement: requirement_id === null ? null : { id: requirement_id, name } },
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
