import { readFileSync } from 'node:fs';
import { createEgress, createEgressPolicy, type Resolve } from '@sonde/egress';
import type { FastifyInstance } from 'fastify';
import { createAudit } from '#audit';
import { autoconfigureRoutes, createAutoconfigure } from '#autoconfigure';
import { connectorRoutes, createConnector } from '#connector';
import {
  createEndpoints,
  endpointResource,
  endpointRoutes,
  insuranceChatbot,
  registerReseal,
} from '#endpoints';
import { createExploration, explorationRoutes, explorationStreams } from '#exploration';
import { createFilesModule, fileRoutes, type FilesModule } from '#files';
import { createIdentity } from '#identity';
import {
  createCalls,
  createConversationStore,
  createInvocation,
  createTokenStore,
  invocationRoutes,
  registerCallRetention,
} from '#invocation';
import { createJobBoard, jobRoutes, jobStreams } from '#jobs';
import { systemClock, type Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import { createEvents } from '#kernel/events';
import { newId } from '#kernel/ids';
import {
  createCallerAddress,
  createCursors,
  createHttpServer,
  createMount,
  createUpgrades,
} from '#kernel/http';
import { createJobs } from '#kernel/jobs';
import { createLimiter } from '#kernel/limiter';
import { createLog, type Log } from '#kernel/log';
import { migrate } from '#kernel/migrate';
import { createSpool, openObjectStore } from '#kernel/object-store';
import { createSealer } from '#kernel/seal';
import { createMail } from '#mail';
import { createModels, modelRoutes } from '#models';
import { createNotifications, notificationRoutes, notificationStreams } from '#notifications';
import { createRealtime, realtimeRoutes, type SocketTiming } from '#realtime';
import { registerPurge } from '#kernel/resource';
import { createRequirements, requirementResource, requirementRoutes } from '#requirements';
import { createSystem, systemRoutes } from '#system';
import { createTenancy } from '#tenancy';
import { bearerToken, createTokens, unauthenticated } from '#tokens';
import { createUsage } from '#usage';
import { createOtlpExporter, createTraces, registerTraceRetention, traceRoutes } from '#traces';
import type { Config } from './config.ts';

/** What tests may put in place of the world: time, an open database, the log. Nothing of our own is replaced. */
export interface Overrides {
  readonly clock?: Clock;
  readonly database?: Database;
  readonly log?: Log;
  readonly resolve?: Resolve;
  readonly socketTiming?: SocketTiming;
}

export interface App {
  readonly http: FastifyInstance;
  readonly database: Database;
  readonly mounted: ReadonlySet<string>;
  readonly files: FilesModule;
  /** One-time link for the first owner, while no user exists. */
  ownerLink(): Promise<string | undefined>;
  listen(): Promise<string>;
  close(): Promise<void>;
}

const migrations = new URL('../migrations/', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The only place where the parts of the platform meet: kernel first, then each module in the order of its layer. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<App> {
  const log = overrides.log ?? createLog(config.logLevel);
  const clock = overrides.clock ?? systemClock;
  const database = overrides.database ?? (await openDatabase(config, log));
  const applied = await migrate(database, migrations);
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  const sealer = createSealer(config.sealing);
  const jobs = createJobs({ database, log, isWorker: config.roles.includes('worker') });
  const events = createEvents({ database, log });
  const limiter = await createLimiter({ redisUrl: config.redisUrl?.reveal(), database, log });
  const egress = createEgress({
    policy: createEgressPolicy(config.outbound),
    ...(overrides.resolve ? { resolve: overrides.resolve } : {}),
  });
  const door = { ...config.http, proxySecret: config.http.proxySecret.reveal() };
  const http = createHttpServer({ log, ...door });
  const upgrades = createUpgrades({ server: http.server, log });

  const audit = createAudit({ database, clock, jobs });
  const mail = createMail({
    database,
    clock,
    sealer,
    jobs,
    limiter,
    log,
    config: config.mail,
    installationUrls: [config.frontendUrl, config.publicUrl],
  });
  const tokens = await createTokens({
    database,
    clock,
    sealer,
    jobs,
    limiter,
    audit,
    events,
    log,
    config,
  });
  const tenancy = createTenancy({
    database,
    clock,
    tokens,
    events,
    mail,
    audit,
    config,
    hasModel: (tx, organizationId, id) => models.has(tx, organizationId, id),
    onLeave: (tx, left, afterCommit) => board.cancelAllOf(tx, left, afterCommit),
    initialData: [(tx, owner) => endpoints.insertInitial(tx, owner, insuranceChatbot(config.chatbot, owner))],
  });
  const identity = createIdentity({
    database,
    clock,
    sealer,
    jobs,
    tokens,
    mail,
    audit,
    egress,
    config,
    log,
  });
  const usage = createUsage({ database, clock });
  const endpoints = createEndpoints({ database, clock, sealer, events, projects: tenancy.projects });
  const traces = createTraces({
    database,
    clock,
    log,
    exporter: config.otlpEndpoint
      ? createOtlpExporter({ egress, endpoint: config.otlpEndpoint, version, log })
      : undefined,
    meter: (tx, organizationId, spans) => usage.record(tx, organizationId, 'tracing_spans', spans),
  });
  const files = createFilesModule({
    database,
    clock,
    jobs,
    log,
    objects: openObjectStore(config.files, clock),
    spool: createSpool(config.files.incomingDirectory),
    maxFileBytes: config.files.maxBytes,
  });
  files.entities.register({
    type: 'Trace',
    permission: 'trace:read',
    settle: () => traces.flush(),
    find: (tx, principal, id) => traces.place(tx, principal, id),
  });
  const connector = createConnector({
    audit,
    database,
    clock,
    events,
    log,
    tokens,
    upgrades,
    endpoints,
    projects: tenancy.projects,
    limits: config.connector,
  });
  const conversations = createConversationStore({ database, clock });
  const tokenCache = createTokenStore({ database, clock, sealer });
  if (config.sealing.previousKey) registerReseal({ database, sealer, jobs, log });
  registerTraceRetention({ jobs, traces, log });
  registerCallRetention({ jobs, log, conversations, tokenCache });
  const invocation = createInvocation({
    egress,
    clock,
    newId,
    log,
    conversations,
    tokenCache,
    traces,
    transports: { SDK: connector.transport },
  });
  const calls = createCalls({ invocation, endpoints, projects: tenancy.projects });
  const models = createModels({
    database,
    clock,
    sealer,
    egress,
    config: config.models,
    onUsage: (organizationId, _model, { inputTokens, outputTokens }) =>
      void usage
        .recordUsage(organizationId, 'model_tokens', inputTokens + outputTokens)
        .catch((error: unknown) => log.warn({ err: error }, 'model tokens could not be counted')),
  });
  const autoconfigure = createAutoconfigure({
    models,
    egress,
    engine: {
      clock,
      newId,
      log,
      conversations,
      tokenCache,
      traces,
    },
    projects: tenancy.projects,
  });
  const board = createJobBoard({ database, clock, events, queue: jobs, log });
  const notifications = createNotifications({ database, clock, events, jobs });
  const exploration = createExploration({
    database,
    clock,
    events,
    log,
    board,
    endpoints,
    calls,
    models,
    notifications,
  });
  const realtime = createRealtime({
    upgrades,
    events,
    clock,
    log,
    tickets: tokens,
    maySeeJob: (principal, taskId) => board.maySee(principal, taskId),
    allowedOrigins: [new URL(config.frontendUrl).origin],
    addressOf: createCallerAddress(door).address,
    timing: overrides.socketTiming,
    streams: [
      ...jobStreams(board),
      ...explorationStreams(exploration),
      ...notificationStreams(notifications),
    ],
  });
  const requirements = createRequirements({ database, clock, projects: tenancy.projects });
  registerPurge({
    database,
    clock,
    jobs,
    log,
    retentionDays: config.retentionDeletedDays,
    purged: [{ resource: endpointResource }, { resource: requirementResource }],
  });
  const system = createSystem({
    version,
    checks: { database: () => database.ping(), jobs: () => jobs.ping() },
    // A public installation need not tell strangers what there is to try.
    requireReader: async (authorization) => {
      const token = bearerToken(authorization);
      if (config.production && !(token && (await tokens.credentials.resolve(token)))) throw unauthenticated();
    },
  });

  const mount = createMount({
    app: http,
    gate: tenancy.gate,
    limiter,
    cursors: createCursors(config.sealing),
    writeDeed: (entry, tx) => audit.record(tx ?? database.query, entry),
  });
  systemRoutes(mount, system);
  tokens.routes(mount);
  tenancy.routes(mount);
  identity.routes(mount);
  mail.routes(mount);
  audit.routes(mount);
  usage.routes(mount);
  endpointRoutes(mount, endpoints);
  fileRoutes(mount, files);
  connectorRoutes(mount, connector);
  invocationRoutes(mount, calls);
  traceRoutes(mount, traces);
  modelRoutes(mount, models);
  autoconfigureRoutes(mount, autoconfigure);
  jobRoutes(mount, board);
  notificationRoutes(mount, notifications);
  explorationRoutes(mount, exploration);
  requirementRoutes(mount, requirements);
  realtimeRoutes(mount, realtime);

  await events.start();
  await connector.start();
  if (config.roles.includes('worker')) await exploration.rehearse();
  await jobs.start();
  return {
    http,
    database,
    mounted: mount.mounted,
    files,
    ownerLink: () => identity.ownerLink(),
    async listen() {
      const address = await http.listen({ host: config.http.host, port: config.http.port });
      // Once calls are answered, the parsers of pasted code are made ready beside them.
      autoconfigure
        .warm()
        .catch((error: unknown) => log.warn({ err: error }, 'a parser could not be loaded'));
      return address;
    },
    async close() {
      realtime.close();
      await connector.close();
      await http.close();
      await jobs.stop();
      await autoconfigure.close();
      await files.close();
      await invocation.close();
      await traces.close();
      await events.close();
      await limiter.close();
      mail.close();
      await egress.close();
      await database.close();
    },
  };
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
