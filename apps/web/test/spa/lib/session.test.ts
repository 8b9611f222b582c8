import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSessionDoor } from '../../../spa/src/lib/session.ts';

const answers = (status: number) => async () => new Response('{}', { status });

test('while it signs out, and afterwards, a page takes the end of its session for no news', async () => {
  const seen: boolean[] = [];
  const door = createSessionDoor({
    fetch: async () => {
      seen.push(door.hasLeft());
      return new Response('{}', { status: 200 });
    },
  });
  assert.equal(door.hasLeft(), false);
  await door.signOut();
  assert.deepEqual([...seen, door.hasLeft()], [true, true]);
  await door.signIn('a-code');
  assert.equal(door.hasLeft(), false, 'whoever signs in again wants to hear of it');
});

test('where signing out did not work, the session still counts', async () => {
  const door = createSessionDoor({ fetch: answers(503) });
  await assert.rejects(door.signOut());
  assert.equal(door.hasLeft(), false);
});
