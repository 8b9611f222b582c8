import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sendJson, startTargetServer, type TargetServer } from '@sonde/fakes';
import { startPlatform, type Json, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { joinAs } from '../tenancy/support.ts';
import { openSocket } from './support/socket-client.ts';

let target: TargetServer;
let platform: TestPlatform;
let url: string;
let person: SignedUp;
let stranger: SignedUp;
let endpointId: string;
before(async () => {
  target = await startTargetServer();
  target.route('/chat', (request, response) =>
    sendJson(response, 200, {
      message: `I am the garden assistant. You asked: ${request.text.length} characters.`,
    }),
  );
  platform = await startPlatform({ socketTiming: { recheckEveryMs: 3_600_000 } });
  url = `${(await platform.listen()).replace('http', 'ws')}/ws`;
  person = await platform.signUp();
  stranger = await platform.signUp();
  const endpoint = await platform.call('POST', '/endpoints', {
    token: person.token,
    body: {
      name: 'Garden',
      url: target.url('/chat'),
      method: 'POST',
      protocol: 'REST',
      environment: 'Development',
      request_mapping: '{"message": "{{ input }}"}',
      response_mapping: { output: '$.message' },
    },
  });
  assert.equal(endpoint.status, 201, endpoint.text);
  endpointId = endpoint.body.id;
});
after(async () => {
  await platform.close();
  await target.close();
});

async function ticket(of: SignedUp = person): Promise<string> {
  const { status, body, text } = await platform.call('POST', '/ws/token', { token: of.token });
  assert.equal(status, 200, text);
  assert.ok(body.expires_in > 0);
  return body.token;
}

async function explore(more: Record<string, unknown> = {}): Promise<string> {
  const started = await platform.call('POST', `/endpoints/${endpointId}/explore`, {
    token: person.token,
    body: { strategy: 'boundary_discovery', max_turns: 2, ...more },
  });
  assert.equal(started.status, 200, started.text);
  return started.body.task_id;
}

async function finished(taskId: string): Promise<Json> {
  for (;;) {
    const { body } = await platform.call('GET', `/jobs/${taskId}`, { token: person.token });
    if (body.finished_at) return body;
    await pause(25);
  }
}

test('a ticket opens one socket, once', async () => {
  const token = await ticket();
  const first = await openSocket(url, { token });
  await first.hear(({ type }) => type === 'connected');
  const second = await openSocket(url, { token });
  assert.equal((await second.closed).code, 1008);
  assert.deepEqual(second.messages, []);
  first.close();
});

test('the socket is served at the base path too', async () => {
  const socket = await openSocket(url.replace('/ws', '/api/v1/ws'), { token: await ticket() });
  await socket.hear(({ type }) => type === 'connected');
  socket.close();
});

test('nothing is said to who does not show a ticket first', async () => {
  for (const first of [
    { type: 'subscribe', channel: 'organization' },
    'not json',
    { type: 'authenticate', token: 'x' },
  ]) {
    const socket = await openSocket(url);
    socket.send(first);
    assert.equal((await socket.closed).code, 1008);
    assert.deepEqual(socket.messages, []);
  }
});

test('an API token gets no ticket', async () => {
  const made = await platform.call('POST', '/tokens', { token: person.token, body: { name: 'ci' } });
  assert.equal(made.status, 201, made.text);
  const answer = await platform.call('POST', '/ws/token', { token: made.body.access_token });
  assert.equal(answer.status, 403);
});

test('pages of other sites are refused at the handshake, the web app and programs are let in', async () => {
  await assert.rejects(openSocket(url, { origin: 'https://elsewhere.example' }), /403/);
  for (const options of [{ origin: platform.config.tenancy.frontendUrl }, {}]) {
    const socket = await openSocket(url, { ...options, token: await ticket() });
    await socket.hear(({ type }) => type === 'connected');
    socket.close();
  }
});

test('an exploration is told turn by turn, to its organization, its watchers, its chat and its owner', async () => {
  const socket = await openSocket(url, { token: await ticket() });
  const other = await openSocket(url, { token: await ticket(stranger) });
  const sessionId = randomUUID();
  for (const channel of ['organization', 'user', `architect:${sessionId}`]) {
    await socket.subscribe(channel);
    await other.subscribe(channel);
  }
  const taskId = await explore({ session_id: sessionId });
  await socket.subscribe(`job:${taskId}`);
  const notice = await socket.hear(({ type }) => type === 'notification');
  assert.equal(notice.channel, 'user');
  await socket.hear(
    (message) =>
      message.type === 'job.updated' &&
      message.channel === 'organization' &&
      message.payload.status === 'SUCCESS',
  );
  const done = await socket.hear(
    (message) => message.type === 'architect.task_progress' && message.payload.status === 'completed',
  );
  assert.equal(done.channel, `architect:${sessionId}`);
  const last = await socket.hear(
    (message) => message.type === 'exploration.turn' && message.payload.turn.turn === 2,
  );
  assert.equal(last.channel, `job:${taskId}`);
  const onOrganization = socket.messages
    .filter(({ channel }) => channel === 'organization')
    .map(({ id }) => Number(id));
  assert.deepEqual(
    onOrganization,
    onOrganization.toSorted((a, b) => a - b),
    'ids grow',
  );
  assert.deepEqual(
    other.messages.map(({ type }) => type),
    ['connected', 'subscribed', 'subscribed', 'subscribed'],
    'another organization hears nothing',
  );
  socket.close();
  other.close();
});

test("another organization's job cannot be watched, nor a channel that does not exist", async () => {
  const taskId = await explore();
  const socket = await openSocket(url, { token: await ticket(stranger) });
  for (const channel of [
    `job:${taskId}`,
    `job:${randomUUID()}`,
    `organization:${person.organizationId}`,
    'user:1',
    '*',
  ]) {
    socket.send({ type: 'subscribe', channel, correlation_id: channel });
    const refused = await socket.hear((message) => message.correlation_id === channel);
    assert.equal(refused.type, 'subscription_error', channel);
  }
  const errors = socket.messages.flatMap((message) =>
    message.type === 'subscription_error' && message.channel?.startsWith('job:')
      ? [message.payload.error]
      : [],
  );
  assert.equal(errors[0], errors[1], 'a foreign job and a missing one look alike');
  await finished(taskId);
  socket.close();
});

test('who comes back hears what was missed, once and in order', async () => {
  const first = await openSocket(url, { token: await ticket() });
  const { id } = await first.hear(({ type }) => type === 'connected');
  first.close();
  const taskId = await explore();
  await finished(taskId);
  const back = await openSocket(url, { token: await ticket(), after: id ?? '' });
  await back.subscribe('organization');
  await back.hear((message) => message.type === 'job.updated' && message.payload.status === 'SUCCESS');
  const told = () => back.messages.filter(({ type }) => type === 'job.updated');
  while (told().length < 3) await pause(20);
  const ids = told().map((message) => Number(message.id));
  assert.ok(ids.length >= 3, 'queued, begun, turns, finished');
  assert.deepEqual(
    ids,
    [...new Set(ids)].toSorted((a, b) => a - b),
  );
  assert.equal(
    back.messages.some(({ type }) => type === 'gap'),
    false,
  );
  back.close();
});

test('who asks for more than is still known is told of a gap', async () => {
  for (const lost of ['999999999', 'not-a-number']) {
    const socket = await openSocket(url, { token: await ticket(), after: lost });
    await socket.subscribe('organization');
    await socket.hear(({ type }) => type === 'gap');
    socket.close();
  }
});

test('unknown messages are answered, too large and too many end the socket', async () => {
  const socket = await openSocket(url, { token: await ticket() });
  socket.send({ type: 'ping', correlation_id: 'p1' });
  await socket.hear((message) => message.type === 'pong' && message.correlation_id === 'p1');
  socket.send({ type: 'nonsense' });
  await socket.hear((message) => message.type === 'error' && message.payload.code === 'message.invalid');
  socket.send('x'.repeat(20_000));
  assert.equal((await socket.closed).code, 1009);

  const talker = await openSocket(url, { token: await ticket() });
  await talker.hear(({ type }) => type === 'connected');
  for (let count = 0; count < 120; count += 1) talker.send({ type: 'ping' });
  assert.equal((await talker.closed).code, 1008);
});

// Not when every socket is looked at anyway, which is never here.
test('a member who is disabled loses the open socket at once', async () => {
  const member = await joinAs(platform, person, 'member');
  const socket = await openSocket(url, { token: await ticket(member) });
  await socket.hear(({ type }) => type === 'connected');
  const disabled = await platform.call('PATCH', `/members/${member.userId}`, {
    token: person.token,
    body: { is_active: false },
  });
  assert.equal(disabled.status, 200, disabled.text);
  assert.equal((await socket.closed).code, 1008);
});
