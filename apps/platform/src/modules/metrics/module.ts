import type { Kernel, Module } from '#kernel/module';
import type { Models } from '#models';
import type { Requirements } from '#requirements';
import type { Tenancy } from '#tenancy';
import { renewDescriptions } from './renew-descriptions.ts';
import { metricResource } from './resource.ts';
import { metricRoutes } from './routes.ts';
import { createScorer } from './scoring.ts';
import type { ScorerOptions } from './scorer.ts';
import { createSchemaCheck, type SchemaCheck } from './schema-check.ts';
import { createScoringThreads } from './scoring-threads.ts';
import { createMetrics, type Metrics } from './service.ts';

interface Needs {
  readonly tenancy: Pick<Tenancy, 'projects'>;
  readonly requirements: Pick<Requirements, 'showWith'>;
  readonly models: Pick<Models, 'generationModel' | 'clientFor'>;
  readonly connector: { readonly callFunction: ScorerOptions['callConnected'] };
}

export function metricsModule(needs: Kernel & Needs): Module<Metrics & { readonly schemas: SchemaCheck }> {
  const { database, clock, log, tenancy, requirements, models, connector } = needs;
  const threads = createScoringThreads();
  const model = async (organizationId: string) => (await models.generationModel(organizationId)).client;
  const scorer = createScorer({
    threads,
    log,
    modelOf: (organizationId, id) =>
      id === null ? model(organizationId) : models.clientFor(organizationId, id),
    callConnected: (call) => connector.callFunction(call),
  });
  const schemas = createSchemaCheck(threads);
  const { projects } = tenancy;
  const api = createMetrics({ database, clock, projects, requirements, scorer, schemas, model });
  return {
    api: { ...api, schemas },
    routes: (mount) => metricRoutes(mount, api),
    purged: [
      { resource: metricResource, cited: ({ backend, kind, version }) => ({ backend, kind, version }) },
    ],
    tagged: [metricResource],
    start: async () => void (await renewDescriptions({ database, log })),
    close: () => threads.close(),
  };
}
