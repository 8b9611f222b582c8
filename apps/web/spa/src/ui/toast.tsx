import { Toast } from '@base-ui/react/toast';
import type { ReactNode } from 'react';
import { X } from 'lucide-react';
import { adviceFor } from '../lib/advice.ts';
import { asProblem } from '../lib/api-error.ts';
import { classes } from '../lib/classes.ts';
import { IconButton, buttonClass } from './button.tsx';
import { inFormWords } from '../lib/form-words.ts';

export function ToastArea({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider timeout={6000} limit={3}>
      {children}
      <Toast.Portal>
        <Toast.Viewport
          // In the middle: what one presses next stands at the right, and a message under the pointer never leaves.
          className="fixed bottom-4 left-1/2 z-60 grid w-[min(24rem,calc(100vw-2rem))] -translate-x-1/2 gap-2"
          aria-label="Announcements"
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      swipeDirection={['right', 'down']}
      className="popup border-l-4 border-l-signal p-3 pl-4 data-[type=problem]:border-l-danger"
    >
      <Toast.Content className="flex items-start gap-3">
        <div className="grid flex-1 gap-0.5">
          <Toast.Title className="text-[0.9375rem] font-medium" />
          <Toast.Description className="line-clamp-[9] text-[0.875rem] text-muted" />
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
  const manager = Toast.useToastManager();
  return {
    say: (title, description, way) => {
      const id = manager.add({
        title,
        description,
        ...(way === undefined
          ? {}
          : {
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
        timeout: 12_000,
        priority: 'high',
      });
    },
  };
}
