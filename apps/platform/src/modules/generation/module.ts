import { generationService } from '@sonde/contract';
import type { Kernel, Module } from '#kernel/module';
import type { SchemaCheck } from '#metrics';
import type { Models } from '#models';
import { describeService } from './service-state.ts';
import { generationRoutes } from './routes.ts';
import { createGeneration, type Generation } from './service.ts';

interface Needs {
  readonly models: Pick<Models, 'conversation'>;
  readonly metrics: { readonly schemas: SchemaCheck };
  readonly settings: { readonly serviceUrl: string };
}

export function generationModule({
  limiter,
  egress,
  models,
  metrics,
  settings,
}: Kernel & Needs): Module<Generation> {
  const api = createGeneration({ limiter, models, schemas: metrics.schemas });
  return {
    api,
    routes: (mount) => {
      generationRoutes(mount, api);
      mount(generationService, () => describeService(egress, settings.serviceUrl));
    },
  };
}
