import { useEffect, useRef } from 'react';
import { pageEntries } from './pages.ts';

/** What `g` and a letter go to. */
const places = new Map(
  pageEntries.flatMap(({ key, path, label = path }) => (key === undefined ? [] : [[key, { path, label }]])),
);

export const shortcuts: readonly { readonly keys: string; readonly does: string }[] = [
  { keys: 'Ctrl K', does: 'Opens this list (⌘ K on a Mac)' },
  { keys: '/', does: 'Searches on this page' },
  ...[...places].map(([key, { label }]) => ({ keys: `g ${key}`, does: `Goes to ${label.toLowerCase()}` })),
];

const SEQUENCE_MS = 1000;

/** Letters typed into a field are text, and those that a control has used already are its own. */
const isTyping = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  (event.target instanceof Element &&
    event.target.closest(
      'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]',
    ) !== null);

/** Shortcuts of every page: Ctrl K or ⌘ K, `/`, and `g` followed by the letter of a page within a second. */
export function useShortcuts({
  onPalette,
  goTo,
}: {
  onPalette: () => void;
  goTo: (path: string) => void;
}): void {
  const wantsAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (
        (event.ctrlKey || event.metaKey) &&
        !event.shiftKey &&
        !event.altKey &&
        event.key.toLowerCase() === 'k'
      ) {
        event.preventDefault();
        onPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      const isSecond = event.timeStamp - wantsAt.current <= SEQUENCE_MS;
      wantsAt.current = Number.NEGATIVE_INFINITY;
      const path = isSecond ? places.get(event.key)?.path : undefined;
      if (path !== undefined) goTo(path);
      else if (event.key === 'g') wantsAt.current = event.timeStamp;
      else if (event.key === '/') {
        const field = document.querySelector<HTMLElement>('main input[type="search"]');
        if (field === null) return;
        event.preventDefault();
        field.focus();
      }
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [onPalette, goTo]);
}
