import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { ExperimentRun, ExperimentVersionResults } from '@sonde/contract';
import type { ExperimentsApi } from '#experiments';
import type { Database } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { visibleTo } from '#kernel/resource';
import { isOfItsOwn } from './last-run.ts';
import { rateOf } from './rate.ts';
import { testRuns, type RunRow } from './tables.ts';

interface Options {
  readonly database: Database;
  readonly experiments: ExperimentsApi['experiments'];
}

interface Query {
  readonly group_by: 'run' | 'version';
  readonly limit: number;
}

const countNames = ['total', 'passed', 'failed', 'errors', 'not_evaluated', 'cancelled'] as const;
type Counts = Record<(typeof countNames)[number], number>;

/**
 * What the runs of an experiment came to: its versions are compared by what they did. A version counts no test again because
 * somebody repeated it or scored its answer again.
 */
export async function resultsOfExperiment(
  { database, experiments }: Options,
  principal: MemberPrincipal,
  id: string,
  { group_by, limit }: Query,
): Promise<{ items: (ExperimentRun | ExperimentVersionResults)[] }> {
  return database.tenant(principal.organizationId, async (tx) => {
    const experiment = await experiments.getRow(tx, principal, id);
    const rows = await tx
      .select()
      .from(testRuns)
      .where(
        and(
          visibleTo(principal, testRuns),
          eq(testRuns.experimentId, id),
          isNull(testRuns.deletedAt),
          group_by === 'version' ? isOfItsOwn(sql`${testRuns}`) : undefined,
        ),
      )
      .orderBy(desc(testRuns.createdAt), desc(testRuns.id))
      .limit(limit);
    const shown = rows.map(presentRun);
    if (group_by === 'run') return { items: shown };
    const numbers = [...new Set(rows.map(({ experimentVersion }) => experimentVersion ?? 0))];
    const found = await experiments.versionsOf(tx, experiment, numbers);
    return {
      items: found.map((version) => {
        const runs = shown.filter((run) => run.version === version.version);
        const counts = sumOf(runs);
        return {
          version: version.version,
          ...counts,
          ...rateOf(counts),
          total_tests: counts.total,
          runs,
          diff: version.diff,
        };
      }),
    };
  });
}

function presentRun(row: RunRow): ExperimentRun {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    version: `v${row.experimentVersion ?? 0}`,
    test_set: { id: row.testSetId, name: row.snapshot.test_set.name },
    endpoint: { id: row.endpointId, name: row.snapshot.endpoint.name },
    environment: row.snapshot.environment,
    total: row.planned,
    passed: row.passed,
    failed: row.failed,
    errors: row.errors,
    not_evaluated: row.notEvaluated,
    cancelled: row.cancelled,
    ...rateOf(row),
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}

const sumOf = (runs: readonly Counts[]): Counts =>
  Object.fromEntries(
    countNames.map((name) => [name, runs.reduce((sum, run) => sum + run[name], 0)]),
  ) as Counts;
