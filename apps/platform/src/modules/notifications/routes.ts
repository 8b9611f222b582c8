import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import type { Notifications } from './service.ts';

export function notificationRoutes(mount: Mount, notifications: Notifications): void {
  mount(contract.listNotifications, ({ principal, query }) => notifications.list(principal, query));
  mount(contract.unreadCount, async ({ principal }) => ({
    unread: await notifications.countUnread(principal),
  }));
  mount(contract.readNotification, ({ principal, params }) => notifications.read(principal, params.id));
  mount(contract.readAllNotifications, async ({ principal }) => ({
    read: await notifications.readAll(principal),
  }));
}
