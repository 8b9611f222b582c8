import { queryOptions } from '@tanstack/react-query';
import type { Api } from './api.ts';

export const projectsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['projects'],
    queryFn: ({ signal }) =>
      api.list('listProjects', { query: { limit: 100, sort_by: 'name', sort_order: 'asc' }, signal }),
    staleTime: 60_000,
  });
