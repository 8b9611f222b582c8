import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/platform-context.tsx';
import { testSetQuery } from '../../lib/testing-queries.ts';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Review } from './review.tsx';

/** Drafts that were left, found again by their set. */
export function DraftsOfSet({ setId }: { setId: string }) {
  const set = useQuery(testSetQuery(useApi(), setId));
  if (set.isPending) return <SkeletonLines count={6} label="Loading the test set" />;
  if (set.error) return <ProblemNotice error={set.error} onRetry={() => void set.refetch()} />;
  const message = [set.data.description, 'They wait for you to go through them.'].filter(Boolean).join(' ');
  return <Review setId={setId} name={set.data.name} message={message} />;
}
