import type { Tx } from '#kernel/database';
import type { Kernel, Module } from '#kernel/module';
import { createSpool, openObjectStore } from '#kernel/object-store';
import { createFilesModule, type FilesModule } from './parts.ts';
import { fileResource } from './resource.ts';
import { fileRoutes } from './routes.ts';
import { storedBytes } from './store.ts';

type Settings = Parameters<typeof openObjectStore>[0] & {
  readonly incomingDirectory: string;
  readonly maxBytes: number;
};

interface Needs {
  readonly usage: {
    readonly stock: {
      add(resource: string, count: (tx: Tx, organizationId: string) => Promise<number>): void;
    };
  };
  readonly settings: Settings;
}

export function filesModule({ settings, usage, ...kernel }: Kernel & Needs): Module<FilesModule> {
  const api = createFilesModule({
    ...kernel,
    objects: openObjectStore(settings, kernel.clock),
    spool: createSpool(settings.incomingDirectory),
    maxFileBytes: settings.maxBytes,
  });
  usage.stock.add('storage_bytes', storedBytes);
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
