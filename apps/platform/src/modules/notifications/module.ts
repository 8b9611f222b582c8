import type { Kernel, Module } from '#kernel/module';
import { notificationRoutes } from './routes.ts';
import { createNotifications, type Notifications } from './service.ts';
import { notificationStreams } from './stream.ts';

export function notificationsModule(kernel: Kernel): Module<Notifications> {
  const api = createNotifications(kernel);
  return { api, routes: (mount) => notificationRoutes(mount, api), streams: notificationStreams(api) };
}
