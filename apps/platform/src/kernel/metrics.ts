import type { PushMetricExporter } from '@opentelemetry/sdk-metrics';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Egress } from '@sonde/egress';
import type { Secret } from '@sonde/server-kit';
import type { Database } from './database.ts';
import type { Jobs } from './jobs.ts';
import type { Log } from './log.ts';

/** What one process tells of itself. It costs nothing where nobody has asked for it. */
export interface Metrics {
  requestDone(request: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  targetCalled(call: { readonly stage: string; readonly isFailed: boolean; readonly seconds: number }): void;
  /** Sends what there is, and ends. */
  close(): Promise<void>;
}

export const noMetrics: Metrics = {
  requestDone: () => undefined,
  targetCalled: () => undefined,
  close: async () => undefined,
};

export interface MetricsSettings {
  /** Where the collector takes metrics. */
  readonly url: string;
  readonly headers: Secret | undefined;
  readonly intervalMs: number;
  readonly serviceName: string;
}

interface Options {
  readonly settings: MetricsSettings;
  readonly egress: Pick<Egress, 'fetch'>;
  readonly database: Pick<Database, 'connections'>;
  readonly jobs: Pick<Jobs, 'counts'>;
  readonly log: Log;
  readonly version: string;
}

/** Seconds; from a quick answer to a slow model. */
const durationBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** The official SDK counts and gathers; what it has gathered leaves through the guard, like everything else. */
export async function openMetrics(options: Options): Promise<Metrics> {
  const { MeterProvider, PeriodicExportingMetricReader } = await import('@opentelemetry/sdk-metrics');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const { settings, database, jobs, log, version } = options;
  const reader = new PeriodicExportingMetricReader({
    exporter: await createExporter(options),
    exportIntervalMillis: settings.intervalMs,
    exportTimeoutMillis: Math.min(sendTimeoutMs, settings.intervalMs),
  });
  const provider = new MeterProvider({
    resource: resourceFromAttributes({ 'service.name': settings.serviceName, 'service.version': version }),
    readers: [reader],
  });
  const meter = provider.getMeter('sonde', version);
  const seconds = { unit: 's', advice: { explicitBucketBoundaries: durationBounds } };
  const requests = meter.createHistogram('http.server.request.duration', {
    ...seconds,
    description: 'Requests by method, route and status',
  });
  const calls = meter.createHistogram('sonde.target.call.duration', {
    ...seconds,
    description: 'Calls to targets by the stage where they ended',
  });
  meter
    .createObservableGauge('sonde.jobs', { description: 'Jobs of the queue by state, of all processes' })
    .addCallback(async (result) => {
      for (const { name, state, count } of await jobs.counts().catch(unanswered(log)))
        result.observe(count, { 'sonde.job.queue': name, 'sonde.job.state': state });
    });
  meter
    .createObservableGauge('db.client.connection.count', {
      description: 'Connections of this process by state',
    })
    .addCallback((result) => {
      for (const [state, count] of Object.entries(database.connections()))
        result.observe(count, { 'db.client.connection.state': state });
    });
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  meter
    .createObservableGauge('nodejs.eventloop.delay', { unit: 's', description: 'Since the last report' })
    .addCallback((result) => {
      for (const [name, nanoseconds] of [
        ['p50', delay.percentile(50)],
        ['p99', delay.percentile(99)],
        ['max', delay.max],
      ] as const)
        if (delay.count > 0) result.observe(nanoseconds / 1e9, { 'sonde.statistic': name });
      delay.reset();
    });
  return {
    requestDone: ({ method, route, status, seconds: took }) =>
      requests.record(took, {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
      }),
    targetCalled: ({ stage, isFailed, seconds: took }) =>
      calls.record(took, { 'sonde.stage': stage, 'sonde.outcome': isFailed ? 'failed' : 'answered' }),
    async close() {
      delay.disable();
      await provider.shutdown().catch(unanswered(log));
    },
  };
}

const sendTimeoutMs = 10_000;

/** OTLP over HTTP in protobuf. A collector that is away costs a report, never a request. */
async function createExporter({ settings, egress, log }: Options) {
  const { ProtobufMetricsSerializer } = await import('@opentelemetry/otlp-transformer');
  const { AggregationTemporality } = await import('@opentelemetry/sdk-metrics');
  const headers = headersIn(settings.headers?.reveal() ?? '');
  const send = async (body: Uint8Array): Promise<void> => {
    const response = await egress.fetch(settings.url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-protobuf' },
      body: Buffer.from(body),
      signal: AbortSignal.timeout(sendTimeoutMs),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`It was answered with ${response.status}.`);
  };
  const sending = new Set<Promise<void>>();
  const exporter: PushMetricExporter = {
    export(metrics, done) {
      const body = ProtobufMetricsSerializer.serializeRequest(metrics);
      const sent = (body ? send(body) : Promise.resolve())
        .catch((error: unknown) => log.warn({ err: error }, 'the collector of metrics cannot be reached'))
        .finally(() => {
          sending.delete(sent);
          // Zero is success: whoever failed has been named in the log, and the next report carries the sums anyway.
          done({ code: 0 });
        });
      sending.add(sent);
    },
    selectAggregationTemporality: () => AggregationTemporality.CUMULATIVE,
    forceFlush: async () => void (await Promise.all(sending)),
    shutdown: async () => void (await Promise.all(sending)),
  };
  return exporter;
}

/** `name=value,name=value`, values percent-encoded, as OTEL_EXPORTER_OTLP_HEADERS has them. */
export const headersIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const at = pair.indexOf('=');
      const name = pair.slice(0, Math.max(at, 0)).trim();
      return name === '' ? [] : [[name, decodeURIComponent(pair.slice(at + 1).trim())]];
    }),
  );

const unanswered =
  (log: Log) =>
  (error: unknown): [] => {
    log.warn({ err: error }, 'metrics could not be gathered');
    return [];
  };
