import { Link } from '@tanstack/react-router';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Notification } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { safeReturnPath } from '../../lib/return-path.ts';
import { classes } from '../../lib/classes.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';

const size = 30;

export function NotificationsPage() {
  const api = useApi();
  const queryClient = useQueryClient();
  const list = useInfiniteQuery({
    queryKey: ['notifications', 'list'],
    queryFn: ({ pageParam, signal }) =>
      api.list('listNotifications', { query: { skip: pageParam, limit: size }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * size < last.total ? pages.length * size : undefined),
  });
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: ['notifications'] });
  const readAll = useMutation({ mutationFn: () => api.call('readAllNotifications', {}), onSuccess: refresh });
  const read = useMutation({
    mutationFn: (id: string) => api.call('readNotification', { params: { id } }),
    onSuccess: refresh,
  });
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const anyUnread = items.some((item) => item.read_at === null);
  return (
    <Page
      title="Notifications"
      actions={
        anyUnread ? (
          <Button busy={readAll.isPending} onClick={() => readAll.mutate()}>
            Mark all as read
          </Button>
        ) : undefined
      }
    >
      {list.isPending ? <SkeletonLines count={6} /> : null}
      {list.error ? <ProblemNotice error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data && items.length === 0 ? (
        <EmptyState title="All quiet">
          <p>When a job ends or somebody needs you, it is told here.</p>
        </EmptyState>
      ) : null}
      <ul className="grid gap-2">
        {items.map((item) => (
          <NotificationRow key={item.id} item={item} onRead={() => read.mutate(item.id)} />
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button
          className="justify-self-start"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show older ones
        </Button>
      ) : null}
    </Page>
  );
}

function NotificationRow({ item, onRead }: { item: Notification; onRead: () => void }) {
  const unread = item.read_at === null;
  return (
    <li
      className={classes(
        'card flex flex-wrap items-start justify-between gap-3 p-4',
        unread && 'border-l-4 border-l-signal',
      )}
    >
      <div className="grid min-w-0 gap-0.5">
        <p className={classes(unread && 'font-semibold')}>
          {unread ? <span className="sr-only">Unread: </span> : null}
          {item.link === null ? (
            item.title
          ) : (
            <Link
              className="link"
              to={safeReturnPath(item.link, '/notifications')}
              onClick={unread ? onRead : undefined}
            >
              {item.title}
            </Link>
          )}
        </p>
        <p className="text-[0.9375rem] text-muted">{item.body}</p>
        <p className="text-[0.8125rem] text-muted">
          <Time at={item.created_at} />
        </p>
      </div>
      {unread ? (
        <Button size="small" look="quiet" onClick={onRead}>
          Mark as read
        </Button>
      ) : null}
    </li>
  );
}
