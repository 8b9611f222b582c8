export { notificationRoutes } from './routes.ts';
export { notificationStreams } from './stream.ts';
export { createNotifications, type NewNotice, type Notifications } from './service.ts';
