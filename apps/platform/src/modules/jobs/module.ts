import type { Kernel, Module } from '#kernel/module';
import type { Tenancy } from '#tenancy';
import type { Tokens } from '#tokens';
import { jobRoutes } from './routes.ts';
import { createJobBoard, type JobBoard } from './service.ts';
import { jobStreams } from './stream.ts';

export function jobsModule({
  tenancy,
  tokens,
  jobs,
  ...kernel
}: Kernel & {
  readonly tenancy: Pick<Tenancy, 'hooks'>;
  readonly tokens: Pick<Tokens, 'credentialsEnded' | 'holdCredential'>;
}): Module<JobBoard> {
  const api = createJobBoard({ ...kernel, queue: jobs, holdCredential: tokens.holdCredential });
  tenancy.hooks.memberLeaving.add((tx, { organizationId, userId }) =>
    api.cancelAllOf(tx, { organizationId, userIds: [userId] }),
  );
  tenancy.hooks.membersRestricted.add((tx, restricted) => api.cancelAllOf(tx, restricted));
  tenancy.hooks.organizationEnding.add((tx, organizationId) => api.cancelAllOf(tx, { organizationId }));
  tokens.credentialsEnded.add((tx, credentialIds) => api.cancelAllOf(tx, { credentialIds }));
  return { api, routes: (mount) => jobRoutes(mount, api), streams: jobStreams(api) };
}
