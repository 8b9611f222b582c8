import type { Kernel, Module } from '#kernel/module';
import { realtimeRoutes } from './routes.ts';
import { createRealtime, type Realtime, type RealtimeOptions } from './service.ts';

type Needs = Pick<RealtimeOptions, 'streams' | 'addressOf' | 'timing'> & {
  readonly tokens: RealtimeOptions['tickets'];
  readonly jobBoard: { readonly maySee: RealtimeOptions['maySee']['job'] };
  readonly testRuns: { readonly runs: { readonly maySee: RealtimeOptions['maySee']['test_run'] } };
  readonly settings: { readonly allowedOrigins: readonly string[] };
};

export function realtimeModule({
  tokens,
  jobBoard,
  testRuns,
  settings,
  ...needs
}: Kernel & Needs): Module<Realtime> {
  const api = createRealtime({
    ...needs,
    ...settings,
    tickets: tokens,
    maySee: { job: jobBoard.maySee, test_run: testRuns.runs.maySee },
  });
  return { api, routes: (mount) => realtimeRoutes(mount, api), hangUp: () => api.close() };
}
