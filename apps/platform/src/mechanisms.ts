import { readFileSync } from 'node:fs';
import { createEgress, createEgressPolicy, type Resolve } from '@sonde/egress';
import { systemClock, type Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import { createEvents } from '#kernel/events';
import { createCallerAddress, createHttpServer, createProxyWatch, createUpgrades } from '#kernel/http';
import { createJobs } from '#kernel/jobs';
import { createLimiter } from '#kernel/limiter';
import { createLog, type Log } from '#kernel/log';
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
  const kernel: Kernel = {
    database,
    log,
    version,
    isWorker,
    clock,
    storage,
    sealer: createSealer(config.sealing),
    jobs: createJobs({ database, log, isWorker }),
    events: createEvents({ database, log }),
    limiter: await createLimiter({ redisUrl: config.redisUrl?.reveal(), database, log }),
    egress: createEgress({
      policy: createEgressPolicy(config.outbound),
      ...(world.resolve ? { resolve: world.resolve } : {}),
    }),
    upgrades: createUpgrades({ server: http.server, log }),
  };
  return { kernel, http, proxies, addressOf: createCallerAddress(door).address };
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
