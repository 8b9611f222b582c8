import { useRouter } from '@tanstack/react-router';
import { ProblemNotice } from '../ui/problem.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';

export function PageFault({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-4 p-4">
      <ProblemNotice
        error={error}
        what="This page could not be shown"
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </div>
  );
}

export function PagePending() {
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6 p-4">
      <SkeletonLines count={6} />
    </div>
  );
}
