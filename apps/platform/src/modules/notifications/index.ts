export { notificationsModule } from './module.ts';
export { createNotifications, type NewNotice, type Notifications } from './service.ts';
