import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TestRun, TestRunProgress } from '@sonde/contract';
import { askAgain } from '../../lib/ask-again.ts';
import { useApi } from '../../lib/platform-context.tsx';
import { testRunQuery } from '../../lib/testing-queries.ts';
import { useEvents, usePollingInterval } from '../../lib/use-events.ts';
import { isUnderWay } from './run-marks.tsx';

/** A run as it stands now: told by the socket, and asked for now and then in case the socket is away. */
export function useRun(runId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const interval = usePollingInterval(2000, 15_000);
  const [progress, setProgress] = useState<TestRunProgress | null>(null);
  const query = testRunQuery(api, runId);
  const run = useQuery({
    ...query,
    refetchInterval: (state) => {
      const isOpen = state.state.data !== undefined && isUnderWay(state.state.data.status);
      return askAgain(isOpen ? interval : false)(state);
    },
  });
  const readResults = (): void =>
    void queryClient.invalidateQueries(
      { queryKey: ['test-runs', 'one', runId, 'results'] },
      { cancelRefetch: false },
    );
  useEvents(`test_run:${runId}`, (message) => {
    // What happened between the first look and the moment this channel was heard is in no message.
    if (
      message.type === 'gap' ||
      (message.type === 'subscribed' && message.channel === `test_run:${runId}`)
    ) {
      void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
      return readResults();
    }
    if (message.type !== 'test_run.updated' || message.payload.id !== runId) return;
    const { status, counts } = message.payload;
    setProgress(message.payload);
    queryClient.setQueryData<TestRun>(query.queryKey, (before) => before && { ...before, status, counts });
    // Gate, rate and times come with the whole run.
    if (!isUnderWay(status)) void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
    readResults();
  });
  return { run, progress };
}
