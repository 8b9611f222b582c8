import { useTitle } from '../lib/use-title.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** Inside the frame; `NotFound` brings the frame along. */
export function NothingHere() {
  useTitle('Nothing here');
  return (
    <div className="mx-auto max-w-3xl">
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
    </div>
  );
}
