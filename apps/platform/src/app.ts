import { architectModule } from '#architect';
import { commentsModule } from '#comments';
import type { FilesModule } from '#files';
import { createModuleList } from '#kernel/module';
import { createThings, discussedResource, registerPurge } from '#kernel/resource';
import { registerReseal } from '#kernel/sealed-places';
import { mcpModule } from '#mcp';
import type { Notifications } from '#notifications';
import { realtimeModule, type SocketTiming } from '#realtime';
import { releasesModule } from '#releases';
import type { SchedulesApi } from '#schedules';
import { systemModule } from '#system';
import { tagsModule } from '#tags';
import { tasksModule } from '#tasks';
import type { Config } from './config.ts';
import { connect } from './layers/connect.ts';
import { foundation } from './layers/foundation.ts';
import { improve } from './layers/improve.ts';
import { test } from './layers/test.ts';
import { createMechanisms, type World } from './mechanisms.ts';
import { sealedPlaces } from './sealed-places.ts';
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

/**
 * The only place where the parts of the platform meet: kernel first, then the layers, each of modules that know only
 * what was added before; last what reaches across all of them.
 */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<App> {
  const mechanisms = await createMechanisms(config, overrides);
  const { kernel, http, proxies, addressOf } = mechanisms;
  const modules = createModuleList();
  const { add } = modules;

  const base = await foundation(modules, kernel, config);
  const { socketTiming } = overrides;
  const pingEveryMs = socketTiming?.pingEveryMs;
  const connected = connect(modules, kernel, config, { ...base, addressOf, pingEveryMs });
  const tested = test(modules, kernel, config, { ...base, ...connected });
  const { schedules } = improve(modules, kernel, config, { ...base, ...connected, ...tested });

  const { audit, tokens, tenancy, identity, files, jobBoard, models, notifications } = base;
  /** Asked when somebody does, so that what is added after these two counts as well. */
  const things = createThings(() => [
    ...modules.discussed(),
    ...modules.purged().map(({ resource }) => discussedResource(resource, kernel.clock)),
  ]);
  const comments = add(commentsModule({ ...kernel, things, tenancy, notifications }));
  add(tasksModule({ ...kernel, things, tenancy, notifications, comments }));
  add(tagsModule({ ...kernel, tagged: modules.tagged() }));
  const mcp = add(mcpModule({ ...kernel, http, tokens, settings: config.mcp }));
  add(architectModule({ ...kernel, tenancy, tokens, jobBoard, mcp, models, notifications }));
  add(releasesModule({ settings: config.addresses }));
  add(systemModule({ ...kernel, tokens, proxies, settings: config.system }));
  const { testRuns } = tested;
  const heard = { streams: modules.streams(), timing: socketTiming };
  add(
    realtimeModule({ ...kernel, ...heard, tokens, jobBoard, testRuns, addressOf, settings: config.realtime }),
  );

  if (config.sealing.previousKey) registerReseal(kernel, sealedPlaces);
  registerPurge({ ...kernel, ...config.retention, purged: modules.purged() });
  const running = await startHouse({ config, mechanisms, modules, audit, gate: tenancy.gate });
  return { ...running, files, notifications, schedules, ownerLink: () => identity.ownerLink() };
}
