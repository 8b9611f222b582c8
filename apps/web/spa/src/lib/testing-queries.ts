import { queryOptions, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { Api } from './api.ts';
import { equals } from './filter.ts';
import { humanize } from './format.ts';
import { useApi } from './platform-context.tsx';

export const testSetQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['test-sets', 'one', id],
    queryFn: ({ signal }) => api.call('getTestSet', { params: { id }, signal }),
  });

export const testRunQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['test-runs', 'one', id],
    queryFn: ({ signal }) => api.call('getTestRun', { params: { id }, signal }),
  });

export const metricKindsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['metric-kinds'],
    queryFn: ({ signal }) => api.call('listMetricKinds', { signal }),
    staleTime: Infinity,
  });

/** What a kind of metric is called, as everywhere it can be chosen; its code says little to whoever has not written it. */
export function useKindTitle(code: string): string {
  const kinds = useQuery(metricKindsQuery(useApi()));
  return kinds.data?.find(({ kind }) => kind === code)?.title ?? humanize(code);
}

const holdsAgainstExpected = equals('kind', 'as_expected');

/** Those metrics of the project that hold an answer against the expected one. */
export const expectedMetricsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['metrics', 'as-expected'],
    queryFn: async ({ signal }) => {
      const query = { limit: 50, $filter: holdsAgainstExpected };
      return (await api.list('listMetrics', { query, signal })).items;
    },
  });

/** What holds an answer against the expected one, where the project has it already. */
export async function findExpectedMetric(api: Api): Promise<string | undefined> {
  const { items } = await api.list('listMetrics', {
    query: { limit: 1, $filter: holdsAgainstExpected },
  });
  return items[0]?.id;
}

/** The same, made where there is none yet. */
export async function expectedMetric(
  api: Api,
  queryClient: QueryClient,
  projectId: string | null,
): Promise<string> {
  const found = await findExpectedMetric(api);
  if (found !== undefined) return found;
  const kinds = await queryClient.fetchQuery(metricKindsQuery(api));
  const { id } = await api.call('createMetric', {
    body: {
      name: kinds.find(({ kind }) => kind === 'as_expected')?.title ?? 'Says what is expected',
      backend: 'builtin',
      kind: 'as_expected',
      metric_scope: ['Single-Turn', 'Multi-Turn'],
      project_id: projectId,
    },
  });
  void queryClient.invalidateQueries({ queryKey: ['metrics'] });
  return id;
}
