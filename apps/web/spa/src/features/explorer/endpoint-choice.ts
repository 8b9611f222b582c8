import { useQuery } from '@tanstack/react-query';
import { usePlatform } from '../../lib/platform-context.tsx';

/** The endpoints that can be asked; where there is only one, it is the one that is meant. */
export function useEndpointChoice() {
  const { api, projectId } = usePlatform();
  const endpoints = useQuery({
    queryKey: ['endpoints', 'list', projectId, 'choice'],
    queryFn: ({ signal }) =>
      api.list('listEndpoints', {
        query: { limit: 100, sort_by: 'updated_at', sort_order: 'desc', $select: 'name,environment' },
        signal,
      }),
  });
  const items = endpoints.data?.items ?? [];
  return {
    only: items.length === 1 ? (items[0]?.id ?? '') : '',
    options: [
      { value: '', label: 'Choose an endpoint' },
      ...items.map(({ id, name, environment }) => ({ value: id, label: `${name} · ${environment}` })),
    ],
  };
}
