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
  tenancy.hooks.memberLeaving.add((tx, leaving, afterCommit) => api.cancelAllOf(tx, leaving, afterCommit));
  return { api, routes: (mount) => jobRoutes(mount, api), streams: jobStreams(api) };
}
