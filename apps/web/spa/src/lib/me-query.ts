import { queryOptions } from '@tanstack/react-query';
import type { Api } from './api.ts';

export const meKey = ['me'] as const;

/**
 * The person as the platform knows them now. The session carries the role it began with, and a role may be changed
 * while somebody works.
 */
export const meQuery = (api: Api) =>
  queryOptions({
    queryKey: meKey,
    queryFn: ({ signal }) => api.call('getMe', { signal }),
    staleTime: 60_000,
  });
