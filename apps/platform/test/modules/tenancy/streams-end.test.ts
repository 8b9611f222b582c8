import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { startPlatform, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { uploadOne } from '../files/support/uploads.ts';
import { apiToken, exchangedToken, joinAs } from './support.ts';
import { untilClosed } from '../../support/sockets.ts';

/** More than the sockets of both sides hold between them, so that most of it is yet to be read when rights end. */
const bytes = Buffer.alloc(48 * 1024 * 1024, 'x');
let platform: TestPlatform;
let owner: SignedUp;
let port: number;
/** The ends of the platform, by the ports of those who called. */
const served = new Map<number, Socket>();
before(async () => {
  platform = await startPlatform();
  owner = await platform.signUp();
  port = Number(new URL(await platform.listen()).port);
  platform.app.http.server.on('connection', (socket: Socket) => served.set(socket.remotePort ?? 0, socket));
});
after(() => platform.close());

/** A download that has begun, of which nothing more is read until `rest` is. */
async function begin(token: string, path: string) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  const [head] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  assert.match(head.toString('latin1'), /^HTTP\/1.1 200/);
  const end = served.get(socket.localPort ?? 0);
  assert.ok(end);
  return {
    isOpen: () => !end.destroyed,
    /** Until the platform has hung up. */
    cut: async (): Promise<void> => {
      await untilClosed(end);
    },
    /** How much there is in all. */
    async rest(): Promise<number> {
      let got = head.length;
      socket.on('data', (chunk) => (got += chunk.length)).resume();
      await untilClosed(socket);
      return got;
    },
  };
}

const remove = async (email: string): Promise<void> => {
  const { body } = await platform.call('GET', '/members?limit=100', { token: owner.token });
  const member = body.find((one: { email: string }) => one.email === email);
  const { status } = await platform.call('DELETE', `/members/${member.id}`, { token: owner.token });
  assert.equal(status, 200);
};

test('what somebody reads bit by bit ends when they are removed, and nobody else’s does', async () => {
  const [gone, staying] = [await joinAs(platform, owner, 'member'), await joinAs(platform, owner, 'member')];
  const token = await apiToken(platform, gone);
  const own = await uploadOne(platform, gone.token, { bytes, name: 'own.bin' });
  const other = await uploadOne(platform, staying.token, { bytes, name: 'other.bin' });
  const cut = await begin(token, `/files/${own.id}/content`);
  const kept = await begin(staying.token, `/files/${other.id}/content`);
  await remove(gone.email);
  await cut.cut();
  assert.ok((await cut.rest()) < bytes.length, 'most of it never left');
  assert.ok((await kept.rest()) > bytes.length);
});

test('it ends with the token it began with, and goes on by another', async () => {
  const { body: made } = await platform.call('POST', '/tokens', {
    token: owner.token,
    body: { name: 'Lost' },
  });
  const { id } = await uploadOne(platform, owner.token, { bytes, name: 'mine.bin' });
  const cut = await begin(made.access_token, `/files/${id}/content`);
  const kept = await begin(owner.token, `/files/${id}/content`);
  assert.equal((await platform.call('DELETE', `/tokens/${made.id}`, { token: owner.token })).status, 200);
  await cut.cut();
  assert.ok((await cut.rest()) < bytes.length);
  assert.ok(kept.isOpen());
  assert.ok((await kept.rest()) > bytes.length);
});

test('it ends with the project that a token is bound to, also for what was exchanged for it', async () => {
  const { body: project } = await platform.call('POST', '/projects', {
    token: owner.token,
    body: { name: 'Short-lived' },
  });
  const token = await apiToken(platform, owner, { project_id: project.id });
  const exchanged = await exchangedToken(platform, owner.token, project.id);
  const set = await platform.call('POST', '/test_sets', {
    token,
    body: { name: 'Long', test_set_type: 'Single-Turn' },
  });
  assert.equal(set.status, 201, set.text);
  const content = 'What is covered? '.repeat(11_000);
  const written = 20 * 5 * content.length;
  for (let request = 0; request < 20; request += 1) {
    const tests = [1, 2, 3, 4, 5].map((at) => ({
      test_type: 'Single-Turn',
      prompt: { content: `${request} ${at} ${content}` },
    }));
    const { status, text } = await platform.call('POST', '/tests/bulk', {
      token,
      body: { tests, test_set_id: set.body.id },
    });
    assert.equal(status, 201, text);
  }
  const path = `/test_sets/${set.body.id}/download?format=jsonl`;
  const open = [await begin(token, path), await begin(exchanged, path)];
  const { status } = await platform.call('DELETE', `/projects/${project.id}`, { token: owner.token });
  assert.equal(status, 200);
  for (const one of open) {
    await one.cut();
    assert.ok((await one.rest()) < written);
  }
});
