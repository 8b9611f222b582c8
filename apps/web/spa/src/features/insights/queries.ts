import { queryOptions } from '@tanstack/react-query';
import type { Insight } from '@sonde/contract';
import type { Decided } from '@sonde/contract/decided';
import type { Api } from '../../lib/api.ts';
import { allOf, equals } from '../../lib/filter.ts';

export interface Period {
  readonly months: number;
  readonly endpointId: string;
}

export const periods = [
  [1, 'Last month'],
  [3, 'Last 3 months'],
  [6, 'Last 6 months'],
  [12, 'Last 12 months'],
] as const;

const filtersOf = ({ endpointId }: Period): Record<string, string[]> =>
  endpointId === '' ? {} : { endpoint_ids: [endpointId] };

/** Weeks are too many and too thin for a whole year. */
export const grainOf = ({ months }: Period): 'day' | 'week' | 'month' =>
  months === 1 ? 'day' : months <= 6 ? 'week' : 'month';

const outcomes = ['count', 'passed', 'failed', 'errors', 'not_evaluated'];

/** Everything the dashboard shows, in one question. */
export const dashboardQuery = (api: Api, projectId: string | null, period: Period) => {
  const shared = { entity: 'test_result', months: period.months, filters: filtersOf(period) };
  const grain = grainOf(period);
  return queryOptions({
    queryKey: ['insights', 'dashboard', projectId, period],
    staleTime: 30_000,
    queryFn: ({ signal }) =>
      api.call('queryInsights', {
        body: {
          whole: {
            ...shared,
            measures: [...outcomes, 'only_flagged', 'pass_rate', 'error_rate', 'flaky'],
            compare_to: { period: 'previous' },
          },
          requirements: {
            ...shared,
            group_by: ['requirement_id', 'requirement'],
            measures: [...outcomes, 'pass_rate'],
            order_by: ['pass_rate', '-count'],
            limit: 30,
            compare_to: { period: 'previous' },
          },
          quality: {
            ...shared,
            group_by: [grain, 'requirement_id'],
            measures: ['count', 'passed', 'failed', 'pass_rate'],
            limit: 1000,
          },
          latency: {
            ...shared,
            group_by: [grain],
            measures: ['count', 'p50_latency_ms', 'p95_latency_ms'],
            limit: 400,
          },
          endpoints: {
            entity: 'test_result',
            // Whatever the period, so that what is chosen stays among them.
            months: 120,
            group_by: ['endpoint_id', 'endpoint'],
            order_by: ['endpoint'],
            limit: 500,
          },
          errors: { ...shared, group_by: [grain], measures: ['count', 'errors', 'error_rate'], limit: 400 },
        },
        signal,
      }),
  });
};

/** What the newest run of each set lost; beside the numbers, since it is about runs and not about a period. */
export const regressionsQuery = (api: Api, projectId: string | null, period: Period) =>
  queryOptions({
    queryKey: ['insights', 'regressions', projectId, period],
    staleTime: 30_000,
    queryFn: ({ signal }) =>
      api.call('insightRegressions', {
        query: {
          months: period.months,
          ...(period.endpointId === '' ? {} : { endpoint_ids: [period.endpointId] }),
        },
        signal,
      }),
  });

/** The newest run of the period that only judged stored answers anew; insights count those where they were given. */
export const scoredAgainQuery = (api: Api, projectId: string | null, { months, endpointId }: Period) =>
  queryOptions({
    queryKey: ['test-runs', 'scored-again', projectId, months, endpointId],
    queryFn: ({ signal }) => {
      const since = new Date();
      since.setMonth(since.getMonth() - months);
      return api.list('listTestRuns', {
        query: {
          limit: 1,
          sort_by: 'created_at',
          sort_order: 'desc',
          $filter: allOf([
            'reference_test_run_id ne null',
            `created_at ge '${since.toISOString()}'`,
            endpointId !== '' && equals('endpoint_id', endpointId),
          ]),
        },
        signal,
      });
    },
  });

export type Rows = Insight['rows'];

export const numberIn = (row: Readonly<Record<string, unknown>> | undefined, name: string): number | null => {
  const value = row?.[name];
  return typeof value === 'number' ? value : null;
};
export const textIn = (row: Readonly<Record<string, unknown>>, name: string): string | null => {
  const value = row[name];
  return typeof value === 'string' ? value : null;
};
export const previousOf = (
  row: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined =>
  typeof row['previous'] === 'object' && row['previous'] !== null
    ? (row['previous'] as Record<string, unknown>)
    : undefined;

/** What a rate of such a row is a rate of. */
export const decidedIn = (row: Readonly<Record<string, unknown>> | undefined): Decided => ({
  passed: numberIn(row, 'passed') ?? 0,
  failed: numberIn(row, 'failed') ?? 0,
  total: numberIn(row, 'count') ?? 0,
});

export interface Chosen {
  readonly title: string;
  readonly outcome: 'fail' | 'error' | 'flaky' | 'all';
  /** Null stands for tests without a requirement; undefined for all of them. */
  readonly requirementId?: string | null;
}

/** The tests behind a number. */
export const testsBehindQuery = (
  api: Api,
  projectId: string | null,
  { period, chosen }: { period: Period; chosen: Chosen },
) =>
  queryOptions({
    queryKey: ['insights', 'tests', projectId, period, chosen],
    queryFn: async ({ signal }) => {
      const { ids, is_truncated } = await api.call('insightIds', {
        query: {
          entity: 'test_result',
          outcome: chosen.outcome,
          months: String(period.months),
          limit: '50',
          ...filtersOf(period),
          ...(chosen.requirementId === undefined
            ? {}
            : { requirement_ids: [chosen.requirementId ?? 'null'] }),
        },
        signal,
      });
      if (ids.length === 0) return { tests: [], isTruncated: false };
      const filter = `id in (${ids.map((id) => `'${id}'`).join(',')})`;
      const { items } = await api.list('listTests', { query: { $filter: filter, limit: 50 }, signal });
      return { tests: items, isTruncated: is_truncated };
    },
  });
