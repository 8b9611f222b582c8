import type { ExperimentsApi } from '#experiments';
import type { InvocationApi } from '#invocation';
import type { Kernel, Module } from '#kernel/module';
import type { Tenancy } from '#tenancy';
import { autoconfigureRoutes } from './routes.ts';
import { createAutoconfigure, type Autoconfigure, type AutoconfigureOptions } from './service.ts';

interface Needs {
  readonly models: AutoconfigureOptions['models'];
  readonly invocation: Pick<InvocationApi, 'engine'>;
  readonly tenancy: Pick<Tenancy, 'projects'>;
  readonly experiments: Pick<ExperimentsApi, 'resolving'>;
}

export function autoconfigureModule(needs: Kernel & Needs): Module<Autoconfigure> {
  const { models, egress, invocation, tenancy, log } = needs;
  const api = createAutoconfigure({
    models,
    egress,
    engine: invocation.engine,
    projects: tenancy.projects,
    parameters: needs.experiments.resolving,
  });
  return {
    api,
    routes: (mount) => autoconfigureRoutes(mount, api),
    // The parsers of pasted code.
    warmUp: () =>
      api.warm().catch((error: unknown) => log.warn({ err: error }, 'a parser could not be loaded')),
    close: () => api.close(),
  };
}
