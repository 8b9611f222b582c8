import type { Kernel, Module } from '#kernel/module';
import { tenancyRoutes } from './routes.ts';
import { createTenancy, type Tenancy, type TenancyOptions } from './service.ts';

export function tenancyModule(
  needs: Kernel & Pick<TenancyOptions, 'tokens' | 'mail' | 'audit' | 'settings'>,
): Module<Tenancy> {
  const api = createTenancy(needs);
  return { api, routes: (mount) => tenancyRoutes(mount, api.services) };
}
