import { useEffect, useRef } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Job } from '@sonde/contract';
import { useApi } from './platform-context.tsx';
import { useEvents, usePollingInterval } from './use-events.ts';

export const jobQueryKey = (taskId: string) => ['jobs', 'one', taskId] as const;

const ended = new Set<string>(['SUCCESS', 'FAILURE', 'REVOKED']);

/** One job, followed live: by the socket when there is one, by asking when there is not. */
export function useJob(taskId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const interval = usePollingInterval(1500, 10_000);
  /** Something happened while the job was being read. */
  const isBehind = useRef(false);
  useEvents(`job:${taskId}`, (message) => {
    if (message.type === 'job.updated' && message.payload.task_id !== taskId) return;
    if (message.type !== 'job.updated' && message.type !== 'gap') return;
    // An answer under way is let come: a job that moves faster than it can be read would never be seen otherwise.
    if (queryClient.isFetching({ queryKey: jobQueryKey(taskId) }) > 0) isBehind.current = true;
    else void queryClient.invalidateQueries({ queryKey: jobQueryKey(taskId) });
  });
  const job = useQuery({
    queryKey: jobQueryKey(taskId),
    queryFn: ({ signal }): Promise<Job> => api.call('getJob', { params: { task_id: taskId }, signal }),
    refetchInterval: (query) => (query.state.data && ended.has(query.state.data.status) ? false : interval),
  });
  const isReading = job.isFetching;
  useEffect(() => {
    if (isReading || !isBehind.current) return;
    isBehind.current = false;
    void queryClient.invalidateQueries({ queryKey: jobQueryKey(taskId) });
  }, [queryClient, taskId, isReading]);
  // The lists show the old status until they hear of the new one.
  const status = job.data?.status;
  useEffect(() => {
    if (status !== undefined)
      void queryClient.invalidateQueries({
        queryKey: ['jobs'],
        predicate: ({ queryKey }) => queryKey[1] !== 'one',
      });
  }, [queryClient, status]);
  return job;
}
