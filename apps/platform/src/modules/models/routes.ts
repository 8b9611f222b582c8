import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import type { Models } from './service.ts';

export function modelRoutes(mount: Mount, models: Models): void {
  mount(contract.generationModel, ({ principal }) => models.describeGeneration(principal));
  mount(contract.createModel, ({ principal, body }) => models.create(principal, body));
  mount(contract.listModels, ({ principal, query }) => models.list(principal, query));
  mount(contract.testModelDraft, ({ body, signal }) => models.testDraft(body, signal));
  mount(contract.getModel, ({ principal, params }) => models.get(principal, params.id));
  mount(contract.updateModel, ({ principal, params, body }) => models.update(principal, params.id, body));
  mount(contract.deleteModel, ({ principal, params }) => models.remove(principal, params.id));
  mount(contract.testModel, ({ principal, params, signal }) => models.test(principal, params.id, signal));
}
