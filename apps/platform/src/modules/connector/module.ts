import type { ExperimentsApi } from '#experiments';
import type { Kernel, Module } from '#kernel/module';
import type { Tenancy } from '#tenancy';
import { connectorRoutes } from './routes.ts';
import { createConnector, type Connector, type ConnectorOptions } from './service.ts';

type Needs = Pick<ConnectorOptions, 'audit' | 'tokens' | 'endpoints' | 'addressOf' | 'pingEveryMs'> & {
  readonly tenancy: Pick<Tenancy, 'projects'>;
  readonly experiments: Pick<ExperimentsApi, 'resolving'>;
  readonly settings: ConnectorOptions['limits'];
};

export function connectorModule({
  tenancy,
  experiments,
  settings,
  ...needs
}: Kernel & Needs): Module<Connector> {
  const api = createConnector({
    ...needs,
    projects: tenancy.projects,
    parameters: experiments.resolving,
    limits: settings,
  });
  return {
    api,
    routes: (mount) => connectorRoutes(mount, api),
    start: () => api.start(),
    hangUp: () => api.close(),
  };
}
