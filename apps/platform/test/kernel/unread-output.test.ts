import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLargeBodies } from '../../src/kernel/http/large-bodies.ts';
import { createUnreadOutput } from '../../src/kernel/http/unread-output.ts';

const kilobyte = 1024;

/** Sockets whose other side reads when it is told to, and a process with room for a megabyte of an organization. */
function hall() {
  const room = createLargeBodies({ shareBytes: 1024 * kilobyte, totalBytes: 2048 * kilobyte });
  const unread = createUnreadOutput(room);
  const cut: string[] = [];
  return {
    cut,
    /** Bytes an organization still has room for, in steps of those that are counted. */
    roomFor: (organizationId: string): number => {
      const taken: (() => void)[] = [];
      for (;;) {
        const one = room.take(organizationId, 256 * kilobyte);
        if (typeof one !== 'function') break;
        taken.push(one);
      }
      for (const release of taken) release();
      return taken.length * 256 * kilobyte;
    },
    open: (organizationId: string, name: string) => {
      const waiting: { readonly bytes: number; readonly done: () => void }[] = [];
      const socket = {
        get bufferedAmount() {
          return waiting.reduce((sum, { bytes }) => sum + bytes, 0);
        },
        send: (text: unknown, done: unknown) =>
          void waiting.push({ bytes: String(text).length, done: done as () => void }),
      };
      const output = unread.open({
        organizationId,
        socket: socket as never,
        cutOff: () => void cut.push(name),
      });
      return {
        ...output,
        sendKilobytes: (count: number) => output.send('x'.repeat(count * kilobyte)),
        read(): void {
          for (let next = waiting.shift(); next; next = waiting.shift()) next.done();
        },
      };
    },
  };
}

test('sockets of one organization that read nothing have its room together and no more, and another has its own', () => {
  const { open, cut } = hall();
  const deaf = ['a', 'b', 'c'].map((name) => open('one', name));
  const other = open('two', 'other');
  // Each has far less than one socket may have.
  for (const socket of deaf) socket.sendKilobytes(300);
  for (const socket of deaf) socket.sendKilobytes(200);
  assert.equal(cut.length, 1);
  other.sendKilobytes(500);
  assert.deepEqual(cut.length, 1, 'nobody of the other');
});

test('whoever has read least goes, and whoever reads stays', () => {
  const { open, cut } = hall();
  const [deaf, good] = [open('one', 'deaf'), open('one', 'good')];
  deaf.sendKilobytes(900);
  for (let count = 0; count < 40; count += 1) {
    good.sendKilobytes(300);
    good.read();
  }
  assert.deepEqual(cut, ['deaf']);
  deaf.sendKilobytes(900);
  good.sendKilobytes(10);
  assert.equal(deaf.unreadBytes(), 900 * kilobyte, 'nothing more is sent to who was cut off');
});

test('room is given back as it is read and when a socket ends', () => {
  const { open, roomFor, cut } = hall();
  const all = roomFor('one');
  const [reads, leaves] = [open('one', 'reads'), open('one', 'leaves')];
  for (const socket of [reads, leaves]) socket.sendKilobytes(400);
  assert.equal(roomFor('one'), 0);
  reads.read();
  leaves.end();
  leaves.end();
  assert.equal(roomFor('one'), all);
  assert.deepEqual(cut, []);
});

test('small messages that wait for a moment count for nothing', () => {
  const { open, roomFor, cut } = hall();
  const all = roomFor('one');
  for (let count = 0; count < 100; count += 1) open('one', `of ${count}`).sendKilobytes(60);
  assert.deepEqual([roomFor('one'), cut], [all, []]);
});
