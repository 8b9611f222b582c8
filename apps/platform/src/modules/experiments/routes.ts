import * as contract from '@sonde/contract';
import { Answer, type Mount } from '#kernel/http';
import { expectedVersions } from '#kernel/resource';
import type { Environments } from './environments.ts';
import type { ParametersService } from './parameters.ts';
import type { Resolving } from './resolve.ts';
import type { Experiments } from './service.ts';

export function parameterRoutes(
  mount: Mount,
  {
    parameters,
    environments,
    experiments,
    resolving,
  }: {
    readonly parameters: ParametersService;
    readonly environments: Environments;
    readonly experiments: Experiments;
    readonly resolving: Resolving;
  },
): void {
  mount(contract.getProjectParameters, ({ principal, params }) => parameters.get(principal, params.id));
  mount(contract.putProjectParameters, ({ principal, params, body }) =>
    parameters.put(principal, params.id, body),
  );
  mount(contract.getParameterSchema, ({ principal, params }) => parameters.schema(principal, params.id));
  mount(contract.putParameterSchema, (call) =>
    parameters.putSchema(call.principal, call.params.id, call.body.fields, expectedVersions(call)),
  );
  mount(contract.listParameterEnvironments, ({ principal, params }) =>
    environments.list(principal, params.id),
  );
  mount(contract.createParameterEnvironment, ({ principal, params, body }) =>
    environments.create(principal, params.id, body.name),
  );
  mount(contract.moveParameterEnvironment, ({ principal, params, body }) =>
    environments.move(principal, params.id, params.name, { experiments, ...body }),
  );
  mount(contract.deleteParameterEnvironment, ({ principal, params }) =>
    environments.remove(principal, params.id, params.name),
  );
  mount(contract.listEnvironmentHistory, ({ principal, params, query }) =>
    environments.history(principal, params.id, params.name, query.limit),
  );
  mount(contract.resolveParameters, ({ principal, params, query }) =>
    resolving.show(principal, params.id, query),
  );
}

export function experimentRoutes(mount: Mount, experiments: Experiments): void {
  mount(contract.createExperiment, ({ principal, body }) => experiments.create(principal, body));
  mount(contract.createProjectExperiment, ({ principal, params, body }) =>
    experiments.create(principal, { ...body, project_id: params.id }),
  );
  mount(contract.listExperiments, ({ principal, query }) => experiments.list(principal, query));
  mount(contract.listProjectExperiments, ({ principal, params, query }) =>
    experiments.listOf(principal, params.id, query),
  );
  mount(contract.getExperiment, ({ principal, params, query }) =>
    experiments.get(principal, params.id, query.include_deleted === 'true'),
  );
  mount(contract.updateExperiment, (call) =>
    experiments.update(call.principal, call.params.id, call.body, expectedVersions(call)),
  );
  mount(contract.deleteExperiment, ({ principal, params }) => experiments.remove(principal, params.id));
  mount(contract.restoreExperiment, ({ principal, params }) => experiments.restore(principal, params.id));
  mount(contract.createExperimentVersion, async ({ principal, params, body }) => {
    const { isNew, version } = await experiments.addVersion(principal, params.id, body);
    return new Answer(isNew ? 201 : 200, version);
  });
  mount(contract.listExperimentVersions, ({ principal, params, query }) =>
    experiments.listVersions(principal, params.id, query),
  );
  mount(contract.getExperimentVersion, ({ principal, params }) =>
    experiments.getVersion(principal, params.id, params.version),
  );
}
