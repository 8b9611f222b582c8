import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, Timestamp, idParams, listQuery } from './primitives.ts';

export const notificationSections = ['test-sets', 'test-runs', 'explorations', 'tasks', 'architect'] as const;
export type NotificationSection = (typeof notificationSections)[number];

/** How the thing that is told of has ended, or what has happened to it. */
export const notificationStatuses = ['Completed', 'Partial', 'Failed', 'Cancelled', 'Assigned'] as const;
export type NotificationStatus = (typeof notificationStatuses)[number];

/** Everything that people are told of. Where each belongs, and whether it is mailed unless somebody wants otherwise. */
export const notificationKinds = {
  'test_set.generation_finished': {
    section: 'test-sets',
    label: 'Tests were generated',
    isMailed: false,
  },
  'test_set.probe_import_finished': {
    section: 'test-sets',
    label: 'Probes were imported',
    isMailed: false,
  },
  'test_set.import_finished': {
    section: 'test-sets',
    label: 'A file of tests was imported',
    isMailed: false,
  },
  'test_run.finished': { section: 'test-runs', label: 'A test run has ended', isMailed: true },
  'schedule.stopped': { section: 'test-runs', label: 'A schedule of yours was stopped', isMailed: true },
  'schedule.not_started': {
    section: 'test-runs',
    label: 'A schedule of yours could not begin its run',
    isMailed: true,
  },
  'alert.raised': { section: 'test-runs', label: 'A rule of yours raised an alert', isMailed: false },
  'review.assigned': {
    section: 'test-runs',
    label: 'Results were assigned to you for review',
    isMailed: true,
  },
  'exploration.finished': { section: 'explorations', label: 'An exploration has ended', isMailed: false },
  'task.assigned': { section: 'tasks', label: 'A task was assigned to you', isMailed: true },
  'comment.mentioned': {
    section: 'tasks',
    label: 'Somebody mentioned you in a comment',
    isMailed: true,
  },
  'architect.plan_finished': {
    section: 'architect',
    label: 'The planning chat has done what it was asked',
    isMailed: false,
  },
} as const satisfies Readonly<
  Record<
    string,
    { readonly section: NotificationSection; readonly label: string; readonly isMailed: boolean }
  >
>;
export type NotificationKind = keyof typeof notificationKinds;
const kinds = Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]];

export const Notification = z.object({
  id: Id,
  kind: z.enum(kinds),
  status: z.enum(notificationStatuses),
  section: z.enum(notificationSections),
  title: z.string(),
  body: z.string(),
  link: z.string().nullable(),
  entity_type: z.string().nullable(),
  entity_id: Id.nullable(),
  is_failure: z.boolean(),
  item_count: z.number().int().meta({ description: 'How many things it tells of at once' }),
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

export const notificationSummary = defineOperation({
  id: 'notifications.summary',
  method: 'GET',
  path: '/notifications/summary',
  tag: 'Notifications',
  summary: 'What is unread in each section',
  scope: 'person',
  takes: 'moment',
  access: { who: 'member', permission: 'notification:read', sessionOnly: true },
  answers: {
    200: z.object({
      sections: z.record(
        z.enum(notificationSections),
        z.object({
          unread: z.number().int(),
          entity_ids: z.array(Id).meta({ description: 'Of what they tell, the newest 200' }),
        }),
      ),
    }),
  },
});

export const readNotifications = defineOperation({
  id: 'notifications.read_some',
  method: 'POST',
  path: '/notifications/read',
  tag: 'Notifications',
  summary: 'Mark notifications as read: of a section, by their ids, or those of a section among these ids',
  scope: 'person',
  takes: 'moment',
  access: { who: 'member', permission: 'notification:read', sessionOnly: true },
  audit: { none: 'it changes what one person sees' },
  body: z
    .strictObject({
      section: z.enum(notificationSections).optional(),
      notification_ids: z.array(Id).max(1000).optional(),
    })
    .refine((body) => body.section !== undefined || body.notification_ids !== undefined, {
      path: ['section'],
      message: 'Give a section, notification_ids, or both.',
    }),
  answers: { 200: z.object({ updated: z.number().int() }) },
});

const Channels = z.strictObject({ in_app: z.boolean(), email: z.boolean() });
export const NotificationPreferences = z.record(z.enum(kinds), Channels);
export type NotificationPreferences = z.output<typeof NotificationPreferences>;
export const NotificationPreferencesUpdate = z.partialRecord(z.enum(kinds), Channels.partial());
export type NotificationPreferencesUpdate = z.output<typeof NotificationPreferencesUpdate>;

export const getNotificationPreferences = defineOperation({
  id: 'notifications.preferences',
  method: 'GET',
  path: '/notifications/preferences',
  tag: 'Notifications',
  summary: 'Which kinds the caller is told of, and where',
  scope: 'person',
  takes: 'moment',
  access: { who: 'member', permission: 'notification:read', sessionOnly: true },
  answers: { 200: NotificationPreferences },
});

export const putNotificationPreferences = defineOperation({
  id: 'notifications.put_preferences',
  method: 'PUT',
  path: '/notifications/preferences',
  tag: 'Notifications',
  summary: 'Choose which kinds to be told of; what is left out stays',
  scope: 'person',
  takes: 'moment',
  access: { who: 'member', permission: 'notification:read', sessionOnly: true },
  audit: { none: 'it changes what one person is told' },
  body: NotificationPreferencesUpdate,
  answers: { 200: NotificationPreferences },
});
