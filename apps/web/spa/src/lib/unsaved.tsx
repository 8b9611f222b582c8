import { createContext, useContext, useEffect } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { ConfirmLeave } from '../ui/confirm-leave.tsx';

/** Who on the page holds unsaved input. The shell reads it when the session ends in mid-work. */
export const UnsavedContext = createContext<Set<symbol> | null>(null);

/** Asks before unsaved input is lost, by a link, by the Back button or by closing the tab. */
export function UnsavedGuard({ dirty, staysWithin }: { dirty: boolean; staysWithin?: string }) {
  const holders = useContext(UnsavedContext);
  useEffect(() => {
    if (!dirty || !holders) return undefined;
    const mine = Symbol('unsaved');
    holders.add(mine);
    return () => void holders.delete(mine);
  }, [dirty, holders]);
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => dirty && next.pathname !== staysWithin,
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
