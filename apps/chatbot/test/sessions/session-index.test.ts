import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createSessionId, placeOf } from '../../src/sessions/session-id.ts';
import { createSessionIndex } from '../../src/sessions/session-index.ts';
import type { Session } from '../../src/sessions/session.ts';

const lastPlace = 2 ** 32 - 1;

test('ids are UUIDs of version 4, never the same twice, and tell their place', () => {
  const ids = new Set<string>();
  for (const place of [0, 1, 63, 64, 2 ** 31 - 1, 2 ** 31, lastPlace]) {
    for (let time = 0; time < 2_000; time++) {
      const id = createSessionId(place);
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.equal(placeOf(id), place);
      ids.add(id);
    }
  }
  assert.equal(ids.size, 14_000);
});

test('every bit of an id that is not its version is sometimes 0 and sometimes 1', () => {
  let [anyOnes, allOnes] = [0n, (1n << 128n) - 1n];
  for (let time = 0; time < 1_000; time++) {
    const bits = BigInt(`0x${createSessionId(7).replaceAll('-', '')}`);
    anyOnes |= bits;
    allOnes &= bits;
  }
  const versionAndVariant = (0xfn << 76n) | (0x3n << 62n);
  const version4 = (0x4n << 76n) | (0x2n << 62n);
  assert.equal(anyOnes & ~versionAndVariant, ((1n << 128n) - 1n) & ~versionAndVariant);
  assert.equal(allOnes, version4);
});

test('a session is found by its owner and id only, wherever the id comes from', () => {
  const index = createSessionIndex();
  const made = sessionAt(index.nextPlace(), 'Ann');
  const brought = { ...sessionAt(undefined, 'Ann'), id: randomUUID() };
  index.add(made);
  index.add(brought);
  for (const session of [made, brought]) {
    assert.equal(index.find('Ann', session.id), session);
    assert.equal(index.find('Bob', session.id), undefined);
    assert.equal(index.findLike(session), session);
  }
  assert.equal(index.size, 2);
  for (const text of ['', 'no id', createSessionId(0), createSessionId(5_000), randomUUID()]) {
    assert.equal(index.find('Ann', text), undefined, text);
  }
});

test('an id made here that another caller brings is a session of that caller', () => {
  const index = createSessionIndex();
  const made = sessionAt(index.nextPlace(), 'Ann');
  const brought = { ...made, owner: 'Bob', place: undefined };
  index.add(made);
  index.add(brought);
  index.remove(made);
  assert.equal(index.find('Ann', made.id), undefined);
  assert.equal(index.find('Bob', made.id), brought);
  assert.equal(index.findLike(made), undefined);
});

test('sessions come and go in any order and the others are still found', () => {
  const index = createSessionIndex();
  const sessions = Array.from({ length: 1_000 }, () => sessionAt(index.nextPlace(), ''));
  for (const session of sessions) index.add(session);
  const isRemoved = (place: number): boolean => place % 7 !== 3 || place > 800;
  for (const [place, session] of sessions.entries()) if (isRemoved(place)) index.remove(session);
  for (const [place, session] of sessions.entries()) {
    assert.equal(index.find('', session.id), isRemoved(place) ? undefined : session);
  }
  assert.equal(index.size, sessions.filter((_, place) => !isRemoved(place)).length);
});

test('when all numbers are used up they begin again, without taking the place of a living session', () => {
  const index = createSessionIndex({ firstPlace: lastPlace });
  const living = sessionAt(1, '');
  index.add(living);
  assert.deepEqual([index.nextPlace(), index.nextPlace(), index.nextPlace()], [lastPlace, 0, 2]);
  assert.equal(index.find('', living.id), living);
});

function sessionAt(place: number | undefined, owner: string): Session {
  return {
    id: createSessionId(place ?? 0),
    owner,
    place,
    createdAtMs: 0,
    lastAccessedMs: 0,
    texts: [],
    threads: undefined,
    sizeBytes: 0,
    older: undefined,
    newer: undefined,
  };
}
