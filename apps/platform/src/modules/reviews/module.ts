import type { Kernel, Module } from '#kernel/module';
import type { TestRunsApi } from '#test-runs';
import { createAnnotations } from './annotations.ts';
import { createReviewQueue } from './queue.ts';
import { reviewRoutes } from './routes.ts';
import { createReviews, type Reviews } from './service.ts';

interface Needs {
  readonly testRuns: Pick<TestRunsApi, 'verdicts' | 'showReviews' | 'results'>;
  readonly settings: { readonly claimSeconds: number };
}

export function reviewsModule({ testRuns, settings, ...kernel }: Kernel & Needs): Module<Reviews> {
  const api = createReviews({ ...kernel, verdicts: testRuns.verdicts });
  const queue = createReviewQueue({ ...kernel, ...settings, results: testRuns.results });
  const annotations = createAnnotations(kernel);
  testRuns.showReviews((tx, organizationId, ids) => api.of(tx, organizationId, ids));
  return { api, routes: (mount) => reviewRoutes(mount, { reviews: api, queue, annotations }) };
}
