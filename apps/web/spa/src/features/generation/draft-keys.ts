import { useEffect } from 'react';
import type { RefObject } from 'react';

export const draftKeys = [
  { key: 'j', does: 'next' },
  { key: 'k', does: 'previous' },
  { key: 'a', does: 'keep' },
  { key: 'x', does: 'leave out' },
  { key: 'o', does: 'open' },
] as const;

/** Goes through the drafts below `list` by letters: from anywhere but a field, and on from the one that has the focus. */
export function useDraftKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let before = '';
    const listen = (event: KeyboardEvent): void => {
      // “g j” goes to a page.
      const isOfPage = before === 'g';
      before = event.key;
      if (isOfPage || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isElsewhere(event.target, list.current)) return;
      const drafts = [...(list.current?.querySelectorAll<HTMLElement>('[data-draft]') ?? [])];
      const at = drafts.findIndex((draft) => draft.contains(document.activeElement));
      const press = presses[event.key];
      if (press === undefined || drafts.length === 0) return;
      event.preventDefault();
      press(drafts, at);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [list]);
}

type Press = (drafts: readonly HTMLElement[], at: number) => void;

const presses: Readonly<Record<string, Press>> = {
  j: (drafts, at) => goTo(drafts[Math.min(at + 1, drafts.length - 1)]),
  k: (drafts, at) => goTo(drafts[Math.max(at - 1, 0)]),
  a: (drafts, at) => tick(drafts, at, true),
  x: (drafts, at) => tick(drafts, at, false),
  o: (drafts, at) => drafts[at]?.querySelector<HTMLElement>('[data-opens]')?.click(),
};

const boxOf = (draft: HTMLElement | undefined) =>
  draft?.querySelector<HTMLInputElement>('input[type="checkbox"]') ?? undefined;

function goTo(draft: HTMLElement | undefined): void {
  boxOf(draft)?.focus();
  draft?.scrollIntoView({ block: 'nearest' });
}

/** What is decided is done with: the next one is looked at. */
function tick(drafts: readonly HTMLElement[], at: number, isKept: boolean): void {
  const box = boxOf(drafts[at]);
  if (box === undefined) return;
  if (box.checked !== isKept) box.click();
  goTo(drafts[Math.min(at + 1, drafts.length - 1)]);
}

/** Letters typed into a field are text; a box that is ticked takes none. */
function isElsewhere(target: EventTarget | null, list: HTMLElement | null): boolean {
  if (!(target instanceof Element)) return false;
  if (list?.contains(target) === true && target.matches('input[type="checkbox"], button')) return false;
  return (
    target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]') !==
    null
  );
}
