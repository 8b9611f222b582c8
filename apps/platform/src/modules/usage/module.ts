import type { Kernel, Module } from '#kernel/module';
import { createUsage, type Usage } from './service.ts';

export function usageModule(needs: Kernel): Module<Usage> {
  const api = createUsage(needs);
  return { api, routes: (mount) => api.routes(mount) };
}
