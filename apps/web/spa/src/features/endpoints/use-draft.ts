import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Endpoint } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { changesOf, draftFrom, faultsOf } from './draft.ts';
import type { EndpointDraft } from './draft.ts';
import { endpointQuery } from './queries.ts';

export interface DraftState {
  readonly draft: EndpointDraft;
  readonly saved: EndpointDraft;
  readonly dirty: boolean;
  readonly changedKeys: readonly string[];
  readonly faults: Partial<Record<keyof EndpointDraft, string>>;
  readonly edit: (changes: Partial<EndpointDraft>) => void;
  readonly discard: () => void;
  /** Saves what was changed, and this along with it. */
  readonly save: (along?: Partial<EndpointDraft>) => void;
  readonly saving: boolean;
  readonly saveError: unknown;
}

/** One draft for all tabs of an endpoint: going from tab to tab loses nothing, and one button saves it. */
export function useEndpointDraft(endpoint: Endpoint): DraftState {
  const api = useApi();
  const queryClient = useQueryClient();
  const messages = useMessages();
  const saved = draftFrom(endpoint);
  const [edits, setEdits] = useState<Partial<EndpointDraft>>({});
  const draft = { ...saved, ...edits };
  const changes = changesOf(draft, saved);
  const save = useMutation({
    mutationFn: (along: Partial<EndpointDraft>) =>
      api.call('patchEndpoint', {
        params: { id: endpoint.id },
        body: changesOf({ ...draft, ...along }, saved),
      }),
    onSuccess: (stored) => {
      queryClient.setQueryData(endpointQuery(api, endpoint.id).queryKey, stored);
      void queryClient.invalidateQueries({ queryKey: ['endpoints', 'list'] });
      setEdits({});
      messages.say('Saved');
    },
  });
  return {
    draft,
    saved,
    dirty: Object.keys(changes).length > 0,
    changedKeys: Object.keys(changes),
    faults: faultsOf(draft),
    edit: (next) => {
      // What was refused is no longer what stands here.
      if (save.isError) save.reset();
      setEdits((before) => ({ ...before, ...next }));
    },
    discard: () => {
      setEdits({});
      save.reset();
    },
    save: (along = {}) => save.mutate(along),
    saving: save.isPending,
    saveError: save.error,
  };
}
