import type { Endpoints } from '#endpoints';
import type { ExperimentsApi } from '#experiments';
import type { Kernel, Module } from '#kernel/module';
import type { Notifications } from '#notifications';
import type { Tenancy } from '#tenancy';
import type { TestRunsApi } from '#test-runs';
import type { TestsApi } from '#tests';
import { createBeginning } from './begin.ts';
import { scheduleRoutes } from './routes.ts';
import { createSchedules, type Schedules } from './service.ts';

interface Needs {
  readonly tenancy: Pick<Tenancy, 'actors'>;
  readonly endpoints: Endpoints;
  readonly experiments: Pick<ExperimentsApi, 'resolving'>;
  readonly notifications: Pick<Notifications, 'create'>;
  readonly testRuns: Pick<TestRunsApi, 'runs'>;
  readonly tests: Pick<TestsApi, 'testSets'>;
}

export type SchedulesApi = Schedules & { readonly beginDue: () => Promise<number> };

export function schedulesModule({
  tenancy,
  endpoints,
  experiments,
  tests,
  testRuns,
  ...rest
}: Kernel & Needs): Module<SchedulesApi> {
  const { actors } = tenancy;
  const schedules = createSchedules({
    ...rest,
    actors,
    endpoints,
    testSets: tests.testSets,
    parameters: experiments.resolving,
  });
  const beginning = createBeginning({ ...rest, actors, runs: testRuns.runs, random: Math.random });
  return { api: { ...schedules, ...beginning }, routes: (mount) => scheduleRoutes(mount, schedules) };
}
