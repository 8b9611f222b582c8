import { useCallback } from 'react';
import { useQuery } from '@tanstack/react-query';
import { usePlatform } from '../../lib/platform-context.tsx';

const page = 100;
const most = 1_000;

/** The names of the metrics there are; undefined for one that is not known yet, or is gone. */
export function useMetricNames(): (id: string) => string | undefined {
  const { api } = usePlatform();
  const { data } = useQuery({
    queryKey: ['metrics', 'names'],
    queryFn: async ({ signal }) => {
      const names = new Map<string, string>();
      for (let skip = 0; skip < most; skip += page) {
        const { items } = await api.list('listMetrics', { query: { skip, limit: page }, signal });
        for (const { id, name } of items) names.set(id, name);
        if (items.length < page) break;
      }
      return names;
    },
  });
  return useCallback((id) => data?.get(id), [data]);
}
