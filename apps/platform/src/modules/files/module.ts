import type { Kernel, Module } from '#kernel/module';
import { createSpool, openObjectStore } from '#kernel/object-store';
import { createFilesModule, type FilesModule } from './parts.ts';
import { fileResource } from './resource.ts';
import { fileRoutes } from './routes.ts';

type Settings = Parameters<typeof openObjectStore>[0] & {
  readonly incomingDirectory: string;
  readonly maxBytes: number;
};

export function filesModule({
  settings,
  ...kernel
}: Kernel & { readonly settings: Settings }): Module<FilesModule> {
  const api = createFilesModule({
    ...kernel,
    objects: openObjectStore(settings, kernel.clock),
    spool: createSpool(settings.incomingDirectory),
    maxFileBytes: settings.maxBytes,
  });
  return {
    api,
    routes: (mount) => fileRoutes(mount, api),
    purged: [{ resource: fileResource }],
    discussed: [
      { entity: fileResource.entity, find: (tx, principal, id) => api.files.discussed(tx, principal, id) },
    ],
    close: () => api.close(),
  };
}
