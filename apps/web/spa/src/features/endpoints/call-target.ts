import type { Endpoint } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { inputDataOf } from './call-variables.ts';
import { bodyOf, changesOf, draftFrom } from './draft.ts';
import type { EndpointDraft } from './draft.ts';
import type { InvocationResult } from '@sonde/contract';
import type { CallValues } from './call-variables.ts';

export type CallTarget = (
  values: CallValues,
  previewOnly: boolean,
  signal?: AbortSignal,
) => Promise<InvocationResult>;

/** Stored endpoints get only what changed, so their stored secrets stay on the server; new ones send everything. */
export function useCallTarget(draft: EndpointDraft, saved: Endpoint | null): CallTarget {
  const api = useApi();
  return (values, preview_only, signal) => {
    const rest = { input_data: inputDataOf(values), preview_only };
    const cancel = signal ? { signal } : {};
    return saved
      ? api.call('testEndpoint', {
          params: { id: saved.id },
          body: { ...changesOf(draft, draftFrom(saved)), ...rest },
          ...cancel,
        })
      : api.call('testDraft', {
          body: { ...bodyOf({ ...draft, name: draft.name || 'Draft' }), ...rest },
          ...cancel,
        });
  };
}
