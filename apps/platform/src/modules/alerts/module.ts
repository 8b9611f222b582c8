import type { Endpoints } from '#endpoints';
import type { Kernel, Module } from '#kernel/module';
import type { Mail } from '#mail';
import type { Notifications } from '#notifications';
import type { Tenancy } from '#tenancy';
import type { TestRunsApi } from '#test-runs';
import type { TestsApi } from '#tests';
import { registerDelivering } from './delivering.ts';
import { registerJudging } from './judging.ts';
import { alertRoutes } from './routes.ts';
import { sealFormerWebhooks } from './sealed.ts';
import { createAlerts, type Alerts } from './service.ts';

interface Needs {
  readonly tenancy: Pick<Tenancy, 'people' | 'projects'>;
  readonly endpoints: Endpoints;
  readonly mail: Pick<Mail, 'enabled' | 'send'>;
  readonly notifications: Pick<Notifications, 'create'>;
  readonly tests: Pick<TestsApi, 'testSets'>;
  readonly testRuns: Pick<TestRunsApi, 'finished' | 'find' | 'regression' | 'flagged'>;
  readonly settings: { readonly frontendUrl: string };
}

export function alertsModule({ tenancy, tests, settings, ...rest }: Kernel & Needs): Module<Alerts> {
  const api = createAlerts({ ...rest, projects: tenancy.projects, testSets: tests.testSets });
  registerJudging({ ...rest, people: tenancy.people, frontendUrl: settings.frontendUrl });
  registerDelivering({ ...rest, people: tenancy.people });
  return {
    api,
    routes: (mount) => alertRoutes(mount, api),
    start: async () => void (await sealFormerWebhooks(rest)),
  };
}
