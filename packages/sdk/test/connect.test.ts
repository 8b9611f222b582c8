import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import {
  ApiError,
  connect,
  endpoint,
  type Connection,
  type ConnectionEvent,
  type ConnectOptions,
} from '../src/index.ts';
import { createTestTiming } from './api-stand-in.ts';
import { runOn, startConnectorStandIn } from './connector-stand-in.ts';

type StandIn = Awaited<ReturnType<typeof startConnectorStandIn>>;
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function startPlatform(refuse?: () => number | undefined): Promise<StandIn> {
  const platform = await startConnectorStandIn(refuse);
  open.push(() => platform.close());
  return platform;
}

const echo = endpoint('echo', ({ input }: { input: string }) => input);

async function connectTo(platform: StandIn, options: Partial<ConnectOptions> = {}) {
  const connecting = connect({ baseUrl: platform.url, token: 'snd_test', endpoints: [echo], ...options });
  const peer = await platform.register();
  const connection: Connection = await connecting;
  open.push(() => connection.close(0));
  return { connection, peer };
}

test('a program registers with its token in a header, and its functions with their parameters', async () => {
  const platform = await startPlatform();
  const { connection, peer } = await connectTo(platform, {
    projectId: '01890a5d-ac96-774b-bcce-b302099a8057',
    environment: 'staging',
    endpoints: [
      endpoint('answer', async ({ question, session_id: id = null, 'deep-key': deep = { a: [1, 2] } }) => [
        question,
        id,
        deep,
      ]),
      endpoint('plain', (inputs) => inputs.input),
      endpoint('declared', (inputs) => inputs, {
        description: 'Says it back',
        parameters: { text: 'string', tone: { type: 'string', default: 'calm' } },
        requestMapping: { text: '{{ input }}' },
        timeoutSeconds: 5,
      }),
    ],
  });
  assert.equal(peer.authorization, 'Bearer snd_test');
  assert.equal(peer.url, '/api/v1/connector/ws');
  assert.deepEqual(connection.stats, { created: 1, updated: 0, marked_inactive: 0, errors: [] });
  assert.equal(peer.registration['environment'], 'staging');
  const functions = peer.registration['functions'] as {
    name: string;
    parameters: unknown;
    metadata: unknown;
  }[];
  assert.deepEqual(functions[0]?.parameters, {
    question: { type: 'any', default: null },
    session_id: { type: 'any', default: 'null' },
    'deep-key': { type: 'any', default: '{ a: [1, 2] }' },
  });
  assert.deepEqual(Object.keys(functions[1]?.parameters ?? {}), ['input', 'conversation_id']);
  assert.deepEqual(functions[2]?.parameters, {
    text: { type: 'string', default: null },
    tone: { type: 'string', default: 'calm' },
  });
  assert.deepEqual(functions[2]?.metadata, {
    description: 'Says it back',
    request_mapping: { text: '{{ input }}' },
    timeout_seconds: 5,
  });
});

test('sync and async functions, generators and failures all end in an answer', async () => {
  const platform = await startPlatform();
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const { peer } = await connectTo(platform, {
    endpoints: [
      echo,
      endpoint('later', async ({ input }: { input: string }) => ({
        output: input.toUpperCase(),
        context: ['c'],
      })),
      endpoint('pieces', async function* () {
        yield 'one ';
        yield 'two';
      }),
      endpoint('objects', function* () {
        yield { n: 1 };
        yield { n: 2 };
      }),
      endpoint('nothing', () => undefined),
      endpoint('list', () => ['a', 'b']),
      endpoint('fails', () => {
        throw new Error('no such customer');
      }),
      endpoint('rejects', () => Promise.reject(new TypeError(''))),
      endpoint('cyclic', () => cyclic),
      endpoint('huge', () => 'x'.repeat(1_048_600)),
      endpoint('curious', (_inputs, call) => `${call.testRunId} ${call.signal.aborted}`),
    ],
  });
  const output = async (name: string) => (await runOn(peer, name, { input: 'hi' })).output;
  const error = async (name: string) => {
    const result = await runOn(peer, name, {});
    assert.equal(result.status, 'error');
    return result.error ?? '';
  };
  assert.equal(await output('echo'), 'hi');
  assert.deepEqual(await output('later'), { output: 'HI', context: ['c'] });
  assert.equal(await output('pieces'), 'one two');
  assert.deepEqual(await output('objects'), [{ n: 1 }, { n: 2 }]);
  assert.equal(await output('nothing'), null);
  assert.deepEqual(await output('list'), ['a', 'b']);
  assert.equal(await output('curious'), 'invoke_curious false');
  assert.equal(await error('fails'), 'no such customer');
  assert.equal(await error('rejects'), 'TypeError');
  assert.match(await error('cyclic'), /circular/i);
  assert.match(await error('huge'), /too large: 1048\d\d\d bytes, while the platform takes 1048576/);
  assert.match(await error('unknown'), /serves no function named "unknown"/);
});

test('a cancelled call aborts its signal alone, and its answer is not sent', async () => {
  const platform = await startPlatform();
  const seen: string[] = [];
  const { peer } = await connectTo(platform, {
    endpoints: [
      echo,
      endpoint(
        'patient',
        (_inputs, { signal }) =>
          new Promise((resolve) =>
            signal.addEventListener('abort', () => {
              seen.push(String(signal.reason));
              resolve('too late');
            }),
          ),
      ),
    ],
  });
  peer.send({
    type: 'execute_test',
    test_run_id: 'one',
    function_name: 'patient',
    inputs: {},
    parameters: {},
  });
  peer.send({ type: 'cancel_test', test_run_id: 'one' });
  peer.send({ type: 'cancel_test', test_run_id: 'unknown' });
  assert.equal((await runOn(peer, 'echo', { input: 'next' })).output, 'next');
  assert.deepEqual(seen, ['Error: Nobody waits for the answer any more.']);
});

test('pings are answered, and messages of unknown types or of no sense are passed over', async () => {
  const platform = await startPlatform();
  const { peer } = await connectTo(platform);
  peer.socket.send('not JSON');
  peer.socket.send('[1,2]');
  peer.send({ type: 'from_the_future', payload: 1 });
  peer.send({ type: 'ping' });
  assert.deepEqual(await peer.next(), { type: 'pong' });
});

test('after any loss that passes the program comes back, with growing pauses, and registers again', async () => {
  const platform = await startPlatform();
  const timing = createTestTiming();
  const events: ConnectionEvent[] = [];
  const { peer } = await connectTo(platform, { timing, onEvent: (event) => events.push(event) });
  let last = peer;
  for (const code of [1000, 1001, 1011, 1012, 1013, 4408]) {
    last.socket.close(code);
    last = await platform.register();
  }
  last.socket.terminate();
  last = await platform.register();
  assert.equal((await runOn(last, 'echo', { input: 'still here' })).output, 'still here');
  assert.equal(timing.waits.length, 7);
  assert.ok((timing.waits[0] ?? 0) <= 1000);
  assert.ok((timing.waits[6] ?? 0) >= 15_000, 'a platform that closes at once is not hammered');
  assert.deepEqual(new Set(events.map(({ type }) => type)), new Set(['registered', 'lost']));
});

test('after a connection that lasted, the pauses begin short again', async () => {
  const platform = await startPlatform();
  const timing = createTestTiming();
  const { peer } = await connectTo(platform, { timing });
  let last = peer;
  for (let round = 0; round < 4; round += 1) {
    timing.advance(60_000);
    last.socket.close(1012);
    last = await platform.register();
  }
  assert.ok(timing.waits.every((milliseconds) => milliseconds <= 1000));
});

test('a platform that is not up yet is waited for', async () => {
  let refusals = 3;
  const platform = await startPlatform(() => (refusals-- > 0 ? [503, 502, 429][refusals] : undefined));
  await connectTo(platform, { timing: createTestTiming() });
  assert.equal(platform.handshakes(), 4);
});

test('a refused handshake is final for 400, 401 and 403', async () => {
  for (const status of [400, 401, 403]) {
    const platform = await startPlatform(() => status);
    const connecting = connect({ baseUrl: platform.url, token: 'snd_bad', endpoints: [echo] });
    await assert.rejects(
      connecting,
      (error: unknown) => error instanceof ApiError && error.status === status,
    );
    assert.equal(platform.handshakes(), 1);
  }
});

test('a token that was shortened is called that at once, and nothing is sent', async () => {
  const platform = await startPlatform();
  for (const token of ['snd_eyJh…Y-BQ', 'snd_eyJh...Y-BQ', () => 'Bearer snd_eyJh']) {
    const refused = connect({ baseUrl: platform.url, token, endpoints: [echo] });
    await assert.rejects(refused, (error: ApiError) => error.code === 'token.not_whole');
  }
});

test('a token out of a file may end with a line break', async () => {
  const { peer } = await connectTo(await startPlatform(), { token: 'snd_test\n' });
  assert.equal(peer.authorization, 'Bearer snd_test');
});

test('a refused registration, and a close for policy, end the connection for good', async () => {
  const platform = await startPlatform();
  const connecting = connect({ baseUrl: platform.url, token: 'snd_test', endpoints: [echo] });
  const peer = await platform.accept();
  await peer.next();
  peer.send({ type: 'registered', status: 'error', error: 'There is no such project.' });
  await assert.rejects(connecting, /There is no such project/);

  const { connection, peer: second } = await connectTo(platform);
  second.socket.close(1008, 'the token was revoked');
  await assert.rejects(
    connection.ended,
    (error: unknown) => error instanceof ApiError && error.detail.includes('the token was revoked'),
  );
  assert.equal(platform.handshakes(), 2);
});

test('closing lets running functions finish and declines new ones', async () => {
  const platform = await startPlatform();
  let finish: (text: string) => void = () => undefined;
  const { connection, peer } = await connectTo(platform, {
    endpoints: [echo, endpoint('slow', () => new Promise((resolve) => (finish = resolve)))],
  });
  const execute = (name: string) =>
    peer.send({ type: 'execute_test', test_run_id: name, function_name: name, inputs: {}, parameters: {} });
  execute('slow');
  // A pong shows that everything sent before it has been taken.
  peer.send({ type: 'ping' });
  assert.deepEqual(await peer.next(), { type: 'pong' });
  const closing = connection.close();
  execute('echo');
  const declined = await peer.next();
  assert.equal(declined['test_run_id'], 'echo');
  assert.match(String(declined['error']), /shutting down/);
  finish('done');
  assert.equal((await peer.next())['output'], 'done');
  await closing;
  await connection.ended;
});

test('a name or an option that cannot be used is refused where it is written', () => {
  assert.throws(() => endpoint('two words', () => ''), /A function name is/);
  assert.throws(() => endpoint('ok', () => '', { timeoutSeconds: 0 }), /timeout_seconds/);
});
