import type { Kernel, Module } from '#kernel/module';
import type { TestRunsApi } from '#test-runs';
import { reviewRoutes } from './routes.ts';
import { createReviews, type Reviews } from './service.ts';

export function reviewsModule({
  testRuns,
  ...kernel
}: Kernel & { readonly testRuns: Pick<TestRunsApi, 'verdicts' | 'showReviews'> }): Module<Reviews> {
  const api = createReviews({ ...kernel, verdicts: testRuns.verdicts });
  testRuns.showReviews((tx, organizationId, ids) => api.of(tx, organizationId, ids));
  return { api, routes: (mount) => reviewRoutes(mount, api) };
}
