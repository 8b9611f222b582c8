import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, createClient, endpoint, type ConnectOptions } from '@sonde/sdk';
import { startPlatform, type Json, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { openProgram, refusedHandshake, startTrigger } from './program.ts';

let platform: TestPlatform;
let person: SignedUp;
let url: string;
before(async () => {
  platform = await startPlatform();
  url = await platform.listen();
  person = await platform.signUp();
});
/** A test that fails half-way leaves its connections to this. */
const over = new AbortController();
after(async () => {
  over.abort();
  await platform.close();
});

async function newProject(name = 'Support'): Promise<string> {
  const { body } = await platform.call('POST', '/projects', { token: person.token, body: { name } });
  return body.id;
}

const connectTo = (projectId: string, options: Partial<ConnectOptions> & Pick<ConnectOptions, 'endpoints'>) =>
  connect({ baseUrl: url, token: person.token, projectId, signal: over.signal, ...options });

async function endpointsOf(projectId: string): Promise<Json[]> {
  const { body } = await platform.call('GET', `/endpoints?$filter=project_id eq '${projectId}'&limit=100`, {
    token: person.token,
  });
  return body;
}

async function endpointOf(projectId: string, functionName: string): Promise<Json> {
  const rows = await endpointsOf(projectId);
  return rows.find((row) => row.endpoint_metadata.sdk_connection?.function_name === functionName);
}

async function invoke(id: string, body: Json): Promise<Json> {
  const answer = await platform.call('POST', `/endpoints/${id}/invoke`, { token: person.token, body });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

const statusOf = async (projectId: string, query = ''): Promise<Json> =>
  (await platform.call('GET', `/connector/status/${projectId}${query}`, { token: person.token })).body;

test('a function connected with the SDK becomes an endpoint that is called like any other', async () => {
  const projectId = await newProject();
  const connection = await connectTo(projectId, {
    environment: 'staging',
    endpoints: [
      endpoint(
        'answer',
        async ({ question, session_id }: { question: string; session_id: string | null }) => ({
          answer: `You asked: ${question}`,
          session_id: session_id ?? 'session-1',
          context: ['a passage'],
          metadata: { model: 'none' },
        }),
      ),
      endpoint('greet', () => 'Hello', { description: 'Says hello', timeoutSeconds: 7 }),
    ],
  });
  assert.deepEqual(connection.stats, { created: 2, updated: 0, marked_inactive: 0, errors: [] });
  const row = await endpointOf(projectId, 'answer');
  assert.equal(row.name, 'Support (answer)');
  assert.deepEqual([row.protocol, row.environment, row.status], ['SDK', 'Staging', 'Active']);
  assert.deepEqual(row.request_mapping, { question: '{{ input }}', session_id: '{{ conversation_id }}' });
  assert.equal(row.endpoint_metadata.mapping_info.source, 'auto_mapped');
  assert.equal(row.endpoint_metadata.mapping_info.confidence, 1);

  const hostile = 'Say "hi" {{ 7*7 }} \\ \n 42';
  const first = await invoke(row.id, { input: hostile });
  assert.equal(first.error, null);
  assert.deepEqual(
    [
      first.success,
      first.stage,
      first.output,
      first.conversation_id,
      first.context,
      first.metadata,
      first.warnings,
    ],
    [true, 'done', `You asked: ${hostile}`, 'session-1', ['a passage'], { model: 'none' }, []],
  );
  const second = await invoke(row.id, { input: 'More', conversation_id: 'session-9' });
  assert.equal(second.conversation_id, 'session-9');

  const preview = await platform.call('POST', `/endpoints/${row.id}/test`, {
    token: person.token,
    body: { input_data: { input: 'Look' }, preview_only: true },
  });
  assert.deepEqual(preview.body.request.body, { question: 'Look' });
  const { body: copy } = await platform.call('POST', `/endpoints/${row.id}/duplicate`, {
    token: person.token,
  });
  assert.equal((await invoke(copy.id, { input: 'copy' })).output, 'You asked: copy');

  const greet = await endpointOf(projectId, 'greet');
  assert.deepEqual([greet.description, greet.timeout_seconds], ['Says hello', 7]);
  const plain = await invoke(greet.id, { input: 'x' });
  assert.deepEqual([plain.output, plain.warnings], ['Hello', []]);
  assert.deepEqual(await statusOf(projectId, '?environment=STAGING'), {
    project_id: projectId,
    environment: 'Staging',
    connected: true,
    functions: ['answer', 'greet'],
  });
  assert.equal((await statusOf(projectId)).connected, false, 'another environment is another place');
  await connection.close();
});

test('what a function throws, and what it has no answer for, is told with what to do', async () => {
  const projectId = await newProject();
  const connection = await connectTo(projectId, {
    endpoints: [
      endpoint('fails', () => {
        throw new Error('the model is out of credit');
      }),
      endpoint('slow', () => new Promise(() => undefined), { timeoutSeconds: 1 }),
      endpoint('odd', () => ({ unheard_of: 1 })),
    ],
  });
  const failed = await invoke((await endpointOf(projectId, 'fails')).id, { input: 'x' });
  assert.deepEqual([failed.success, failed.error.type], [false, 'sdk_function_error']);
  assert.match(failed.error.message, /"fails" failed: the model is out of credit/);
  const slow = await invoke((await endpointOf(projectId, 'slow')).id, { input: 'x' });
  assert.deepEqual([slow.stage, slow.error.type], ['timeout', 'sdk_timeout']);
  const odd = await invoke((await endpointOf(projectId, 'odd')).id, { input: 'x' });
  assert.equal(odd.output, '{"unheard_of":1}');
  await connection.close(0);
  const gone = await invoke((await endpointOf(projectId, 'fails')).id, { input: 'x' });
  assert.deepEqual([gone.stage, gone.error.type], ['connect', 'sdk_not_connected']);
  assert.match(gone.error.message, /The program that serves this endpoint is not connected/);
});

test('a function can be run once by trigger, which waits for its answer', async () => {
  const projectId = await newProject();
  const client = createClient({ baseUrl: url, token: person.token });
  const connection = await connectTo(projectId, {
    endpoints: [
      endpoint('add', ({ a, b }: { a: number; b: number }) => a + b),
      endpoint('bad', () => Promise.reject(new Error('no'))),
      endpoint('tone', (_inputs, call) => call.parameters['tone']),
    ],
  });
  const body = { project_id: projectId, function_name: 'add', inputs: { a: 2, b: 3 } };
  const ran = await client.connector.trigger({ body });
  assert.deepEqual([ran.success, ran.output], [true, 5]);
  const bad = await client.connector.trigger({ body: { ...body, function_name: 'bad' } });
  assert.deepEqual([bad.success, bad.message], [false, 'The function "bad" failed: no']);
  await client.projects.parametersPut({ params: { id: projectId }, body: { tone: { default: 'calm' } } });
  const tone = await client.connector.trigger({ body: { ...body, function_name: 'tone', inputs: {} } });
  assert.equal(tone.output, 'calm');
  await connection.close();
  await assert.rejects(client.connector.trigger({ body }), { status: 404, code: 'connector.not_connected' });
});

test('what trigger answers shows no secret parameter that the program says back', async () => {
  const projectId = await newProject();
  const secret = ['fake', 'parameter', '0123456'].join('-');
  const put = async (path: string, body: object): Promise<void> => {
    const done = await platform.call('PUT', `/projects/${projectId}/parameters${path}`, {
      token: person.token,
      body,
    });
    assert.equal(done.status, 200, done.text);
  };
  await put('/schema', { fields: [{ name: 'api_key', type: 'secret' }] });
  await put('', { api_key: { default: secret } });
  const client = createClient({ baseUrl: url, token: person.token });
  const connection = await connectTo(projectId, {
    endpoints: [
      endpoint('says', (_inputs, call) => ({ settings: call.parameters })),
      endpoint('fails', (_inputs, call) =>
        Promise.reject(new Error(`cannot connect with ${String(call.parameters['api_key'])}`)),
      ),
    ],
  });
  const run = (name: string) =>
    client.connector.trigger({ body: { project_id: projectId, function_name: name, inputs: {} } });
  const [said, failed] = [await run('says'), await run('fails')];
  assert.deepEqual([said.success, failed.success], [true, false]);
  assert.match(failed.message, /cannot connect with/);
  assert.ok(!JSON.stringify([said, failed]).includes(secret));
  await connection.close();
});

test('a handshake without a good token, permission or path is refused before it is accepted', async () => {
  const bearer = { authorization: `Bearer ${person.token}` };
  const refusals: [string, Record<string, string>, number, string][] = [
    ['/connector/ws', {}, 401, 'auth.unauthenticated'],
    [`/connector/ws?token=${person.token}`, {}, 401, 'auth.unauthenticated'],
    ['/connector/ws', { authorization: 'Bearer snd_forged' }, 401, 'auth.unauthenticated'],
    ['/connector/ws', { ...bearer, 'x-project-id': 'nonsense' }, 422, 'request.invalid'],
    ['/connector/other', bearer, 404, 'route.not_found'],
    ['/', bearer, 404, 'route.not_found'],
  ];
  for (const [path, headers, status, code] of refusals)
    assert.deepEqual(await refusedHandshake(url, path, headers), { status, code }, path);
  const narrow = await platform.call('POST', '/tokens', {
    token: person.token,
    body: { name: 'narrow', permissions: ['endpoint:read'] },
  });
  assert.deepEqual(
    await refusedHandshake(url, '/connector/ws', { authorization: `Bearer ${narrow.body.access_token}` }),
    { status: 403, code: 'auth.permission_denied' },
  );
  const { body: trail } = await platform.call(
    'GET',
    `/audit-events?$filter=${encodeURIComponent("action eq 'connector.connected'")}`,
    {
      token: person.token,
    },
  );
  assert.deepEqual(
    trail.map(({ outcome, details }: Json) => [outcome, details.code]),
    [['refused', 'auth.permission_denied']],
    'the refusal of a known caller is told to its organization',
  );
  const refused = platform.log.lines.filter((line) => line.includes('a program was not let in'));
  assert.equal(refused.length, 5, 'and each of them is in the log');
  assert.ok(!refused.join().includes('snd_forged') && !refused.join().includes(person.token));
});

test('both paths and an API token work, and a project-bound token needs no project_id', async () => {
  const projectId = await newProject();
  const made = await platform.call('POST', '/tokens', {
    token: person.token,
    body: { name: 'connector', project_id: projectId },
  });
  assert.equal(made.status, 201, made.text);
  const program = await openProgram(url, made.body.access_token, { path: '/api/v1/connector/ws/' });
  const hello = await program.next();
  assert.equal(hello.type, 'connected');
  assert.match(hello.connection_id, /^[0-9a-f]{32}$/);
  assert.equal(hello.organization_id, person.organizationId);
  assert.equal((await program.register(null, ['f'])).status, 'success');
  const elsewhere = await newProject('Elsewhere');
  const refused = await program.register(elsewhere, ['f']);
  assert.deepEqual([refused.status, refused.error], ['error', 'There is no such project.']);
  await program.leave();
});

test('another organization can neither register in a project nor see that it exists', async () => {
  const projectId = await newProject();
  const stranger = await platform.signUp();
  const program = await openProgram(url, stranger.token);
  await program.next();
  const foreign = await program.register(projectId, ['f']);
  const missing = await program.register('01890a5d-ac96-774b-bcce-b302099a8057', ['f']);
  assert.deepEqual(foreign, missing);
  const seen = await platform.call('GET', `/connector/status/${projectId}`, { token: stranger.token });
  assert.deepEqual([seen.status, seen.body.code], [404, 'project.not_found']);
  const asked = await platform.call('POST', '/connector/trigger', {
    token: stranger.token,
    body: { project_id: projectId, function_name: 'f' },
  });
  assert.deepEqual([asked.status, asked.body.code], [404, 'project.not_found']);
  await program.leave();
});

test('faulty registrations and functions are told one by one and keep nothing else out', async () => {
  const projectId = await newProject();
  const program = await openProgram(url, person.token);
  await program.next();
  assert.match((await program.register(null, ['f'])).error, /project_id is missing/);
  assert.match((await program.register(projectId, ['f'], 'moon')).error, /environment must be/);
  program.send({ type: 'register', project_id: 7 });
  assert.match((await program.next()).error, /cannot be read: project_id/);
  const mixed = await program.register(projectId, [
    'good',
    { name: 'two words' },
    { name: 'nul', metadata: { description: 'a\0b' } },
    { name: 'wide', parameters: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`p${at}`, {}])) },
    { name: 'broken', metadata: { request_mapping: '{"q": {{ input }', response_mapping: { output: '$' } } },
  ]);
  assert.equal(mixed.status, 'success');
  assert.deepEqual(
    mixed.sync_stats.errors.map((item: Json) => item.function),
    ['two words', 'nul', 'wide', 'broken'],
  );
  assert.equal((await endpointOf(projectId, 'good')).status, 'Active');
  assert.equal((await endpointOf(projectId, 'broken')).status, 'Error');
  await program.leave();
});

test('a function that is no longer registered becomes inactive, and active again when it comes back', async () => {
  const projectId = await newProject();
  const program = await openProgram(url, person.token);
  await program.next();
  await program.register(projectId, ['one', 'two']);
  const fewer = await program.register(projectId, ['one']);
  assert.deepEqual(fewer.sync_stats, { created: 0, updated: 1, marked_inactive: 1, errors: [] });
  assert.equal((await endpointOf(projectId, 'two')).status, 'Inactive');
  assert.deepEqual((await statusOf(projectId)).functions, ['one']);
  const again = await program.register(projectId, ['one', 'two']);
  assert.deepEqual(again.sync_stats, { created: 0, updated: 2, marked_inactive: 0, errors: [] });
  assert.equal((await endpointOf(projectId, 'two')).status, 'Active');
  await program.leave();
});

test('a mapping that a person saved is kept; one that was worked out follows the parameters', async () => {
  const projectId = await newProject();
  const program = await openProgram(url, person.token);
  await program.next();
  const withParameters = (...names: string[]) => ({
    name: 'f',
    parameters: Object.fromEntries(names.map((name) => [name, { type: 'str', default: null }])),
  });
  await program.register(projectId, [withParameters('message')]);
  await program.register(projectId, [withParameters('question', 'thread_id')]);
  const followed = await endpointOf(projectId, 'f');
  assert.deepEqual(followed.request_mapping, { question: '{{ input }}', thread_id: '{{ conversation_id }}' });
  const saved = { question: 'Please: {{ input }}' };
  const put = await platform.call('PATCH', `/endpoints/${followed.id}`, {
    token: person.token,
    body: { request_mapping: saved, timeout_seconds: 9, name: 'My own name' },
  });
  assert.equal(put.status, 200, put.text);
  await program.register(projectId, [withParameters('question', 'thread_id', 'tone')]);
  const kept = await endpointOf(projectId, 'f');
  assert.deepEqual(kept.request_mapping, saved);
  assert.deepEqual([kept.name, kept.timeout_seconds], ['My own name', 9]);
  assert.equal(kept.endpoint_metadata.mapping_info.source, 'previously_saved');
  await program.register(projectId, [
    { ...withParameters('q'), metadata: { request_mapping: { q: '{{ input }}' } } },
  ]);
  const given = await endpointOf(projectId, 'f');
  assert.deepEqual(given.request_mapping, { q: '{{ input }}' });
  assert.equal(given.endpoint_metadata.mapping_info.source, 'sdk_hybrid');
  await program.leave();
});

test('the latest registration is asked; when it leaves, the one before it is, and the last one leaves it inactive', async () => {
  const projectId = await newProject();
  const [older, newer] = [await openProgram(url, person.token), await openProgram(url, person.token)];
  for (const program of [older, newer]) {
    await program.next();
    await program.register(projectId, ['f']);
  }
  const { id } = await endpointOf(projectId, 'f');
  const ask = async (program: typeof older) => {
    const result = invoke(id, { input: 'who?' });
    program.answer(await program.next(), { output: program === older ? 'older' : 'newer' });
    return (await result).output;
  };
  assert.equal(await ask(newer), 'newer');
  await older.register(projectId, ['f']);
  assert.equal(await ask(older), 'older');
  await older.register(projectId, ['other']);
  assert.equal(await ask(newer), 'newer');
  assert.equal((await endpointOf(projectId, 'f')).status, 'Active', 'still served by the other program');
  await older.leave();
  assert.equal(await ask(newer), 'newer');
  assert.equal((await endpointOf(projectId, 'f')).status, 'Active');
  await newer.leave();
  while ((await endpointOf(projectId, 'f')).status !== 'Inactive') await pause(20);
  const back = await openProgram(url, person.token);
  await back.next();
  await back.register(projectId, ['f']);
  assert.equal((await endpointOf(projectId, 'f')).status, 'Active', 'who comes back is there again');
  await back.leave();
});

test('calls under way fail at once when their program goes', async () => {
  const projectId = await newProject();
  const program = await openProgram(url, person.token);
  await program.next();
  await program.register(projectId, ['f']);
  const { id } = await endpointOf(projectId, 'f');
  const results = [invoke(id, { input: '1' }), invoke(id, { input: '2' })];
  await program.next();
  await program.next();
  program.socket.terminate();
  for (const result of await Promise.all(results)) {
    assert.equal(result.error.type, 'sdk_disconnected');
    assert.match(result.error.message, /is not connected any more/);
    assert.ok(result.duration_ms < 60_000);
  }
});

test('a program is told when nobody waits for its answer any more', async () => {
  const projectId = await newProject();
  const begun = Promise.withResolvers<undefined>();
  const stopped = Promise.withResolvers<string>();
  const connection = await connectTo(projectId, {
    endpoints: [
      endpoint('slow', (_inputs, { signal }) => {
        begun.resolve(undefined);
        signal.addEventListener('abort', () => stopped.resolve(String(signal.reason)));
        return new Promise(() => undefined);
      }),
    ],
  });
  const call = startTrigger(url, person.token, { project_id: projectId, function_name: 'slow' });
  await begun.promise;
  call.hangUp();
  assert.match(await stopped.promise, /Nobody waits for the answer any more/);
  await connection.close(0);
});

test('only the connection that was asked can answer, once, and what nobody asked for is dropped', async () => {
  const projectId = await newProject();
  const [asked, other] = [await openProgram(url, person.token), await openProgram(url, person.token)];
  for (const program of [other, asked]) {
    await program.next();
    await program.register(projectId, ['f']);
  }
  const result = invoke((await endpointOf(projectId, 'f')).id, { input: 'x' });
  const execute = await asked.next();
  assert.deepEqual(
    [execute.type, execute.function_name, execute.inputs, execute.parameter_source_environment],
    ['execute_test', 'f', { input: 'x' }, 'Development'],
  );
  other.answer(execute, { output: 'forged' });
  other.send({ type: 'ping' });
  assert.deepEqual(await other.next(), { type: 'pong' });
  asked.answer({ test_run_id: 'invoke_000000000000' }, { output: 'nobody asked' });
  asked.answer(execute, { output: 'right' });
  asked.answer(execute, { output: 'again' });
  assert.equal((await result).output, 'right');
  await asked.leave();
  await other.leave();
});

test('frames that are no objects, unknown or unreadable are refused by word and the connection stays', async () => {
  const program = await openProgram(url, person.token);
  await program.next();
  for (const frame of ['nonsense', '[1]', '7', 'null', '"text"']) {
    program.send(frame);
    assert.match((await program.next()).detail, /not a JSON object/);
  }
  program.socket.send(Buffer.from([1, 2, 3]));
  assert.match((await program.next()).detail, /not text/);
  program.send({ type: 'test_result', status: 'maybe' });
  assert.match((await program.next()).detail, /test_run_id/);
  program.send({ type: 'from_the_future' });
  program.send({ type: 'ping' });
  assert.deepEqual(await program.next(), { type: 'pong' });
  await program.leave();
});

test('metrics are declined by word', async () => {
  const projectId = await newProject();
  const program = await openProgram(url, person.token);
  await program.next();
  program.send({ type: 'register', project_id: projectId, functions: [], metrics: [{ name: 'm' }] });
  assert.match((await program.next()).sync_stats.errors[0], /Metrics are not run/);
  await program.leave();
});
