import type { Kernel, Module } from '#kernel/module';
import { realtimeRoutes } from './routes.ts';
import { createRealtime, type Realtime, type RealtimeOptions } from './service.ts';

type Needs = Pick<RealtimeOptions, 'streams' | 'addressOf' | 'timing'> & {
  readonly tokens: RealtimeOptions['tickets'];
  readonly jobBoard: { readonly maySee: RealtimeOptions['maySeeJob'] };
  readonly settings: { readonly allowedOrigins: readonly string[] };
};

export function realtimeModule({ tokens, jobBoard, settings, ...needs }: Kernel & Needs): Module<Realtime> {
  const api = createRealtime({
    ...needs,
    ...settings,
    tickets: tokens,
    maySeeJob: (principal, taskId) => jobBoard.maySee(principal, taskId),
  });
  return { api, routes: (mount) => realtimeRoutes(mount, api), hangUp: () => api.close() };
}
