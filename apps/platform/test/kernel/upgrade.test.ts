import type { IncomingMessage } from 'node:http';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { after, before, test } from 'node:test';
import { Problem } from '@sonde/server-kit';
import { createUpgrades } from '#kernel/http';
import { createLog } from '#kernel/log';

const server = createServer();
const lines: string[] = [];
const sink = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString());
    done();
  },
});
const upgrades = createUpgrades({ server, log: createLog('error', sink) });
const answer = (text: string) => (_request: unknown, socket: Writable) =>
  void socket.end(`HTTP/1.1 299 ${text}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);

before(async () => {
  upgrades.handle(['/mine', '/deep/mine'], answer('mine'));
  upgrades.handle(['/refusing'], () => {
    throw new Problem('limited', 'rate_limited', 'Later.', { headers: { 'retry-after': '5' } });
  });
  upgrades.handle(['/failing'], () => Promise.reject(new Error('inner detail')));
  server.on('upgrade', (incoming, socket) => {
    if (incoming.url === '/beside') answer('beside')(incoming, socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
after(() => server.close());

async function ask(path: string) {
  const asked = request({
    port: (server.address() as AddressInfo).port,
    path,
    headers: { connection: 'upgrade', upgrade: 'websocket' },
  }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return {
    status: response.statusCode,
    phrase: response.statusMessage,
    headers: response.headers,
    text: Buffer.concat(chunks).toString(),
  };
}

test('each path goes to its own handler, with query and trailing slash', async () => {
  for (const path of ['/mine', '/mine/', '/mine?x=/other', '/deep/mine'])
    assert.equal((await ask(path)).phrase, 'mine', path);
});

test('a listener beside the registry keeps its paths, and what nobody takes is refused', async () => {
  assert.equal((await ask('/beside')).phrase, 'beside');
  for (const path of ['/', '/minefield', '/deep', '//mine']) {
    const { status, text } = await ask(path);
    assert.deepEqual([status, JSON.parse(text).code], [404, 'route.not_found'], path);
  }
});

test('a refusal becomes the answer to the handshake; what we did not foresee stays inside', async () => {
  const limited = await ask('/refusing');
  assert.deepEqual([limited.status, limited.headers['retry-after']], [429, '5']);
  const failed = await ask('/failing');
  assert.equal(failed.status, 500);
  assert.doesNotMatch(failed.text, /inner detail/);
  assert.match(lines.join(''), /inner detail/);
  assert.ok(lines.join('').includes(JSON.parse(failed.text).error_id));
});

test('a path has one handler', () => {
  assert.throws(() => upgrades.handle(['/mine'], answer('twice')), /handled twice/);
});
