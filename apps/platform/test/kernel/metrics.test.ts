import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { ProtobufMetricsSerializer } from '@opentelemetry/otlp-transformer';
import { listenOnLoopback } from '@sonde/fakes';
import { headersIn } from '#kernel/metrics';
import { openWorkshop } from '../modules/test-runs/support/workshop.ts';

interface Report {
  readonly path: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** A collector on loopback that keeps what it is sent. */
async function startCollector(status = 200) {
  const reports: Report[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        reports.push({ path: request.url, headers: request.headers, body: Buffer.concat(chunks) });
        response.writeHead(status, { 'content-type': 'application/x-protobuf' }).end();
      });
  });
  const port = await listenOnLoopback(server);
  return {
    reports,
    url: `http://127.0.0.1:${port}`,
    async heard(enough: (text: string) => boolean): Promise<string> {
      for (let attempt = 0; attempt < 4800; attempt += 1) {
        const text = reports.at(-1)?.body.toString('latin1') ?? '';
        if (enough(text)) return text;
        await pause(25);
      }
      throw new Error('The report did not come.');
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

test('metrics of Sonde itself reach a collector: requests, calls to targets, jobs, connections, the event loop', async (t) => {
  const collector = await startCollector();
  t.after(() => collector.close());
  const shop = await openWorkshop({
    env: {
      OTEL_METRICS_EXPORTER: 'otlp',
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20key',
      OTEL_METRIC_EXPORT_INTERVAL: '200',
      OTEL_SERVICE_NAME: 'sonde-under-test',
    },
  });
  t.after(() => shop.close());
  const run = await shop.start(await shop.makeSet(['good?']));
  await shop.ended(run.test_run_id);
  await shop.call('GET', '/endpoints/018f0000-0000-7000-8000-000000000000?secret=of-the-address');
  const named = [
    'sonde-under-test',
    'http.server.request.duration',
    '/api/v1/endpoints/:id',
    'sonde.target.call.duration',
    'answered',
    'db.client.connection.count',
    'nodejs.eventloop.delay',
  ];
  const text = await collector.heard((report) => named.every((name) => report.includes(name)));
  assert.ok(!text.includes('of-the-address') && !text.includes('018f0000-0000'), 'patterns, never paths');
  assert.ok(!text.includes(shop.owner.organizationId));
  const [metrics] = collector.reports.filter(({ path }) => path === '/v1/metrics');
  assert.equal(metrics?.headers['content-type'], 'application/x-protobuf');
  assert.equal(metrics?.headers['x-collector-key'], 'a key');
  assert.doesNotThrow(() => ProtobufMetricsSerializer.deserializeResponse(new Uint8Array()));
});

test('a collector that refuses or is away costs reports and nothing else', async (t) => {
  const collector = await startCollector(503);
  t.after(() => collector.close());
  const gone = await startCollector();
  await gone.close();
  for (const endpoint of [collector.url, gone.url]) {
    const shop = await openWorkshop({
      env: {
        OTEL_METRICS_EXPORTER: 'otlp',
        OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${endpoint}/of/its/own`,
        OTEL_METRIC_EXPORT_INTERVAL: '100',
      },
    });
    for (let attempt = 0; attempt < 4800; attempt += 1) {
      if (shop.platform.log.lines.some((line) => line.includes('the collector of metrics cannot be reached')))
        break;
      await pause(25);
    }
    assert.equal((await shop.call('GET', '/endpoints')).status, 200);
    await shop.close();
  }
  assert.equal(collector.reports[0]?.path, '/of/its/own');
});

test('nothing is sent unless somebody asks for it, and headers are read as OpenTelemetry writes them', async (t) => {
  const collector = await startCollector();
  t.after(() => collector.close());
  const shop = await openWorkshop({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  await shop.call('GET', '/endpoints');
  await shop.close();
  assert.ok(!collector.reports.some(({ path }) => path === '/v1/metrics'));
  assert.deepEqual(headersIn('a=1, b=x%2Cy ,=none,c'), { a: '1', b: 'x,y' });
  assert.deepEqual(headersIn(''), {});
});
