import type { Kernel, Module } from '#kernel/module';
import type { Metrics } from '#metrics';
import type { TestRunsApi } from '#test-runs';
import { createAnnotations } from './annotations.ts';
import { createCalibration } from './calibration.ts';
import { createReviewQueue } from './queue.ts';
import { reviewRoutes } from './routes.ts';
import { createReviews, type Reviews } from './service.ts';

interface Needs {
  readonly testRuns: Pick<TestRunsApi, 'verdicts' | 'showReviews' | 'results'>;
  readonly metrics: Pick<Metrics, 'reviewedBy'>;
  readonly settings: { readonly claimSeconds: number };
}

export function reviewsModule({ testRuns, metrics, settings, ...kernel }: Kernel & Needs): Module<Reviews> {
  const api = createReviews({ ...kernel, verdicts: testRuns.verdicts });
  const queue = createReviewQueue({ ...kernel, ...settings, results: testRuns.results });
  const annotations = createAnnotations(kernel);
  testRuns.showReviews((tx, organizationId, ids) => api.of(tx, organizationId, ids));
  metrics.reviewedBy(createCalibration({ ...kernel, verdicts: testRuns.verdicts }));
  return { api, routes: (mount) => reviewRoutes(mount, { reviews: api, queue, annotations }) };
}
