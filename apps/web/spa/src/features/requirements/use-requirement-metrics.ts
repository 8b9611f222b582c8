import { useCallback } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Requirement } from '@sonde/contract';
import { usePlatform } from '../../lib/platform-context.tsx';

const page = 100;
const most = 1_000;

/** The metrics that a requirement judges its tests by; none for one that is not known yet. */
export function useRequirementMetrics(): (requirementId: string) => Requirement['metrics'] {
  const { api, projectId } = usePlatform();
  const { data } = useQuery({
    queryKey: ['requirements', 'metrics-of-all', projectId],
    queryFn: async ({ signal }) => {
      const known = new Map<string, Requirement['metrics']>();
      for (let skip = 0; skip < most; skip += page) {
        const { items } = await api.list('listRequirements', { query: { skip, limit: page }, signal });
        for (const { id, metrics } of items) known.set(id, metrics);
        if (items.length < page) break;
      }
      return known;
    },
  });
  return useCallback((requirementId) => data?.get(requirementId) ?? [], [data]);
}
