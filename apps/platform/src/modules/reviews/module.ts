import type { Kernel, Module } from '#kernel/module';
import type { Metrics } from '#metrics';
import type { TestRunsApi } from '#test-runs';
import type { Notifications } from '#notifications';
import type { Traces } from '#traces';
import { createAnnotations } from './annotations.ts';
import { createAssignments } from './assignments.ts';
import { countByPeople } from './by-people.ts';
import { createCalibration } from './calibration.ts';
import { createReviewQueue } from './queue.ts';
import { reviewRoutes } from './routes.ts';
import { createReviews, type Reviews } from './service.ts';
import { createTraceReviews } from './trace-reviews.ts';

interface Needs {
  readonly testRuns: Pick<TestRunsApi, 'verdicts' | 'showReviews' | 'results'>;
  readonly metrics: Pick<Metrics, 'reviewedBy'>;
  readonly traces: Pick<Traces, 'flush' | 'place' | 'conversation'>;
  readonly notifications: Pick<Notifications, 'create'>;
  readonly settings: { readonly claimSeconds: number };
}

export function reviewsModule(needs: Kernel & Needs): Module<Reviews> {
  const { testRuns, metrics, settings, traces, notifications, ...kernel } = needs;
  const api = createReviews({ ...kernel, verdicts: testRuns.verdicts });
  const queue = createReviewQueue({ ...kernel, ...settings, results: testRuns.results });
  const annotations = createAnnotations(kernel);
  const assignments = createAssignments({ ...kernel, notifications });
  const traceReviews = createTraceReviews({ ...kernel, traces });
  testRuns.showReviews({
    of: (tx, organizationId, ids) => api.of(tx, organizationId, ids),
    count: countByPeople,
  });
  metrics.reviewedBy(createCalibration({ ...kernel, verdicts: testRuns.verdicts }));
  const served = { reviews: api, traceReviews, assignments, queue, annotations };
  return { api, routes: (mount) => reviewRoutes(mount, served) };
}
