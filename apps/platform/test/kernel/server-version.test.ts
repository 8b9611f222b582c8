import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { createLog } from '#kernel/log';
import { openPostgres } from '#kernel/postgres';
import { refuseOldServer } from '../../src/kernel/server-version.ts';

test('PostgreSQL 15 and newer are taken; what is older is named in one line, with what is needed', () => {
  for (const version of ['150000', '150013', '160004', '180001', '1000000']) refuseOldServer(version);
  for (const [version, name] of [
    ['149999', '14.9999'],
    ['140011', '14.11'],
    ['100023', '10.23'],
    ['90624', '9.6.24'],
  ] as const)
    assert.throws(
      () => refuseOldServer(version),
      ({ message }: Error) =>
        message.includes(`is PostgreSQL ${name}. Sonde needs PostgreSQL 15 or newer`) &&
        !message.includes('\n'),
      version,
    );
  assert.throws(() => refuseOldServer('unknown'), /is PostgreSQL "unknown"\. Sonde needs/);
});

/** As much of a server as greets, and answers every question with its version; it keeps the questions. */
async function serverOf(t: TestContext, version: string) {
  const asked: string[] = [];
  const server = createServer((socket) => greet(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const ready = message('Z', Buffer.from('I'));
  const isClosed = once(server, 'connection').then(([socket]) => once(socket as Socket, 'close'));

  function greet(socket: Socket): void {
    let waiting = Buffer.alloc(0);
    let isGreeted = false;
    socket.on('data', (chunk: Buffer) => {
      waiting = Buffer.concat([waiting, chunk]);
      // The first message has no letter before its length.
      for (let at = isGreeted ? 1 : 0; waiting.length >= at + 4; at = 1) {
        const size = at + waiting.readInt32BE(at);
        if (waiting.length < size) return;
        const letter = isGreeted ? waiting.toString('latin1', 0, 1) : '';
        if (!isGreeted) socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]));
        else if (letter === 'Q') {
          asked.push(waiting.toString('utf8', 5, size - 1));
          socket.write(Buffer.concat([row('number', version), message('C', text('SELECT 1')), ready]));
        }
        isGreeted = true;
        waiting = waiting.subarray(size);
      }
    });
  }
  return {
    url: `postgres://sonde@127.0.0.1:${(server.address() as AddressInfo).port}/sonde`,
    asked,
    isClosed,
  };
}

const text = (words: string): Buffer => Buffer.from(`${words}\0`);
const number = (value: number, bytes: 2 | 4): Buffer => {
  const made = Buffer.alloc(bytes);
  made.writeIntBE(value, 0, bytes);
  return made;
};
const message = (letter: string, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(letter), number(content.length + 4, 4), content]);
/** One column of the type `text` (25), and one row of it. */
const row = (column: string, value: string): Buffer =>
  Buffer.concat([
    message(
      'T',
      Buffer.concat([
        number(1, 2),
        text(column),
        number(0, 4),
        number(0, 2),
        number(25, 4),
        number(-1, 2),
        number(-1, 4),
        number(0, 2),
      ]),
    ),
    message('D', Buffer.concat([number(1, 2), number(value.length, 4), Buffer.from(value)])),
  ]);

test('a server that is too old is left at once, and asked for nothing but its version', async (t) => {
  const old = await serverOf(t, '140011');
  const log = createLog('silent');
  await assert.rejects(
    openPostgres({ url: old.url, poolSize: 2, log }),
    /is PostgreSQL 14\.11\. Sonde needs/,
  );
  await old.isClosed;
  assert.deepEqual(old.asked, ["select current_setting('server_version_num') as number"]);
  const enough = await serverOf(t, '150000');
  await (await openPostgres({ url: enough.url, poolSize: 2, log })).close();
});
