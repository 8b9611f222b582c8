import type { Kernel, Module } from '#kernel/module';
import type { SchemaCheck } from '#metrics';
import type { Models } from '#models';
import { generationRoutes } from './routes.ts';
import { createGeneration, type Generation } from './service.ts';

interface Needs {
  readonly models: Pick<Models, 'conversation'>;
  readonly metrics: { readonly schemas: SchemaCheck };
}

export function generationModule({ limiter, models, metrics }: Kernel & Needs): Module<Generation> {
  const api = createGeneration({ limiter, models, schemas: metrics.schemas });
  return { api, routes: (mount) => generationRoutes(mount, api) };
}
