import type { Kernel, Module } from '#kernel/module';
import type { Tenancy } from '#tenancy';
import { jobRoutes } from './routes.ts';
import { createJobBoard, type JobBoard } from './service.ts';
import { jobStreams } from './stream.ts';

export function jobsModule({
  tenancy,
  jobs,
  ...kernel
}: Kernel & { readonly tenancy: Pick<Tenancy, 'hooks'> }): Module<JobBoard> {
  const api = createJobBoard({ ...kernel, queue: jobs });
  for (const lost of [tenancy.hooks.memberLeaving, tenancy.hooks.memberRestricted])
    lost.add((tx, person, afterCommit) => api.cancelAllOf(tx, person, afterCommit));
  tenancy.hooks.organizationEnding.add((tx, organizationId, afterCommit) =>
    api.cancelAllOf(tx, { organizationId }, afterCommit),
  );
  return { api, routes: (mount) => jobRoutes(mount, api), streams: jobStreams(api) };
}
