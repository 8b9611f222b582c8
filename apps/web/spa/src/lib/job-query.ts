import { useEffect, useRef } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Job } from '@sonde/contract';
import { useApi } from './platform-context.tsx';
import { useEvents, usePollingInterval } from './use-events.ts';

export const jobQueryKey = (taskId: string) => ['jobs', 'one', taskId] as const;

const ended = new Set<string>(['SUCCESS', 'FAILURE', 'REVOKED']);

/** One job, followed live: what the socket tells is taken as it is, and the whole job is read when it has ended. */
export function useJob(taskId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const interval = usePollingInterval(1500, 10_000);
  const readAgain = (): void =>
    void queryClient.invalidateQueries({ queryKey: jobQueryKey(taskId) }, { cancelRefetch: false });
  useEvents(`job:${taskId}`, (message) => {
    // What happened between the first look and the moment this channel was heard is in no message.
    const isJoined = message.type === 'subscribed' && message.channel === `job:${taskId}`;
    if (message.type === 'gap' || isJoined) return readAgain();
    if (message.type !== 'job.updated' || message.payload.task_id !== taskId) return;
    const { result: _result, ...told } = message.payload;
    queryClient.setQueryData<Job>(
      jobQueryKey(taskId),
      (before) => before && (ended.has(before.status) ? before : { ...before, ...told }),
    );
  });
  const job = useQuery({
    queryKey: jobQueryKey(taskId),
    queryFn: ({ signal }): Promise<Job> => api.call('getJob', { params: { task_id: taskId }, signal }),
    refetchInterval: (query) => (query.state.data && ended.has(query.state.data.status) ? false : interval),
  });
  const status = job.data?.status;
  const wasOpen = useRef(false);
  useEffect(() => {
    if (status === undefined) return;
    // No message carries the result, and an answer that is on its way may be from before the end.
    if (ended.has(status) && wasOpen.current)
      void queryClient.invalidateQueries({ queryKey: jobQueryKey(taskId) });
    wasOpen.current = !ended.has(status);
  }, [status, queryClient, taskId]);
  return job;
}
