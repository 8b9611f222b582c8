import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import type { Notifications } from './service.ts';

export function notificationRoutes(mount: Mount, notifications: Notifications): void {
  mount(contract.listNotifications, ({ principal, query }) => notifications.list(principal, query));
  mount(contract.notificationSummary, ({ principal }) => notifications.summary(principal));
  mount(contract.readNotifications, ({ principal, body }) => notifications.readSome(principal, body));
  mount(contract.getNotificationPreferences, ({ principal }) => notifications.preferences(principal));
  mount(contract.putNotificationPreferences, ({ principal, body }) =>
    notifications.changePreferences(principal, body),
  );
  mount(contract.unreadCount, async ({ principal }) => ({
    unread: await notifications.countUnread(principal),
  }));
  mount(contract.readNotification, ({ principal, params }) => notifications.read(principal, params.id));
  mount(contract.readAllNotifications, async ({ principal }) => ({
    read: await notifications.readAll(principal),
  }));
}
