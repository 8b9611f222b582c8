import { createContext, useContext, useEffect, useRef } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { ConfirmLeave } from '../ui/confirm-leave.tsx';
import { AroundDialog } from '../ui/dialog.tsx';

/** Unsaved input somewhere on the page, and which moves would lose it. */
export interface Unsaved {
  isLost: (move: Move) => boolean;
}

/** Who on the page holds unsaved input. The shell reads it when the session ends in mid-work. */
export const UnsavedContext = createContext<Set<Unsaved> | null>(null);

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

interface Move {
  readonly current: Place;
  readonly next: Place;
}

const tabOf = ({ search }: Place): unknown => ('tab' in search ? search.tab : undefined);

function Guard({ dirty, isLost }: { dirty: boolean } & Unsaved) {
  const holders = useContext(UnsavedContext);
  const dialog = useContext(AroundDialog);
  const mine = useRef<Unsaved>({ isLost });
  useEffect(() => {
    mine.current.isLost = isLost;
  });
  useEffect(() => {
    if (!dirty) return undefined;
    const one = mine.current;
    const all = [holders, dialog?.unsaved].filter((set) => set !== null && set !== undefined);
    for (const set of all) set.add(one);
    return () => {
      for (const set of all) set.delete(one);
    };
  }, [dirty, holders, dialog]);
  const blocker = useBlocker({
    // Whoever has just been asked by the dialog around it is not asked again, and of several texts that a move loses one asks.
    shouldBlockFn: (move) =>
      dirty && dialog?.isLeft !== true && isLost(move) && !isAskedBefore(holders, mine.current, move),
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

const isAskedBefore = (holders: Set<Unsaved> | null, mine: Unsaved, move: Move): boolean => {
  const [first = mine] = [...(holders ?? [])].filter((one) => one.isLost(move));
  return first !== mine;
};
