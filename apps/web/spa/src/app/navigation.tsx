import { useId } from 'react';
import { Link } from '@tanstack/react-router';
import { groups, pageEntries } from './pages.ts';

const menu = Object.entries(groups).map(([group, name]) => ({
  name,
  entries: pageEntries.flatMap(({ path, label, says, menu }) =>
    menu?.[0] === group && label !== undefined ? [{ to: path, label, says, icon: menu[1] }] : [],
  ),
}));

export function Navigation({ onFollow }: { onFollow?: () => void }) {
  const id = useId();
  return (
    <nav aria-label="Main" className="grid gap-3 px-3 pb-4 pl-4 short:gap-1.5 short:pb-2">
      {menu.map(({ name, entries }, index) => (
        <div
          key={name ?? index}
          className="grid gap-0.5 short:gap-0"
          {...(name === null ? {} : { role: 'group', 'aria-labelledby': `${id}-${index}` })}
        >
          {name === null ? null : (
            <span id={`${id}-${index}`} className="mark px-3 pb-1 short:pb-0">
              {name}
            </span>
          )}
          {entries.map(({ to, label, says, icon: Icon }) => (
            <Link
              key={to}
              to={to}
              title={says}
              {...(onFollow ? { onClick: onFollow } : {})}
              className="flex min-h-9 short:min-h-8 touch:min-h-11 items-center gap-3 rounded-md px-3 text-muted hover:bg-sunken hover:text-ink"
              activeProps={{
                className: 'bg-signal-soft font-medium text-ink! [&_svg]:text-signal',
                'aria-current': 'page',
              }}
            >
              <Icon aria-hidden size={18} strokeWidth={1.8} />
              {label}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}
