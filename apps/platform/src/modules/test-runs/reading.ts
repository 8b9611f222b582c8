import { Problem } from '@sonde/server-kit';
import { and, eq, sql } from 'drizzle-orm';
import type { ByPeople, downloadFormats, ListQuery, TestRun } from '@sonde/contract';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal, Page } from '#kernel/http';
import { planList, readList, visibleTo } from '#kernel/resource';
import { countFlags, noFlags, type RunFlags } from './flags.ts';
import { downloadRun } from './downloads/download.ts';
import { baseOf } from './baselines.ts';
import { withAnswers } from './changed-answers.ts';
import { compareRuns } from './compare.ts';
import type { LargeOutputs } from './execution/large-outputs.ts';
import { countsAmong } from './merging.ts';
import { baselineNotFound, configurationNotFound, noEarlierRun, runNotFinished } from './problems.ts';
import { rateOf } from './rate.ts';
import type { Results } from './results.ts';
import { nobodyDecided, type CountByPeople, type ShownReviews } from './reviewed-targets.ts';
import type { TestRuns } from './service.ts';
import { sightOf } from './sight.ts';
import { listFamily } from './store.ts';
import { testConfigurations, type ConfigurationRow, type RunRow } from './tables.ts';

export interface ReadingOptions {
  readonly database: Database;
  readonly runs: Pick<TestRuns, 'rows' | 'asSeen' | 'presentAll'>;
  readonly results: Results;
  readonly outputs: LargeOutputs;
  readonly reviews: ShownReviews;
}

export type Reading = ReturnType<typeof createReading>;

/** What one learns from runs that have been made: compared, merged, listed. Nothing here changes one. */
export function createReading({ database, runs, results, outputs, reviews }: ReadingOptions) {
  const inTenant = <T>(principal: MemberPrincipal, work: (tx: Tx) => Promise<T>) =>
    database.tenant(principal.organizationId, work);

  return {
    compare: (principal: MemberPrincipal, text: string) =>
      inTenant(principal, async (tx) => {
        const [base, ...others] = await readEnded(
          tx,
          principal,
          runs,
          await namedIn(tx, principal, runs, text),
        );
        if (!base) throw tooFew();
        const sight = sightOf(principal);
        const comparisons = [];
        for (const other of others) {
          const compared = await compareRuns(tx, base, other, sight);
          comparisons.push(sight.tests ? await withAnswers(tx, base, other, compared) : compared);
        }
        const [shown] = await runs.presentAll(tx, principal, [base]);
        return { base: shown as TestRun, comparisons };
      }),

    /** Only a run that has ended is a file: half of one would be taken for the whole. */
    download: async (principal: MemberPrincipal, id: string, format: (typeof downloadFormats)[number]) => {
      const [row] = await inTenant(principal, (tx) => readEnded(tx, principal, runs, [id]));
      const asSeen = async (tx: Tx, run: RunRow): Promise<RunRow> =>
        (await runs.asSeen(tx, principal, [run]))[0] ?? run;
      const sources = { database, outputs, reviews, sight: sightOf(principal), asSeen };
      return downloadRun(sources, row as RunRow, format);
    },

    /** A run together with those that repeat a part of it: each test counts as its newest result says, cancelled ones aside. */
    merged: (principal: MemberPrincipal, id: string): Promise<TestRun> =>
      inTenant(principal, async (tx) => {
        const row = await runs.rows.get(tx, principal, id);
        const family = await listFamily(tx, principal.organizationId, row);
        const [shown] = await runs.presentAll(tx, principal, [row]);
        return mergeCounts(
          shown as TestRun,
          await countMerged(tx, principal.organizationId, family, reviews.count),
        );
      }),

    async resultsOf(
      principal: MemberPrincipal,
      id: string,
      {
        metric_id,
        merged,
        ...query
      }: ListQuery & { metric_id?: string | undefined; merged: 'true' | 'false' },
    ) {
      const runIds = await inTenant(principal, async (tx) => {
        const row = await runs.rows.get(tx, principal, id);
        return merged === 'true'
          ? (await listFamily(tx, principal.organizationId, row)).map((run) => run.id)
          : [id];
      });
      // Without a wish, results stand in the order of the tests.
      const ordered = query.sort_by === undefined ? { ...query, sort_order: 'asc' as const } : query;
      return results.list(principal, ordered, { runIds, metricId: metric_id, isMerged: merged === 'true' });
    },

    configurations: (
      principal: MemberPrincipal,
      query: ListQuery,
    ): Promise<Page<ReturnType<typeof presentConfiguration>>> => {
      const plan = planList(query, configurationFields, 'created_at');
      return inTenant(principal, (tx) =>
        readList(tx, testConfigurations, {
          plan,
          within: visibleTo(principal, testConfigurations),
          present: presentConfiguration,
        }),
      );
    },

    configuration: (principal: MemberPrincipal, id: string) =>
      inTenant(principal, async (tx) => {
        const [row] = await tx
          .select()
          .from(testConfigurations)
          .where(and(visibleTo(principal, testConfigurations), eq(testConfigurations.id, id)));
        if (!row) throw configurationNotFound();
        return presentConfiguration(row);
      }),
  };
}

const configurationFields = {
  id: { column: testConfigurations.id, type: 'id' },
  test_set_id: { column: testConfigurations.testSetId, type: 'id' },
  endpoint_id: { column: testConfigurations.endpointId, type: 'id' },
  created_by: { column: testConfigurations.createdBy, type: 'id' },
  created_at: { column: testConfigurations.createdAt, type: 'time' },
} as const;

const presentConfiguration = (row: ConfigurationRow) => ({
  id: row.id,
  project_id: row.projectId,
  test_set_id: row.testSetId,
  endpoint_id: row.endpointId,
  options: row.options,
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
});

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** A word in the first place stands for the run that set and endpoint of the second are compared with. */
async function namedIn(
  tx: Tx,
  principal: MemberPrincipal,
  runs: ReadingOptions['runs'],
  text: string,
): Promise<string[]> {
  const [first = '', second = '', ...rest] = text.split(',').map((id) => id.trim());
  if (first !== 'baseline' && first !== 'last') return checkIds([first, second, ...rest]);
  if (!uuid.test(second)) throw tooFew();
  const run = await runs.rows.get(tx, principal, second);
  const base = await baseOf(tx, run, first === 'last' ? 'last' : 'chosen');
  if (!base) throw first === 'last' ? noEarlierRun() : baselineNotFound();
  return checkIds([base.id, second, ...rest]);
}

function checkIds(named: readonly string[]): string[] {
  const ids = [...new Set(named)];
  if (ids.length < 2 || ids.length > 10 || !ids.every((id) => uuid.test(id))) throw tooFew();
  return ids;
}

const tooFew = (): Problem =>
  new Problem('invalid', 'request.invalid', 'The input is not valid.', {
    errors: [
      { path: 'query.runs', code: 'type', message: 'Two to ten different run ids, separated by commas.' },
    ],
  });

async function readEnded(
  tx: Tx,
  principal: MemberPrincipal,
  runs: ReadingOptions['runs'],
  ids: readonly string[],
): Promise<RunRow[]> {
  const found: RunRow[] = [];
  for (const id of ids) {
    const row = await runs.rows.get(tx, principal, id);
    if (row.status === 'Queued' || row.status === 'Progress') throw runNotFinished();
    found.push(row);
  }
  return runs.asSeen(tx, principal, found);
}

interface Merged {
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly notEvaluated: number;
  readonly cancelled: number;
  readonly flags: RunFlags;
  readonly carried: number;
  readonly byPeople: ByPeople;
  readonly running: number;
  readonly waiting: number;
}

async function countMerged(
  tx: Tx,
  organizationId: string,
  family: readonly RunRow[],
  countByPeople: CountByPeople,
): Promise<Merged> {
  const { rows } = await tx.execute<{ status: string; count: number; carried: number }>(
    sql`select status, count(*)::int as count, (count(*) filter (where carried is not null and not exists (
            select 1 from reviewed_answers a where a.test_result_id = test_results.id)))::int as carried
        from test_results
        where organization_id = ${organizationId} and ${countsAmong(family.map(({ id }) => id))}
        group by status`,
  );
  const flags = await countFlags(tx, organizationId, {
    key: sql`'all'`,
    among: countsAmong(family.map(({ id }) => id)),
  });
  const byPeople = await countByPeople(tx, organizationId, {
    key: sql`'all'`,
    among: countsAmong(family.map(({ id }) => id)),
  });
  const of = (...words: string[]): number =>
    rows.filter(({ status }) => words.includes(status)).reduce((sum, { count }) => sum + count, 0);
  return {
    passed: of('Pass'),
    failed: of('Fail'),
    errors: of('Error'),
    notEvaluated: of('NotEvaluated'),
    cancelled: of('Cancelled'),
    running: of('running', 'answered'),
    waiting: of('waiting'),
    flags: flags.get('all') ?? noFlags,
    byPeople: byPeople.get('all') ?? nobodyDecided,
    carried: rows.reduce((sum, { carried }) => sum + carried, 0),
  };
}

function mergeCounts(run: TestRun, merged: Merged): TestRun {
  const { flags, carried, byPeople, ...counted } = merged;
  return {
    ...run,
    ...flags,
    carried,
    decided_by_people: byPeople,
    counts: {
      total: Object.values(counted).reduce((sum, count) => sum + count, 0),
      passed: merged.passed,
      failed: merged.failed,
      errors: merged.errors,
      not_evaluated: merged.notEvaluated,
      cancelled: merged.cancelled,
      running: merged.running,
      waiting: merged.waiting,
    },
    ...rateOf(merged),
  };
}
