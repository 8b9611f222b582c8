import type { Kernel, Module } from '#kernel/module';
import type { Tenancy } from '#tenancy';
import { labelRoutes } from './routes.ts';
import { createLabels, type Labels } from './service.ts';

interface LabelModule {
  readonly categories: Labels;
  readonly topics: Labels;
}

export function labelsModule({
  tenancy,
  ...kernel
}: Kernel & { readonly tenancy: Pick<Tenancy, 'projects'> }): Module<LabelModule> {
  const { projects } = tenancy;
  const categories = createLabels({ ...kernel, kind: 'category', projects });
  const topics = createLabels({ ...kernel, kind: 'topic', projects });
  return { api: { categories, topics }, routes: (mount) => labelRoutes(mount, categories, topics) };
}
