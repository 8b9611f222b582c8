import { useId } from 'react';
import { Link } from '@tanstack/react-router';
import {
  Activity,
  BellRing,
  BookOpen,
  CalendarClock,
  ClipboardCheck,
  Compass,
  FlaskConical,
  Gauge,
  GitCompareArrows,
  House,
  Layers,
  ListChecks,
  Play,
  Plug,
  MessageSquareText,
  Radio,
  Scale,
  Settings,
  SquareCheck,
} from 'lucide-react';

/** In the order in which one works: connect an application, understand it, test it, improve it. */
const groups = [
  { name: null, entries: [{ to: '/home', label: 'Home', icon: House }] },
  {
    name: 'Connect',
    entries: [
      { to: '/endpoints', label: 'Endpoints', icon: Radio },
      { to: '/connect', label: 'Agents and SDK', icon: Plug },
    ],
  },
  {
    name: 'Understand',
    entries: [
      { to: '/sources', label: 'Sources', icon: BookOpen },
      { to: '/traces', label: 'Traces', icon: Activity },
    ],
  },
  {
    name: 'Test',
    entries: [
      { to: '/requirements', label: 'Requirements', icon: ClipboardCheck },
      { to: '/tests', label: 'Tests', icon: FlaskConical },
      { to: '/test-sets', label: 'Test sets', icon: Layers },
      { to: '/runs', label: 'Runs', icon: Play },
      { to: '/schedules', label: 'Schedules', icon: CalendarClock },
      { to: '/alerts', label: 'Alerts', icon: BellRing },
    ],
  },
  {
    name: 'Improve',
    entries: [
      { to: '/review', label: 'Review queue', icon: Scale },
      { to: '/annotations', label: 'Reviews', icon: MessageSquareText },
      { to: '/metrics', label: 'Metrics', icon: Gauge },
      { to: '/explorer', label: 'Explorer', icon: Compass },
      { to: '/experiments', label: 'Experiments', icon: GitCompareArrows },
    ],
  },
  {
    name: null,
    entries: [
      { to: '/tasks', label: 'Tasks', icon: SquareCheck },
      { to: '/jobs', label: 'Jobs', icon: ListChecks },
      { to: '/settings', label: 'Settings', icon: Settings },
    ],
  },
] as const;

export function Navigation({ onFollow }: { onFollow?: () => void }) {
  const id = useId();
  return (
    <nav aria-label="Main" className="grid gap-3 px-3 pb-4 pl-4">
      {groups.map(({ name, entries }, index) => (
        <div
          key={name ?? index}
          className="grid gap-0.5"
          {...(name === null ? {} : { role: 'group', 'aria-labelledby': `${id}-${index}` })}
        >
          {name === null ? null : (
            <span id={`${id}-${index}`} className="mark px-3 pb-1">
              {name}
            </span>
          )}
          {entries.map(({ to, label, icon: Icon }) => (
            <Link
              key={to}
              to={to}
              {...(onFollow ? { onClick: onFollow } : {})}
              className="flex min-h-9 items-center gap-3 rounded-md px-3 text-muted hover:bg-sunken hover:text-ink"
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
