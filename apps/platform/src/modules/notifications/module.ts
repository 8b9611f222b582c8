import type { Kernel, Module } from '#kernel/module';
import type { Tenancy } from '#tenancy';
import { notificationRoutes } from './routes.ts';
import { createNotifications, type Notifications, type NotificationsOptions } from './service.ts';
import { notificationStreams } from './stream.ts';

type Needs = Pick<NotificationsOptions, 'mail' | 'settings'> & { readonly tenancy: Pick<Tenancy, 'people'> };

export function notificationsModule({ tenancy, ...needs }: Kernel & Needs): Module<Notifications> {
  const api = createNotifications({ ...needs, people: tenancy.people });
  return { api, routes: (mount) => notificationRoutes(mount, api), streams: notificationStreams(api) };
}
