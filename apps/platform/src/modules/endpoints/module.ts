import type { ExperimentsApi } from '#experiments';
import type { FileReader } from '#kernel/file-reader';
import type { Kernel, Module } from '#kernel/module';
import { projectNotEmpty, type Tenancy } from '#tenancy';
import type { Usage } from '#usage';
import { demoEndpoints, type DemoChatbot } from './initial-data.ts';
import { moveLiterals } from './move-literals.ts';
import { endpointResource } from './resource.ts';
import { createEndpointFiles } from './files.ts';
import { endpointRoutes } from './routes.ts';
import { createEndpoints, type Endpoints } from './service.ts';
import { countLive, isProjectUsed } from './store.ts';

interface Needs {
  readonly tenancy: Pick<Tenancy, 'projects' | 'hooks'>;
  readonly experiments: Pick<ExperimentsApi, 'resolving'>;
  readonly usage: Pick<Usage, 'stock'>;
  readonly files: { readonly reader: Pick<FileReader, 'readYaml'> };
  readonly settings: {
    readonly demoChatbot: DemoChatbot;
  };
}

export function endpointsModule({
  tenancy,
  experiments,
  usage,
  files: { reader },
  settings,
  ...kernel
}: Kernel & Needs): Module<Endpoints> {
  const api = createEndpoints({
    ...kernel,
    projects: tenancy.projects,
    parameters: experiments.resolving,
  });
  const files = createEndpointFiles({ endpoints: api, reader, projects: tenancy.projects });
  tenancy.hooks.organizationCreated.add(async (tx, owner, wishes) => {
    for (const endpoint of demoEndpoints(settings.demoChatbot, owner, wishes))
      await api.insertInitial(tx, owner, endpoint);
  });
  tenancy.hooks.projectDeleting.add(async (tx, organizationId, projectId) => {
    if (await isProjectUsed(tx, organizationId, projectId)) throw projectNotEmpty();
  });
  usage.stock.add('endpoints', countLive);
  return {
    api,
    routes: (mount) => endpointRoutes(mount, api, files),
    purged: [{ resource: endpointResource }],
    start: async () => {
      await moveLiterals(kernel);
    },
    tagged: [endpointResource],
  };
}
