import { createContext, useContext, useEffect } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { ConfirmLeave } from '../ui/confirm-leave.tsx';
import { AroundDialog } from '../ui/dialog.tsx';

/** Who on the page holds unsaved input. The shell reads it when the session ends in mid-work. */
export const UnsavedContext = createContext<Set<symbol> | null>(null);

/** Asks before unsaved input is lost, by a link, by the Back button or by closing the tab. */
export function UnsavedGuard({ dirty, staysWithin }: { dirty: boolean; staysWithin?: string }) {
  return <Guard dirty={dirty} isLost={({ next }) => next.pathname !== staysWithin} />;
}

/**
 * The same for text that is typed on a page or in a dialog beside what is shown there. On a page it lives as long as its page and
 * tab are shown, in a dialog as long as nothing else is. What has been sent is on its way, and whoever leaves then is not asked.
 */
export function WritingGuard({ dirty }: { dirty: boolean }) {
  const isInDialog = useContext(AroundDialog) !== null;
  return (
    <Guard
      dirty={dirty}
      isLost={({ current, next }) =>
        isInDialog || next.pathname !== current.pathname || tabOf(next) !== tabOf(current)
      }
    />
  );
}

interface Place {
  readonly pathname: string;
  readonly search: object;
}

const tabOf = ({ search }: Place): unknown => ('tab' in search ? search.tab : undefined);

interface GuardProps {
  dirty: boolean;
  isLost: (move: { readonly current: Place; readonly next: Place }) => boolean;
}

function Guard({ dirty, isLost }: GuardProps) {
  const holders = useContext(UnsavedContext);
  const dialog = useContext(AroundDialog);
  useEffect(() => {
    if (!dirty) return undefined;
    const mine = Symbol('unsaved');
    const all = [holders, dialog?.unsaved].filter((set) => set !== null && set !== undefined);
    for (const set of all) set.add(mine);
    return () => {
      for (const set of all) set.delete(mine);
    };
  }, [dirty, holders, dialog]);
  const blocker = useBlocker({
    // Whoever has just been asked by the dialog around it is not asked again.
    shouldBlockFn: (move) => dirty && dialog?.isLeft !== true && isLost(move),
    enableBeforeUnload: dirty,
    withResolver: true,
  });
  return (
    <ConfirmLeave
      open={blocker.status === 'blocked'}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  );
}
