import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEgress, createEgressPolicy, createEgressProxy, type Resolve } from '@sonde/egress';
import { ownCallMark } from '@sonde/server-kit';
import { systemClock, type Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import { createEvents } from '#kernel/events';
import { createCallerAddress, createHttpServer, createProxyWatch, createUpgrades } from '#kernel/http';
import { createJobs } from '#kernel/jobs';
import { createLimiter } from '#kernel/limiter';
import { createLog, type Log } from '#kernel/log';
import { noMetrics, openMetrics, type Metrics } from '#kernel/metrics';
import { migrate } from '#kernel/migrate';
import type { Kernel } from '#kernel/module';
import { createSealer } from '#kernel/seal';
import { createStorageWatch } from '#kernel/storage-watch';
import type { Config } from './config.ts';

/** What tests may put in place of the world: time, an open database, the log. Nothing of our own is replaced. */
export interface World {
  readonly clock?: Clock;
  readonly database?: Database;
  readonly log?: Log;
  readonly resolve?: Resolve;
}

const migrations = new URL('../migrations/', import.meta.url);
/** Of the release, as `GET /releases` tells it. */
const version = readFileSync(new URL('../../../VERSION', import.meta.url), 'utf8').trim();

/** The kernel of one process, on a database that is up to date; and the server that `mount` adds routes to. */
export async function createMechanisms(config: Config, world: World) {
  const log = world.log ?? createLog(config.logLevel);
  const database = world.database ?? (await openDatabase(config, log));
  const applied = await migrate(database, migrations);
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  const isWorker = config.roles.includes('worker');
  const proxies = createProxyWatch({ log });
  const door = { ...config.http, proxySecret: config.http.proxySecret.reveal(), proxies };
  const clock = world.clock ?? systemClock;
  const storage = createStorageWatch(clock);
  const http = createHttpServer({ log, storage, ...door });
  const ownCalls = ownCallMark(config.http.proxySecret);
  const egress = createEgress({
    policy: createEgressPolicy(config.outbound),
    mark: ownCalls,
    ...(config.outbound.proxy
      ? {
          proxy: createEgressProxy({
            url: config.outbound.proxy.reveal(),
            exceptCidrs: config.outbound.proxyExceptCidrs,
          }),
        }
      : {}),
    ...(world.resolve ? { resolve: world.resolve } : {}),
  });
  const jobs = createJobs({ database, log, isWorker });
  const meters = config.metrics
    ? await openMetrics({ settings: config.metrics, egress, database, jobs, log, version })
    : noMetrics;
  countRequests(http, meters);
  const kernel: Kernel = {
    database,
    meters,
    log,
    version,
    isWorker,
    clock,
    storage,
    sealer: createSealer(config.sealing),
    jobs,
    events: createEvents({ database, log }),
    limiter: await createLimiter({ redisUrl: config.redisUrl?.reveal(), database, log }),
    egress,
    upgrades: createUpgrades({ server: http.server, log, bases: config.http.bases, ownCalls }),
  };
  return { kernel, http, proxies, addressOf: createCallerAddress(door).address };
}

function countRequests(http: ReturnType<typeof createHttpServer>, meters: Metrics): void {
  if (meters === noMetrics) return;
  http.addHook('onResponse', async ({ method, routeOptions }, reply) =>
    meters.requestDone({
      method,
      // The pattern, not the path: each of those would be a row of its own.
      route: routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    }),
  );
}

/** Only the driver in use is loaded: the other one would cost memory for nothing. */
export async function openDatabase(config: Config, log: Log): Promise<Database> {
  const { url, poolSize, directory } = config.database;
  if (url) {
    const { openPostgres } = await import('#kernel/postgres');
    return openPostgres({ url: url.reveal(), poolSize, log });
  }
  const { openEmbedded } = await import('#kernel/embedded');
  return openEmbedded({ directory, log });
}

/** For commands beside Sonde: a database that Sonde has been in. An empty one means wrong settings, or that it never ran. */
export async function openUsedDatabase(config: Config, log: Log): Promise<Database> {
  const nothing = new Error(
    'There is nothing of Sonde in this database yet. Start Sonde once, and see that DATABASE_URL and DATA_DIR are those it runs with.',
  );
  const { url, directory } = config.database;
  // Opening would make one, which a later restore refuses to write over.
  if (!url && !existsSync(join(directory, 'PG_VERSION'))) throw nothing;
  const database = await openDatabase(config, log);
  const { rows } = await database.executeSql("select to_regclass('public.schema_migrations') as found");
  if (rows[0]?.['found']) return database;
  await database.close();
  throw nothing;
}
