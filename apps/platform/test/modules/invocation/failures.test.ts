import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { EgressError } from '@sonde/egress';
import { sendJson, startTargetServer, type TargetServer } from '@sonde/fakes';
import type { InvocationResult, TargetConfiguration } from '../../../src/modules/invocation/index.ts';
import { failureFromEgress } from '../../../src/modules/invocation/failures.ts';
import { BLOCKED_ADDRESS, configurationOf, createEngine, type Engine } from './support/engine.ts';

void describe('a call that fails', () => {
  let target: TargetServer;
  let engine: Engine;

  before(async () => {
    target = await startTargetServer();
    engine = createEngine();
    for (const status of [400, 401, 403, 404, 405, 413, 422, 429, 500, 503]) {
      target.route(`/status/${status}`, (_request, response) =>
        sendJson(response, status, { detail: `status ${status}` }),
      );
    }
    target.route('/ok', (_request, response) => sendJson(response, 200, { reply: 'fine' }));
    target.route('/never', () => {});
    target.route('/stall', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"reply":"begun"}\n\n');
    });
    target.route('/break', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"reply":', () => response.destroy());
    });
    target.route('/huge', (_request, response) => response.end(Buffer.alloc(11 * 1024 * 1024, 'a')));
    target.route('/to-blocked', (_request, response) =>
      response.writeHead(302, { location: `http://${BLOCKED_ADDRESS}:${target.port}/ok` }).end(),
    );
    target.route('/to-nowhere', (_request, response) => response.writeHead(302).end());
    target.route('/moved', (_request, response) => response.writeHead(307, { location: '/ok' }).end());
    target.route('/moved-across', (_request, response) =>
      response.writeHead(307, { location: target.url('/ok') }).end(),
    );
    target.route('/moved-and-changed', (_request, response) =>
      response.writeHead(301, { location: '/ok' }).end(),
    );
    target.route('/empty', (_request, response) => response.writeHead(204).end());
    target.route('/in-band', (_request, response) =>
      sendJson(response, 200, { reply: null, error: 'out of quota' }),
    );
  });
  after(async () => {
    await engine.close();
    await target.close();
  });

  const invoke = (url: string, changes: Partial<TargetConfiguration> = {}): Promise<InvocationResult> =>
    engine.invocation.invoke(
      configurationOf({ ...changes, url: url.startsWith('/') ? target.url(url) : url }),
      { input: 'hi' },
    );

  for (const [status, hint] of [
    [400, /did not accept the body/],
    [401, /credentials/],
    [403, /not allowed/],
    [404, /path/],
    [405, /does not take POST/],
    [413, /too large/],
    [422, /did not accept the body/],
    [429, /how often/],
    [500, /own side/],
    [503, /own side/],
  ] as const) {
    void test(`with status ${status} keeps the answer and says what to do`, async () => {
      const result = await invoke(`/status/${status}`);
      assert.equal(result.success, false);
      assert.equal(result.stage, 'http');
      assert.equal(result.status_code, status);
      assert.deepEqual(result.raw_response, { detail: `status ${status}` });
      assert.match(result.error?.hint ?? '', hint);
      // What it said is a sentence of its own before the advice.
      assert.match(result.error?.message ?? '', /\.$/);
      assert.equal(result.output, null);
    });
  }

  const STAGES: [url: () => string, stage: string, type: string, text: RegExp][] = [
    [() => 'http://nowhere.test/', 'dns', 'network_error', /resolved/],
    [() => `http://blocked.test:${target.port}/ok`, 'blocked', 'blocked', /OUTBOUND_DENY_CIDRS/],
    [() => `http://${BLOCKED_ADDRESS}:${target.port}/ok`, 'blocked', 'blocked', /OUTBOUND_DENY_CIDRS/],
    [() => 'http://metadata.google.internal/', 'blocked', 'blocked', /metadata/],
    [() => '/to-blocked', 'blocked', 'blocked', /OUTBOUND_DENY_CIDRS/],
    [() => '/to-nowhere', 'http', 'http_error', /302/],
    [() => '/never', 'timeout', 'timeout', /longer than 1 s/],
    [() => '/break', 'send', 'network_error', /closed before the answer was complete/],
    [() => '/huge', 'parse', 'response_too_large', /10 MB/],
    [() => '/empty', 'map', 'mapping_error', /empty/],
    [() => '/in-band', 'map', 'target_error', /out of quota/],
    [() => `https://target.test:${target.port}/ok`, 'tls', 'network_error', /TLS/],
    [() => 'ftp://target.test/', 'blocked', 'blocked', /http and https/],
  ];
  for (const [index, [url, stage, type, text]] of STAGES.entries()) {
    void test(`case ${index + 1} ends at ${stage} and says ${text.source}`, async () => {
      const result = await invoke(url(), {
        // What has to end in time waits a second; how long anything else takes is not what is asked.
        timeoutSeconds: stage === 'timeout' ? 1 : 120,
        responseMapping: { output: '$.reply', ...(url() === '/in-band' ? { error: '$.error' } : {}) },
      });
      assert.equal(result.success, false);
      assert.deepEqual([result.stage, result.error?.type], [stage, type]);
      assert.match(`${result.error?.message} ${result.error?.hint}`, text);
      assert.ok(result.request);
    });
  }

  void test('nobody listening on localhost is explained, a container only where Sonde runs in one', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const address = closed.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await new Promise((resolve) => closed.close(resolve));
    const result = await invoke(`http://localhost:${port}/`);
    assert.equal(result.stage, 'connect');
    assert.match(result.error?.hint ?? '', /^Nothing listens on port \d+ of the machine/);
    const refused = new EgressError({ stage: 'connect', code: 'ECONNREFUSED', message: 'Refused.' });
    const hint = (isContained: boolean) =>
      failureFromEgress(refused, 'http://localhost:7777/', isContained).hint ?? '';
    assert.match(hint(true), /host\.docker\.internal/);
    assert.match(hint(false), /Start the application there\.$/);
    assert.doesNotMatch(hint(false), /container/);
  });

  void test('a stream that stalls ends in time and shows what it got', async () => {
    const result = await invoke('/stall', { timeoutSeconds: 1 });
    assert.equal(result.stage, 'timeout');
    assert.deepEqual(result.raw_response, [{ reply: 'begun' }]);
    assert.ok(typeof result.time_to_first_byte_ms === 'number');
  });

  void test('a call ends with its caller', async () => {
    const controller = new AbortController();
    target.route('/aborting', () => controller.abort());
    const result = await engine.invocation.invoke(
      configurationOf({ url: target.url('/aborting') }),
      { input: 'hi' },
      { signal: controller.signal },
    );
    assert.deepEqual([result.success, result.error?.type], [false, 'aborted']);
  });

  void test('a request is sent once, whatever happens', async () => {
    let count = 0;
    target.route('/counted', (_request, response) => {
      count += 1;
      response.destroy();
    });
    assert.equal((await invoke('/counted')).stage, 'send');
    assert.equal(count, 1);
  });

  void test('redirects are followed and told, above all when they drop the body', async () => {
    const kept = await invoke('/moved');
    assert.equal(kept.success, true);
    assert.match(kept.warnings.join(), /redirected to .*\/ok\. Enter/);
    const across = await invoke(`http://target.test:${target.port}/moved-across`, {
      requestHeaders: { 'X-Api-Key': 'fake-key' },
    });
    assert.match(across.warnings.join(), /another origin, so credentials were not sent along/);
    assert.equal(target.requests.at(-1)?.headers['x-api-key'], undefined);
    const changed = await invoke('/moved-and-changed');
    assert.match(changed.warnings.join(), /turned POST into GET and dropped the body/);
  });

  void test('an unknown protocol is said to be unknown, and a plugged one is used', async () => {
    assert.equal((await invoke('/ok', { protocol: 'SDK' })).error?.type, 'unsupported_protocol');
    const plugged = createEngine({
      transports: {
        SDK: {
          send: async ({ request }) => ({
            status: null,
            body: { kind: 'json', value: { reply: request.preview } },
            warnings: [],
          }),
          close: async () => {},
        },
      },
    });
    const result = await plugged.invocation.invoke(
      configurationOf({
        url: 'https://sdk.test/',
        protocol: 'SDK',
        responseMapping: { output: '$.reply.message' },
      }),
      { input: 'hi' },
    );
    assert.equal(result.output, 'hi');
    await plugged.close();
  });

  void test('a failure of our own is not told in detail', async () => {
    const warned: string[] = [];
    const broken = createEngine({
      conversations: {
        load: async () => undefined,
        append: () => Promise.reject(new Error('database password is x')),
      },
      log: { warn: (_details, message) => void warned.push(message) },
    });
    const result = await broken.invocation.invoke(
      configurationOf({ url: target.url('/ok'), requestMapping: { messages: '{{ messages }}' } }),
      { input: 'hi' },
    );
    assert.equal(result.error?.type, 'internal_error');
    assert.ok(!JSON.stringify(result).includes('password'));
    assert.deepEqual(warned, ['invocation.failed']);
    await broken.close();
  });

  void test('the span of a failed call is an error with stages, and ids in W3C form are sent', async () => {
    engine.traces.spans.length = 0;
    const result = await invoke('/status/500');
    const [recorded] = engine.traces.spans;
    assert.equal(recorded?.organizationId, 'organization-one');
    assert.equal(recorded.span.status, 'error');
    assert.equal(recorded.span.statusMessage, result.error?.message);
    assert.equal(recorded.span.name, 'function.endpoint_rest_invoke');
    assert.equal(recorded.span.attributes['endpoint.response.status'], 500);
    // What the result tells is in the trace by the same name, and the size is that of what came, not of what was read of it.
    assert.equal(recorded.span.attributes['endpoint.response.duration_ms'], result.duration_ms);
    assert.ok(Number(recorded.span.attributes['endpoint.response.size']) > 0);
    assert.equal(recorded.span.attributes['endpoint.response.output_characters'], 0);
    assert.deepEqual(
      recorded.span.stages.map(({ stage }) => stage),
      ['render', 'send', 'http'],
    );
    assert.match(result.trace_id ?? '', /^[0-9a-f]{32}$/);
    assert.equal(
      target.requests.at(-1)?.headers['traceparent'],
      `00-${result.trace_id}-${recorded.span.spanId}-01`,
    );
  });

  void test('tracing can be switched off for an endpoint and for a call, and continue a trace', async () => {
    engine.traces.spans.length = 0;
    const quiet = await invoke('/ok', { disableTracing: true });
    const configuration = configurationOf({ url: target.url('/ok') });
    await engine.invocation.invoke(configuration, { input: 'hi' }, { traceEnabled: false });
    assert.equal(quiet.trace_id, null);
    assert.equal(target.requests.at(-1)?.headers['traceparent'], undefined);
    assert.equal(engine.traces.spans.length, 0);
    const parent = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
    const result = await engine.invocation.invoke(configuration, { input: 'hi' }, { parent });
    assert.equal(result.trace_id, parent.traceId);
    assert.equal(engine.traces.spans[0]?.span.parentSpanId, parent.spanId);
  });

  void test('a trace that cannot be written does not fail the call', async () => {
    const unlucky = createEngine({ traces: { record: () => Promise.reject(new Error('full')) } });
    assert.equal(
      (await unlucky.invocation.invoke(configurationOf({ url: target.url('/ok') }), { input: 'hi' })).success,
      true,
    );
    await unlucky.close();
  });

  void test('no secret is in results or traces, however the target echoes it', async () => {
    const secret = ['fake', 'echoed', 'secret', '9'].join('-');
    target.route('/echo-all', (request, response) =>
      sendJson(response, 200, {
        reply: `your header was ${String(request.headers['x-api-key'])}, in base64 ${Buffer.from(secret).toString('base64')}`,
        headers: request.headers,
        [secret]: [encodeURIComponent(secret)],
      }),
    );
    engine.traces.spans.length = 0;
    for (const responseMapping of [{ output: '$.reply', metadata: '$.headers' }, { output: '$.nope' }]) {
      const result = await invoke('/echo-all', {
        requestHeaders: { 'X-Api-Key': secret },
        responseMapping,
        requestMapping: { m: `{{ input }} ${secret}` },
      });
      const shown = JSON.stringify([result, engine.traces.spans]);
      assert.ok(!shown.includes(secret) && !shown.includes(Buffer.from(secret).toString('base64')));
    }
  });

  void test('a secret that came by params, or stands in the address, is not shown either', async () => {
    const secret = ['fake', 'params', 'secret', '3'].join('-');
    target.route('/echo-key', (request, response) =>
      sendJson(response, 200, {
        reply: `${String(request.headers['x-api-key'])} ${request.query.get('token')}`,
      }),
    );
    const result = await invoke(`${target.url('/echo-key')}?token={{ params.t }}`, {
      params: { k: `${secret}-a`, t: `${secret}-b` },
      requestHeaders: { 'X-Api-Key': '{{ params.k }}' },
    });
    assert.equal(result.output, '•••••••• ••••••••');
    const refused = await invoke(`http://user:${secret}@target.test:${target.port}/ok`);
    assert.equal(refused.stage, 'blocked');
    assert.ok(!JSON.stringify([result, refused, engine.traces.spans]).includes(secret));
  });

  void test('an error text inside a refused answer is told', async () => {
    target.route('/told', (_request, response) =>
      sendJson(response, 400, { error: { message: 'model "x" does not exist' } }),
    );
    assert.match((await invoke('/told')).error?.message ?? '', /status 400: model "x" does not exist/);
  });

  void test('a mapped variable cannot take the place of a field of the result', async () => {
    const result = await invoke('/ok', {
      responseMapping: { output: '$.reply', success: 'no', trace_id: 'x', mine: '$.reply' },
    });
    assert.equal(result.success, true);
    assert.equal(result['mine'], 'fine');
    assert.match(result.warnings.join(), /"success" has the name of a field/);
  });

  void test('timeouts outside 1 to 3600 seconds are brought inside', async () => {
    assert.equal((await invoke('/ok', { timeoutSeconds: 0 })).success, true);
    assert.equal((await invoke('/ok', { timeoutSeconds: 100_000 })).success, true);
  });
});
