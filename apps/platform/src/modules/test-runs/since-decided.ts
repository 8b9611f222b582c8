import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import { sameTests, type VersionPair } from '#tests';
import { isOfItsOwn } from './last-run.ts';
import { testRuns, type RunRow } from './tables.ts';

/** What the run to compare with cannot tell of tests that do not pass now. */
export interface SinceDecided {
  /** Not decided there, passed when they were last decided, and fail now. */
  readonly failed: number;
  /** The same, and end in an error now. */
  readonly errors: number;
  /** Fail now, and were not there, were another test then, or were left open by it and by every run before it. */
  readonly unheld: number;
}

export const noneSince: SinceDecided = { failed: 0, errors: 0, unheld: 0 };

interface SideRow extends Record<string, unknown> {
  readonly test_id: string;
  readonly version: number;
  readonly fails: boolean;
  readonly base_version: number | null;
  readonly base_open: boolean | null;
  readonly last_version: number | null;
  readonly passed: boolean | null;
}

/**
 * What an outage, a ceiling or a change of a test would hide: whoever holds a run against one in which a test was an error sees no
 * change in it, though it passed the night before. Each such test is held against the last earlier run of the same set and
 * endpoint that decided it; those of `except` are counted already.
 */
export async function sinceDecided(
  tx: Tx,
  base: RunRow,
  run: RunRow,
  except: ReadonlySet<string>,
): Promise<SinceDecided> {
  const rows = await readSides(tx, base, run);
  const of = (row: SideRow, other: number | null): VersionPair[] =>
    other === null ? [] : [{ testId: row.test_id, one: row.version, other }];
  const isSame = await sameTests(
    tx,
    run.organizationId,
    rows.flatMap((row) => [...of(row, row.base_version), ...of(row, row.last_version)]),
  );
  const isHeld = (row: SideRow, other: number | null): boolean => of(row, other).some(isSame);
  const isDecided = (row: SideRow): boolean =>
    isHeld(row, row.base_version) && (row.base_open !== true || isHeld(row, row.last_version));
  const unheld = rows.filter((row) => row.fails && !isDecided(row) && !except.has(row.test_id));
  const lost = rows.filter(
    (row) =>
      row.base_open === true &&
      row.passed === true &&
      isHeld(row, row.base_version) &&
      isHeld(row, row.last_version) &&
      !except.has(row.test_id),
  );
  const failed = lost.filter(({ fails }) => fails).length;
  return { failed, errors: lost.length - failed, unheld: unheld.length };
}

/** Tests that fail or end in an error now, beside the base, and where that left them open the last run that decided them. */
async function readSides(tx: Tx, base: RunRow, run: RunRow): Promise<readonly SideRow[]> {
  const { organizationId } = run;
  const { rows } = await tx.execute<SideRow>(
    sql`with sides as materialized (
          select test_id, test_run_id = ${base.id} as is_base, max(test_version) as version,
            count(*) filter (where status = 'Pass') as passed, count(*) filter (where status = 'Fail') as failed,
            count(*) filter (where status = 'Error') as errors, count(*) filter (where status = 'NotEvaluated') as open
          from test_results
          where organization_id = ${organizationId} and test_run_id in (${base.id}, ${run.id})
          group by test_id, test_run_id)
        select n.test_id, n.version, n.failed > n.passed as fails, b.version as base_version,
          b.passed = b.failed as base_open, last.version as last_version,
          (select count(*) filter (where status = 'Pass') > count(*) filter (where status = 'Fail')
            from test_results r where r.test_run_id = last.test_run_id and r.test_id = n.test_id) as passed
        from sides n left join sides b on b.test_id = n.test_id and b.is_base
          left join lateral (
            select r.test_run_id, r.test_version as version
            from test_results r join ${testRuns} t on t.id = r.test_run_id
            where r.organization_id = ${organizationId} and r.test_id = n.test_id and r.status in ('Pass', 'Fail')
              and r.created_at < ${run.createdAt.toISOString()}::timestamptz
              and t.organization_id = ${organizationId} and t.deleted_at is null and t.id <> ${run.id}
              and t.test_set_id = ${run.testSetId} and t.endpoint_id = ${run.endpointId} and ${isOfItsOwn(sql`t`)}
            order by r.created_at desc limit 1) last on b.passed = b.failed
        where not n.is_base and (n.failed > n.passed or (n.passed + n.failed = 0 and n.errors > n.open))`,
  );
  return rows;
}
