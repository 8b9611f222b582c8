import { queryOptions } from '@tanstack/react-query';
import type { Api } from './api.ts';

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
