import { useRouter } from '@tanstack/react-router';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ProblemNotice } from '../ui/problem.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { useTitle } from '../lib/use-title.ts';

export function NotFound() {
  useTitle('Nothing here');
  return (
    <main className="mx-auto max-w-3xl p-6">
      <h1 className="sr-only">Nothing at this address</h1>
      <EmptyState
        title="There is no page at this address"
        action={
          <LinkButton look="primary" to="/">
            Go to the home page
          </LinkButton>
        }
      >
        <p>The link may be old or mistyped, or what it pointed to may have been deleted.</p>
      </EmptyState>
    </main>
  );
}

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
