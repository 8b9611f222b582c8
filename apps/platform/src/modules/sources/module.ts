import type { FilesModule } from '#files';
import type { Kernel, Module } from '#kernel/module';
import type { Tenancy } from '#tenancy';
import { registerReading } from './read-source.ts';
import { sourceResource } from './resource.ts';
import { sourceRoutes } from './routes.ts';
import { sealFormerSources } from './sealed.ts';
import { createSources, type Sources } from './service.ts';

interface Needs {
  readonly files: FilesModule;
  readonly tenancy: Pick<Tenancy, 'projects'>;
}

/** Sources of knowledge, and the work in the background that reads them. */
export function sourcesModule({ files, tenancy, ...kernel }: Kernel & Needs): Module<Sources> {
  registerReading({ ...kernel, files: files.files, reader: files.reader, spool: files.spool });
  const api = createSources({ ...kernel, files, projects: tenancy.projects });
  return {
    api,
    routes: (mount) => sourceRoutes(mount, api),
    purged: [{ resource: sourceResource }],
    start: async () => void (await sealFormerSources(kernel)),
  };
}
