import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api.ts';

export const endpointQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['endpoints', 'one', id],
    queryFn: ({ signal }) => api.call('getEndpoint', { params: { id }, signal }),
  });

export const schemaQuery = (api: Api) =>
  queryOptions({
    queryKey: ['endpoint-schema'],
    queryFn: ({ signal }) => api.call('endpointSchema', { signal }),
    staleTime: Infinity,
  });
