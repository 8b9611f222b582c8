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
  const [edits, setEdits] = useState<Partial<EndpointDraft>>({});
  // The page hears of a save later than this does: in between, edits would lie over what was there before it.
  const [answered, setAnswered] = useState(endpoint);
  const saved = draftFrom(answered.version > endpoint.version ? answered : endpoint);
  const draft = { ...saved, ...edits };
  const changes = changesOf(draft, saved);
  const save = useMutation({
    mutationFn: (sent: Partial<EndpointDraft>) =>
      api.call('patchEndpoint', {
        params: { id: endpoint.id },
        body: changesOf({ ...saved, ...sent }, saved),
      }),
    onSuccess: async (stored, sent) => {
      const { queryKey } = endpointQuery(api, endpoint.id);
      // What was asked for before the save would bring back what it replaced.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, stored);
      void queryClient.invalidateQueries({ queryKey: ['endpoints', 'list'] });
      setAnswered(stored);
      setEdits((now) => withoutSent(now, sent));
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
    save: (along = {}) => save.mutate({ ...edits, ...along }),
    saving: save.isPending,
    saveError: save.error,
  };
}

/** What was typed while a save was under way is still to be saved. */
function withoutSent(now: Partial<EndpointDraft>, sent: Partial<EndpointDraft>): Partial<EndpointDraft> {
  const before: Record<string, unknown> = sent;
  return Object.fromEntries(Object.entries(now).filter(([key, value]) => value !== before[key]));
}
