import { queryOptions } from '@tanstack/react-query';
import type { Api } from './api.ts';

export const generationModelQuery = (api: Api) =>
  queryOptions({
    queryKey: ['models', 'generation'],
    queryFn: ({ signal }) => api.call('generationModel', { signal }),
    staleTime: 60_000,
  });
