import assert from 'node:assert/strict';
import { after, before, beforeEach, afterEach, describe, test } from 'node:test';
import { createSocketTarget, startTargetServer, type TargetServer } from '@sonde/fakes';
import type { CallVariables, TargetConfiguration } from '../../../src/modules/invocation/index.ts';
import { BLOCKED_ADDRESS, configurationOf, createEngine, type Engine } from './support/engine.ts';

void describe('a WebSocket target', () => {
  let target: TargetServer;
  let engine: Engine;

  before(async () => {
    target = await startTargetServer();
    target.routeSocket('/chat', createSocketTarget());
    target.routeSocket('/text', (socket) =>
      socket.on('message', () => {
        socket.send('Hel');
        socket.send('lo – ünïcödé “quoted”');
      }),
    );
    target.routeSocket('/repeating', (socket) =>
      socket.on('message', (message) => {
        const { text } = JSON.parse((message as Buffer).toString('utf8')) as { text: string };
        socket.send(JSON.stringify({ key: text }));
        socket.send(JSON.stringify({ content: 'more' }));
      }),
    );
    target.routeSocket('/closing', (socket) =>
      socket.on('message', () => {
        socket.send('{"content":"bye"}');
        socket.close(1000);
      }),
    );
    target.routeSocket('/abnormal', (socket) =>
      socket.on('message', () => socket.send('{"content":"part"}', () => socket.close(1011, 'crashed'))),
    );
    target.routeSocket('/refusing', (socket) => socket.close(1008, 'no token'));
    target.routeSocket('/silent', () => {});
    target.routeSocket('/greeting', (socket) => {
      socket.send('{"type":"connected"}');
      socket.on('message', () => setTimeout(() => socket.send('{"content":"late"}'), 150));
    });
    target.routeSocket('/greeting-only', (socket) => socket.send('{"type":"connected"}'));
    target.routeSocket('/scalars', (socket) =>
      socket.on('message', () => {
        for (const message of ['1', 'true', 'null', '["list"]', '"text"', '{"content":"end","done":true}'])
          socket.send(message);
      }),
    );
    target.routeSocket('/binary', (socket) =>
      socket.on('message', () => socket.send(Buffer.from('{"content":"bytes"}'))),
    );
    target.routeSocket('/flood', (socket) =>
      socket.on('message', () => {
        const part = 'x'.repeat(1024 * 1024);
        for (let index = 0; index < 12; index += 1) socket.send(part);
      }),
    );
    target.routeSocket('/empty', (socket) =>
      socket.on('message', () => {
        for (let index = 0; index < 120_000; index += 1) socket.send('');
      }),
    );
    target.routeSocket('/many', (socket) =>
      socket.on('message', () => {
        const part = JSON.stringify({ list: Array.from({ length: 60_000 }, () => 1) });
        for (let index = 0; index < 40; index += 1) socket.send(part);
      }),
    );
  });
  after(() => target.close());
  beforeEach(() => {
    engine = createEngine();
    target.handshakes.length = 0;
  });
  afterEach(() => engine.close());

  const configuration = (path: string, changes: Partial<TargetConfiguration> = {}): TargetConfiguration =>
    configurationOf({
      url: target.socketUrl(path),
      protocol: 'WebSocket',
      requestMapping: { text: '{{ input }}' },
      responseMapping: { output: '$.content' },
      timeoutSeconds: 5,
      ...changes,
    });
  const invoke = (
    path: string,
    changes: Partial<TargetConfiguration> = {},
    variables: CallVariables = { input: 'hi' },
  ) => engine.invocation.invoke(configuration(path, changes), variables);

  void test('is done by its rule: a path that equals', async () => {
    const result = await invoke('/chat', { websocket: { done: { path: '$.type', equals: 'end' } } });
    assert.equal(result.output, 'turn 1: you said hi');
    assert.equal(result.status_code, null);
    assert.ok(typeof result.time_to_first_byte_ms === 'number');
  });

  void test('is not asked by its rule about a secret that the target says back', async () => {
    const secret = 'fake-socket-secret';
    const ended = async (start: string): Promise<number> => {
      const result = await invoke(
        '/repeating',
        {
          authToken: secret,
          authType: 'bearer_token',
          responseMapping: { output: '$.content' },
          websocket: { done: { path: `$[?match(@, "${start}.*")]` }, quietPeriodMs: 50 },
        },
        { input: secret },
      );
      return JSON.stringify(result.raw_response).split('content').length;
    };
    assert.equal(await ended('fake'), await ended('xyzw'));
  });

  void test('is done by its rule: a path that is there', async () => {
    assert.equal((await invoke('/scalars', { websocket: { done: { path: '$.done' } } })).output, 'end');
  });

  void test('is done by the words of an older kind without any rule', async () => {
    assert.equal((await invoke('/chat', { websocket: { quietPeriodMs: 60_000 } })).success, true);
  });

  void test('which greets first is waited for: a greeting is no answer', async () => {
    const result = await invoke('/greeting', { websocket: { quietPeriodMs: 60 } });
    assert.equal(result.output, 'late');
  });

  void test('which does nothing but greet ends with the miss, long before its timeout', async () => {
    const result = await invoke('/greeting-only', { websocket: { quietPeriodMs: 50 } });
    assert.equal(result.error?.type, 'mapping_error');
  });

  void test('took no longer than to its last message: the silence after it is waited for by Sonde', async () => {
    const quietPeriodMs = 60;
    const {
      success,
      duration_ms,
      timings = [],
    } = await invoke('/greeting', { websocket: { quietPeriodMs } });
    const sent = timings.find(({ stage }) => stage === 'send')?.duration_ms ?? 0;
    assert.deepEqual([success, duration_ms > 0], [true, true]);
    // A timer may be a little early.
    assert.ok(duration_ms <= sent - quietPeriodMs + 2, `${duration_ms} ms of ${sent} ms`);
  });

  void test('is done by a quiet period, with its text unchanged', async () => {
    const result = await invoke('/text', { websocket: { quietPeriodMs: 60 }, responseMapping: {} });
    assert.equal(result.output, 'Hello – ünïcödé “quoted”');
  });

  void test('is done by its close', async () => assert.equal((await invoke('/closing')).output, 'bye'));

  void test('may answer in binary frames', async () =>
    assert.equal((await invoke('/binary', { websocket: { quietPeriodMs: 60 } })).output, 'bytes'));

  void test('takes templates, token and sub-protocols into the handshake', async () => {
    await invoke('/closing', {
      url: `${target.socketUrl('/closing')}?v={{ params.v }}`,
      params: { v: 'a b' },
      authType: 'bearer_token',
      authToken: 'fake-socket-token',
      requestHeaders: { 'X-Env': '{{ params.v }}', Origin: 'https://own.test' },
    });
    const handshake = target.handshakes.at(-1);
    assert.equal(handshake?.headers.authorization, 'Bearer fake-socket-token');
    assert.equal(handshake?.headers['x-env'], 'a b');
    assert.equal(handshake?.headers.origin, 'https://own.test');
    assert.match(handshake?.url ?? '', /v=a%20b/);
    assert.match(handshake?.headers['traceparent']?.toString() ?? '', /^00-/);
  });

  void test('an http address is understood as a socket', async () => {
    assert.equal((await invoke('/closing', { url: target.url('/closing') })).output, 'bye');
  });

  const FAILURES: [path: string, changes: Partial<TargetConfiguration>, stage: string, message: RegExp][] = [
    ['/abnormal', {}, 'send', /code 1011 \(crashed\) in the middle/],
    ['/refusing', {}, 'send', /code 1008 \(no token\) before it answered/],
    ['/silent', { timeoutSeconds: 1 }, 'timeout', /stayed silent|longer than/],
    ['/missing', {}, 'connect', /status 404/],
    ['/chat', { websocket: { done: { path: '$.[' } } }, 'render', /done rule cannot be used/],
    ['/flood', {}, 'parse', /10 MB/],
    ['/empty', { timeoutSeconds: 60 }, 'parse', /more than 100,000 messages/],
    ['/many', { websocket: { done: { path: '$.list[*].none' } } }, 'render', /visit its answer too often/],
  ];
  for (const [path, changes, stage, message] of FAILURES) {
    void test(`${path} ends at ${stage}`, async () => {
      const result = await invoke(path, changes);
      assert.equal(result.success, false);
      assert.equal(result.stage, stage);
      assert.match(result.error?.message ?? '', message);
    });
  }

  void test('what arrived before a failure is shown', async () => {
    assert.deepEqual((await invoke('/abnormal')).raw_response, [{ content: 'part' }]);
  });

  void test('passes the same guard as every call', async () => {
    for (const host of ['blocked.test', BLOCKED_ADDRESS]) {
      assert.equal((await invoke('/chat', { url: `ws://${host}:${target.port}/chat` })).stage, 'blocked');
    }
    assert.equal(target.handshakes.length, 0);
  });

  const done = {
    websocket: { done: { path: '$.type', equals: 'end' } },
    responseMapping: { output: '$.content', conversation_id: '$.conversation_id' },
  };

  void test('keeps one connection for each conversation and mixes none', async () => {
    const [one, two] = await Promise.all([
      invoke('/chat', done, { input: 'a' }),
      invoke('/chat', done, { input: 'b' }),
    ]);
    assert.notEqual(one.conversation_id, two.conversation_id);
    const again = await Promise.all(
      [one, two].map(({ conversation_id }) => invoke('/chat', done, { input: 'c', conversation_id })),
    );
    assert.deepEqual(
      again.map(({ output }) => output),
      ['turn 2: you said c', 'turn 2: you said c'],
    );
    assert.equal(target.handshakes.length, 2);
  });

  void test('does not lend a connection to another organization or a changed configuration', async () => {
    const first = await invoke('/chat', done);
    for (const changes of [
      { organizationId: 'organization-two' },
      { projectId: 'project-two' },
      { requestHeaders: { 'X-A': '1' } },
      { params: { tenant: 'two' } },
      { secretParams: { key: 'fake-key-of-two' } },
    ]) {
      const other = await invoke(
        '/chat',
        { ...done, ...changes },
        { input: 'x', conversation_id: first.conversation_id },
      );
      assert.equal(other.output, 'turn 1: you said x');
    }
  });

  void test('opens a new connection when the kept one was closed meanwhile', async () => {
    let connections = 0;
    const closed = Promise.withResolvers<void>();
    target.routeSocket('/leaving', (socket) => {
      connections += 1;
      socket.on('close', () => closed.resolve());
      socket.on('message', () => {
        socket.send('{"content":"x","conversation_id":"c"}');
        setImmediate(() => socket.close(1000));
      });
    });
    const rule = { websocket: { done: { path: '$.content' } }, responseMapping: done.responseMapping };
    await invoke('/leaving', rule);
    await closed.promise;
    const second = await invoke('/leaving', rule, { input: 'y', conversation_id: 'c' });
    assert.equal(second.success, true);
    assert.equal(connections, 2);
  });

  void test('which talks without end between two turns is not listened to', { timeout: 20_000 }, async () => {
    const left = new Promise((resolve) => {
      target.routeSocket('/talking', (socket) => {
        socket.on('close', resolve);
        socket.on('message', () => {
          socket.send('{"type":"end","content":"an answer","session_id":"s1"}');
          // A turn of the loop between two messages: the callback of a send comes before the loop goes on, so a talker
          // that waits for nothing else would keep this process, with the caller in it, until the caller's time is over.
          const talk = (): void => {
            if (socket.readyState !== socket.OPEN) return;
            socket.send('more '.repeat(1000), () => setImmediate(talk));
          };
          talk();
        });
      });
    });
    const result = await invoke(
      '/talking',
      {
        responseMapping: { output: '$.content', session_id: '$.session_id' },
        websocket: { done: { path: '$.type', equals: 'end' } },
      },
      { input: 'hi' },
    );
    assert.equal(result.output, 'an answer');
    await left;
  });

  void test('ends with its caller', async () => {
    const controller = new AbortController();
    target.routeSocket('/aborting', (socket) => socket.on('message', () => controller.abort()));
    const result = await engine.invocation.invoke(
      configuration('/aborting'),
      { input: 'x' },
      { signal: controller.signal },
    );
    assert.equal(result.error?.type, 'aborted');
  });
});
