import type { ExperimentsApi } from '#experiments';
import type { Kernel, Module } from '#kernel/module';
import { projectNotEmpty, type Tenancy } from '#tenancy';
import type { Usage } from '#usage';
import { demoEndpoints, type DemoChatbot } from './initial-data.ts';
import { moveLiterals } from './move-literals.ts';
import { registerReseal } from './reseal.ts';
import { endpointResource } from './resource.ts';
import { endpointRoutes } from './routes.ts';
import { createEndpoints, type Endpoints } from './service.ts';
import { countLive, isProjectUsed } from './store.ts';

interface Needs {
  readonly tenancy: Pick<Tenancy, 'projects' | 'hooks'>;
  readonly experiments: Pick<ExperimentsApi, 'resolving'>;
  readonly usage: Pick<Usage, 'stock'>;
  readonly settings: {
    readonly demoChatbot: DemoChatbot;
    /** The key that seals credentials is being replaced. */
    readonly isKeyChanging: boolean;
  };
}

export function endpointsModule({
  tenancy,
  experiments,
  usage,
  settings,
  ...kernel
}: Kernel & Needs): Module<Endpoints> {
  const api = createEndpoints({
    ...kernel,
    projects: tenancy.projects,
    parameters: experiments.resolving,
  });
  tenancy.hooks.organizationCreated.add(async (tx, owner, wishes) => {
    for (const endpoint of demoEndpoints(settings.demoChatbot, owner, wishes))
      await api.insertInitial(tx, owner, endpoint);
  });
  tenancy.hooks.projectDeleting.add(async (tx, organizationId, projectId) => {
    if (await isProjectUsed(tx, organizationId, projectId)) throw projectNotEmpty();
  });
  usage.stock.add('endpoints', countLive);
  if (settings.isKeyChanging) registerReseal(kernel);
  return {
    api,
    routes: (mount) => endpointRoutes(mount, api),
    purged: [{ resource: endpointResource }],
    start: async () => {
      await moveLiterals(kernel);
    },
    tagged: [endpointResource],
  };
}
