import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/page.tsx';
import { draftFrom } from './draft.ts';
import { endpointQuery } from './queries.ts';
import { sharedConversation } from './shared-conversation.ts';
import type { DraftState } from './use-draft.ts';

const why = (field: string): string =>
  `Every test goes on with the same conversation, since the request always sends the same value as “${field}”.`;

/** On the page of an endpoint: what is shared, and one press that ends it. */
export function SharedConversationNote({ state, readOnly }: { state: DraftState; readOnly: boolean }) {
  const shared = sharedConversation(state.draft);
  if (shared === undefined) return null;
  return (
    <Notice tone="warn">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{why(shared.field)}</p>
        {readOnly ? null : (
          <Button
            busy={state.saving}
            // What else was changed and not saved is not saved along.
            onClick={() => (state.dirty ? state.edit(shared.changes) : state.save(shared.changes))}
          >
            Give each test its own
          </Button>
        )}
      </div>
    </Notice>
  );
}

/** On the page of a run, as long as its endpoint has it so. */
export function SharedConversationLink({ endpointId }: { endpointId: string }) {
  const may = useMay();
  const { data } = useQuery({ ...endpointQuery(useApi(), endpointId), enabled: may('endpoint:read') });
  const shared = data && sharedConversation(draftFrom(data));
  if (shared === undefined) return null;
  return (
    <Notice tone="warn">
      {why(shared.field)}{' '}
      <Link className="link" to="/endpoints/$endpointId" params={{ endpointId }}>
        Change it at the endpoint
      </Link>
    </Notice>
  );
}
