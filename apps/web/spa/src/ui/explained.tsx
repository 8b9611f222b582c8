import type { ReactNode } from 'react';
import { Popover } from '@base-ui/react/popover';
import { CircleHelp } from 'lucide-react';
import { classes } from '../lib/classes.ts';

interface Props {
  /** What is explained. */
  name: string;
  says: string;
  /** What stands on the page for it; without, a question mark does. */
  shown?: ReactNode;
  className?: string;
}

/** What something on a page means: pressed, it says so. A finger and a keyboard reach it as well as a mouse. */
export function Explained({ name, says, shown, className }: Props) {
  return (
    <Popover.Root>
      {shown === undefined ? (
        <Popover.Trigger
          aria-label={`What is meant: ${name}`}
          className={classes(
            'inline-grid size-7 touch:size-11 shrink-0 cursor-help place-items-center rounded-md text-muted hover:text-ink',
            className,
          )}
        >
          <CircleHelp aria-hidden size={16} />
        </Popover.Trigger>
      ) : (
        <Popover.Trigger
          className={classes(
            'inline cursor-help text-left [letter-spacing:inherit] [text-transform:inherit] underline decoration-dotted underline-offset-4 touch:-my-2.5 touch:py-2.5',
            className,
          )}
        >
          {shown}
        </Popover.Trigger>
      )}
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} className="z-50">
          <Popover.Popup className="popup max-w-[min(20rem,calc(100vw-2rem))] p-3.5 text-[0.9375rem]">
            <Popover.Title className="font-semibold">{name}</Popover.Title>
            <Popover.Description className="text-muted">{says}</Popover.Description>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
