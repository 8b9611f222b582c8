import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { TestRun, TestRunProgress } from '@sonde/contract';
import { askAgain } from '../../lib/ask-again.ts';
import { useApi } from '../../lib/platform-context.tsx';
import { testRunQuery } from '../../lib/testing-queries.ts';
import { useEvents, usePollingInterval } from '../../lib/use-events.ts';
import { isUnderWay } from './run-marks.tsx';
import { withProgress } from './with-progress.ts';

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
  const readResults = useReading(['test-runs', 'one', runId, 'results']);
  // Whoever told them, the list below the counts is of the same moment.
  const counted = run.data && JSON.stringify(run.data.counts);
  const countsMoved = useEffectEvent(readResults);
  useEffect(() => {
    if (counted !== undefined) countsMoved();
  }, [counted]);
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
    const { status } = message.payload;
    setProgress(message.payload);
    // An answer that is on its way may be from before, and would set the run back to what it was then.
    const isAsked = queryClient.isFetching({ queryKey: query.queryKey, exact: true }) > 0;
    queryClient.setQueryData<TestRun>(
      query.queryKey,
      (before) => before && withProgress(before, message.payload),
    );
    // Gate, rate and times come with the whole run.
    if (isAsked || !isUnderWay(status))
      void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
    readResults();
  });
  return { run, progress };
}

/** Reads again what is shown, one reading after the other: what is asked for during one is read once more after it. */
function useReading(queryKey: QueryKey): () => void {
  const queryClient = useQueryClient();
  const state = useRef<'idle' | 'reading' | 'again'>('idle');
  return (): void => {
    if (state.current !== 'idle') {
      state.current = 'again';
      return;
    }
    // One that is on its way may have begun before what is told now.
    state.current = queryClient.isFetching({ queryKey }) > 0 ? 'again' : 'reading';
    const read = async (): Promise<void> => {
      await queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
      const wanted = state.current === 'again';
      state.current = wanted ? 'reading' : 'idle';
      if (wanted) await read();
    };
    void read();
  };
}
