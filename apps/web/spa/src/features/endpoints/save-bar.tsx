import { Button } from '../../ui/button.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import type { DraftState } from './use-draft.ts';
import { changesHost } from './draft.ts';

/** Stays in sight while anything is unsaved. */
export function SaveBar({ state, hasSecrets }: { state: DraftState; hasSecrets: boolean }) {
  if (!state.dirty) return null;
  const faults = Object.values(state.faults);
  return (
    <div className="sticky bottom-3 z-20 grid gap-3 rounded-(--radius-card) border border-signal bg-surface p-3 shadow-lift sm:p-4">
      {state.saveError ? (
        // What it asks for lies beneath it, and must stay within reach.
        <div className="max-h-[30dvh] overflow-y-auto">
          <ProblemNotice error={state.saveError} what="Saving did not work" />
        </div>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status">
          {faults.length > 0 ? (
            <span className="text-danger">{faults[0]}</span>
          ) : hasSecrets && changesHost(state.draft, state.saved) ? (
            'The host changes: stored secrets stay behind and must be entered again.'
          ) : (
            'Unsaved changes'
          )}
        </p>
        <div className="flex gap-2">
          <Button onClick={state.discard}>Discard</Button>
          <Button look="primary" busy={state.saving} disabled={faults.length > 0} onClick={state.save}>
            Save changes
          </Button>
        </div>
      </div>
    </div>
  );
}
