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

/** Whether there are any; their number is all that is asked for. */
export const schedulesQuery = (api: Api, projectId: string | null) =>
  queryOptions({
    queryKey: ['schedules', 'home', projectId],
    queryFn: ({ signal }) => api.list('listSchedules', { query: { limit: 1 }, signal }),
  });

export const explorationsQuery = (api: Api, projectId: string | null) =>
  queryOptions({
    queryKey: ['jobs', 'home', projectId, 'explorations'],
    queryFn: ({ signal }) =>
      api.list('listJobs', { query: { limit: 20, $filter: "kind eq 'exploration'" }, signal }),
  });

export const gatesQuery = (api: Api, testSetId: string | undefined) =>
  queryOptions({
    queryKey: ['test-sets', 'one', testSetId, 'gates'],
    queryFn: ({ signal }) => api.call('getTestSet', { params: { id: testSetId ?? '' }, signal }),
  });
