import { useEffect, useSyncExternalStore } from 'react';

/** The dialogs and drawers that stand over the page, numbered as they were opened, for what must not be in their way. */
function createOpenDialogs() {
  let last = 0;
  const open = new Set<number>();
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    /** The number of the dialog that was opened last, whether or not it is still open. */
    last: (): number => last,
    /** The number of the newest that is open; 0 where none is. */
    newest: (): number => Math.max(0, ...open),
    /** Counts one as open until the returned function is called. */
    enter: (): (() => void) => {
      const number = (last += 1);
      open.add(number);
      tell();
      return () => {
        open.delete(number);
        tell();
      };
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const openDialogs = createOpenDialogs();

export const useNewestDialog = (): number => useSyncExternalStore(openDialogs.subscribe, openDialogs.newest);

/** Whoever shows a dialog says so, for as long as it is open. */
export const useCountedDialog = (isOpen: boolean): void =>
  useEffect(() => (isOpen ? openDialogs.enter() : undefined), [isOpen]);
