import type { DomainEvent } from '#kernel/events';
import type { Notifications } from './service.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A notice goes to its one reader. */
export const notificationStreams = (notifications: Pick<Notifications, 'describe'>) => [
  {
    event: 'notification.created',
    audiences: ({ data }: DomainEvent) => [{ channel: 'user', userId: textOf(data['user_id']) }],
    async message({ data, organizationId }: DomainEvent) {
      const notice = await notifications.describe(organizationId ?? '', textOf(data['id']));
      return notice && { type: 'notification' as const, payload: notice };
    },
  },
];
