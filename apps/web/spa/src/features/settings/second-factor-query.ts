import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api.ts';

export const secondFactorQuery = (api: Api) =>
  queryOptions({
    queryKey: ['second-factor'],
    queryFn: ({ signal }) => api.call('getSecondFactor', { signal }),
  });
