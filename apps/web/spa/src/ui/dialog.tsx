import { Dialog as Base } from '@base-ui/react/dialog';
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { createContext, useEffect, useRef, useState } from 'react';
import type { FormEvent, InputEvent, ReactNode } from 'react';
import { X } from 'lucide-react';
import { classes } from '../lib/classes.ts';
import { Button, IconButton } from './button.tsx';
import { useCountedDialog } from './open-dialogs.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  wide?: boolean;
  /** What it shows is shown this once: Escape, a press beside it and the cross ask first. */
  shownOnce?: string;
}

/** Whoever opens a form wants to fill it in; only by touch would that bring the keyboard up over half of it. */
function firstField(popup: HTMLElement | null, opened: string): HTMLElement | true {
  if (opened === 'touch') return true;
  return (
    popup?.querySelector<HTMLElement>(':is(input, select, textarea):not([type="radio"], :disabled)') ?? true
  );
}

interface DialogMind {
  /** What inside it guards text of its own. */
  readonly unsaved: Set<object>;
  /** Somebody was asked, and leaves. */
  isLeft: boolean;
}

/** The dialog that something is shown in, so that who leaves it is asked once. */
export const AroundDialog = createContext<DialogMind | null>(null);

/**
 * What was typed into a form, or is shown only once, is not lost by a slip: by Escape, a press beside it or the cross. Its own
 * buttons are meant.
 */
function useGuard({ open, onClose, shownOnce }: Pick<DialogProps, 'open' | 'onClose' | 'shownOnce'>) {
  const typed = useRef(new Set<HTMLFormElement>());
  const [mind] = useState<DialogMind>(() => ({ unsaved: new Set(), isLeft: false }));
  const [isAsking, setAsking] = useState(false);
  useCountedDialog(open);
  useEffect(() => {
    if (!open) return;
    typed.current.clear();
    mind.isLeft = false;
  }, [open, mind]);
  const isTyped = (): boolean => mind.unsaved.size > 0 || [...typed.current].some((form) => form.isConnected);
  return {
    mind,
    onOpenChange: (next: boolean): void => {
      if (next) return;
      if (isTyped() || shownOnce !== undefined) setAsking(true);
      else onClose();
    },
    onInput: ({ target, currentTarget }: InputEvent<HTMLElement>): void => {
      // A dialog that was opened from this one tells it as well, and asks for itself.
      if (!(target instanceof Element) || !currentTarget.contains(target)) return;
      const form = target.matches(typedFields) ? target.closest('form') : null;
      if (form) typed.current.add(form);
    },
    /** What was sent is no longer only here; what stands in another form still is. */
    onSubmit: ({ target }: FormEvent<HTMLElement>): void => {
      if (target instanceof HTMLFormElement) typed.current.delete(target);
    },
    question: (
      <ConfirmDialog
        open={isAsking}
        title={shownOnce === undefined ? 'Leave without saving?' : 'Have you kept it?'}
        consequence={shownOnce ?? 'What you typed here has not been saved. Leaving throws it away.'}
        action={shownOnce === undefined ? 'Leave without saving' : 'Close, it is not shown again'}
        stay="Stay here"
        onConfirm={() => {
          typed.current.clear();
          mind.isLeft = true;
          setAsking(false);
          onClose();
        }}
        onClose={() => setAsking(false)}
      />
    ),
  };
}

const typedFields =
  'form textarea, form input:not([type="search"], [type="checkbox"], [type="radio"], [role="combobox"])';

export function Dialog({ open, onClose, title, description, children, wide, shownOnce }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  const guard = useGuard({ open, onClose, ...(shownOnce === undefined ? {} : { shownOnce }) });
  return (
    <Base.Root open={open} onOpenChange={guard.onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="backdrop z-40" />
        <Base.Popup
          ref={popup}
          onInput={guard.onInput}
          onSubmit={guard.onSubmit}
          initialFocus={(opened) => firstField(popup.current, opened)}
          className={classes(
            'popup fixed top-[calc(50%+var(--told-top)/2)] left-1/2 z-50 grid max-h-[min(88dvh,56rem,100dvh-var(--told-top)-1rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 gap-4 overflow-y-auto p-(--edge) [--edge:1.25rem] sm:[--edge:1.5rem]',
            fieldsAboveActions,
            wide ? 'max-w-3xl' : 'max-w-lg',
          )}
        >
          <DialogHead title={title} description={description} />
          <AroundDialog value={guard.mind}>{children}</AroundDialog>
          {guard.question}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Slides in from the edge; for long forms and reading beside the page. */
export function Drawer({
  open,
  onClose,
  title,
  description,
  children,
  side = 'right',
}: Omit<DialogProps, 'shownOnce'> & { side?: 'left' | 'right' }) {
  const guard = useGuard({ open, onClose });
  return (
    <Base.Root open={open} onOpenChange={guard.onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="backdrop z-40" />
        <Base.Popup
          onInput={guard.onInput}
          onSubmit={guard.onSubmit}
          className={classes(
            'fixed top-(--told-top) bottom-0 z-50 flex w-[min(34rem,100vw)] flex-col gap-4 overflow-y-auto border-line bg-surface p-(--edge) shadow-lift [--edge:1.25rem]',
            fieldsAboveActions,
            side === 'right' ? 'drawer right-0 border-l' : 'drawer-left left-0 max-w-72 border-r',
            'drawer',
          )}
        >
          <DialogHead title={title} description={description} />
          <AroundDialog value={guard.mind}>{children}</AroundDialog>
          {guard.question}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** A field that is reached by keyboard is not hidden beneath the actions. */
const fieldsAboveActions = 'has-[[data-actions]]:scroll-pb-24';

/** What a dialog ends with. It stays in sight however long the form above it is. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div
    data-actions
    // The popup has a padding, beneath which the form would show, and the shadow covers what rounding leaves of it.
    className="shadow-[0_var(--edge)_0_var(--color-surface)] sticky -bottom-(--edge) z-10 -mx-(--edge) -mb-(--edge) flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-(--edge) py-3"
  >
    {children}
  </div>
);

function DialogHead({ title, description }: { title: string; description?: ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="grid gap-1">
        <Base.Title className="text-xl font-semibold">{title}</Base.Title>
        {description ? <Base.Description className="text-muted">{description}</Base.Description> : null}
      </div>
      <Base.Close render={<IconButton label="Close" className="-mt-1 -mr-1" />}>
        <X aria-hidden size={18} />
      </Base.Close>
    </div>
  );
}

/** Asks before something that cannot be taken back. Says what will happen, not "are you sure". */
export function ConfirmDialog({
  open,
  title,
  consequence,
  action,
  stay = 'Keep it',
  busy,
  onConfirm,
  onClose,
  returnTo,
  children,
}: {
  open: boolean;
  title: string;
  consequence: ReactNode;
  action: string;
  /** What not doing it is called. */
  stay?: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** Where the focus goes afterwards, if what it came from may be gone by then. */
  returnTo?: () => HTMLElement | null;
  children?: ReactNode;
}) {
  useCountedDialog(open);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop z-40" />
        <AlertDialog.Popup
          finalFocus={() => returnTo?.() ?? true}
          className="popup fixed top-[calc(50%+var(--told-top)/2)] left-1/2 z-50 grid max-h-[calc(100dvh-var(--told-top)-1rem)] overflow-y-auto w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 gap-3 p-6"
        >
          <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description className="text-muted">{consequence}</AlertDialog.Description>
          {children}
          <div className="mt-2 flex flex-wrap justify-end gap-2">
            <AlertDialog.Close render={<Button>{stay}</Button>} />
            <Button look="danger" busy={busy} onClick={onConfirm}>
              {action}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
