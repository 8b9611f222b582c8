import { Toast } from '@base-ui/react/toast';
import { useEffect, useState } from 'react';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { X } from 'lucide-react';
import { adviceFor } from '../lib/advice.ts';
import { asProblem } from '../lib/api-error.ts';
import { classes } from '../lib/classes.ts';
import { IconButton, buttonClass } from './button.tsx';
import { inFormWords } from '../lib/form-words.ts';
import { openDialogs, useNewestDialog } from './open-dialogs.ts';

/** What one may want to press, or has more to say than one line, stands longer; a pointer on it or focus stops the clock. */
const longMs = 20_000;

interface Told {
  /** The dialog that had been opened last when it was told. */
  readonly after: number;
}

const toldNow = (): Told => ({ after: openDialogs.last() });

export function ToastArea({ children }: { children: ReactNode }) {
  const dialog = useNewestDialog();
  const [viewport, setViewport] = useState<HTMLDivElement | null>(null);
  useRoomFor(viewport, dialog > 0 ? 'top' : 'bottom');
  return (
    <Toast.Provider timeout={6000} limit={3}>
      {children}
      <Toast.Portal>
        <Toast.Viewport
          ref={setViewport}
          // Beside what is worked on: at the foot of the menu, which ends above it, or where the page makes room.
          className={classes(
            'fixed inset-x-4 z-60 mx-auto grid max-h-[40dvh] max-w-96 gap-2 overflow-y-auto [scrollbar-width:thin] beside:inset-x-auto beside:top-auto beside:bottom-2 beside:left-2 beside:w-50',
            // The buttons of a dialog are at its foot.
            dialog > 0 ? 'top-2' : 'bottom-2',
          )}
          aria-label="Announcements"
        >
          <ToastList dialog={dialog} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/** Tells the style sheet how much room messages take, and at which end: pages, bars and dialogs keep out of it. */
function useRoomFor(viewport: HTMLDivElement | null, end: 'top' | 'bottom'): void {
  useEffect(() => {
    if (viewport === null) return;
    const root = document.documentElement;
    let frame = 0;
    const makeRoom = (): void => {
      const height = viewport.offsetHeight;
      root.style.setProperty('--told', height === 0 ? '0px' : `${height + 16}px`);
      root.dataset['told'] = end;
      if (height > 0) keepInSight(document.activeElement, viewport);
    };
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      // The room it makes is a change of size as well, which is looked at in a frame of its own.
      frame = requestAnimationFrame(makeRoom);
    });
    observer.observe(viewport);
    // What the page loads may push a field beneath.
    observer.observe(document.body);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [viewport, end]);
}

/** A field or button that somebody is at does not disappear beneath a message. */
function keepInSight(active: Element | null, viewport: HTMLElement): void {
  if (!active?.matches('input, textarea, select, button, a') || viewport.contains(active)) return;
  const [field, told] = [active.getBoundingClientRect(), viewport.getBoundingClientRect()];
  const isBeside = field.right <= told.left || field.left >= told.right;
  if (isBeside || field.bottom <= told.top || field.top >= told.bottom) return;
  scrollBy({ top: field.bottom - told.top + 8 });
}

/**
 * A dialog is answered first: what was told before it waits behind it, so that it takes no press meant for the dialog and
 * leads nobody away from under it.
 */
function ToastList({ dialog }: { dialog: number }) {
  const { toasts } = Toast.useToastManager<Told>();
  return toasts.map((toast, place) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      swipeDirection={['right', 'down']}
      className={classes(
        'popup border-l-4 border-l-signal p-3 pl-4 data-[type=problem]:border-l-danger',
        (toast.data?.after ?? 0) < dialog && 'hidden',
      )}
    >
      <Toast.Content className="flex items-start gap-3 beside:gap-1">
        <div className="grid flex-1 gap-0.5">
          <Toast.Title className="text-[0.9375rem] font-medium" />
          <Toast.Description
            className={classes(
              'max-h-[40dvh] overflow-y-auto text-[0.875rem] break-words text-muted beside:max-h-32',
              // Of several the newest is told whole, and what an older one did not do; the menu beside keeps its place.
              place > 0 && toast.type !== 'problem' && 'sr-only',
            )}
          />
          {toast.actionProps ? (
            <Toast.Action
              className={classes(
                buttonClass('plain', 'small'),
                'mt-1.5 max-w-full justify-self-start whitespace-normal!',
              )}
            />
          ) : null}
        </div>
        <Toast.Close render={<IconButton label="Dismiss" className="-m-1" />}>
          <X aria-hidden size={16} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

export interface Messages {
  /** What happened, and the way to it where there is one; the message is gone once it is followed. */
  say(title: string, description?: string, way?: { words: string; follow: () => void }): void;
  /**
   * Something that can be taken back for as long as the message stands: until it is closed by the person, which
   * `onClose` hears of, or by the returned function.
   */
  offer(
    title: string,
    choice: { description: string; action: string; onAction: () => void; onClose: () => void },
  ): () => void;
  /** A failed action: what happened, and what to do about it. */
  fail(what: string, error: unknown): void;
}

export function useMessages(): Messages {
  const manager = Toast.useToastManager<Told>();
  const router = useRouter({ warn: false });
  return {
    say: (title, description, way) => {
      // What offers a way stands long, and belongs to the page it is told on: it does not lie over the next one.
      const stop =
        way === undefined
          ? undefined
          : router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
              if (pathChanged) manager.close(id);
            });
      const id = manager.add({
        title,
        description,
        data: toldNow(),
        ...(stop === undefined ? {} : { onClose: stop }),
        ...(way === undefined
          ? {}
          : {
              timeout: longMs,
              actionProps: {
                children: way.words,
                onClick: () => {
                  manager.close(id);
                  way.follow();
                },
              },
            }),
      });
    },
    offer: (title, { description, action, onAction, onClose }) => {
      const id = manager.add({
        title,
        description,
        data: toldNow(),
        timeout: 0,
        onClose,
        actionProps: {
          children: action,
          onClick: onAction,
        },
      });
      return () => manager.close(id);
    },
    fail: (what, error) => {
      const problem = asProblem(error);
      const advice = adviceFor(problem);
      const id = problem.errorId === null ? '' : ` (error ID ${problem.errorId})`;
      manager.add({
        type: 'problem',
        title: what,
        description: `${inFormWords(problem.detail)}${id}${advice === null ? '' : ` ${advice}`}`,
        data: toldNow(),
        timeout: longMs,
        priority: 'high',
      });
    },
  };
}
