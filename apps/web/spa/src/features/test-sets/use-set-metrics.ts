import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/platform-context.tsx';

/** The metrics that judge every test of a set; nothing is asked where there is no set. */
export function useSetMetrics(testSetId: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: ['test-sets', 'one', testSetId, 'metrics'],
    queryFn: ({ signal }) => api.call('listTestSetMetrics', { params: { id: testSetId ?? '' }, signal }),
    enabled: testSetId !== null,
  });
}
