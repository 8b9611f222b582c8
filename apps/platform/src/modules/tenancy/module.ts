import { and, eq, isNull } from 'drizzle-orm';
import type { Kernel, Module } from '#kernel/module';
import { memberships } from '#people';
import type { Usage } from '#usage';
import { tenancyRoutes } from './routes.ts';
import { createTenancy, type Tenancy, type TenancyOptions } from './service.ts';
import { projects } from './tables.ts';

type Needs = Pick<TenancyOptions, 'tokens' | 'mail' | 'audit' | 'settings'> & {
  readonly usage: Pick<Usage, 'stock'>;
};

export function tenancyModule({ usage, ...needs }: Kernel & Needs): Module<Tenancy> {
  const api = createTenancy(needs);
  usage.stock.add('seats', (tx, organizationId) =>
    tx.$count(
      memberships,
      and(eq(memberships.organizationId, organizationId), eq(memberships.isActive, true)),
    ),
  );
  usage.stock.add('projects', (tx, organizationId) =>
    tx.$count(projects, and(eq(projects.organizationId, organizationId), isNull(projects.deletedAt))),
  );
  return { api, routes: (mount) => tenancyRoutes(mount, api.services) };
}
