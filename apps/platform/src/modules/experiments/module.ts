import type { Kernel, Module } from '#kernel/module';
import type { Tenancy } from '#tenancy';
import { createEnvironments } from './environments.ts';
import { createParameters } from './parameters.ts';
import { createResolving, type Resolving } from './resolve.ts';
import { experimentResource, hiddenExperiments } from './resource.ts';
import { experimentRoutes, parameterRoutes } from './routes.ts';
import { createExperiments, type Experiments } from './service.ts';

export interface ExperimentsApi {
  readonly resolving: Resolving;
  readonly experiments: Experiments;
}

interface Needs {
  readonly tenancy: Pick<Tenancy, 'projects'>;
}

export function experimentsModule({ tenancy, ...kernel }: Kernel & Needs): Module<ExperimentsApi> {
  const options = { ...kernel, projects: tenancy.projects };
  const parameters = createParameters(options);
  const environments = createEnvironments(options);
  const experiments = createExperiments({ ...options, environments });
  const resolving = createResolving({ ...options, experiments });
  return {
    api: { resolving, experiments },
    routes: (mount) => {
      parameterRoutes(mount, { parameters, environments, experiments, resolving });
      experimentRoutes(mount, experiments);
    },
    purged: [{ resource: experimentResource }],
    // Before the plain rows of the resource, which know nothing of what is private.
    discussed: [
      {
        entity: experimentResource.entity,
        find: async (tx, principal, id) => {
          const { projectId, name } = await experiments.getRow(tx, principal, id);
          return { projectId, name };
        },
        hidden: hiddenExperiments,
      },
    ],
  };
}
