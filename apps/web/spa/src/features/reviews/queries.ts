import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api.ts';

export const progressQuery = (api: Api, runId: string) =>
  queryOptions({
    queryKey: ['review-progress', runId],
    queryFn: ({ signal }) => api.call('reviewProgress', { query: { test_run_id: runId }, signal }),
  });

export const agreementQuery = (api: Api, projectId: string | null) =>
  queryOptions({
    queryKey: ['annotations', 'agreement', projectId],
    queryFn: ({ signal }) => api.call('reviewAgreement', { query: {}, signal }),
  });

/** Everybody who could be asked to review; viewers only read. */
export const reviewersQuery = (api: Api) =>
  queryOptions({
    queryKey: ['members', 'reviewers'],
    queryFn: async ({ signal }) => {
      const { items } = await api.list('listMembers', {
        query: { limit: 100, sort_by: 'email', sort_order: 'asc' },
        signal,
      });
      return items.filter(({ is_active, role }) => is_active && role !== 'viewer');
    },
  });

export const assignmentQuery = (api: Api, runId: string) =>
  queryOptions({
    queryKey: ['review-progress', runId, 'assignment'],
    queryFn: ({ signal }) => api.call('getReviewAssignment', { params: { test_run_id: runId }, signal }),
  });
