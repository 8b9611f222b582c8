import { Button } from '../../ui/button.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import type { DraftState } from './use-draft.ts';
import { asProblem, type ApiProblem } from '../../lib/api-error.ts';
import { fieldWords } from '../../lib/form-words.ts';
import { newHosts } from './draft.ts';
import { leavesConversationUnsent, unsentConversation } from './unsent-conversation.ts';

/** Stays in sight while anything is unsaved. */
export function SaveBar({ state, hasSecrets }: { state: DraftState; hasSecrets: boolean }) {
  if (!state.dirty) return null;
  const faults = Object.values(state.faults);
  const moved = Object.values(newHosts(state.draft, state.saved)).find((part) => part !== null);
  const refused = state.saveError ? secretsWanted(asProblem(state.saveError)) : null;
  return (
    <div className="sticky bottom-[calc(0.75rem+var(--told-bottom))] z-20 grid gap-3 rounded-(--radius-card) border border-signal bg-surface p-3 shadow-lift sm:p-4">
      {refused ? (
        <p role="alert" className="text-danger">
          Not saved yet: {refused} must be entered again, or removed.
        </p>
      ) : state.saveError ? (
        // What it asks for lies beneath it, and must stay within reach.
        <div className="max-h-[30dvh] overflow-y-auto">
          <ProblemNotice error={state.saveError} what="Saving did not work" />
        </div>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status">
          {faults.length > 0 ? (
            <span className="text-danger">{faults[0]}</span>
          ) : hasSecrets && moved && refused === null ? (
            `The ${moved} changes: stored secrets stay behind and must be entered again.`
          ) : leavesConversationUnsent(state.draft) ? (
            unsentConversation
          ) : (
            'Unsaved changes'
          )}
        </p>
        <div className="flex gap-2">
          <Button onClick={state.discard}>Discard</Button>
          <Button
            look="primary"
            busy={state.saving}
            disabled={faults.length > 0}
            onClick={() => state.save()}
          >
            Save changes
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Each secret that a changed address leaves behind; each says at its own field why. */
function secretsWanted({ code, errors }: ApiProblem): string | null {
  if (code !== 'endpoint.secret_required' || errors.length === 0) return null;
  return errors.map(({ path }) => `“${fieldWords(path)}”`).join(', ');
}
