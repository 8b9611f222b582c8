import { useCallback } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Metric, MetricReference } from '@sonde/contract';
import { metricNameInUse, metricNameWithValue } from '@sonde/contract/metric-name';
import { usePlatform } from '../../lib/platform-context.tsx';

const page = 100;
const most = 1_000;

/** How a metric is called where it is used; undefined for one that is not known yet, or is gone. */
export function useMetricNames(): (use: MetricReference) => string | undefined {
  const { api } = usePlatform();
  const { data } = useQuery({
    queryKey: ['metrics', 'names'],
    queryFn: async ({ signal }) => {
      const known = new Map<string, Pick<Metric, 'name' | 'negate' | 'args'>>();
      for (let skip = 0; skip < most; skip += page) {
        const { items } = await api.list('listMetrics', { query: { skip, limit: page }, signal });
        for (const { id, name, negate, args } of items) known.set(id, { name, negate, args });
        if (items.length < page) break;
      }
      return known;
    },
  });
  return useCallback(
    (use) => {
      const found = data?.get(use.metric);
      return found && metricNameWithValue(metricNameInUse(found, use), use.args ?? found.args);
    },
    [data],
  );
}
