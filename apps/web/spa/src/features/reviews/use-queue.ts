import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Review, ReviewItem } from '@sonde/contract';
import { usePlatform } from '../../lib/platform-context.tsx';
import { resultQuery } from '../test-runs/result-query.ts';

export interface Asked {
  readonly runId: string | undefined;
  /** Then its verdict is judged, and not the whole result. */
  readonly metricId: string | undefined;
  readonly isBlind: boolean;
}

/**
 * One result after the other. What will most likely come next is read ahead, so a verdict shows it at once; the claim on
 * it is asked for behind the verdict, and shows another result in the rare case that somebody else was quicker.
 */
export function useQueue({ runId, metricId, isBlind }: Asked) {
  const { api } = usePlatform();
  const queryClient = useQueryClient();
  const [item, setItem] = useState<ReviewItem | null>(null);
  const [done, setDone] = useState(0);
  const asked = useRef(0);

  async function load(): Promise<void> {
    const turn = (asked.current += 1);
    const next = await api.call('nextReview', {
      body: {
        blind: isBlind,
        ...(runId === undefined ? {} : { test_run_id: runId }),
        ...(metricId === undefined ? {} : { metric_id: metricId }),
      },
    });
    if (turn !== asked.current) return;
    setItem(next);
    if (next.upcoming !== null) void queryClient.prefetchQuery(resultQuery(api, next.upcoming));
  }
  const next = useMutation({ mutationFn: load });
  const judge = useMutation({
    mutationFn: async ({ status, comment }: { status: Review['status']; comment: string }) => {
      const id = item?.result?.id;
      if (!item || id === undefined) return;
      const ahead = aheadOf(item, queryClient);
      if (ahead) setItem(ahead);
      await api.call('createReview', {
        params: { id },
        body: {
          status,
          comment,
          ...(metricId === undefined ? {} : { target: { type: 'metric', reference: metricId } }),
        },
      });
      setDone((count) => count + 1);
      await load();
    },
    onError: () => next.mutate(),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['review-progress'] });
      void queryClient.invalidateQueries({ queryKey: ['annotations'] });
      void queryClient.invalidateQueries({ queryKey: ['insights'] });
      void queryClient.invalidateQueries({ queryKey: ['test-runs'] });
      void queryClient.invalidateQueries({ queryKey: ['metrics'] });
    },
  });
  const skip = useMutation({
    mutationFn: async () => {
      const id = item?.result?.id;
      if (id !== undefined) await api.call('releaseReview', { body: { test_result_id: id } });
      await load();
    },
  });

  const begin = useEffectEvent(() => next.mutate());
  useEffect(() => begin(), [runId, metricId, isBlind]);
  const leave = useEffectEvent(() => {
    // Whoever goes elsewhere holds nothing back from the others.
    if (item?.result)
      void api
        .call('releaseReview', { body: { test_result_id: item.result.id, skip: false }, keepalive: true })
        .catch(() => undefined);
  });
  useEffect(() => () => leave(), []);

  return {
    item,
    done,
    isBusy: next.isPending || judge.isPending || skip.isPending,
    error: judge.error ?? skip.error ?? next.error,
    judge: judge.mutate,
    skip: () => skip.mutate(),
    again: () => next.mutate(),
  };
}

/** The next result as it was read ahead, until the claim on it is there. */
function aheadOf(item: ReviewItem, queryClient: QueryClient): ReviewItem | null {
  const id = item.upcoming;
  const result =
    id === null ? undefined : queryClient.getQueryData<ReviewItem['result']>(['test-results', id]);
  if (!result) return null;
  return {
    ...item,
    result,
    reason: null,
    uncertainty: null,
    upcoming: null,
    remaining: Math.max(0, item.remaining - 1),
  };
}
