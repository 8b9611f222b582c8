import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connect, endpoint, type ConnectionEvent } from '@sonde/sdk';
import type { WebSocket } from 'ws';
import {
  createTestClock,
  startPlatform,
  type Json,
  type SignedUp,
  type TestPlatform,
} from '../../support/platform.ts';
import { openProgram, refusedHandshake } from './program.ts';

let platform: TestPlatform;
let person: SignedUp;
let url: string;
let projectId: string;
before(async () => {
  platform = await startPlatform({
    env: {
      WS_MAX_MESSAGE_SIZE: '4096',
      // Long enough for a slow machine between what a program and the test beside it do.
      WS_IDLE_TIMEOUT: '8',
      WS_RATE_LIMIT: '20',
      TRUSTED_PROXIES: '127.0.0.1',
    },
  });
  url = await platform.listen();
  person = await platform.signUp();
  const { body } = await platform.call('POST', '/projects', {
    token: person.token,
    body: { name: 'Limits' },
  });
  projectId = body.id;
});
after(() => platform.close());

async function openServing(token = person.token) {
  const program = await openProgram(url, token);
  await program.next();
  assert.equal((await program.register(projectId, ['f'])).status, 'success');
  const { body } = await platform.call('GET', `/endpoints?$filter=protocol eq 'SDK'`, {
    token: person.token,
  });
  const invoke = async (input: string): Promise<Json> =>
    (await platform.call('POST', `/endpoints/${body[0].id}/invoke`, { token: person.token, body: { input } }))
      .body;
  return { ...program, invoke };
}

test('a message that is too large is refused by word, the connection stays, and the call it answers ends at once', async () => {
  const program = await openServing();
  const result = program.invoke('x');
  program.answer(await program.next(), { output: 'y'.repeat(5000) });
  assert.match((await program.next()).detail, /5\d\d\d bytes, and 4096 are allowed/);
  const { error } = await result;
  assert.equal(error.type, 'sdk_message_too_large');
  assert.match(error.message, /The answer is larger than one message/);
  const again = program.invoke('x');
  program.answer(await program.next(), { output: 'small' });
  assert.equal((await again).output, 'small');
  await program.leave();
});

test('a call that is too large for one message is not sent', async () => {
  const program = await openServing();
  const { error } = await program.invoke('x'.repeat(5000));
  assert.equal(error.type, 'sdk_message_too_large');
  assert.match(error.message, /The call is larger/);
  program.send({ type: 'ping' });
  assert.deepEqual(await program.next(), { type: 'pong' });
  await program.leave();
});

test('the SDK says that its answer is too large instead of sending it', async () => {
  const connection = await connect({
    baseUrl: url,
    token: person.token,
    projectId,
    endpoints: [endpoint('f', () => 'y'.repeat(5000))],
  });
  const { body } = await platform.call('POST', '/connector/trigger', {
    token: person.token,
    body: { project_id: projectId, function_name: 'f' },
  });
  assert.match(body.message, /too large: 5\d\d\d bytes, while the platform takes 4096/);
  await connection.close();
});

test('a flood is slowed down and dropped by word, but an answer somebody waits for gets through', async () => {
  const program = await openServing();
  const result = program.invoke('x');
  const execute = await program.next();
  for (let count = 0; count < 40; count += 1) program.send({ type: 'ping' });
  program.answer(execute, { output: 'through' });
  assert.equal((await result).output, 'through');
  const seen = new Set<string>();
  while (!(seen.has('pong') && seen.has('error'))) seen.add((await program.next()).type);
  await program.leave();
});

for (const [kind, flood] of [
  ['messages', (socket: WebSocket) => socket.send('{}')],
  ['messages that are no text', (socket: WebSocket) => socket.send(Buffer.from('x'))],
  ['signs that it is there', (socket: WebSocket) => socket.pong()],
] as const)
  test(`a program that sends ${kind} without end is cut off`, async () => {
    const program = await openProgram(url, person.token);
    await program.next();
    for (let count = 0; count < 3000; count += 1) flood(program.socket);
    assert.equal((await program.ended)[0], 1006);
  });

test('a program that answers pings stays however quiet it is; one that does not is cut off', async () => {
  const quiet = await openServing();
  const deaf = await openProgram(url, person.token, { autoPong: false });
  const [code] = await deaf.ended;
  assert.ok([1006, 4408].includes(code), String(code));
  quiet.send({ type: 'ping' });
  assert.deepEqual(await quiet.next(), { type: 'pong' });
  await quiet.leave();
});

test('a connection ends for good when its token is revoked', async () => {
  const made = await platform.call('POST', '/tokens', { token: person.token, body: { name: 'short-lived' } });
  const events: ConnectionEvent[] = [];
  const connection = await connect({
    baseUrl: url,
    token: made.body.access_token,
    projectId,
    endpoints: [endpoint('f', () => 'ok')],
    onEvent: (event) => events.push(event),
  });
  await platform.call('DELETE', `/tokens/${made.body.id}`, { token: person.token });
  await assert.rejects(connection.ended, /the token is not valid any more/);
  assert.deepEqual(
    events.map(({ type }) => type),
    ['registered', 'refused'],
  );
});

test('an answer nested without end is refused by word, its call ends at once, and the connection stays', async () => {
  const program = await openServing();
  const result = program.invoke('x');
  const { test_run_id } = await program.next();
  program.send(
    `{"type":"test_result","test_run_id":"${test_run_id}","status":"success","output":${'['.repeat(1500)}${']'.repeat(1500)}}`,
  );
  assert.match((await program.next()).detail, /nested more than 100 levels/);
  assert.match((await result).error.message, /nested more than 100 levels/);
  program.send(`{"type":"register","functions":[${'['.repeat(1500)}${']'.repeat(1500)}]}`);
  assert.match((await program.next()).detail, /nested more than 100 levels/);
  const again = program.invoke('x');
  program.answer(await program.next(), { output: 'flat' });
  assert.equal((await again).output, 'flat');
  await program.leave();
});

test('a program that registers without end is read as fast as it is registered, and every answer comes', async () => {
  const program = await openServing();
  for (let count = 0; count < 15; count += 1)
    program.send({ type: 'register', project_id: projectId, functions: [{ name: `f${count}` }] });
  for (let count = 0; count < 15; count += 1) assert.equal((await program.next()).status, 'success');
  program.send({ type: 'ping' });
  assert.deepEqual(await program.next(), { type: 'pong' });
  await program.leave();
});

test('a frame beyond all measure ends the connection', async () => {
  const program = await openServing();
  program.send('x'.repeat(4096 * 17));
  assert.equal((await program.ended)[0], 1009);
});

test('a program that does not read is cut off before what waits for it fills the memory', async (t) => {
  const roomy = await startPlatform({ env: { WS_MAX_MESSAGE_SIZE: String(1024 * 1024) } });
  t.after(() => roomy.close());
  const { token } = await roomy.signUp();
  const { body: project } = await roomy.call('POST', '/projects', { token, body: { name: 'Slow' } });
  const program = await openProgram(await roomy.listen(), token);
  await program.next();
  assert.equal((await program.register(project.id, ['f'])).status, 'success');
  const { body } = await roomy.call('GET', `/endpoints?$filter=protocol eq 'SDK'`, { token });
  program.socket.pause();
  const calls = Array.from({ length: 60 }, () =>
    roomy.call('POST', `/endpoints/${body[0].id}/invoke`, { token, body: { input: 'x'.repeat(900_000) } }),
  );
  // None of them was answered, so each ends only because the connection does.
  const results: Json[] = (await Promise.all(calls)).map((call) => call.body);
  assert.ok(results.every(({ success, error }) => success === false && error !== null));
  program.socket.terminate();
});

test(
  'programs that begin messages and end none are cut off, and whoever ends theirs is not',
  { timeout: 60_000 },
  async (t) => {
    const roomy = await startPlatform({
      // Long enough that the tenth has begun before the first is idle, also on a slow machine.
      env: { WS_MAX_MESSAGE_SIZE: String(1024 * 1024), WS_IDLE_TIMEOUT: '10' },
    });
    t.after(() => roomy.close());
    const address = await roomy.listen();
    const [{ token }, other] = [await roomy.signUp(), await roomy.signUp()];
    const beginMessage = async (bytes: number) => {
      const program = await openProgram(address, token, { autoPong: true });
      await program.next();
      // In parts, of which the last never comes.
      program.socket.send(Buffer.alloc(bytes, 0x20), { binary: false, fin: false });
      return program;
    };
    const many = await Promise.all(Array.from({ length: 10 }, () => beginMessage(15 * 1024 * 1024)));
    // Ten of these are more than all programs of an organization may have under way.
    assert.equal((await Promise.race(many.map(({ ended }) => ended)))[0], 1006);
    const patient = await openProgram(address, other.token);
    await patient.next();
    patient.send({ type: 'ping', filling: 'x'.repeat(1_000_000) });
    assert.deepEqual(await patient.next(), { type: 'pong' });
    // And none of them stays by answering pings alone: cut off, or told that it was idle where it still listens.
    for (const { ended } of many) assert.ok([1006, 4408].includes(Number((await ended)[0])));
    await patient.leave();
  },
);

test('refused handshakes are told to their organization by the address of the program, and not without end', async (t) => {
  // Its minute does not pass, however slow the machine is.
  const still = await startPlatform({ clock: createTestClock(), env: { TRUSTED_PROXIES: '127.0.0.1' } });
  t.after(() => still.close());
  const address = await still.listen();
  const caller = await still.signUp();
  const narrow = await still.call('POST', '/tokens', {
    token: caller.token,
    body: { name: 'narrow', permissions: ['endpoint:read'] },
  });
  const headers = {
    authorization: `Bearer ${narrow.body.access_token}`,
    'x-forwarded-for': '203.0.113.9',
  };
  const statuses: number[] = [];
  for (let round = 0; round < 16; round += 1) {
    const refused = await Promise.all(
      Array.from({ length: 20 }, () => refusedHandshake(address, '/connector/ws', headers)),
    );
    statuses.push(...refused.map(({ status }) => status));
  }
  assert.ok(statuses.filter((status) => status === 403).length <= 300);
  assert.ok(statuses.includes(429));
  const { rows } = await still.app.database.executeSql(
    "select distinct ip, count(*)::int as n from audit_events where action = 'connector.connected' group by ip",
  );
  assert.deepEqual(rows, [{ ip: '203.0.113.9', n: 100 }]);
});
