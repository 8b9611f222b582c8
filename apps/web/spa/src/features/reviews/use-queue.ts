import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Review, ReviewItem } from '@sonde/contract';
import { usePlatform } from '../../lib/platform-context.tsx';
import { resultQuery } from '../test-runs/result-query.ts';

export interface Asked {
  readonly runId: string | undefined;
  /** Then its verdict is judged, and not the whole result. */
  readonly metricId: string | undefined;
  /** Only what nothing has decided yet. */
  readonly isOpen: boolean;
  /** Only what failed, whoever decided it. */
  readonly isFailed: boolean;
  /** Of that, only what metrics that flag have judged alone, or all but that. */
  readonly flags: 'only' | 'without' | undefined;
  readonly isBlind: boolean;
}

export interface Judgement {
  readonly item: ReviewItem;
  readonly review: Review;
  /** What was written with it, as it was typed. */
  readonly comment: string;
}

/**
 * One result after the other. What will most likely come next is read ahead, so a verdict shows it at once; the claim on
 * it is asked for behind the verdict, and shows another result in the rare case that somebody else was quicker.
 */
export function useQueue({ runId, metricId, isOpen, isFailed, flags, isBlind }: Asked) {
  const { api } = usePlatform();
  const queryClient = useQueryClient();
  const [item, setItem] = useState<ReviewItem | null>(null);
  const [done, setDone] = useState(0);
  const [last, setLast] = useState<Judgement | null>(null);
  /** What was shown until somebody else turned out to have it. */
  const [taken, setTaken] = useState<ReviewItem | null>(null);
  const asked = useRef(0);

  async function load(shown?: ReviewItem): Promise<void> {
    const turn = (asked.current += 1);
    const next = await api.call('nextReview', {
      body: {
        blind: isBlind,
        ...(shown?.result ? { showing: shown.result.id } : {}),
        ...(isOpen ? { undecided: true } : {}),
        ...(isFailed ? { failed: true } : {}),
        ...(flags === undefined ? {} : { flags }),
        ...(runId === undefined ? {} : { test_run_id: runId }),
        ...(metricId === undefined ? {} : { metric_id: metricId }),
      },
    });
    if (turn !== asked.current) return;
    if (shown?.result && next.result?.id !== shown.result.id) setTaken(shown);
    setItem(next);
    if (next.upcoming !== null) void queryClient.prefetchQuery(resultQuery(api, next.upcoming));
  }
  const next = useMutation({ mutationFn: () => load() });
  const judge = useMutation({
    mutationFn: async ({ status, comment }: { status: Review['status']; comment: string }) => {
      const id = item?.result?.id;
      if (!item || id === undefined) return;
      const ahead = aheadOf(item, queryClient);
      if (ahead) setItem(ahead);
      setLast(null);
      setTaken(null);
      const review = await api.call('createReview', {
        params: { id },
        body: {
          status,
          comment,
          ...(metricId === undefined ? {} : { target: { type: 'metric', reference: metricId } }),
        },
      });
      setDone((count) => count + 1);
      setLast({ item, review, comment });
      await load(ahead ?? undefined);
    },
    onError: () => next.mutate(),
    onSuccess: () => readAgain(queryClient),
  });
  const undo = useMutation({
    mutationFn: async ({ item: judged, review }: Judgement) => {
      const id = judged.result?.id;
      if (id === undefined) return;
      await api.call('deleteReview', { params: { id, review_id: review.id } });
      setLast(null);
      setTaken(null);
      setDone((count) => Math.max(0, count - 1));
      // What is shown meanwhile goes back to the queue, and what was judged is here to be judged again.
      if (item?.result)
        await api.call('releaseReview', { body: { test_result_id: item.result.id, skip: false } });
      asked.current += 1;
      setItem({ ...judged, upcoming: null });
    },
    onSuccess: () => readAgain(queryClient),
  });
  const skip = useMutation({
    mutationFn: async () => {
      setTaken(null);
      const id = item?.result?.id;
      if (id !== undefined) await api.call('releaseReview', { body: { test_result_id: id } });
      await load();
    },
  });

  const begin = useEffectEvent(() => next.mutate());
  useEffect(() => begin(), [runId, metricId, isOpen, isFailed, flags, isBlind]);
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
    taken,
    done,
    isBusy: next.isPending || judge.isPending || skip.isPending || undo.isPending,
    error: judge.error ?? skip.error ?? undo.error ?? next.error,
    judge: judge.mutate,
    skip: () => skip.mutate(),
    /** The verdict that was given last and can be taken back. */
    last,
    /** Gives back what was written with it. */
    undo: (onUndone: (comment: string) => void) =>
      last ? undo.mutate(last, { onSuccess: () => onUndone(last.comment) }) : undefined,
    again: () => next.mutate(),
  };
}

function readAgain(queryClient: QueryClient): void {
  for (const key of ['review-progress', 'annotations', 'insights', 'test-runs', 'metrics'])
    void queryClient.invalidateQueries({ queryKey: [key] });
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
    unsure: item.unsure === null ? null : Math.max(0, item.unsure - 1),
  };
}
