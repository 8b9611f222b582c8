import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, Timestamp, idParams, listQuery } from './primitives.ts';

export const Notification = z.object({
  id: Id,
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  link: z.string().nullable(),
  read_at: Timestamp.nullable(),
  created_at: Timestamp,
});
export type Notification = z.output<typeof Notification>;

export const listNotifications = defineOperation({
  id: 'notifications.list',
  method: 'GET',
  path: '/notifications',
  tag: 'Notifications',
  summary: 'The own notifications, newest first',
  scope: 'person',
  takes: 'moment',
  access: { who: 'member', permission: 'notification:read', sessionOnly: true },
  query: listQuery,
  answers: { 200: z.array(Notification) },
});

export const unreadCount = defineOperation({
  id: 'notifications.unread_count',
  method: 'GET',
  path: '/notifications/unread-count',
  tag: 'Notifications',
  summary: 'How many notifications are unread',
  scope: 'person',
  takes: 'moment',
  access: { who: 'member', permission: 'notification:read', sessionOnly: true },
  answers: { 200: z.object({ unread: z.number().int() }) },
});

export const readNotification = defineOperation({
  id: 'notifications.read',
  method: 'POST',
  path: '/notifications/{id}/read',
  tag: 'Notifications',
  summary: 'Mark a notification as read',
  scope: 'person',
  takes: 'moment',
  access: { who: 'member', permission: 'notification:read', sessionOnly: true },
  audit: { none: 'it changes what one person sees' },
  params: idParams,
  answers: { 200: Notification },
  problems: ['notification.not_found'],
});

export const readAllNotifications = defineOperation({
  id: 'notifications.read_all',
  method: 'POST',
  path: '/notifications/read-all',
  tag: 'Notifications',
  summary: 'Mark all notifications as read',
  scope: 'person',
  takes: 'moment',
  access: { who: 'member', permission: 'notification:read', sessionOnly: true },
  audit: { none: 'it changes what one person sees' },
  answers: { 200: z.object({ read: z.number().int() }) },
});
