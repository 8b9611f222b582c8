import type { Kernel, Module } from '#kernel/module';
import type { Tenancy } from '#tenancy';
import { requirementRoutes } from './routes.ts';
import { createRequirements, requirementResource, type Requirements } from './service.ts';

export function requirementsModule({
  tenancy,
  ...kernel
}: Kernel & { readonly tenancy: Pick<Tenancy, 'projects'> }): Module<Requirements> {
  const api = createRequirements({ ...kernel, projects: tenancy.projects });
  return {
    api,
    routes: (mount) => requirementRoutes(mount, api),
    purged: [{ resource: requirementResource }],
    tagged: [requirementResource],
  };
}
