import type { Kernel, Module } from '#kernel/module';
import type { Resource } from '#kernel/resource';
import { tagRoutes } from './routes.ts';
import { createTags, type Tags } from './service.ts';

export function tagsModule({
  tagged,
  ...kernel
}: Kernel & { readonly tagged: readonly Resource[] }): Module<Tags> {
  const api = createTags({ ...kernel, resources: tagged });
  return { api, routes: (mount) => tagRoutes(mount, api) };
}
