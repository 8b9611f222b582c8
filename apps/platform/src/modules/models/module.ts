import type { Kernel, Module } from '#kernel/module';
import type { Tenancy } from '#tenancy';
import { modelNotFound } from './problems.ts';
import { modelRoutes } from './routes.ts';
import { sealFormerModels } from './sealed.ts';
import { createModels, type Models, type ModelsOptions } from './service.ts';

interface Needs {
  readonly tenancy: Pick<Tenancy, 'hooks'>;
  readonly usage: {
    recordUsage(organizationId: string, resource: 'model_tokens', amount: number): Promise<void>;
  };
  readonly settings: ModelsOptions['config'];
}

export function modelsModule({ tenancy, usage, settings, ...kernel }: Kernel & Needs): Module<Models> {
  const models = createModels({
    ...kernel,
    config: settings,
    onUsage: (organizationId, _model, { inputTokens, outputTokens }) =>
      usage
        .recordUsage(organizationId, 'model_tokens', inputTokens + outputTokens)
        .catch((error: unknown) => kernel.log.warn({ err: error }, 'model tokens could not be counted')),
  });
  tenancy.hooks.organizationChanging.add(async (tx, organizationId, changes) => {
    const id = changes.default_generation_model_id;
    if (id && !(await models.has(tx, organizationId, id))) throw modelNotFound();
  });
  return {
    api: models,
    routes: (mount) => modelRoutes(mount, models),
    start: async () => void (await sealFormerModels(kernel)),
  };
}
