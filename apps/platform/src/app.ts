import { alertsModule } from '#alerts';
import { auditModule } from '#audit';
import { autoconfigureModule } from '#autoconfigure';
import { commentsModule } from '#comments';
import { connectorModule } from '#connector';
import { endpointsModule } from '#endpoints';
import { experimentsModule } from '#experiments';
import { explorationModule } from '#exploration';
import { explorerModule } from '#explorer';
import { filesModule, type FilesModule } from '#files';
import { generationModule } from '#generation';
import { identityModule } from '#identity';
import { insightsModule } from '#insights';
import { invocationModule } from '#invocation';
import { jobsModule } from '#jobs';
import { createModuleList } from '#kernel/module';
import { createThings, discussedResource, registerPurge } from '#kernel/resource';
import { mailModule } from '#mail';
import { mcpModule } from '#mcp';
import { metricsModule } from '#metrics';
import { modelsModule } from '#models';
import { notificationsModule, type Notifications } from '#notifications';
import { probesModule } from '#probes';
import { realtimeModule, type SocketTiming } from '#realtime';
import { releasesModule } from '#releases';
import { requirementsModule } from '#requirements';
import { reviewsModule } from '#reviews';
import { schedulesModule, type SchedulesApi } from '#schedules';
import { labelsModule } from '#labels';
import { tagsModule } from '#tags';
import { tasksModule } from '#tasks';
import { sourcesModule } from '#sources';
import { systemModule } from '#system';
import { tenancyModule } from '#tenancy';
import { testExportModule } from '#test-export';
import { testGenerationModule } from '#test-generation';
import { testImportModule } from '#test-import';
import { testRunsModule } from '#test-runs';
import { testsModule } from '#tests';
import { tokensModule } from '#tokens';
import { traceTestsModule } from '#trace-tests';
import { tracesModule } from '#traces';
import { usageModule } from '#usage';
import type { Config } from './config.ts';
import { createMechanisms, type World } from './mechanisms.ts';
import { startHouse, type House } from './start-house.ts';

export interface Overrides extends World {
  readonly socketTiming?: SocketTiming;
}

export interface App extends House {
  readonly files: FilesModule;
  readonly notifications: Notifications;
  readonly schedules: SchedulesApi;
  /** One-time link for the first owner, while no user exists. */
  ownerLink(): Promise<string | undefined>;
}

/** The only place where the parts of the platform meet: kernel first, then each module in the order of its layer. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<App> {
  const mechanisms = await createMechanisms(config, overrides);
  const { kernel, http, proxies, addressOf } = mechanisms;
  const modules = createModuleList();
  const { add } = modules;

  const audit = add(auditModule(kernel));
  const usage = add(usageModule(kernel));
  const mail = add(mailModule({ ...kernel, settings: config.mail }));
  const tokens = add(await tokensModule({ ...kernel, audit, settings: config.tokens }));
  const tenancy = add(tenancyModule({ ...kernel, tokens, mail, audit, usage, settings: config.tenancy }));
  const identity = add(identityModule({ ...kernel, tokens, mail, audit, settings: config.identity }));
  const experiments = add(experimentsModule({ ...kernel, tenancy, settings: config.endpoints }));
  const endpoints = add(
    endpointsModule({ ...kernel, tenancy, experiments, usage, settings: config.endpoints }),
  );
  const files = add(filesModule({ ...kernel, usage, settings: config.files }));
  const sources = add(sourcesModule({ ...kernel, files, tenancy }));
  const traces = add(tracesModule({ ...kernel, usage, files, tenancy, settings: config.traces }));
  const models = add(modelsModule({ ...kernel, tenancy, usage, settings: config.models }));
  const connector = add(
    connectorModule({
      ...kernel,
      addressOf,
      audit,
      tokens,
      tenancy,
      experiments,
      endpoints,
      settings: config.connector,
    }),
  );
  const invocation = add(
    invocationModule({ ...kernel, tenancy, experiments, endpoints, files, traces, connector }),
  );
  add(autoconfigureModule({ ...kernel, models, invocation, tenancy, experiments }));
  const jobBoard = add(jobsModule({ ...kernel, tenancy }));
  const notifications = add(notificationsModule({ ...kernel, mail, tenancy, settings: config.tenancy }));
  add(explorationModule({ ...kernel, jobBoard, endpoints, invocation, models, notifications }));
  const requirements = add(requirementsModule({ ...kernel, tenancy }));
  const labels = add(labelsModule({ ...kernel, tenancy }));
  const metrics = add(metricsModule({ ...kernel, tenancy, requirements, models, connector }));
  const tests = add(testsModule({ ...kernel, tenancy, requirements, labels, files, metrics }));
  add(traceTestsModule({ traces, tests }));
  add(testExportModule({ ...kernel, tests }));
  add(testImportModule({ ...kernel, tenancy, files, jobBoard, metrics, notifications, tests }));
  add(
    testGenerationModule({
      ...kernel,
      tenancy,
      jobBoard,
      notifications,
      requirements,
      sources,
      metrics,
      models,
      usage,
      tests,
    }),
  );
  add(generationModule({ ...kernel, models, metrics }));
  add(probesModule({ ...kernel, tests, metrics, usage, files }));
  const testRuns = add(
    testRunsModule({
      ...kernel,
      tenancy,
      experiments,
      jobBoard,
      endpoints,
      files,
      invocation,
      models,
      tests,
      requirements,
      metrics,
      notifications,
      usage,
    }),
  );
  /** Asked when somebody does, so that what is added after these two counts as well. */
  const things = createThings(() => [
    ...modules.discussed(),
    ...modules.purged().map(({ resource }) => discussedResource(resource, kernel.clock)),
  ]);
  const comments = add(commentsModule({ ...kernel, things, tenancy, notifications }));
  add(tasksModule({ ...kernel, things, tenancy, notifications, comments }));
  const schedules = add(schedulesModule({ ...kernel, tenancy, endpoints, tests, testRuns, notifications }));
  add(
    alertsModule({
      ...kernel,
      tenancy,
      endpoints,
      tests,
      testRuns,
      mail,
      notifications,
      settings: config.tenancy,
    }),
  );
  add(reviewsModule({ ...kernel, testRuns, metrics, settings: config.reviews }));
  add(insightsModule(kernel));
  add(
    explorerModule({
      ...kernel,
      tenancy,
      jobBoard,
      endpoints,
      invocation,
      metrics,
      models,
      labels,
      tests,
      usage,
    }),
  );
  add(tagsModule({ ...kernel, tagged: modules.tagged() }));
  add(mcpModule({ ...kernel, http, tokens, settings: config.mcp }));
  add(releasesModule({ settings: config.addresses }));
  add(systemModule({ ...kernel, tokens, proxies, settings: config.system }));
  add(
    realtimeModule({
      ...kernel,
      tokens,
      jobBoard,
      testRuns,
      addressOf,
      streams: modules.streams(),
      timing: overrides.socketTiming,
      settings: config.realtime,
    }),
  );

  registerPurge({ ...kernel, ...config.retention, purged: modules.purged() });
  const running = await startHouse({ config, mechanisms, modules, audit, gate: tenancy.gate });
  return { ...running, files, notifications, schedules, ownerLink: () => identity.ownerLink() };
}
