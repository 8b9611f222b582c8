import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Api } from './api.ts';
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
