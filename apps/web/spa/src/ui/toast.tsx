import { Toast } from '@base-ui/react/toast';
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
  return (
    <Toast.Provider timeout={6000} limit={3}>
      {children}
      <Toast.Portal>
        <Toast.Viewport
          // In the middle: what one presses next stands at the right, and a message under the pointer never leaves.
          className={classes(
            'fixed left-1/2 z-60 grid w-[min(24rem,calc(100vw-2rem))] -translate-x-1/2 gap-2',
            // The buttons of a dialog are at its foot.
            dialog > 0 ? 'top-4' : 'bottom-4',
          )}
          aria-label="Announcements"
        >
          <ToastList dialog={dialog} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/**
 * A dialog is answered first: what was told before it waits behind it, so that it takes no press meant for the dialog and
 * leads nobody away from under it.
 */
function ToastList({ dialog }: { dialog: number }) {
  const { toasts } = Toast.useToastManager<Told>();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      swipeDirection={['right', 'down']}
      className={classes(
        'popup border-l-4 border-l-signal p-3 pl-4 data-[type=problem]:border-l-danger',
        (toast.data?.after ?? 0) < dialog && 'hidden',
      )}
    >
      <Toast.Content className="flex items-start gap-3">
        <div className="grid flex-1 gap-0.5">
          <Toast.Title className="text-[0.9375rem] font-medium" />
          <Toast.Description className="max-h-[40dvh] overflow-y-auto text-[0.875rem] break-words text-muted" />
          {toast.actionProps ? (
            <Toast.Action className={classes(buttonClass('plain', 'small'), 'mt-1.5 justify-self-start')} />
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
  return {
    say: (title, description, way) => {
      const id = manager.add({
        title,
        description,
        data: toldNow(),
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
