export { notificationRoutes } from './routes.ts';
export { createNotifications, type NewNotice, type Notifications } from './service.ts';
