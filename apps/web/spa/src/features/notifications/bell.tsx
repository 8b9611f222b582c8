import { Link, useNavigate } from '@tanstack/react-router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useApi } from '../../lib/platform-context.tsx';
import { useEvents, usePollingInterval } from '../../lib/use-events.ts';
import { useMessages } from '../../ui/toast.tsx';
import { formatNumber } from '../../lib/format.ts';

/** In characters: of more, a message would need a scroll bar of its own. */
const mostSaid = 160;

/** The page is about what the link leads to: a job has a page of its own and is followed on that of its endpoint. */
function isShown(link: string | null): boolean {
  const subject = link?.split('/').at(-1) ?? '';
  return subject !== '' && location.href.includes(subject);
}

/** Counts what is unread; live when the socket is, by asking now and then when it is not. */
export function NotificationsBell() {
  const api = useApi();
  const queryClient = useQueryClient();
  const messages = useMessages();
  const navigate = useNavigate();
  const interval = usePollingInterval(30_000, 300_000);
  const unread = useQuery({
    queryKey: ['notifications', 'unread'],
    queryFn: ({ signal }) => api.call('unreadCount', { signal }),
    refetchInterval: interval,
  });
  useEvents('user', (message) => {
    if (message.type === 'gap') void queryClient.invalidateQueries();
    if (message.type !== 'notification') return;
    const refresh = (): void => void queryClient.invalidateQueries({ queryKey: ['notifications'] });
    // Whoever looks at what has ended needs no word of it, least of all one that lies over it.
    // An alert says what the page does not, so it stays unread until somebody has opened it.
    const isAlert = message.payload.kind === 'alert.raised';
    if (!isAlert && isShown(message.payload.link) && document.visibilityState === 'visible') {
      void api.call('readNotification', { params: { id: message.payload.id } }).then(refresh, refresh);
      return;
    }
    refresh();
    const { title, body } = message.payload;
    if (body.length <= mostSaid) return messages.say(title, body);
    messages.say(title, `${body.slice(0, mostSaid).trimEnd()}…`, {
      words: 'Read all of it',
      follow: () => void navigate({ to: '/notifications' }),
    });
  });
  const count = unread.data?.unread ?? 0;
  return (
    <Link
      to="/notifications"
      aria-label={count === 0 ? 'Notifications' : `Notifications, ${formatNumber(count)} unread`}
      title="Notifications"
      className="relative grid size-9 touch:size-11 place-items-center rounded-[0.45rem] text-muted hover:bg-sunken hover:text-ink"
    >
      <Bell aria-hidden size={19} />
      {count > 0 ? (
        <span
          aria-hidden="true"
          className="absolute -top-0.5 -right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-signal px-1 font-mono text-[0.625rem] font-bold text-on-signal"
        >
          {count > 99 ? '99+' : count}
        </span>
      ) : null}
    </Link>
  );
}
