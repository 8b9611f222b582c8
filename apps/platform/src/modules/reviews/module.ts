import type { Kernel, Module } from '#kernel/module';
import type { Metrics } from '#metrics';
import type { TestRunsApi } from '#test-runs';
import { createCalibration } from './calibration.ts';
import { reviewRoutes } from './routes.ts';
import { createReviews, type Reviews } from './service.ts';

interface Needs {
  readonly testRuns: Pick<TestRunsApi, 'verdicts' | 'showReviews'>;
  readonly metrics: Pick<Metrics, 'reviewedBy'>;
}

export function reviewsModule({ testRuns, metrics, ...kernel }: Kernel & Needs): Module<Reviews> {
  const api = createReviews({ ...kernel, verdicts: testRuns.verdicts });
  testRuns.showReviews((tx, organizationId, ids) => api.of(tx, organizationId, ids));
  metrics.reviewedBy(createCalibration({ ...kernel, verdicts: testRuns.verdicts }));
  return { api, routes: (mount) => reviewRoutes(mount, api) };
}
