import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import { classes } from '../lib/classes.ts';
import { Spinner } from './spinner.tsx';

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';

/** What is pressed and says nothing by itself is left out on paper (`press`, app.css). */
const shape =
  'press inline-flex items-center justify-center gap-2 rounded-[0.45rem] font-medium whitespace-nowrap transition-colors select-none disabled:opacity-55';
const looks: Readonly<Record<ButtonLook, string>> = {
  primary: 'bg-signal text-on-signal hover:bg-signal-strong',
  plain: 'border border-line-strong bg-surface text-ink hover:bg-sunken',
  quiet: 'text-ink hover:bg-sunken',
  danger: 'border border-danger text-danger bg-surface hover:bg-danger-soft',
};
// For a finger, and where there is only room for one thing beside another, everything is as high as a row.
const sizes = {
  small: 'min-h-8 touch:min-h-11 px-2.5 text-[0.8125rem]',
  normal: 'min-h-10 touch:min-h-11 px-4 text-[0.9375rem]',
} as const;

export function buttonClass(look: ButtonLook = 'plain', size: keyof typeof sizes = 'normal'): string {
  return classes(shape, looks[look], sizes[size]);
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook;
  size?: keyof typeof sizes;
  /**
   * Work under way: the button keeps its width and its focus, and refuses a second press. Who names it begins work, so
   * the second press of a double click is refused as well: it comes before anything could be drawn as under way.
   */
  busy?: boolean;
  icon?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ look, size, busy, icon, children, className, onClick, ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (busy === true || (busy !== undefined && event.detail > 1)) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      onClick={press}
      className={classes(buttonClass(look, size), className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, children, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={classes(
        'press inline-grid size-9 touch:size-11 shrink-0 place-items-center rounded-[0.45rem] text-muted hover:bg-sunken hover:text-ink disabled:opacity-50',
        className,
      )}
    >
      {children}
    </button>
  );
}

export function LinkButton({
  look,
  size,
  className,
  icon,
  children,
  ...link
}: Omit<LinkProps, 'children'> & {
  look?: ButtonLook;
  size?: keyof typeof sizes;
  className?: string;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Link {...link} className={classes(buttonClass(look, size), className)}>
      {icon}
      {children}
    </Link>
  );
}
