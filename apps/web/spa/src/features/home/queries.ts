import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api.ts';

export const lastChangedQuery = (api: Api, projectId: string | null) =>
  queryOptions({
    queryKey: ['endpoints', 'list', projectId, 'home'],
    queryFn: ({ signal }) =>
      api.list('listEndpoints', { query: { limit: 5, sort_by: 'updated_at', sort_order: 'desc' }, signal }),
  });

export const recentJobsQuery = (api: Api, projectId: string | null) =>
  queryOptions({
    queryKey: ['jobs', 'home', projectId],
    queryFn: ({ signal }) => api.list('listJobs', { query: { limit: 4 }, signal }),
  });

export const lastRunsQuery = (api: Api, projectId: string | null) =>
  queryOptions({
    queryKey: ['test-runs', 'home', projectId],
    queryFn: ({ signal }) =>
      api.list('listTestRuns', {
        query: { limit: 6, sort_by: 'created_at', sort_order: 'desc' },
        signal,
      }),
  });
