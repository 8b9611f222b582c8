import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { classes } from '../lib/classes.ts';

export function Menu({
  trigger,
  children,
  align = 'end',
}: {
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'end';
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} className="z-50 outline-none">
          <Base.Popup className="popup max-h-[min(28rem,80dvh)] max-w-[calc(100vw-1.5rem)] min-w-52 overflow-y-auto p-1.5 outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const itemClass =
  'flex min-h-9 touch:min-h-11 w-full cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left outline-none data-highlighted:bg-sunken data-disabled:cursor-default data-disabled:text-muted';

export function MenuItem({
  onSelect,
  icon,
  danger,
  refusal,
  children,
}: {
  onSelect: () => void;
  icon?: ReactNode;
  danger?: boolean;
  /** Why it cannot be chosen now; the item is then shut and says so. */
  refusal?: string | null | undefined;
  children: ReactNode;
}) {
  const isShut = typeof refusal === 'string';
  return (
    <Base.Item
      onClick={onSelect}
      disabled={isShut}
      className={classes(itemClass, danger && !isShut && 'text-danger')}
    >
      {icon}
      <span className="grid min-w-0 flex-1">
        {children}
        {isShut ? <span className="text-[0.75rem] text-muted">{refusal}</span> : null}
      </span>
    </Base.Item>
  );
}

export function MenuChoice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next: Value) => onChange(next)} aria-label={label}>
      <div aria-hidden="true" className="mark px-2.5 pt-1.5 pb-1">
        {label}
      </div>
      {options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} closeOnClick className={itemClass}>
          <span className="grid size-3.5 place-items-center rounded-full border border-line-strong">
            <Base.RadioItemIndicator className="size-1.5 rounded-full bg-signal" />
          </span>
          <span className="min-w-0 flex-1 truncate">{option.label}</span>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

export function MenuRule() {
  return <Base.Separator className="my-1.5 h-px bg-line" />;
}
