import type { Kernel, Module } from '#kernel/module';
import { insightRoutes } from './routes.ts';
import { createInsights, type Insights } from './service.ts';

export function insightsModule({ database, clock }: Kernel): Module<Insights> {
  const api = createInsights({ database, clock });
  return { api, routes: (mount) => insightRoutes(mount, api) };
}
