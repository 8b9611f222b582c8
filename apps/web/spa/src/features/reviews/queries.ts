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
