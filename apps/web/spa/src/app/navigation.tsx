import { Link } from '@tanstack/react-router';
import { Activity, BookOpen, ClipboardCheck, House, ListChecks, Radio, Settings } from 'lucide-react';

const entries = [
  { to: '/home', label: 'Home', icon: House },
  { to: '/endpoints', label: 'Endpoints', icon: Radio },
  { to: '/requirements', label: 'Requirements', icon: ClipboardCheck },
  { to: '/sources', label: 'Sources', icon: BookOpen },
  { to: '/traces', label: 'Traces', icon: Activity },
  { to: '/jobs', label: 'Jobs', icon: ListChecks },
  { to: '/settings', label: 'Settings', icon: Settings },
] as const;

export function Navigation({ onFollow }: { onFollow?: () => void }) {
  return (
    <nav aria-label="Main" className="grid gap-0.5 px-3 pl-4">
      {entries.map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          {...(onFollow ? { onClick: onFollow } : {})}
          className="flex min-h-10 items-center gap-3 rounded-md px-3 text-muted hover:bg-sunken hover:text-ink"
          activeProps={{
            className: 'bg-signal-soft font-medium text-ink! [&_svg]:text-signal',
            'aria-current': 'page',
          }}
        >
          <Icon aria-hidden size={18} strokeWidth={1.8} />
          {label}
        </Link>
      ))}
    </nav>
  );
}
