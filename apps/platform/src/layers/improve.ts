import { alertsModule } from '#alerts';
import { explorerModule } from '#explorer';
import { insightsModule } from '#insights';
import type { Kernel, ModuleList } from '#kernel/module';
import { reviewsModule } from '#reviews';
import { schedulesModule } from '#schedules';
import type { Config } from '../config.ts';
import type { Connected } from './connect.ts';
import type { Foundation } from './foundation.ts';
import type { Tested } from './test.ts';

/** Running on by itself, reading and correcting what came of it, and looking for more. */
export function improve(
  { add }: ModuleList,
  kernel: Kernel,
  config: Config,
  below: Foundation & Connected & Tested,
) {
  const { tenancy, usage, mail, models, jobBoard, notifications } = below;
  const { endpoints, experiments, traces, invocation, labels, metrics, tests, testRuns } = below;
  const watched = { tenancy, endpoints, tests, testRuns, notifications };
  const schedules = add(schedulesModule({ ...kernel, ...watched, experiments }));
  add(alertsModule({ ...kernel, ...watched, mail, settings: config.tenancy }));
  add(reviewsModule({ ...kernel, testRuns, metrics, traces, notifications, settings: config.reviews }));
  add(insightsModule(kernel));
  const called = { endpoints, invocation, models, usage };
  add(explorerModule({ ...kernel, ...called, tenancy, jobBoard, metrics, labels, tests }));
  return { schedules };
}
