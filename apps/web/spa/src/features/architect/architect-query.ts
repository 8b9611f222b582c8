import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/platform-context.tsx';
import { useEvents, usePollingInterval } from '../../lib/use-events.ts';

export const talkKey = (id: string) => ['architect', 'one', id] as const;

const resting = new Set<string>(['idle', 'confirming']);

/** One chat, followed live: by the socket when there is one, by asking when there is not. */
export function useTalk(id: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const interval = usePollingInterval(1500, 10_000);
  useEvents(`architect:${id}`, (message) => {
    if (message.type === 'architect.updated' || message.type === 'gap')
      void queryClient.invalidateQueries({ queryKey: talkKey(id) });
  });
  return useQuery({
    queryKey: talkKey(id),
    queryFn: ({ signal }) => api.call('getArchitectSession', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && resting.has(state.data.status) ? false : interval),
  });
}
